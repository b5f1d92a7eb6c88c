-- A product's text as the search reads it, word for word like phraseWords: whatever ties words together parts them, for
-- PostgreSQL reads 'THC/CBD' as a file, 'AK-47' as a word and a negative number, and '“Best”' with its quotes. An amount
-- is spelled in one way: '.5g', '0.50 grams' and '0.5 g', '½ oz' and '1/2-ounce', '10x5mg' and '10 × 5 mg'.
CREATE FUNCTION searched_text(text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain text := $1;
BEGIN
  -- Words and nothing else, as most descriptions are: an import reads a hundred thousand of them.
  IF plain !~ '[^A-Za-z ,.;!?()-]|\.(?! |$)' THEN RETURN plain; END IF;
  IF plain ~ '[^\x01-\x7f]' THEN
    plain := normalize(plain);
    plain := regexp_replace(plain, '(\d)½', '\1.5', 'g');
    plain := regexp_replace(plain, '(\d)¼', '\1.25', 'g');
    plain := regexp_replace(plain, '(\d)¾', '\1.75', 'g');
    plain := regexp_replace(plain, '(\d)⅛', '\1.125', 'g');
    plain := replace(replace(replace(replace(plain, '½', '1/2'), '¼', '1/4'), '¾', '3/4'), '⅛', '1/8');
  END IF;
  plain := regexp_replace(plain, '(\d)(?:x|\s+x\s+)(?=\.?\d)', '\1 ', 'gi');
  plain := regexp_replace(plain, '(?<![[:alnum:].])\.(?=\d)', '0.', 'g');
  plain := regexp_replace(plain,
    '[\u00a0-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2043\u2045-\u206f\u2120\u2122]+', ' ', 'g');
  plain := regexp_replace(plain, '[@_]|(?<!\d)[./:]|[./:](?!\d)', ' ', 'g');
  IF plain !~ '\d' THEN RETURN plain; END IF;
  plain := regexp_replace(plain, '(\d/\d)th\M', '\1', 'gi');
  plain := regexp_replace(plain, '(\d)\.0+(?!\d)', '\1', 'g');
  plain := regexp_replace(plain, '(\.\d*[1-9])0+(?!\d)', '\1', 'g');
  IF plain ~* '\d[\s-]*(?:gram|ounce|milli|gs\M|mgs\M)' THEN
    plain := regexp_replace(plain, '(\d)[\s-]*(?:milligrams?|mgs)\M', '\1 mg', 'gi');
    plain := regexp_replace(plain, '(\d)[\s-]*(?:grams?|gs)\M', '\1 g', 'gi');
    plain := regexp_replace(plain, '(\d)[\s-]*ounces?\M', '\1 oz', 'gi');
    plain := regexp_replace(plain, '(\d)[\s-]*milliliters?\M', '\1 ml', 'gi');
  END IF;
  -- Mostly spaces stand around every number already.
  IF plain ~ '[^\s\d.]\d|\d[^\s\d.]' THEN
    plain := regexp_replace(plain, '\m(\d+[/:]\d+|\d+(?:\.\d+)?)(?:[\s-]*(mg|g|oz|ml))?\M', ' \1 \2 ', 'gi');
  END IF;
  RETURN plain;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_product_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE category_name text;
BEGIN
  SELECT name INTO category_name FROM categories WHERE id = NEW.category_id;
  NEW.search :=
    setweight(to_tsvector('storefront', searched_text(NEW.name)), 'A') ||
    setweight(to_tsvector('storefront', searched_text(concat_ws(' ', NEW.strain_code, NEW.strain_name, NEW.strain_type, NEW.size))), 'B') ||
    setweight(to_tsvector('storefront', searched_text(concat_ws(' ', category_name, NEW.product_type))), 'C') ||
    setweight(to_tsvector('storefront', searched_text(concat_ws(' ', NEW.description, NEW.thc_mg_per_package || ' mg THC'))), 'D');
  RETURN NEW;
END $$;--> statement-breakpoint
DROP FUNCTION spaced_amounts(text);--> statement-breakpoint
-- What is there already is read anew.
UPDATE products SET name = name;
