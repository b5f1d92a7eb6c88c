CREATE TABLE "reservation_lots" (
	"reservation_id" uuid NOT NULL,
	"lot_id" integer,
	"quantity" integer NOT NULL,
	"sold" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reservation_lots_quantity_check" CHECK ("reservation_lots"."quantity" > 0),
	CONSTRAINT "reservation_lots_sold_check" CHECK (not "reservation_lots"."sold" or "reservation_lots"."lot_id" is not null)
);--> statement-breakpoint
ALTER TABLE "product_stock" DROP CONSTRAINT "product_stock_held_check";--> statement-breakpoint
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_change_check";--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD COLUMN "set_aside_change" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reservation_lots" ADD CONSTRAINT "reservation_lots_reservation_id_pickup_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."pickup_reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservation_lots" ADD CONSTRAINT "reservation_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reservation_lots_key" ON "reservation_lots" USING btree ("reservation_id","lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reservation_lots_short_key" ON "reservation_lots" USING btree ("reservation_id") WHERE "reservation_lots"."lot_id" is null;--> statement-breakpoint
CREATE INDEX "lots_expiry_idx" ON "lots" USING btree ("expires_on") WHERE "lots"."status" = 'sellable';--> statement-breakpoint
CREATE INDEX "reservation_lots_lot_idx" ON "reservation_lots" USING btree ("lot_id");--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_change_check" CHECK ("stock_ledger"."on_hand_change" <> 0 or "stock_ledger"."held_change" <> 0 or "stock_ledger"."set_aside_change" <> 0);--> statement-breakpoint
-- Units for sale that stood in no lot get one of their own, so that stock is the sum of its lots.
INSERT INTO lots (product_id, batch_number, on_hand)
SELECT product_id, 'CARRIED-OVER', product_stock.on_hand - coalesce(sellable.on_hand, 0)
FROM product_stock
LEFT JOIN (SELECT product_id, sum(on_hand) AS on_hand FROM lots WHERE status = 'sellable' GROUP BY product_id) AS sellable
  USING (product_id)
WHERE product_stock.on_hand > coalesce(sellable.on_hand, 0);--> statement-breakpoint
-- What is held becomes bound to lots: earliest pickup first, and of the lots good on that day the first to expire.
-- Units that no lot has are written down without one, for staff to decide about.
DO $$
DECLARE
  zone text := coalesce((SELECT value ->> 'zone' FROM store_settings WHERE name = 'store'), 'America/New_York');
  wanted record;
  lot record;
  missing integer;
  taken integer;
BEGIN
  FOR wanted IN
    SELECT id, product_id, quantity,
      (greatest(now(), coalesce(pickup_time, hold_expires_at, now())) AT TIME ZONE zone)::date AS day
    FROM pickup_reservations WHERE status IN ('pending', 'reserved', 'submitted', 'confirmed')
    ORDER BY coalesce(pickup_time, hold_expires_at), id
  LOOP
    missing := wanted.quantity;
    FOR lot IN
      SELECT id, on_hand - held AS free FROM lots
      WHERE product_id = wanted.product_id AND status = 'sellable' AND on_hand > held
        AND (expires_on IS NULL OR expires_on >= wanted.day)
      ORDER BY expires_on, id
    LOOP
      EXIT WHEN missing = 0;
      taken := least(missing, lot.free);
      UPDATE lots SET held = held + taken WHERE id = lot.id;
      INSERT INTO reservation_lots (reservation_id, lot_id, quantity) VALUES (wanted.id, lot.id, taken);
      missing := missing - taken;
    END LOOP;
    IF missing > 0 THEN
      INSERT INTO reservation_lots (reservation_id, quantity) VALUES (wanted.id, missing);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO reservation_lots (reservation_id, lot_id, quantity, sold)
SELECT reservation_id, lot_id, -sum(on_hand_change), true
FROM stock_ledger JOIN pickup_reservations AS reservation ON reservation.id = reservation_id
WHERE lot_id IS NOT NULL AND status = 'fulfilled'
GROUP BY reservation_id, lot_id HAVING sum(on_hand_change) < 0;--> statement-breakpoint
UPDATE product_stock SET on_hand = coalesce(total.on_hand, 0), held = coalesce(total.held, 0)
FROM product_stock AS stock
LEFT JOIN (
  SELECT product_id, sum(on_hand) AS on_hand, sum(held) AS held FROM lots WHERE status = 'sellable' GROUP BY product_id
) AS total USING (product_id)
WHERE product_stock.product_id = stock.product_id
  AND (stock.on_hand, stock.held) IS DISTINCT FROM (coalesce(total.on_hand, 0), coalesce(total.held, 0));--> statement-breakpoint
