CREATE TABLE "handed_over_by_class" (
	"day" date NOT NULL,
	"tax_class" text NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"costed_revenue" bigint DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_tax" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "handed_over_by_class_day_tax_class_pk" PRIMARY KEY("day","tax_class")
);
--> statement-breakpoint
ALTER TABLE "sales_corrections" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_deltas" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_zone" ADD COLUMN "definition" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "sales_deltas_booked_at_idx" ON "sales_deltas" USING btree ("booked_at") WHERE "sales_deltas"."booked_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_handed_over_idx" ON "orders" USING btree ("completed_at","id") WHERE "orders"."completed_at" is not null;--> statement-breakpoint

-- The books count a sale when it is handed over, beside the day it was placed; the next fold rebuilds the totals
-- (`definition`).
CREATE OR REPLACE FUNCTION sales_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO sales_deltas (at, booked_at, order_id, status, orders, first_orders, ready_orders, ready_seconds, taken, rounding, person_id, person_name)
    SELECT created_at, CASE WHEN status = 'completed' THEN completed_at END, id, status, 1, is_first::int, (ready_at IS NOT NULL)::int,
      coalesce(extract(epoch FROM ready_at - created_at), 0)::int, 0, 0, NULL::uuid, NULL
    FROM new_rows
    UNION ALL
    SELECT paid_at, paid_at, id, status, 0, 0, 0, 0, total, cash_rounding, paid_by, paid_by_name FROM new_rows WHERE paid_at IS NOT NULL AND total <> 0;
  ELSE
    WITH side AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at,
          CASE WHEN earlier.status = 'completed' THEN earlier.completed_at END),
        (1, later.id, later.created_at, later.status, later.is_first, later.ready_at,
          CASE WHEN later.status = 'completed' THEN later.completed_at END)
      ) AS sides (sign, id, at, status, is_first, ready_at, booked_at)
      WHERE (earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at, earlier.completed_at)
        IS DISTINCT FROM (later.created_at, later.status, later.is_first, later.ready_at, later.completed_at)
    ), paid AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, earlier.paid_at, earlier.status, earlier.total, earlier.cash_rounding, earlier.paid_by, earlier.paid_by_name),
        (1, later.id, later.paid_at, later.status, later.total, later.cash_rounding, later.paid_by, later.paid_by_name)
      ) AS sides (sign, id, at, status, total, cash_rounding, paid_by, paid_by_name)
      WHERE (earlier.paid_at, earlier.paid_by, earlier.cash_rounding, CASE WHEN earlier.paid_at IS NOT NULL THEN earlier.total END)
        IS DISTINCT FROM (later.paid_at, later.paid_by, later.cash_rounding, CASE WHEN later.paid_at IS NOT NULL THEN later.total END)
        AND sides.at IS NOT NULL AND sides.total <> 0
    )
    INSERT INTO sales_deltas (at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, orders, first_orders,
      units, revenue, cost, costed_revenue, discount, tax, tax_parts, tax_sign, cannabis_units, ready_orders, ready_seconds,
      taken, rounding, person_id, person_name)
    SELECT at, booked_at, id, status, NULL, NULL, NULL, NULL, sign, sign * is_first::int, 0, 0, 0, 0, 0, 0, NULL, 1, 0,
      sign * (ready_at IS NOT NULL)::int, sign * coalesce(extract(epoch FROM ready_at - at), 0)::int, 0, 0, NULL::uuid, NULL
    FROM side
    UNION ALL
    SELECT at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, 0, 0, sign * quantity, sign * amount,
      sign * coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE sign * amount END,
      sign * unit_discount * quantity, sign * tax, tax_parts, sign,
      CASE WHEN product_name ILIKE '%cannabis%' THEN sign * quantity ELSE 0 END, 0, 0, 0, 0, NULL, NULL
    FROM side JOIN order_items ON order_items.order_id = side.id
    UNION ALL
    SELECT at, at, id, status, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 1, 0, 0, 0, sign * total,
      sign * cash_rounding, paid_by, paid_by_name
    FROM paid;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sales_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op IN ('DELETE', 'UPDATE') THEN
    INSERT INTO sales_deltas (at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, units, revenue, cost,
      costed_revenue, discount, tax, tax_parts, tax_sign, cannabis_units)
    SELECT orders.created_at, CASE WHEN orders.status = 'completed' THEN orders.completed_at END, orders.id, orders.status, product_id, product_type, category_name, tax_class, -quantity, -amount,
      -coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE -amount END,
      -unit_discount * quantity, -old_rows.tax, old_rows.tax_parts, -1,
      CASE WHEN product_name ILIKE '%cannabis%' THEN -quantity ELSE 0 END
    FROM old_rows JOIN orders ON orders.id = old_rows.order_id;
  END IF;
  IF tg_op IN ('INSERT', 'UPDATE') THEN
    INSERT INTO sales_deltas (at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, units, revenue, cost,
      costed_revenue, discount, tax, tax_parts, tax_sign, cannabis_units)
    SELECT orders.created_at, CASE WHEN orders.status = 'completed' THEN orders.completed_at END, orders.id, orders.status, product_id, product_type, category_name, tax_class, quantity, amount,
      coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE amount END,
      unit_discount * quantity, new_rows.tax, new_rows.tax_parts, 1,
      CASE WHEN product_name ILIKE '%cannabis%' THEN quantity ELSE 0 END
    FROM new_rows JOIN orders ON orders.id = new_rows.order_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A refund takes its money out of revenue and tax on the day it is paid out; units and their cost only if the goods came
