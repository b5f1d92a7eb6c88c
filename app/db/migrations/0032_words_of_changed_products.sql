-- Words that correct a typo are taken from a product when its texts change, not whenever a price or a date does; and
-- each part of the texts of many products at once is split once. A part of digits alone holds no word.
CREATE FUNCTION search_words_of(text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT word FROM regexp_split_to_table(lower(unaccent($1)), '[^a-z0-9]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word ~ '[a-z]'
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION collect_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word
  FROM (
    SELECT DISTINCT part
    FROM added
    JOIN categories ON categories.id = added.category_id
    CROSS JOIN LATERAL string_to_table(
      concat_ws(' ', added.name, added.strain_code, added.strain_type, categories.name, added.product_type), ' '
    ) AS part
    WHERE part ~ '[^0-9]'
  ) AS parts
  CROSS JOIN LATERAL search_words_of(part) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION collect_changed_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word
  FROM added
  JOIN former USING (id)
  JOIN categories ON categories.id = added.category_id
  CROSS JOIN LATERAL search_words_of(
    concat_ws(' ', added.name, added.strain_code, added.strain_type, categories.name, added.product_type)
  ) AS word
  WHERE (added.name, added.strain_code, added.strain_type, added.category_id, added.product_type)
    IS DISTINCT FROM (former.name, former.strain_code, former.strain_type, former.category_id, former.product_type)
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER products_words_updated ON products;--> statement-breakpoint
CREATE TRIGGER products_words_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION collect_changed_search_words();--> statement-breakpoint
CREATE OR REPLACE FUNCTION rename_category_in_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET category_id = category_id WHERE category_id = NEW.id;
  INSERT INTO search_words (word)
  SELECT DISTINCT word FROM search_words_of(NEW.name) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
