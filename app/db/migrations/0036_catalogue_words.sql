DROP INDEX "products_find_idx";--> statement-breakpoint
ALTER TABLE "products" drop column "size_family";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size_family" bigint GENERATED ALWAYS AS (case when net_weight_mg > 0 then hashtextextended(
  nullif(trim(regexp_replace(regexp_replace(
    case when product_type = 'cannabis' and limit_category in ('flower', 'concentrate') then regexp_replace(replace(replace(replace(replace(lower(name), '½', '1/2'), '¼', '1/4'), '⅛', '1/8'), '¾', '3/4'), '(?<!\m(no|thc|cbd|cbn|cbg|mg|ratio)\.?[\s,(–—-]*|[#\d/:][\s,(–—-]*)[\s,(–—-]+(1/8|1/4|1/2)(th)?[\s)]*$|\m(an?\s+)?eighth[\s)]*$', ' ') else replace(replace(replace(replace(lower(name), '½', '1/2'), '¼', '1/4'), '⅛', '1/8'), '¾', '3/4') end,
    '\m(an?\s+|one\s+|\d+\s*[x×]\s*)?(\d+/\d+|\d*\.?\d+|half|quarter|eighth|one|two|three|four|five|seven|ten|fourteen|an?)(th)?[\s-]*(of\s+an?\s+)?(ounces?|oz|grams?|g|kg|lbs?|pounds?)\M|\man?\s+(eighth|quarter|half)\M|,\s*(eighth|quarter|half|ounce|gram)\s*$', ' ', 'g'), '[\s!-*,-/:-@\[-`{-~–—‘’“”]+', ' ', 'g')), '')
  || '|' || lower(coalesce(strain_code, '')) || '|' || coalesce(strain_type, '') || '|' || product_type || '|' || category_id::text,
  0) & 4503599627370495 end) STORED;--> statement-breakpoint
CREATE INDEX "products_find_idx" ON "products" USING gin (("name" || ' ' || coalesce("strain_code", '') || ' ' || coalesce("strain_name", '') || ' ' || coalesce("upc_code", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_size_family_idx" ON "products" USING btree ("size_family") WHERE "products"."size_family" is not null;--> statement-breakpoint
-- Amounts as the search reads them, however they are written: '½ oz', '1/8th', '3½ g', '14 grams', '10x5mg'.
CREATE OR REPLACE FUNCTION spaced_amounts(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE plain text := $1;
BEGIN
  IF plain !~ '[\d¼½¾⅛]' THEN RETURN plain; END IF;
  IF plain ~ '[¼½¾⅛]' THEN
    plain := regexp_replace(plain, '(\d)½', '\1.5', 'g');
    plain := regexp_replace(plain, '(\d)¼', '\1.25', 'g');
    plain := regexp_replace(plain, '(\d)¾', '\1.75', 'g');
    plain := regexp_replace(plain, '(\d)⅛', '\1.125', 'g');
    plain := replace(replace(replace(replace(plain, '½', '1/2'), '¼', '1/4'), '¾', '3/4'), '⅛', '1/8');
  END IF;
  plain := regexp_replace(plain, '(\d)[x×](?=\d)', '\1 × ', 'gi');
  plain := regexp_replace(plain, '(\d/\d)th\M', '\1', 'gi');
  plain := regexp_replace(plain, '(\d)[\s-]*grams?\M', '\1 g', 'gi');
  plain := regexp_replace(plain, '(\d)[\s-]*ounces?\M', '\1 oz', 'gi');
  RETURN regexp_replace(plain, '(\d)-?(mg|g|oz|ml)\M', '\1 \2', 'gi');
END $$;--> statement-breakpoint
-- Search knows strains by their whole names: 'Beaverkill' stands for 'BVK'.
CREATE OR REPLACE FUNCTION write_product_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE category_name text;
BEGIN
  SELECT name INTO category_name FROM categories WHERE id = NEW.category_id;
  NEW.search :=
    setweight(to_tsvector('storefront', spaced_amounts(NEW.name)), 'A') ||
    setweight(to_tsvector('storefront', concat_ws(' ', NEW.strain_code, NEW.strain_name, NEW.strain_type, spaced_amounts(NEW.size))), 'B') ||
    setweight(to_tsvector('storefront', concat_ws(' ', category_name, replace(NEW.product_type, '_', ' '))), 'C') ||
    setweight(to_tsvector('storefront', concat_ws(' ', NEW.description, NEW.thc_mg_per_package || ' mg THC')), 'D');
  RETURN NEW;
END $$;--> statement-breakpoint
DROP TRIGGER products_search ON products;--> statement-breakpoint
CREATE TRIGGER products_search BEFORE INSERT OR UPDATE OF name, strain_code, strain_name, strain_type, size, category_id, product_type, description, thc_mg_per_package ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();--> statement-breakpoint
CREATE OR REPLACE FUNCTION collect_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word
  FROM (
    SELECT DISTINCT part
    FROM added
    JOIN categories ON categories.id = added.category_id
    CROSS JOIN LATERAL string_to_table(
      concat_ws(' ', added.name, added.strain_code, added.strain_name, added.strain_type, categories.name, added.product_type), ' '
    ) AS part
    WHERE part ~ '[^0-9]'
  ) AS parts
  CROSS JOIN LATERAL search_words_of(part) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION collect_changed_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  WITH changed AS MATERIALIZED (
    SELECT added.name, added.strain_code, added.strain_name, added.strain_type, added.category_id, added.product_type
    FROM added
    JOIN former USING (id)
    WHERE (added.name, added.strain_code, added.strain_name, added.strain_type, added.category_id, added.product_type)
      IS DISTINCT FROM
      (former.name, former.strain_code, former.strain_name, former.strain_type, former.category_id, former.product_type)
  )
  SELECT DISTINCT word
  FROM changed
  JOIN categories ON categories.id = category_id
  CROSS JOIN LATERAL search_words_of(
    concat_ws(' ', changed.name, strain_code, strain_name, strain_type, categories.name, product_type)
  ) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What is there already and would be found by more is written anew.
INSERT INTO search_words (word)
SELECT DISTINCT word FROM products CROSS JOIN LATERAL search_words_of(strain_name) AS word ORDER BY word
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE products SET name = name
WHERE strain_name <> '' OR concat_ws(' ', name, size) ~* '[¼½¾⅛]|\d/\dth\M|\d[\s-]*(grams?|ounces?)\M';
