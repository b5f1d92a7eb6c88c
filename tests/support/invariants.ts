/** A database's invariants, checked by queries. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

const zone = sql`coalesce((select zone from sales_zone), 'America/New_York')`;
const isLost = sql`status in ('cancelled', 'no_show')`;

/** Sales by the totals plus orders not yet folded into them, next to the same counted from the orders themselves. */
const differs = (what: string, said: SQL, counted: SQL) => sql`
  with said as (${said}), counted as (${counted})
  select format('sales by %s: the totals say %s', ${what}::text, said.*) as violation
  from (select * from said except select * from counted) as said
  union all
  select format('sales by %s: the orders say %s', ${what}::text, counted.*)
  from (select * from counted except select * from said) as counted`;

/** Refunded lines of counted orders, on the day of the refund; `quantity` is the returned units. */
const refundedLines = sql`
  select refunds.created_at as at, item.product_id, item.product_type, item.category_name, item.product_name,
    item.unit_cost, case refunds.goods when 'returned' then line.quantity else 0 end as quantity, line.amount, line.tax,
    item.tax_class, line."taxParts" as tax_parts
  from refunds join orders on orders.id = refunds.order_id
  cross join jsonb_to_recordset(refunds.lines) as line ("itemId" uuid, quantity int, amount int, tax int, "taxParts" jsonb)
  join order_items as item on item.id = line."itemId"
  where not ${isLost}`;

/** Sold lines on the day of their order, and refunded lines as negatives. */
const soldLines = sql`
  select created_at as at, product_id, product_type, category_name, tax_class, quantity, amount, order_items.tax,
    unit_discount * quantity as discount, quantity * unit_cost as cost, case when unit_cost is null then 0 else amount end as costed,
    0 as refunded, 0 as refunded_tax
  from orders join order_items on order_items.order_id = orders.id where not ${isLost}
  union all
  select at, product_id, product_type, category_name, tax_class, -quantity, -amount, -tax, 0, -quantity * unit_cost,
    case when unit_cost is null then 0 else -amount end, amount, tax
  from (${refundedLines}) as refunded`;

/** Lines on the day of their hand-over, and refunded lines of handed-over orders as negatives on the day of the refund. */
const handedOverLines = sql`
  select completed_at as at, orders.id as order_id, tax_class, quantity, amount, order_items.tax,
    unit_discount * quantity as discount, coalesce(quantity * unit_cost, 0) as cost, 0 as refunded, 0 as refunded_tax
  from orders join order_items on order_items.order_id = orders.id where status = 'completed' and not is_history
  union all
  select at, null, tax_class, -quantity, -amount, -tax, 0, -coalesce(quantity * unit_cost, 0), amount, tax
  from (${refundedLines} and status = 'completed') as refunded`;

/** The taxes of handed-over lines by rule, and those of refunded lines as negatives. */
const taxes = sql`
  select orders.completed_at as at, part.*, 1 as sign
  from orders join order_items on order_items.order_id = orders.id
  cross join jsonb_to_recordset(order_items.tax_parts) as part ("ruleId" text, name text, rate int, base int, amount int)
  where status = 'completed' and not is_history
  union all
  select at, part.*, -1 from (${refundedLines} and status = 'completed') as line
  cross join jsonb_to_recordset(line.tax_parts) as part ("ruleId" text, name text, rate int, base int, amount int)`;

