-- Append-only tables refuse what would rewrite history.
CREATE FUNCTION forbid_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_ledger FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER facts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON facts FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER content_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_versions FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint

-- Every product has its stock row from its first moment, so that a conditional update always finds one.
CREATE FUNCTION make_product_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_stock (product_id) SELECT id FROM added;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_make_stock AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION make_product_stock();--> statement-breakpoint

-- Search: stemmed English without accents. Name outweighs strain, strain category, category description.
CREATE TEXT SEARCH CONFIGURATION storefront (COPY = english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION storefront ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;--> statement-breakpoint
CREATE FUNCTION write_product_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE category_name text;
BEGIN
  SELECT name INTO category_name FROM categories WHERE id = NEW.category_id;
  NEW.search :=
    setweight(to_tsvector('storefront', NEW.name), 'A') ||
    setweight(to_tsvector('storefront', concat_ws(' ', NEW.strain_code, NEW.strain_type)), 'B') ||
    setweight(to_tsvector('storefront', coalesce(category_name, '')), 'C') ||
    setweight(to_tsvector('storefront', NEW.description), 'D');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_search BEFORE INSERT OR UPDATE OF name, strain_code, strain_type, category_id, description ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();--> statement-breakpoint
CREATE FUNCTION rename_category_in_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET category_id = category_id WHERE category_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER categories_rename AFTER UPDATE OF name ON categories FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_category_in_search();--> statement-breakpoint
CREATE FUNCTION collect_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word
  FROM added
  JOIN categories ON categories.id = added.category_id
  CROSS JOIN LATERAL regexp_split_to_table(
    lower(unaccent(concat_ws(' ', added.name, added.strain_code, added.strain_type, categories.name))), '[^a-z0-9]+'
  ) AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word ~ '[a-z]'
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_words_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION collect_search_words();--> statement-breakpoint
CREATE TRIGGER products_words_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION collect_search_words();--> statement-breakpoint

-- Whoever changes what the shop shows, by whatever path, tells every instance to drop its kept pages.
-- Stock tells only when what a shopper reads about it changes: 'In stock', 'Only N left' (5 or fewer), 'Sold out'.
CREATE FUNCTION announce_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER categories_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER product_images_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_images FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER lots_announce AFTER INSERT OR UPDATE OF product_id, batch_number, status, test_status, lab_name, coa_number, total_thc_basis_points, total_cbd_basis_points, harvested_on, packaged_on, expires_on OR DELETE OR TRUNCATE ON lots FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER store_settings_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON store_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER tax_rules_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tax_rules FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER content_versions_announce AFTER INSERT ON content_versions FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE FUNCTION announce_stock_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'stock:' || NEW.product_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_stock_announce AFTER UPDATE ON product_stock FOR EACH ROW
  WHEN (least(greatest(OLD.on_hand - OLD.held, 0), 6) IS DISTINCT FROM least(greatest(NEW.on_hand - NEW.held, 0), 6))
  EXECUTE FUNCTION announce_stock_change();
