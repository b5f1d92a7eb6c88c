/** Reads the current orders in the form in which triggers write changes of them to `sales_deltas`. */
import { sql } from 'drizzle-orm';
import { lostStatuses } from '#core/sales/orders/order.ts';

/** Orders, their lines and their refunds: a condition on `at` reads only those of its days. */
export const salesOfOrders = sql`
  select created_at as at, case when status = 'completed' and not is_history then completed_at end as booked_at, status, null::int as product_id, null as product_type, null as category_name, null as tax_class,
    1 as orders, is_first::int as first_orders, 0 as units, 0 as revenue, 0 as cost, 0 as costed_revenue, 0 as discount,
    0 as tax, null::jsonb as tax_parts, 1 as tax_sign, 0 as cannabis_units, (ready_at is not null)::int as ready_orders,
    coalesce(extract(epoch from ready_at - created_at), 0)::int as ready_seconds, 0 as refunded, 0 as refunded_tax,
    0 as taken, 0 as returned, 0 as rounding, null::uuid as person_id, null as person_name
  from orders
  union all
  select orders.created_at, case when orders.status = 'completed' and not is_history then completed_at end, orders.status, product_id, product_type, category_name, tax_class, 0, 0, quantity, amount,
    coalesce(unit_cost * quantity, 0), case when unit_cost is null then 0 else amount end, unit_discount * quantity,
    order_items.tax, order_items.tax_parts, 1,
    case when product_name ilike '%cannabis%' then quantity else 0 end, 0, 0, 0, 0, 0, 0, 0, null, null
  from order_items join orders on orders.id = order_items.order_id
  union all
  select refunds.created_at, case orders.status when 'completed' then refunds.created_at end, 'completed', item.product_id, item.product_type, item.category_name, item.tax_class, 0, 0,
    -back.quantity, -line.amount, -coalesce(item.unit_cost * back.quantity, 0),
    case when item.unit_cost is null then 0 else -line.amount end, 0, -line.tax, line."taxParts", -1,
    case when item.product_name ilike '%cannabis%' then -back.quantity else 0 end, 0, 0, line.amount, line.tax, 0, 0, 0, null, null
  from refunds join orders on orders.id = refunds.order_id
  cross join jsonb_to_recordset(refunds.lines) as line ("itemId" uuid, quantity int, amount int, tax int, "taxParts" jsonb)
  cross join lateral (select case refunds.goods when 'returned' then line.quantity else 0 end as quantity) as back
  join order_items as item on item.id = line."itemId"
  where orders.status <> all(${sql.param([...lostStatuses])}::text[])`;

/** What was taken and returned for them; the same columns. */
export const cashOfOrders = sql`
  select paid_at, paid_at, status, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, null, 1, 0, 0, 0, 0, 0, total, 0, cash_rounding, paid_by, paid_by_name
  from orders where paid_at is not null and total <> 0 and not is_history
  union all
  select created_at, created_at, 'completed', null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, null, 1, 0, 0, 0, 0, 0, 0, amount, -cash_rounding,
    refunded_by, refunded_by_name
  from refunds`;
