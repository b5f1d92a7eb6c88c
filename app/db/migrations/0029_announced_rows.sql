-- Whoever changes what the shop shows says which rows: 'products:7,12', 'store_settings:warnings'. The trigger's argument
-- is the column that names them. Past five hundred, more than a payload has room for, the table's name alone says that
-- any of them may have changed.
CREATE FUNCTION announce_changed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names text;
  total int;
BEGIN
  EXECUTE format(
    'SELECT count(*), string_agg(name, '','' ORDER BY name) FROM (SELECT DISTINCT %I::text AS name FROM changed LIMIT 501) AS named',
    TG_ARGV[0]
  ) INTO total, names;
  IF total > 0 THEN
    PERFORM pg_notify('catalogue', TG_TABLE_NAME || CASE WHEN total > 500 THEN '' ELSE ':' || names END);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

DROP TRIGGER products_announce ON products;--> statement-breakpoint
CREATE TRIGGER products_announce AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER products_announce_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('id');--> statement-breakpoint
CREATE TRIGGER products_announce_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('id');--> statement-breakpoint
CREATE TRIGGER products_announce_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('id');--> statement-breakpoint

DROP TRIGGER product_images_announce ON product_images;--> statement-breakpoint
CREATE TRIGGER product_images_announce AFTER TRUNCATE ON product_images FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER product_images_announce_inserted AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint
CREATE TRIGGER product_images_announce_before AFTER UPDATE ON product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint
CREATE TRIGGER product_images_announce_after AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint
CREATE TRIGGER product_images_announce_deleted AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint

-- A page shows the lot that is handed out next: the first that is sellable and not empty. How much is in it does not show.
CREATE FUNCTION announce_lot_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'lots:' || OLD.product_id);
  PERFORM pg_notify('catalogue', 'lots:' || NEW.product_id);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER lots_announce ON lots;--> statement-breakpoint
CREATE TRIGGER lots_announce AFTER TRUNCATE ON lots FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER lots_announce_inserted AFTER INSERT ON lots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint
CREATE TRIGGER lots_announce_deleted AFTER DELETE ON lots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('product_id');--> statement-breakpoint
CREATE TRIGGER lots_announce_updated AFTER UPDATE ON lots FOR EACH ROW
  WHEN (
    (OLD.product_id, OLD.batch_number, OLD.status, OLD.test_status, OLD.lab_name, OLD.coa_number, OLD.coa_key,
      OLD.total_thc_basis_points, OLD.total_cbd_basis_points, OLD.harvested_on, OLD.packaged_on, OLD.expires_on, OLD.on_hand > 0)
    IS DISTINCT FROM
    (NEW.product_id, NEW.batch_number, NEW.status, NEW.test_status, NEW.lab_name, NEW.coa_number, NEW.coa_key,
      NEW.total_thc_basis_points, NEW.total_cbd_basis_points, NEW.harvested_on, NEW.packaged_on, NEW.expires_on, NEW.on_hand > 0)
  )
  EXECUTE FUNCTION announce_lot_change();--> statement-breakpoint

DROP TRIGGER store_settings_announce ON store_settings;--> statement-breakpoint
CREATE TRIGGER store_settings_announce AFTER TRUNCATE ON store_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();--> statement-breakpoint
CREATE TRIGGER store_settings_announce_inserted AFTER INSERT ON store_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('name');--> statement-breakpoint
CREATE TRIGGER store_settings_announce_updated AFTER UPDATE ON store_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('name');--> statement-breakpoint
CREATE TRIGGER store_settings_announce_deleted AFTER DELETE ON store_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('name');--> statement-breakpoint

DROP TRIGGER content_versions_announce ON content_versions;--> statement-breakpoint
CREATE TRIGGER content_versions_announce AFTER INSERT ON content_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_changed_rows('slug');
