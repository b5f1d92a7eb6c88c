-- A refund that another instance records between the sum below and the commit would be in neither.
LOCK TABLE refunds IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- A refund takes its money out of revenue on the day it is paid out; units and their cost only if the goods came back.
-- A canceled or no-show order counts in no sum, so nothing is taken out.
CREATE OR REPLACE FUNCTION sales_of_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, revenue, cost, costed_revenue,
    cannabis_units, refunded)
  SELECT new_rows.created_at, 'completed', item.product_id, item.product_type, item.category_name, -back.quantity,
    -line.amount, -coalesce(item.unit_cost * back.quantity, 0),
    CASE WHEN item.unit_cost IS NULL THEN 0 ELSE -line.amount END,
    CASE WHEN item.product_name ILIKE '%cannabis%' THEN -back.quantity ELSE 0 END, line.amount
  FROM new_rows
  JOIN orders ON orders.id = new_rows.order_id
  CROSS JOIN LATERAL jsonb_to_recordset(new_rows.lines) AS line ("itemId" uuid, quantity int, amount int)
  CROSS JOIN LATERAL (SELECT CASE new_rows.goods WHEN 'returned' THEN line.quantity ELSE 0 END AS quantity) AS back
  JOIN order_items AS item ON item.id = line."itemId"
  WHERE orders.status NOT IN ('cancelled', 'no_show');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Earlier refunds of goods that the customer kept: their units and cost count again.
INSERT INTO sales_deltas (at, status, product_id, product_type, category_name, units, cost, cannabis_units)
SELECT refunds.created_at, 'completed', item.product_id, item.product_type, item.category_name, line.quantity,
  coalesce(item.unit_cost * line.quantity, 0),
  CASE WHEN item.product_name ILIKE '%cannabis%' THEN line.quantity ELSE 0 END
FROM refunds
JOIN orders ON orders.id = refunds.order_id
CROSS JOIN LATERAL jsonb_to_recordset(refunds.lines) AS line ("itemId" uuid, quantity int)
JOIN order_items AS item ON item.id = line."itemId"
WHERE refunds.goods = 'kept' AND orders.status NOT IN ('cancelled', 'no_show');
