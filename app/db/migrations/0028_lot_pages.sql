ALTER TABLE "lots" ADD COLUMN "public_code" text DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 12)) NOT NULL;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "terpenes" text;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "test_panels" text;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "grown_in" text;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "cured_on" date;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_publicCode_unique" UNIQUE("public_code");--> statement-breakpoint
-- What the page of a lot shows is announced with the rest.
DROP TRIGGER lots_announce_updated ON lots;--> statement-breakpoint
CREATE TRIGGER lots_announce_updated AFTER UPDATE ON lots FOR EACH ROW
  WHEN (
    (OLD.product_id, OLD.batch_number, OLD.status, OLD.test_status, OLD.lab_name, OLD.coa_number, OLD.coa_key,
      OLD.total_thc_basis_points, OLD.total_cbd_basis_points, OLD.harvested_on, OLD.packaged_on, OLD.expires_on, OLD.on_hand > 0,
      OLD.package_tag, OLD.terpenes, OLD.test_panels, OLD.grown_in, OLD.cured_on)
    IS DISTINCT FROM
    (NEW.product_id, NEW.batch_number, NEW.status, NEW.test_status, NEW.lab_name, NEW.coa_number, NEW.coa_key,
      NEW.total_thc_basis_points, NEW.total_cbd_basis_points, NEW.harvested_on, NEW.packaged_on, NEW.expires_on, NEW.on_hand > 0,
      NEW.package_tag, NEW.terpenes, NEW.test_panels, NEW.grown_in, NEW.cured_on)
  )
  EXECUTE FUNCTION announce_lot_change();--> statement-breakpoint
-- A recall of a lot that is off sale already, and the end of a recall, change no lot.
CREATE FUNCTION announce_recall_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'lots:' || product_id)
  FROM (SELECT DISTINCT lots.product_id FROM recall_lots JOIN lots ON lots.id = recall_lots.lot_id
    WHERE recall_lots.recall_id = NEW.id) AS recalled;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER recalls_announce AFTER UPDATE OF status ON recalls FOR EACH ROW
  WHEN (NOT NEW.is_exercise AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION announce_recall_change();
