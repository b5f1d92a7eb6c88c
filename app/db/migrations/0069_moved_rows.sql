CREATE TABLE "move_ins" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"source" text NOT NULL,
	"place" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"report" jsonb
);
--> statement-breakpoint
CREATE TABLE "moved_rows" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"our_id" text,
	"is_ours" boolean DEFAULT true NOT NULL,
	"hash" text NOT NULL,
	"about" jsonb,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moved_rows_source_kind_source_id_pk" PRIMARY KEY("source","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_history" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD COLUMN "is_history" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "move_ins_started_idx" ON "move_ins" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "moved_rows_our_idx" ON "moved_rows" USING btree ("kind","our_id");--> statement-breakpoint
CREATE INDEX "moved_rows_about_idx" ON "moved_rows" USING btree ("kind") WHERE "moved_rows"."about" is not null;--> statement-breakpoint

-- What ended in another system counts in Order Analytics; its cash and its sale are in that system's books.
CREATE OR REPLACE FUNCTION sales_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO sales_deltas (at, booked_at, order_id, status, orders, first_orders, ready_orders, ready_seconds, taken, rounding, person_id, person_name)
    SELECT created_at, CASE WHEN status = 'completed' AND NOT is_history THEN completed_at END, id, status, 1, is_first::int, (ready_at IS NOT NULL)::int,
      coalesce(extract(epoch FROM ready_at - created_at), 0)::int, 0, 0, NULL::uuid, NULL
    FROM new_rows
    UNION ALL
    SELECT paid_at, paid_at, id, status, 0, 0, 0, 0, total, cash_rounding, paid_by, paid_by_name FROM new_rows WHERE paid_at IS NOT NULL AND total <> 0 AND NOT is_history;
  ELSE
    WITH side AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at,
          CASE WHEN earlier.status = 'completed' AND NOT earlier.is_history THEN earlier.completed_at END),
        (1, later.id, later.created_at, later.status, later.is_first, later.ready_at,
          CASE WHEN later.status = 'completed' AND NOT later.is_history THEN later.completed_at END)
      ) AS sides (sign, id, at, status, is_first, ready_at, booked_at)
      WHERE (earlier.created_at, earlier.status, earlier.is_first, earlier.ready_at, earlier.completed_at, earlier.is_history)
        IS DISTINCT FROM (later.created_at, later.status, later.is_first, later.ready_at, later.completed_at, later.is_history)
    ), paid AS (
      SELECT sides.* FROM old_rows AS earlier JOIN new_rows AS later USING (id)
      CROSS JOIN LATERAL (VALUES
        (-1, earlier.id, CASE WHEN NOT earlier.is_history THEN earlier.paid_at END, earlier.status, earlier.total, earlier.cash_rounding, earlier.paid_by, earlier.paid_by_name),
        (1, later.id, CASE WHEN NOT later.is_history THEN later.paid_at END, later.status, later.total, later.cash_rounding, later.paid_by, later.paid_by_name)
      ) AS sides (sign, id, at, status, total, cash_rounding, paid_by, paid_by_name)
      WHERE (earlier.paid_at, earlier.is_history, earlier.paid_by, earlier.cash_rounding, CASE WHEN earlier.paid_at IS NOT NULL THEN earlier.total END)
        IS DISTINCT FROM (later.paid_at, later.is_history, later.paid_by, later.cash_rounding, CASE WHEN later.paid_at IS NOT NULL THEN later.total END)
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
    SELECT orders.created_at, CASE WHEN orders.status = 'completed' AND NOT orders.is_history THEN orders.completed_at END, orders.id, orders.status, product_id, product_type, category_name, tax_class, -quantity, -amount,
      -coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE -amount END,
      -unit_discount * quantity, -old_rows.tax, old_rows.tax_parts, -1,
      CASE WHEN product_name ILIKE '%cannabis%' THEN -quantity ELSE 0 END
    FROM old_rows JOIN orders ON orders.id = old_rows.order_id;
  END IF;
  IF tg_op IN ('INSERT', 'UPDATE') THEN
    INSERT INTO sales_deltas (at, booked_at, order_id, status, product_id, product_type, category_name, tax_class, units, revenue, cost,
      costed_revenue, discount, tax, tax_parts, tax_sign, cannabis_units)
    SELECT orders.created_at, CASE WHEN orders.status = 'completed' AND NOT orders.is_history THEN orders.completed_at END, orders.id, orders.status, product_id, product_type, category_name, tax_class, quantity, amount,
      coalesce(unit_cost * quantity, 0), CASE WHEN unit_cost IS NULL THEN 0 ELSE amount END,
      unit_discount * quantity, new_rows.tax, new_rows.tax_parts, 1,
      CASE WHEN product_name ILIKE '%cannabis%' THEN quantity ELSE 0 END
    FROM new_rows JOIN orders ON orders.id = new_rows.order_id;
  END IF;
  RETURN NULL;
END $$;
