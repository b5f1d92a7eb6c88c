-- Search knows sizes and types: '3.5 g' and 'home decor' stand nowhere else. A number and its unit are two words,
-- however they are written: '3.5g', '10x5mg'.
CREATE FUNCTION spaced_amounts(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace($1, '(\d)[x×](?=\d)', '\1 × ', 'gi'), '(\d)-?(mg|g|oz|ml)\M', '\1 \2', 'gi')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_product_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE category_name text;
BEGIN
  SELECT name INTO category_name FROM categories WHERE id = NEW.category_id;
  NEW.search :=
    setweight(to_tsvector('storefront', spaced_amounts(NEW.name)), 'A') ||
    setweight(to_tsvector('storefront', concat_ws(' ', NEW.strain_code, NEW.strain_type, spaced_amounts(NEW.size))), 'B') ||
    setweight(to_tsvector('storefront', concat_ws(' ', category_name, replace(NEW.product_type, '_', ' '))), 'C') ||
    setweight(to_tsvector('storefront', concat_ws(' ', NEW.description, NEW.thc_mg_per_package || ' mg THC')), 'D');
  RETURN NEW;
END $$;--> statement-breakpoint
DROP TRIGGER products_search ON products;--> statement-breakpoint
CREATE TRIGGER products_search BEFORE INSERT OR UPDATE OF name, strain_code, strain_type, size, category_id, product_type, description, thc_mg_per_package ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();--> statement-breakpoint
CREATE OR REPLACE FUNCTION collect_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word
  FROM added
  JOIN categories ON categories.id = added.category_id
  CROSS JOIN LATERAL regexp_split_to_table(
    lower(unaccent(concat_ws(' ', added.name, added.strain_code, added.strain_type, categories.name, added.product_type))), '[^a-z0-9]+'
  ) AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word ~ '[a-z]'
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What is there already is written anew.
UPDATE products SET category_id = category_id;
--> statement-breakpoint
-- Stores that never chose synonyms get those that are shipped from now on.
UPDATE store_settings SET value = '{}' WHERE name = 'search' AND value = '{"synonyms": []}';
