/**
 * Adds the deltas that triggers write to the totals of sales by store day. One run at a time across all instances;
 * readers read totals and deltas in one snapshot.
 */
import { type SQL, sql } from 'drizzle-orm';
import { lostStatuses } from '#core/orders/order.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { lockAdvisory, tryLockAdvisory } from '#db/advisory-locks.ts';
import { inLongTransaction, inTransaction, type Transaction } from '#db/client.ts';
import { salesByHour, salesByKind, salesByProduct } from '#db/schema/analytics.ts';
import { periods } from './range.ts';

/** Deltas per transaction: it waits for no one and finishes in a moment. */
const BATCH = 20_000;

/**
 * Folds every delta. If the settings' time zone differs from the totals', every order moves to another day: then it
 * rebuilds all totals.
 */
export async function foldSales(): Promise<void> {
  const { zone } = (await readSettings()).store;
  for (;;) {
    const folded = await inTransaction((tx) => foldBatch(tx, zone));
    if (folded === 'another-folds') return;
    if (folded === 'other-zone') return inLongTransaction((tx) => rebuildSales(tx, zone));
    if (folded < BATCH) return;
  }
}

async function foldBatch(tx: Transaction, zone: string): Promise<number | 'other-zone' | 'another-folds'> {
  if (!(await tryLockAdvisory(tx, 'salesFold'))) return 'another-folds';
  await tx.execute(sql`insert into sales_zone (zone) values (${zone}) on conflict do nothing`);
  const { rows } = await tx.execute<{ zone: string }>(sql`select zone from sales_zone`);
  if (rows[0]?.zone !== zone) return 'other-zone';
  return addUp(
    tx,
    zone,
    sql`delete from sales_deltas where id in (select id from sales_deltas order by id limit ${BATCH}) returning *`,
  );
}

/** Rebuilds all totals from the orders themselves. */
export async function rebuildSales(tx: Transaction, zone: string): Promise<void> {
  await lockAdvisory(tx, 'salesFold');
  // Deleted and not truncated: concurrent readers still see them.
  await tx.delete(salesByHour);
  await tx.delete(salesByKind);
  await tx.delete(salesByProduct);
  // One statement, so one snapshot: an order's change in an open transaction is neither in the sum nor among the
  // deleted deltas, and transactions that write orders do not wait.
  await addUp(tx, zone, standing, sql`folded as (delete from sales_deltas),`);
  await tx.execute(sql`
    insert into sales_zone (zone) values (${zone}) on conflict (is_it) do update set zone = excluded.zone`);
}

/** The current orders, in the form the triggers would write for new ones. */
const standing = sql`
  select created_at as at, status, null::int as product_id, null as product_type, null as category_name, 1 as orders,
    is_first::int as first_orders, 0 as units, 0 as revenue, 0 as cost, 0 as costed_revenue, 0 as cannabis_units,
    (ready_at is not null)::int as ready_orders,
    coalesce(extract(epoch from ready_at - created_at), 0)::int as ready_seconds, 0 as refunded
  from orders
  union all
  select orders.created_at, orders.status, product_id, product_type, category_name, 0, 0, quantity, amount,
    coalesce(unit_cost * quantity, 0), case when unit_cost is null then 0 else amount end,
    case when product_name ilike '%cannabis%' then quantity else 0 end, 0, 0, 0
  from order_items join orders on orders.id = order_items.order_id
  union all
  select refunds.created_at, 'completed', item.product_id, item.product_type, item.category_name, 0, 0, -back.quantity,
    -line.amount, -coalesce(item.unit_cost * back.quantity, 0),
    case when item.unit_cost is null then 0 else -line.amount end,
    case when item.product_name ilike '%cannabis%' then -back.quantity else 0 end, 0, 0, line.amount
  from refunds join orders on orders.id = refunds.order_id
  cross join jsonb_to_recordset(refunds.lines) as line ("itemId" uuid, quantity int, amount int)
  cross join lateral (select case refunds.goods when 'returned' then line.quantity else 0 end as quantity) as back
  join order_items as item on item.id = line."itemId"
  where orders.status <> all(${sql.param([...lostStatuses])}::text[])`;

/** The sums of the totals, as insert columns and as updates of an existing row. */
const measures = [
  'orders',
  'first_orders',
  'units',
  'revenue',
  'cost',
  'costed_revenue',
  'cannabis_units',
  'ready_orders',
  'ready_seconds',
  'refunded',
];
const columns = sql.raw(measures.join(', '));
const sums = sql.raw(measures.map((name) => `sum(${name})`).join(', '));
const added = (table: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));

/** Adds the rows of `source` to the totals, in one statement; returns how many there were. @param also more CTEs. */
async function addUp(tx: Transaction, zone: string, source: SQL, also = sql``): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with ${also} source as (${source}),
    local as materialized (
      select *, (at at time zone ${zone})::date as day, extract(hour from at at time zone ${zone})::int as hour from source
    ),
    sold as (
      select * from local
      where product_id is not null and status <> all(${sql.param([...lostStatuses])}::text[])
    ),
    hours as (
      insert into sales_by_hour (day, hour, status, ${columns})
      select day, hour, status, ${sums} from local group by day, hour, status
      on conflict (day, hour, status) do update set ${added('sales_by_hour', measures)}
    ),
    kinds as (
      insert into sales_by_kind (day, product_type, category_name, units, revenue)
      select day, product_type, category_name, sum(units), sum(revenue) from sold group by 1, 2, 3
      on conflict (day, product_type, category_name) do update set ${added('sales_by_kind', ['units', 'revenue'])}
    ),
    products as (
      insert into sales_by_product (grain, starts_on, product_id, units, revenue)
      select grain, starts_on, product_id, sum(units), sum(revenue)
      from sold
      cross join unnest(${sql.param([...periods])}::text[]) as grain
      cross join lateral (select date_trunc(grain, day)::date as starts_on) as period
      group by 1, 2, 3
      -- So that a period lies together on the disk and is read in one go.
      order by 1, 2, 3
      on conflict (grain, starts_on, product_id) do update set ${added('sales_by_product', ['units', 'revenue'])}
    )
    select count(*)::int as folded from local`);
  return rows[0]?.folded ?? 0;
}
