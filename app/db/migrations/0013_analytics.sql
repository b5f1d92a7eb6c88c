CREATE TABLE "sales_by_hour" (
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"status" text NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"first_orders" bigint DEFAULT 0 NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"costed_revenue" bigint DEFAULT 0 NOT NULL,
	"cannabis_units" bigint DEFAULT 0 NOT NULL,
	"ready_orders" bigint DEFAULT 0 NOT NULL,
	"ready_seconds" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_by_hour_day_hour_status_pk" PRIMARY KEY("day","hour","status")
);
--> statement-breakpoint
CREATE TABLE "sales_by_kind" (
	"day" date NOT NULL,
	"product_type" text NOT NULL,
	"category_name" text NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_by_kind_day_product_type_category_name_pk" PRIMARY KEY("day","product_type","category_name")
);
--> statement-breakpoint
CREATE TABLE "sales_by_product" (
	"grain" text NOT NULL,
	"starts_on" date NOT NULL,
	"product_id" integer NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_by_product_grain_starts_on_product_id_pk" PRIMARY KEY("grain","starts_on","product_id"),
	CONSTRAINT "sales_by_product_grain_check" CHECK ("sales_by_product"."grain" in ('day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "sales_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"product_id" integer,
	"product_type" text,
	"category_name" text,
	"orders" integer DEFAULT 0 NOT NULL,
	"first_orders" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue" integer DEFAULT 0 NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"costed_revenue" integer DEFAULT 0 NOT NULL,
	"cannabis_units" integer DEFAULT 0 NOT NULL,
	"ready_orders" integer DEFAULT 0 NOT NULL,
	"ready_seconds" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_zone" (
	"is_it" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "sales_zone_one_check" CHECK ("sales_zone"."is_it")
);
--> statement-breakpoint
DROP INDEX "order_items_product_idx";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit_cost" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sales_deltas_at_idx" ON "sales_deltas" USING btree ("at");--> statement-breakpoint
CREATE INDEX "order_items_kind_idx" ON "order_items" USING btree ("product_type","category_name","order_id");--> statement-breakpoint
CREATE INDEX "order_items_product_idx" ON "order_items" USING btree ("product_id","order_id");--> statement-breakpoint
-- Written by hand from here on.
ALTER TABLE sales_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- What stores from before it was kept know: who ordered first, when an order came to be ready, and of costs today's.
UPDATE orders SET is_first = true FROM (
  SELECT DISTINCT ON (user_id) id FROM orders ORDER BY user_id, created_at, id
) AS earliest WHERE orders.id = earliest.id;
--> statement-breakpoint
UPDATE orders SET ready_at = ready.at FROM (
  SELECT subject_id, min(created_at) AS at FROM events WHERE kind = 'order-ready' GROUP BY subject_id
) AS ready WHERE orders.id::text = ready.subject_id;
--> statement-breakpoint
UPDATE order_items SET unit_cost = nullif(products.wholesale_price, 0) FROM products WHERE products.id = order_items.product_id;
--> statement-breakpoint
-- Orders count in the sums as long as they stand: what a change takes away and what it adds are rows of their own.
-- Orders are never deleted.
CREATE FUNCTION sales_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO sales_deltas (at, status, orders, first_orders, ready_orders, ready_seconds)
    SELECT created_at, status, 1, is_first::int, (ready_at IS NOT NULL)::int,
      coalesce(extract(epoch FROM ready_at - created_at), 0)::int
    FROM new_rows;
  ELSE
    WITH side AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at),
        (1, later.id, later.created_at, later.status, later.is_first, later.ready_at)
      ) AS sides (sign, id, at, status, is_first, ready_at)
      WHERE (earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at)
        IS DISTINCT FROM (later.created_at, later.status, later.is_first, later.ready_at)
    )
    INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, orders, first_orders, units, revenue,
      cost, costed_revenue, cannabis_units, ready_orders, ready_seconds)
    SELECT at, status, NULL, NULL, NULL, sign, sign * is_first::int, 0, 0, 0, 0, 0, sign * (ready_at IS NOT NULL)::int,
      sign * coalesce(extract(epoch FROM ready_at - at), 0)::int
    FROM side
    UNION ALL
    SELECT at, status, product_id, product_type, category_name, 0, 0, sign * quantity, sign * amount,
      sign * coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE sign * amount END,
      CASE WHEN product_name ILIKE '%cannabis%' THEN sign * quantity ELSE 0 END, 0, 0
    FROM side JOIN order_items ON order_items.order_id = side.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sales_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op IN ('DELETE', 'UPDATE') THEN
    INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
      cannabis_units)
    SELECT orders.created_at, orders.status, product_id, product_type, category_name, -quantity, -amount,
      -coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE -amount END,
      CASE WHEN product_name ILIKE '%cannabis%' THEN -quantity ELSE 0 END
    FROM old_rows JOIN orders ON orders.id = old_rows.order_id;
  END IF;
  IF tg_op IN ('INSERT', 'UPDATE') THEN
    INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
      cannabis_units)
    SELECT orders.created_at, orders.status, product_id, product_type, category_name, quantity, amount,
      coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE amount END,
      CASE WHEN product_name ILIKE '%cannabis%' THEN quantity ELSE 0 END
    FROM new_rows JOIN orders ON orders.id = new_rows.order_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_of_new_orders AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_orders();
--> statement-breakpoint
CREATE TRIGGER sales_of_changed_orders AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_orders();
--> statement-breakpoint
CREATE TRIGGER sales_of_new_items AFTER INSERT ON order_items
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_items();
--> statement-breakpoint
CREATE TRIGGER sales_of_changed_items AFTER UPDATE ON order_items
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_items();
--> statement-breakpoint
CREATE TRIGGER sales_of_gone_items AFTER DELETE ON order_items
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_of_items();
--> statement-breakpoint
-- A store from before: its orders as deltas, which the job folds.
INSERT INTO sales_deltas (at, status, orders, first_orders, ready_orders, ready_seconds)
SELECT created_at, status, 1, is_first::int, (ready_at IS NOT NULL)::int,
  coalesce(extract(epoch FROM ready_at - created_at), 0)::int
FROM orders;
--> statement-breakpoint
INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
  cannabis_units)
SELECT orders.created_at, orders.status, product_id, product_type, category_name, quantity, amount,
  coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE amount END,
  CASE WHEN product_name ILIKE '%cannabis%' THEN quantity ELSE 0 END
FROM order_items JOIN orders ON orders.id = order_items.order_id;
