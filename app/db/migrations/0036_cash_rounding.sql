ALTER TABLE "cash_by_person" ADD COLUMN "rounding" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_corrections" ADD COLUMN "rounding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_deltas" ADD COLUMN "rounding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cash_rounding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cash_rounding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cash_rounding_check" CHECK ("orders"."cash_rounding" = 0 or ("orders"."paid_at" is not null and "orders"."cash_rounding" between -2 and 2 and "orders"."total" + "orders"."cash_rounding" >= 0));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cash_check" CHECK ("refunds"."amount" + "refunds"."cash_rounding" >= 0);--> statement-breakpoint

-- Cash has its rounding beside it, which is no sale and no tax.
CREATE OR REPLACE FUNCTION sales_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO sales_deltas (at, order_id, status, orders, first_orders, ready_orders, ready_seconds, taken, rounding, person_id, person_name)
    SELECT created_at, id, status, 1, is_first::int, (ready_at IS NOT NULL)::int,
      coalesce(extract(epoch FROM ready_at - created_at), 0)::int, 0, 0, NULL::uuid, NULL
    FROM new_rows
    UNION ALL
    SELECT paid_at, id, status, 0, 0, 0, 0, total, cash_rounding, paid_by, paid_by_name FROM new_rows WHERE paid_at IS NOT NULL AND total <> 0;
  ELSE
    WITH side AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at),
        (1, later.id, later.created_at, later.status, later.is_first, later.ready_at)
      ) AS sides (sign, id, at, status, is_first, ready_at)
      WHERE (earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at)
        IS DISTINCT FROM (later.created_at, later.status, later.is_first, later.ready_at)
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
    INSERT INTO sales_deltas (at, order_id, status, product_id, product_type, category_name, tax_class, orders, first_orders,
      units, revenue, cost, costed_revenue, discount, tax, tax_parts, tax_sign, cannabis_units, ready_orders, ready_seconds,
      taken, rounding, person_id, person_name)
    SELECT at, id, status, NULL, NULL, NULL, NULL, sign, sign * is_first::int, 0, 0, 0, 0, 0, 0, NULL, 1, 0,
      sign * (ready_at IS NOT NULL)::int, sign * coalesce(extract(epoch FROM ready_at - at), 0)::int, 0, 0, NULL::uuid, NULL
    FROM side
    UNION ALL
    SELECT at, order_id, status, product_id, product_type, category_name, tax_class, 0, 0, sign * quantity, sign * amount,
      sign * coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE sign * amount END,
      sign * unit_discount * quantity, sign * tax, tax_parts, sign,
      CASE WHEN product_name ILIKE '%cannabis%' THEN sign * quantity ELSE 0 END, 0, 0, 0, 0, NULL, NULL
    FROM side JOIN order_items ON order_items.order_id = side.id
    UNION ALL
    SELECT at, id, status, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 1, 0, 0, 0, sign * total,
      sign * cash_rounding, paid_by, paid_by_name
    FROM paid;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A refund takes its money out of revenue and tax on the day it is paid out; units and their cost only if the goods came
-- back. A canceled or no-show order counts in no sum, so only the cash is taken out.
CREATE OR REPLACE FUNCTION sales_of_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_deltas (at, order_id, status, product_id, product_type, category_name, tax_class, units, revenue, cost,
    costed_revenue, tax, tax_parts, tax_sign, cannabis_units, refunded, refunded_tax)
  SELECT new_rows.created_at, orders.id, 'completed', item.product_id, item.product_type, item.category_name, item.tax_class,
    -back.quantity, -line.amount, -coalesce(item.unit_cost * back.quantity, 0),
    CASE WHEN item.unit_cost IS NULL THEN 0 ELSE -line.amount END, -line.tax, line."taxParts", -1,
    CASE WHEN item.product_name ILIKE '%cannabis%' THEN -back.quantity ELSE 0 END, line.amount, line.tax
  FROM new_rows
  JOIN orders ON orders.id = new_rows.order_id
  CROSS JOIN LATERAL jsonb_to_recordset(new_rows.lines) AS line ("itemId" uuid, quantity int, amount int, tax int, "taxParts" jsonb)
  CROSS JOIN LATERAL (SELECT CASE new_rows.goods WHEN 'returned' THEN line.quantity ELSE 0 END AS quantity) AS back
  JOIN order_items AS item ON item.id = line."itemId"
  WHERE orders.status NOT IN ('cancelled', 'no_show');
  INSERT INTO sales_deltas (at, order_id, status, returned, rounding, person_id, person_name)
  SELECT created_at, order_id, 'completed', amount, -cash_rounding, refunded_by, refunded_by_name FROM new_rows;
  RETURN NULL;
END $$;
