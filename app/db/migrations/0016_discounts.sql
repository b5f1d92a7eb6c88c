ALTER TABLE "products" ADD COLUMN "discount" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "discount_from" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "discount_until" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "discount_terms" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit_discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount_taxed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "list_price" integer GENERATED ALWAYS AS (unit_price + unit_discount) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_base" integer GENERATED ALWAYS AS ((unit_price + case when discount_taxed then unit_discount else 0 end) * quantity) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_discount_check" CHECK ("products"."discount" is null or ("products"."discount" > 0 and "products"."discount_from" <= "products"."discount_until" and "products"."discount_terms" <> '') is true);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount_check" CHECK ("order_items"."unit_discount" >= 0);