-- back. A canceled or no-show order counts in no sum, so only the cash is taken out.
CREATE OR REPLACE FUNCTION sales_of_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_deltas (at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, units, revenue, cost,
    costed_revenue, tax, tax_parts, tax_sign, cannabis_units, refunded, refunded_tax)
  SELECT new_rows.created_at, CASE WHEN orders.status = 'completed' THEN new_rows.created_at END, orders.id, 'completed', item.product_id, item.product_type, item.category_name, item.tax_class,
    -back.quantity, -line.amount, -coalesce(item.unit_cost * back.quantity, 0),
    CASE WHEN item.unit_cost IS NULL THEN 0 ELSE -line.amount END, -line.tax, line."taxParts", -1,
    CASE WHEN item.product_name ILIKE '%cannabis%' THEN -back.quantity ELSE 0 END, line.amount, line.tax
  FROM new_rows
  JOIN orders ON orders.id = new_rows.order_id
  CROSS JOIN LATERAL jsonb_to_recordset(new_rows.lines) AS line ("itemId" uuid, quantity int, amount int, tax int, "taxParts" jsonb)
  CROSS JOIN LATERAL (SELECT CASE new_rows.goods WHEN 'returned' THEN line.quantity ELSE 0 END AS quantity) AS back
  JOIN order_items AS item ON item.id = line."itemId"
  WHERE orders.status NOT IN ('cancelled', 'no_show');
  INSERT INTO sales_deltas (at, booked_at, order_id, status, returned, rounding, person_id, person_name)
  SELECT created_at, created_at, order_id, 'completed', amount, -cash_rounding, refunded_by, refunded_by_name FROM new_rows;
  RETURN NULL;
END $$;--> statement-breakpoint

-- Months closed until now counted a sale when it was placed. What changed them since remains a correction.
UPDATE sales_corrections SET booked_at = at;--> statement-breakpoint
UPDATE sales_deltas SET booked_at = at FROM sales_zone, (
  SELECT (max(month) + interval '1 month - 1 day')::date AS closed_until
  FROM book_closings LEFT JOIN book_reopenings ON closing_id = id WHERE closing_id IS NULL
) AS books
WHERE (at AT TIME ZONE sales_zone.zone)::date <= closed_until AND (taken <> 0 OR returned <> 0 OR status NOT IN ('cancelled', 'no_show'));--> statement-breakpoint
-- What they counted and was not handed over in them counts again when it is handed over: it is taken out of the first
-- month that is still open.
WITH early AS (
  SELECT orders.*, (orders.created_at AT TIME ZONE sales_zone.zone)::date AS day,
    greatest((now() AT TIME ZONE sales_zone.zone)::date, closed_until + 1) AS booked_on
  FROM orders CROSS JOIN sales_zone CROSS JOIN (
  SELECT (max(month) + interval '1 month - 1 day')::date AS closed_until
  FROM book_closings LEFT JOIN book_reopenings ON closing_id = id WHERE closing_id IS NULL
) AS books
  WHERE orders.created_at < ((closed_until + 1)::timestamp AT TIME ZONE sales_zone.zone)
    AND orders.status NOT IN ('cancelled', 'no_show')
    AND (orders.status <> 'completed' OR orders.completed_at >= ((closed_until + 1)::timestamp AT TIME ZONE sales_zone.zone))
)
INSERT INTO sales_corrections (id, day, booked_on, at, booked_at, order_id, status, product_id, product_type, category_name,
  tax_class, orders, units, revenue, cost, costed_revenue, discount, tax, tax_parts, tax_sign)
SELECT nextval(pg_get_serial_sequence('sales_deltas', 'id')), day, booked_on, created_at, created_at, id, status, NULL, NULL, NULL,
  NULL, -1, 0, 0, 0, 0, 0, 0, NULL, 1
FROM early
UNION ALL
SELECT nextval(pg_get_serial_sequence('sales_deltas', 'id')), day, booked_on, early.created_at, early.created_at, early.id, early.status,
  product_id, product_type, category_name, tax_class, 0, -quantity, -amount, -coalesce(unit_cost * quantity, 0),
  CASE WHEN unit_cost IS NULL THEN 0 ELSE -amount END, -unit_discount * quantity, -item.tax, item.tax_parts, -1
FROM early JOIN order_items AS item ON item.order_id = early.id;
