ALTER TABLE "product_images" ADD COLUMN "tint" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "strain_name" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size_family" bigint GENERATED ALWAYS AS (case when net_weight_mg > 0 then hashtextextended(
  nullif(trim(regexp_replace(
    regexp_replace(lower(name), '\m(an?\s+|one\s+|\d+\s*[x×]\s*)?(\d+/\d+|\d*\.?\d+|half|quarter|eighth|one|two|three|four|five|seven|ten|fourteen|an?)[\s-]*(of\s+an?\s+)?(ounces?|oz|grams?|g|kg|lbs?|pounds?)\M|\man?\s+(eighth|quarter|half)\M|,\s*(eighth|quarter|half|ounce|gram)\s*$', ' ', 'g'), '[\s!-*,-/:-@\[-`{-~–—‘’“”]+', ' ', 'g')), '')
  || '|' || lower(coalesce(strain_code, '')) || '|' || coalesce(strain_type, '') || '|' || product_type || '|' || category_id::text,
  0) & 4503599627370495 end) STORED;--> statement-breakpoint
CREATE INDEX "products_size_family_idx" ON "products" USING btree ("size_family") WHERE "products"."size_family" is not null;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_tint_check" CHECK ("product_images"."tint" ~ '^#[0-9a-f]{6}$');