const salesInvariants: readonly SQL[] = [
  differs(
    'hour',
    sql`
      select day, hour, status, sum(orders) as orders, sum(first_orders) as first_orders, sum(units) as units,
        sum(revenue) as revenue, sum(cost) as cost, sum(costed_revenue) as costed, sum(cannabis_units) as cannabis,
        sum(ready_orders) as ready, sum(ready_seconds) as seconds
      from (
        select day, hour, status, orders, first_orders, units, revenue, cost, costed_revenue, cannabis_units, ready_orders, ready_seconds
        from sales_by_hour
        union all
        select (at at time zone ${zone})::date, extract(hour from at at time zone ${zone})::smallint, status, orders, first_orders,
          units, revenue, cost, costed_revenue, cannabis_units, ready_orders, ready_seconds
        from sales_deltas
      ) as every group by 1, 2, 3
      having (sum(orders), sum(first_orders), sum(units), sum(revenue), sum(cost), sum(costed_revenue), sum(cannabis_units),
        sum(ready_orders), sum(ready_seconds)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    sql`
      select day, hour, status, sum(orders), sum(first_orders), sum(units), sum(amount), sum(cost), sum(costed), sum(cannabis),
        sum(ready), sum(seconds)
      from (
        select (created_at at time zone ${zone})::date as day, extract(hour from created_at at time zone ${zone})::smallint as hour,
          status, 1::numeric as orders, is_first::int::numeric as first_orders, units, amount, cost, costed, cannabis,
          (ready_at is not null)::int::numeric as ready,
          coalesce(extract(epoch from ready_at - created_at)::int, 0)::numeric as seconds
        from orders
        cross join lateral (
          select coalesce(sum(quantity), 0)::numeric as units, coalesce(sum(amount), 0)::numeric as amount,
            coalesce(sum(quantity * unit_cost), 0)::numeric as cost,
            coalesce(sum(amount) filter (where unit_cost is not null), 0)::numeric as costed,
            coalesce(sum(quantity) filter (where lower(product_name) like '%cannabis%'), 0)::numeric as cannabis
          from order_items where order_items.order_id = orders.id
        ) as line
        union all
        select (at at time zone ${zone})::date, extract(hour from at at time zone ${zone})::smallint, 'completed', 0, 0,
          -quantity, -amount, -coalesce(quantity * unit_cost, 0), case when unit_cost is null then 0 else -amount end,
          case when lower(product_name) like '%cannabis%' then -quantity else 0 end, 0, 0
        from (${refundedLines}) as refunded
      ) as every group by 1, 2, 3
      having (sum(orders), sum(first_orders), sum(units), sum(amount), sum(cost), sum(costed), sum(cannabis), sum(ready),
        sum(seconds)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ),
  differs(
    'hour of refund',
    sql`
      select day, hour, sum(refunded) as refunded
      from (
        select day, hour, refunded from sales_by_hour
        union all
        select (at at time zone ${zone})::date, extract(hour from at at time zone ${zone})::smallint, refunded
        from sales_deltas
      ) as every group by 1, 2 having sum(refunded) <> 0`,
    sql`
      select (refunds.created_at at time zone ${zone})::date, extract(hour from refunds.created_at at time zone ${zone})::smallint,
        sum(refunds.amount - refunds.tax)::numeric
      from refunds join orders on orders.id = refunds.order_id where not ${isLost} group by 1, 2`,
  ),
  differs(
    'tax and discount',
    sql`
      select day, status, sum(discount) as discount, sum(tax) as tax, sum(refunded_tax) as refunded_tax
      from (
        select day, status, discount, tax, refunded_tax from sales_by_hour
        union all
        select (at at time zone ${zone})::date, status, discount, tax, refunded_tax from sales_deltas
      ) as every group by 1, 2 having (sum(discount), sum(tax), sum(refunded_tax)) <> (0, 0, 0)`,
    sql`
      select day, status, sum(discount)::numeric, sum(tax)::numeric, sum(refunded_tax)::numeric from (
        select (created_at at time zone ${zone})::date as day, status, unit_discount * quantity as discount, order_items.tax,
          0 as refunded_tax
        from orders join order_items on order_items.order_id = orders.id
        union all
        select (at at time zone ${zone})::date, 'completed', 0, -tax, tax from (${refundedLines}) as refunded
      ) as every group by 1, 2 having (sum(discount), sum(tax), sum(refunded_tax)) <> (0, 0, 0)`,
  ),
  differs(
    'kind',
    sql`
      select day, product_type, category_name, tax_class, sum(units) as units, sum(revenue) as revenue, sum(cost) as cost,
        sum(costed_revenue) as costed, sum(discount) as discount, sum(tax) as tax, sum(refunded) as refunded,
        sum(refunded_tax) as refunded_tax
      from (
        select * from sales_by_kind
        union all
        select (at at time zone ${zone})::date, product_type, category_name, units, revenue, tax_class, cost, costed_revenue,
          discount, tax, refunded, refunded_tax
        from sales_deltas where product_id is not null and not ${isLost}
      ) as every group by 1, 2, 3, 4
      having (sum(units), sum(revenue), sum(tax), sum(refunded)) <> (0, 0, 0, 0)`,
    sql`
      select (at at time zone ${zone})::date as day, product_type, category_name, tax_class, sum(quantity)::numeric as units,
        sum(amount)::numeric as revenue, coalesce(sum(cost), 0)::numeric as cost, sum(costed)::numeric as costed,
        sum(discount)::numeric as discount, sum(tax)::numeric as tax, sum(refunded)::numeric as refunded,
        sum(refunded_tax)::numeric as refunded_tax
      from (${soldLines}) as line group by 1, 2, 3, 4
      having (sum(quantity), sum(amount), sum(tax), sum(refunded)) <> (0, 0, 0, 0)`,
  ),
  differs(
    'class handed over',
    sql`
      select day, tax_class, sum(units) as units, sum(revenue) as revenue, sum(cost) as cost, sum(discount) as discount,
        sum(tax) as tax, sum(refunded) as refunded, sum(refunded_tax) as refunded_tax
      from (
        select day, tax_class, units, revenue, cost, discount, tax, refunded, refunded_tax from handed_over_by_class
        union all
        select (booked_at at time zone ${zone})::date, coalesce(tax_class, ''), units, revenue, cost, discount, tax, refunded,
          refunded_tax
        from sales_deltas where booked_at is not null
      ) as every group by 1, 2 having (sum(units), sum(revenue), sum(tax), sum(refunded)) <> (0, 0, 0, 0)`,
    sql`
      select (at at time zone ${zone})::date as day, tax_class, sum(quantity)::numeric as units, sum(amount)::numeric as revenue,
        sum(cost)::numeric as cost, sum(discount)::numeric as discount, sum(tax)::numeric as tax,
        sum(refunded)::numeric as refunded, sum(refunded_tax)::numeric as refunded_tax
      from (${handedOverLines}) as line group by 1, 2
      having (sum(quantity), sum(amount), sum(tax), sum(refunded)) <> (0, 0, 0, 0)`,
  ),
  differs(
    'day of the hand-over',
    sql`
      select day, sum(orders) as orders from (
        select day, orders from handed_over_by_class
        union all
        select (booked_at at time zone ${zone})::date, orders from sales_deltas where booked_at is not null
      ) as every group by 1 having sum(orders) <> 0`,
    sql`
      select (completed_at at time zone ${zone})::date as day, count(*)::numeric as orders
      from orders where status = 'completed' and not is_history group by 1`,
  ),
  differs(
    'tax rule',
    sql`
      select day, rule_id, name, rate, sum(base) as base, sum(amount) as amount, sum(refunded_base) as refunded_base,
        sum(refunded) as refunded
      from (
        select * from tax_by_rule
        union all
        select (booked_at at time zone ${zone})::date, part.*, 0, 0 from sales_deltas
        cross join lateral (
          select "ruleId", name, rate, tax_sign * base as base, tax_sign * amount as amount
          from jsonb_to_recordset(tax_parts) as part ("ruleId" text, name text, rate int, base bigint, amount bigint)
        ) as part
        where booked_at is not null and refunded = 0 and refunded_tax = 0
        union all
        select (booked_at at time zone ${zone})::date, "ruleId", name, rate, -base, -amount, base, amount from sales_deltas
        cross join jsonb_to_recordset(tax_parts) as part ("ruleId" text, name text, rate int, base bigint, amount bigint)
        where booked_at is not null and (refunded <> 0 or refunded_tax <> 0)
      ) as every group by 1, 2, 3, 4
      having (sum(base), sum(amount), sum(refunded_base), sum(refunded)) <> (0, 0, 0, 0)`,
    sql`
      select (at at time zone ${zone})::date as day, "ruleId", name, rate, sum(sign * base)::numeric as base,
        sum(sign * amount)::numeric as amount, coalesce(sum(base) filter (where sign < 0), 0)::numeric as refunded_base,
        coalesce(sum(amount) filter (where sign < 0), 0)::numeric as refunded
      from (${taxes}) as part group by 1, 2, 3, 4
      having (sum(sign * base), sum(sign * amount), coalesce(sum(base) filter (where sign < 0), 0)) <> (0, 0, 0)`,
  ),
  differs(
    'cash',
    sql`
      select day, person_id, person_name, sum(taken) as taken, sum(returned) as returned, sum(rounding) as rounding
      from (
        select day, person_id, person_name, taken, returned, rounding from cash_by_person
        union all
        select (at at time zone ${zone})::date, coalesce(person_id::text, ''), coalesce(person_name, ''),
          taken, returned, rounding
        from sales_deltas where taken <> 0 or returned <> 0
      ) as every group by 1, 2, 3 having (sum(taken), sum(returned), sum(rounding)) <> (0, 0, 0)`,
    sql`
      select (at at time zone ${zone})::date as day, coalesce(by_id::text, ''), coalesce(by_name, ''), sum(taken)::numeric,
        sum(returned)::numeric, sum(rounding)::numeric
      from (
        select paid_at as at, paid_by as by_id, paid_by_name as by_name, total as taken, 0 as returned,
          cash_rounding as rounding
        from orders
        where paid_at is not null and total <> 0 and not is_history
        union all
        select created_at, refunded_by, refunded_by_name, 0, amount, -cash_rounding from refunds
      ) as every group by 1, 2, 3`,
  ),
  ...(['day', 'month', 'year', 'century'] as const).map((grain) =>
    differs(
      `product and ${grain}`,
      sql`
        select starts_on, product_id, sum(units) as units, sum(revenue) as revenue
        from (
          select starts_on, product_id, units, revenue from sales_by_product where grain = ${grain}
          union all
          select date_trunc(${grain}, at at time zone ${zone})::date, product_id, units, revenue from sales_deltas
          where product_id is not null and not ${isLost}
        ) as every group by 1, 2 having (sum(units), sum(revenue)) <> (0, 0)`,
      sql`
        select day as starts_on, product_id, sum(quantity)::numeric as units, sum(amount)::numeric as revenue
        from (${soldLines}) as line
        cross join lateral (select date_trunc(${grain}, at at time zone ${zone})::date as day) as local
        group by 1, 2 having (sum(quantity), sum(amount)) <> (0, 0)`,
    ),
  ),
];

/** A closed month's totals, without later corrections, are its stored figures. */
const closedMonths = sql`
  select format('%s was closed with %s, its totals without corrections say %s', closing.month, stored.sums, now.sums) as violation
  from book_closings as closing
  left join book_reopenings as reopened on reopened.closing_id = closing.id
  cross join lateral (select closing.month as first, (closing.month + interval '1 month - 1 day')::date as last) as days
  cross join lateral (
    select (coalesce(sum((class ->> 'net')::numeric), 0), coalesce(sum((class ->> 'tax')::numeric), 0),
      coalesce(sum((class ->> 'discount')::numeric), 0), coalesce(sum((class ->> 'refunded')::numeric), 0),
      coalesce(sum((class ->> 'cost')::numeric), 0))::text as sums
    from jsonb_array_elements(closing.figures -> 'classes') as class
  ) as stored
  cross join lateral (
    select (coalesce(sum(revenue), 0), coalesce(sum(tax), 0), coalesce(sum(discount), 0), coalesce(sum(refunded), 0),
      coalesce(sum(cost), 0))::text as sums
    from (
      select revenue, tax, discount, refunded, cost from handed_over_by_class where day between first and last
      union all
      select -revenue, -tax, -discount, -refunded, -cost from sales_corrections
      where product_id is not null and day between first and last
    ) as every
  ) as now
  where reopened.closing_id is null and closing.figures ->> 'basis' = 'hand-over' and stored.sums <> now.sums
  union all
  select format('%s was closed with %s of cash, its totals without corrections say %s', closing.month, stored.cash, now.cash)
  from book_closings as closing
  left join book_reopenings as reopened on reopened.closing_id = closing.id
  cross join lateral (select closing.month as first, (closing.month + interval '1 month - 1 day')::date as last) as days
  cross join lateral (
    select coalesce(sum((person ->> 'taken')::numeric - (person ->> 'returned')::numeric
      + coalesce((person ->> 'rounding')::numeric, 0)), 0) as cash
    from jsonb_array_elements(closing.figures -> 'cash') as person
  ) as stored
  cross join lateral (
    select coalesce(sum(cash), 0) as cash from (
      select taken - returned + rounding as cash from cash_by_person where day between first and last
      union all
      select returned - taken - rounding from sales_corrections where day between first and last
    ) as every
  ) as now
  where reopened.closing_id is null and stored.cash <> now.cash`;

/** Each finds rows that must not exist, and describes what is wrong with each. */
const searches: readonly SQL[] = [
  sql`
    select format('order %s is history and %s', order_id, status) as violation from orders
    where is_history and status not in ('completed', 'cancelled', 'no_show')
    union all
    select format('reservation %s is history and %s', id, status) from pickup_reservations
    where is_history and status not in ('fulfilled', 'cancelled')`,
  sql`
    select format('%s: %s was paid in cash, and refunds returned %s', orders.order_id, total + cash_rounding, returned) as violation
    from orders join (
      select order_id, sum(amount + refunds.cash_rounding) as returned from refunds group by 1
    ) as refund on refund.order_id = orders.id
    where returned > total + cash_rounding
      or (payment_status = 'refunded' and returned <> total + cash_rounding)`,
  sql`
    select format('product %s: stock says %s on hand and %s held, its ledger %s and %s',
      stock.product_id, stock.on_hand, stock.held, coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0)) as violation
    from product_stock as stock
    left join (
      select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held from stock_ledger group by 1
    ) as ledger using (product_id)
    where (stock.on_hand, stock.held) is distinct from (coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0))`,
  sql`
    select format('product %s: %s held of only %s on hand', product_id, held, on_hand) as violation
    from product_stock where held > on_hand`,
  sql`
    select format('product %s has no stock row', products.id) as violation
    from products left join product_stock on product_id = products.id where product_id is null`,
  sql`
    select format('lot %s (%s): %s on hand and %s held, its ledger %s for sale, %s set aside and %s held', lots.id, lots.status,
      lots.on_hand, lots.held, coalesce(for_sale, 0), coalesce(set_aside, 0), coalesce(ledger.held, 0)) as violation
    from lots
    left join (
      select lot_id, sum(on_hand_change) as for_sale, sum(set_aside_change) as set_aside, sum(held_change) as held
      from stock_ledger where lot_id is not null group by 1
    ) as ledger on ledger.lot_id = lots.id
    where (coalesce(for_sale, 0), coalesce(set_aside, 0), coalesce(ledger.held, 0)) is distinct from (
      case lots.status when 'sellable' then lots.on_hand else 0 end,
      case lots.status when 'sellable' then 0 else lots.on_hand end, lots.held)`,
  sql`
    select format('product %s: %s on hand and %s held in no lot', product_id, sum(on_hand_change), sum(held_change)) as violation
    from stock_ledger where lot_id is null group by product_id
    having sum(on_hand_change) <> 0 or sum(held_change) <> 0`,
  sql`
    select format('lot %s: %s held of only %s on hand', id, held, on_hand) as violation from lots where held > on_hand`,
  sql`
    select format('lot %s: %s held, its reservations hold %s', lots.id, lots.held, coalesce(shares.units, 0)) as violation
    from lots
    left join (select lot_id, sum(quantity) as units from reservation_lots where not sold group by 1) as shares
      on shares.lot_id = lots.id
    where lots.held <> coalesce(shares.units, 0)`,
  sql`
    select format('reservation %s (%s, %s units): its lots add up to %s, %s of them sold', reservation.id, status,
      reservation.quantity, coalesce(shares.units, 0), coalesce(shares.sold, 0)) as violation
    from pickup_reservations as reservation
    left join (
      select reservation_id, sum(quantity) as units, coalesce(sum(quantity) filter (where sold), 0) as sold
      from reservation_lots group by 1
    ) as shares on shares.reservation_id = reservation.id
    where coalesce(shares.units, 0) <> case when status = 'cancelled' or is_history then 0 else reservation.quantity end
      or coalesce(shares.sold, 0) <> case when status = 'fulfilled' and not is_history then reservation.quantity else 0 end`,
  sql`
    select format('reservation %s: lot %s is of another product', reservation.id, lots.id) as violation
    from reservation_lots as share
    join pickup_reservations as reservation on reservation.id = share.reservation_id
    join lots on lots.id = share.lot_id
    where lots.product_id <> reservation.product_id`,
  sql`
    select format('product %s: %s on hand and %s held, its sellable lots %s and %s', stock.product_id, stock.on_hand,
      stock.held, coalesce(sellable.on_hand, 0), coalesce(sellable.held, 0)) as violation
    from product_stock as stock
    left join (
      select product_id, sum(on_hand) as on_hand, sum(held) as held from lots where status = 'sellable' group by 1
    ) as sellable using (product_id)
    where (stock.on_hand, stock.held) is distinct from (coalesce(sellable.on_hand, 0), coalesce(sellable.held, 0))`,
  sql`
    select format('product %s: %s held and %s missing, live reservations promise %s',
      stock.product_id, stock.held, coalesce(short.units, 0), coalesce(promised.units, 0)) as violation
    from product_stock as stock
    left join (
      select product_id, sum(quantity) as units from pickup_reservations
      where status in ('pending', 'reserved', 'submitted', 'confirmed') group by 1
    ) as promised using (product_id)
    left join (
      select product_id, sum(share.quantity) as units
      from reservation_lots as share join pickup_reservations as reservation on reservation.id = share.reservation_id
      where share.lot_id is null group by 1
    ) as short using (product_id)
    where stock.held + coalesce(short.units, 0) <> coalesce(promised.units, 0)`,
  sql`
    select format('reservation %s (%s, %s units): its ledger moved %s on hand and %s held',
      reservation.id, status, reservation.quantity, coalesce(ledger.on_hand, 0), coalesce(ledger.held, 0)) as violation
    from pickup_reservations as reservation
    left join (
      select reservation_id, sum(on_hand_change + set_aside_change) as on_hand, sum(held_change) as held
      from stock_ledger where reservation_id is not null
        -- What came back of a reservation that was handed over without an order: it stays sold.
        and not (reason = 'return' and order_id is null) group by 1
    ) as ledger on ledger.reservation_id = reservation.id
    left join reservation_lots as short on short.reservation_id = reservation.id and short.lot_id is null
    where coalesce(ledger.on_hand, 0) <> case when status = 'fulfilled' and not is_history then -reservation.quantity else 0 end
      or coalesce(ledger.held, 0) <> case when status in ('fulfilled', 'cancelled') then 0
        else reservation.quantity - coalesce(short.quantity, 0) end`,
  sql`
    select format('lot %s: %s units of waste in the ledger, %s on record', lot_id, coalesce(ledger.units, 0),
      coalesce(recorded.units, 0)) as violation
    from (select lot_id, -sum(on_hand_change + set_aside_change) as units from stock_ledger where reason = 'waste'
      group by lot_id) as ledger
    full join (select lot_id, sum(units) as units from waste where undone_at is null group by lot_id) as recorded
      using (lot_id)
    where coalesce(ledger.units, 0) <> coalesce(recorded.units, 0)`,
  sql`
    select format('reservation %s, lot %s: %s units packed one by one, %s in the bag', unit.reservation_id, unit.lot_id,
      count(*), coalesce(max(share.packed), 0)) as violation
    from packed_units as unit
    left join reservation_lots as share on share.reservation_id = unit.reservation_id and share.lot_id = unit.lot_id
    group by unit.reservation_id, unit.lot_id having count(*) > coalesce(max(share.packed), 0)`,
  sql`
    select format('order %s: %s + %s, its lines say %s + %s',
      orders.order_id, orders.subtotal, orders.tax, coalesce(lines.amount, 0), coalesce(lines.tax, 0)) as violation
    from orders
    left join (select order_id, sum(amount) as amount, sum(tax) as tax from order_items group by 1) as lines
      on lines.order_id = orders.id
    where (orders.subtotal, orders.tax) is distinct from (coalesce(lines.amount, 0), coalesce(lines.tax, 0))`,
  sql`
    select format('order %s: tax %s, its tax rules say %s', order_id, orders.tax, parts.tax) as violation
    from orders
    cross join lateral (
      select coalesce(sum((part ->> 'amount')::int), 0) as tax from jsonb_array_elements(tax_parts) as part
    ) as parts
    where orders.tax <> parts.tax`,
  sql`
    select format('refund %s: a line with tax %s, its tax rules say %s', refunds.id, line.tax, parts.tax) as violation
    from refunds cross join jsonb_to_recordset(lines) as line (tax int, "taxParts" jsonb)
    cross join lateral (
      select coalesce(sum((part ->> 'amount')::int), 0) as tax from jsonb_array_elements("taxParts") as part
    ) as parts
    where line.tax <> parts.tax`,
  sql`
    select format('order line %s: tax %s, its tax rules say %s', id, order_items.tax, parts.tax) as violation
    from order_items
    cross join lateral (
      select coalesce(sum((part ->> 'amount')::int), 0) as tax from jsonb_array_elements(tax_parts) as part
    ) as parts
    where order_items.tax <> parts.tax`,
  sql`
    select format('order line %s: a tax on %s, its base is %s', id, part ->> 'base', tax_base) as violation
    from order_items cross join lateral jsonb_array_elements(tax_parts) as part
    where (part ->> 'base')::int <> tax_base`,
  sql`
    select format('order line %s: its reservation is of another product, quantity or customer', item.id) as violation
    from order_items as item
    join orders on orders.id = item.order_id
    join pickup_reservations as reservation on reservation.id = item.reservation_id
    where (item.product_id, item.quantity, orders.user_id)
      is distinct from (reservation.product_id, reservation.quantity, reservation.user_id)`,
  sql`
    select format('sign-up %s: a place in a slot without units, or units without a place', sign_up_id) as violation
    from sign_up_holds
    full join (
      select distinct sign_up_id from pickup_reservations where sign_up_id is not null and status = 'pending'
    ) as units using (sign_up_id)
    where pickup_starts_at is null or not exists (
      select from pickup_reservations as reservation
      where reservation.sign_up_id = sign_up_holds.sign_up_id and status = 'pending'
    )`,
  sql`
    select format('order %s is %s, one of its reservations %s', orders.order_id, orders.status, reservation.status) as violation
    from orders
    join order_items as item on item.order_id = orders.id
    join pickup_reservations as reservation on reservation.id = item.reservation_id
    where (orders.status = 'completed') <> (reservation.status = 'fulfilled')
      or (orders.status in ('cancelled', 'no_show')) <> (reservation.status = 'cancelled')`,
  sql`
    select format('order %s: %s of %s given back', orders.order_id, given.amount, orders.total) as violation
    from orders
    join (select order_id, sum(amount) as amount from refunds group by 1) as given on given.order_id = orders.id
    where given.amount > orders.total`,
  sql`
    select format('pickup slot %s: %s taken, %s orders and sign-ups are coming', starts_at, coalesce(taken, 0),
      coalesce(coming, 0)) as violation
    from pickup_slots
    full join (
      select starts_at, count(*) as coming from (
        select pickup_starts_at as starts_at from orders
        where status <> 'cancelled' and pickup_starts_at is not null and not is_history
        union all
        select pickup_starts_at from sign_up_holds
      ) as visit group by 1
    ) as visits using (starts_at)
    where coalesce(taken, 0) <> coalesce(coming, 0)`,
  sql`
    select format('drawer %s: %s expected when it was closed, %s by its records', number, expected, float + moved) as violation
    from drawer_sessions as session
    cross join lateral (
      select coalesce(sum(amount), 0) as moved from (
        select total + cash_rounding as amount from orders where drawer_session_id = session.id
        union all
        select -amount - cash_rounding from refunds where drawer_session_id = session.id
        union all
        select effect from cash_corrections where drawer_session_id = session.id
        union all
        select case when (kind = 'pay-in') = (corrects is null) then amount else -amount end
        from drawer_entries where session_id = session.id
      ) as every
    ) as cash
    where closed_at is not null and expected <> float + moved`,
  sql`
    select format('%s: %s of cash corrections, its last one leaves %s', number, effects, kept) as violation
    from (
      select orders.order_id as number, hand.owed, sum(fix.effect) as effects,
        (array_agg(fix.cash_received - fix.change_given order by fix.created_at desc, fix.id desc))[1] - hand.owed as kept
      from cash_corrections as fix join hand_overs as hand using (order_id) join orders on orders.id = fix.order_id
      group by 1, 2
    ) as corrected where effects <> kept`,
  sql`
    select format('order %s: in a drawer, but not paid', order_id) as violation
    from orders where drawer_session_id is not null and paid_at is null`,
  sql`
    select format('line %s and its reservation name different offers', item.id) as violation
    from order_items as item join pickup_reservations as reservation on reservation.id = item.reservation_id
    where item.offer_id is distinct from reservation.offer_id`,
  sql`
    select format('offer %s has more units than its limit', offers.id) as violation
    from offers join pickup_reservations on offer_id = offers.id and status <> 'cancelled'
    group by offers.id having sum(quantity) > most_units`,
  sql`
    select format('%s has more units of offer %s than one person may', user_id, offers.id) as violation
    from offers join pickup_reservations as reservation on reservation.offer_id = offers.id and status <> 'cancelled'
    group by offers.id, user_id having sum(quantity - coalesce((
      select sum(line.quantity) from order_items as item join refunds on refunds.order_id = item.order_id
      cross join jsonb_to_recordset(refunds.lines) as line ("itemId" uuid, quantity int)
      where item.reservation_id = reservation.id and line."itemId" = item.id and goods = 'returned'), 0)) > most_per_person`,
  ...salesInvariants,
  closedMonths,
];

/** Describes each violated invariant, at most ten of each kind; an empty list is a sound database. */
export async function checkInvariants(db: Pick<Database, 'execute'>): Promise<string[]> {
  const violations: string[] = [];
  for (const search of searches) {
    const { rows } = await db.execute<{ violation: string }>(sql`${search} limit 10`);
    violations.push(...rows.map(({ violation }) => violation));
  }
  return violations;
}
