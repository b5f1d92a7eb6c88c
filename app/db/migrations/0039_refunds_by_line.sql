-- A refund that another instance records between the sum below and the commit would be in neither.
LOCK TABLE refunds IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- A refund takes its lines out of every sum, units and cost included, on the day the money is given back. An order that
-- was cancelled or not picked up counts in no sum, so nothing is taken out. `refunded` is the part of revenue taken out.
CREATE OR REPLACE FUNCTION sales_of_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
    cannabis_units, refunded)
  SELECT new_rows.created_at, 'completed', item.product_id, item.product_type, item.category_name, -line.quantity,
    -line.amount, -coalesce(item.unit_cost * line.quantity, 0),
    CASE WHEN item.unit_cost IS NULL THEN 0 ELSE -line.amount END,
    CASE WHEN item.product_name ILIKE '%cannabis%' THEN -line.quantity ELSE 0 END, line.amount
  FROM new_rows
  JOIN orders ON orders.id = new_rows.order_id
  CROSS JOIN LATERAL jsonb_to_recordset(new_rows.lines) AS line ("itemId" uuid, quantity int, amount int)
  JOIN order_items AS item ON item.id = line."itemId"
  WHERE orders.status NOT IN ('cancelled', 'no_show');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Refunds from before, whose money is in `refunded` already.
INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
  cannabis_units)
SELECT refunds.created_at, 'completed', item.product_id, item.product_type, item.category_name, -line.quantity,
  -line.amount, -coalesce(item.unit_cost * line.quantity, 0),
  CASE WHEN item.unit_cost IS NULL THEN 0 ELSE -line.amount END,
  CASE WHEN item.product_name ILIKE '%cannabis%' THEN -line.quantity ELSE 0 END
FROM refunds
JOIN orders ON orders.id = refunds.order_id
CROSS JOIN LATERAL jsonb_to_recordset(refunds.lines) AS line ("itemId" uuid, quantity int, amount int)
JOIN order_items AS item ON item.id = line."itemId"
WHERE orders.status NOT IN ('cancelled', 'no_show');