-- The ledger is never rewritten: rows of their own carry it over from products to lots, so that it stays the sum.
INSERT INTO stock_ledger (product_id, lot_id, on_hand_change, set_aside_change, reason, note)
SELECT lot.product_id, lot.lot_id, for_sale - coalesce(total, 0), set_aside, 'adjustment', 'Carried over to lots'
FROM (
  SELECT product_id, id AS lot_id, CASE WHEN status = 'sellable' THEN on_hand ELSE 0 END AS for_sale,
    CASE WHEN status = 'sellable' THEN 0 ELSE on_hand END AS set_aside
  FROM lots
  UNION ALL
  SELECT product_id, NULL, 0, 0 FROM product_stock
) AS lot
LEFT JOIN (
  SELECT product_id, coalesce(lot_id, 0) AS lot_id, sum(on_hand_change) AS total FROM stock_ledger GROUP BY 1, 2
) AS ledger ON ledger.product_id = lot.product_id AND ledger.lot_id = coalesce(lot.lot_id, 0)
WHERE for_sale <> coalesce(total, 0) OR set_aside <> 0;--> statement-breakpoint
INSERT INTO stock_ledger (product_id, lot_id, held_change, reason, reservation_id, note)
SELECT product_id, lot_id, sum(change), 'adjustment', reservation_id, 'Carried over to lots'
FROM (
  SELECT product_id, lot_id, reservation_id, share.quantity AS change
  FROM reservation_lots AS share JOIN pickup_reservations ON id = reservation_id
  WHERE lot_id IS NOT NULL AND NOT sold
  UNION ALL
  SELECT stock_ledger.product_id, lot_id, live.id, -held_change
  FROM stock_ledger
  LEFT JOIN pickup_reservations AS live
    ON live.id = reservation_id AND status IN ('pending', 'reserved', 'submitted', 'confirmed')
  WHERE held_change <> 0
) AS difference
GROUP BY product_id, lot_id, reservation_id HAVING sum(change) <> 0;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_held_check" CHECK ("lots"."held" between 0 and "lots"."on_hand");--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_held_sellable_check" CHECK ("lots"."held" = 0 or "lots"."status" = 'sellable');--> statement-breakpoint
ALTER TABLE "product_stock" ADD CONSTRAINT "product_stock_held_check" CHECK ("product_stock"."held" between 0 and "product_stock"."on_hand");--> statement-breakpoint
-- Whoever changes what decides about a sale takes the lock that checkout takes, by whatever path: what was read under
-- it stays true until the order is written. Products after the statement, in one order, so that changes of many
-- products cannot deadlock.
CREATE FUNCTION lock_stock_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_stock WHERE product_id IN (
    SELECT id FROM changed JOIN former USING (id)
    WHERE (changed.retail_price, changed.for_sale, changed.archived_at, changed.requires_id, changed.product_type, changed.tax_class, changed.limit_category, changed.limit_mg)
      IS DISTINCT FROM (former.retail_price, former.for_sale, former.archived_at, former.requires_id, former.product_type, former.tax_class, former.limit_category, former.limit_mg)
  ) ORDER BY product_id FOR UPDATE;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_lock_stock AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lock_stock_of_products();--> statement-breakpoint
CREATE FUNCTION lock_stock_of_new_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_stock WHERE product_id IN (SELECT product_id FROM added) ORDER BY product_id FOR UPDATE;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER lots_lock_stock_inserted AFTER INSERT ON lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION lock_stock_of_new_lots();--> statement-breakpoint
CREATE FUNCTION lock_stock_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_stock WHERE product_id IN (OLD.product_id, NEW.product_id) ORDER BY product_id FOR UPDATE;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Not for `held` alone, which every order changes, always under this lock.
CREATE TRIGGER lots_lock_stock_updated AFTER UPDATE OF product_id, status, expires_on, on_hand ON lots FOR EACH ROW
  WHEN ((OLD.product_id, OLD.status, OLD.expires_on, OLD.on_hand) IS DISTINCT FROM (NEW.product_id, NEW.status, NEW.expires_on, NEW.on_hand))
  EXECUTE FUNCTION lock_stock_of_lot();--> statement-breakpoint
CREATE TRIGGER lots_lock_stock_deleted AFTER DELETE ON lots FOR EACH ROW EXECUTE FUNCTION lock_stock_of_lot();--> statement-breakpoint
-- Every order rewrites its lots' rows; room on their page keeps that from touching an index.
ALTER TABLE lots SET (fillfactor = 80);
