/**
 * Adds the deltas that triggers write to the totals of sales by store day. One run at a time across all instances;
 * readers read totals and deltas in one snapshot. Order Analytics counts by the day an order was placed, the books by the
 * day it was handed over. A delta of a day whose month is closed is stored as a correction, too.
 */
import { type SQL, sql } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lostStatuses } from '#core/sales/orders/order.ts';
import { lockAdvisory, tryLockAdvisory } from '#db/advisory-locks.ts';
import { inLongTransaction, inTransaction, type Transaction } from '#db/client.ts';
import {
  cashByPerson,
  handedOverByClass,
  salesByHour,
  salesByKind,
  salesByProduct,
  taxByRule,
} from '#db/schema/analytics.ts';
import { closedUntil } from './closed-until-queries.server.ts';
import { periods } from './range.ts';
import { cashOfOrders, salesOfOrders } from './sales-of-orders.ts';

/** Deltas per transaction: it waits for no one and finishes in a moment. */
const BATCH = 20_000;

/** The definition of the totals: increment it when they must be rebuilt, because they count something else. */
const TOTALS = 2;

/**
 * Folds every delta. If the settings' time zone or the definition differs from the totals', every order moves to another
 * day: then it rebuilds all totals.
 */
export async function foldSales(): Promise<void> {
  const { zone } = (await readSettings()).store;
  for (;;) {
    const folded = await inTransaction(async (tx) =>
      (await tryLockAdvisory(tx, 'salesFold')) ? foldBatch(tx, zone) : 'another-folds',
    );
    if (folded === 'another-folds') return;
    if (folded === 'other-totals') return inLongTransaction((tx) => rebuildSales(tx, zone));
    if (folded < BATCH) return;
  }
}

/**
 * Folds every delta in the caller's transaction, which has waited for the other folds: until it ends, the totals do not
 * change. False if the totals are those of another time zone or definition and must be rebuilt first.
 */
export async function foldAllSales(tx: Transaction, zone: string): Promise<boolean> {
  await lockAdvisory(tx, 'salesFold');
  for (;;) {
    const folded = await foldBatch(tx, zone);
    if (folded === 'other-totals') return false;
    if (folded < BATCH) return true;
  }
}

/** Under the lock on folds. */
async function foldBatch(tx: Transaction, zone: string): Promise<number | 'other-totals'> {
  await tx.execute(
    sql`insert into sales_zone (zone, definition) values (${zone}, ${TOTALS}) on conflict do nothing`,
  );
  const { rows } = await tx.execute<{ zone: string; definition: number }>(
    sql`select zone, definition from sales_zone`,
  );
  if (rows[0]?.zone !== zone || rows[0].definition !== TOTALS) return 'other-totals';
  const oldest = sql`where id in (select id from sales_deltas order by id limit ${BATCH})`;
  return addUp(tx, zone, oldest, sql`select * from folded`);
}

/** Rebuilds all totals from the orders themselves. */
export async function rebuildSales(tx: Transaction, zone: string): Promise<void> {
  await lockAdvisory(tx, 'salesFold');
  // Deleted and not truncated: concurrent readers still see them.
  await tx.delete(salesByHour);
  await tx.delete(salesByKind);
  await tx.delete(salesByProduct);
  await tx.delete(handedOverByClass);
  await tx.delete(taxByRule);
  await tx.delete(cashByPerson);
  // One statement, so one snapshot: an order's change in an open transaction is neither in the sum nor among the
  // deleted deltas, and transactions that write orders do not wait.
  await addUp(tx, zone, sql``, standing);
  await tx.execute(sql`
    insert into sales_zone (zone, definition) values (${zone}, ${TOTALS})
    on conflict (is_it) do update set zone = excluded.zone, definition = excluded.definition`);
  await tx.execute(sql`update sales_corrections set day = (booked_at at time zone ${zone})::date`);
}

const isCash = sql`(taken <> 0 or returned <> 0)`;
const notLost = sql`status <> all(${sql.param([...lostStatuses])}::text[])`;

const standing = sql`${salesOfOrders} union all ${cashOfOrders}`;

/** The sums of the totals, as insert columns and as updates of an existing row. */
const measures = [
  'orders',
  'first_orders',
  'units',
  'revenue',
  'cost',
  'costed_revenue',
  'discount',
  'tax',
  'cannabis_units',
  'ready_orders',
  'ready_seconds',
  'refunded',
  'refunded_tax',
];
const classMeasures = [
  'orders',
  'units',
  'revenue',
  'cost',
  'costed_revenue',
  'discount',
  'tax',
  'refunded',
  'refunded_tax',
];
const kindMeasures = [
  'units',
  'revenue',
  'cost',
  'costed_revenue',
  'discount',
  'tax',
  'refunded',
  'refunded_tax',
];
const ruleMeasures = ['base', 'amount', 'refunded_base', 'refunded'];
const cashMeasures = ['payments', 'taken', 'refunds', 'returned', 'rounding'];
const columnsOf = (names: readonly string[]) => sql.raw(names.join(', '));
const sumsOf = (names: readonly string[]) => sql.raw(names.map((name) => `sum(${name})`).join(', '));
const added = (table: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));
/** What a correction keeps of its delta. */
const kept =
  sql.raw(`id, at, booked_at, recorded_at, order_id, status, product_id, product_type, category_name, tax_class,
  ${measures.join(', ')}, tax_parts, tax_sign, taken, returned, rounding, person_id, person_name`);

/**
 * Deletes the deltas that `folded` finds and adds the rows of `source` to the totals, in one statement; returns how many
 * deltas there were. Keeps those of closed months as corrections, without what cancels out: a status that still counts
 * as a sale subtracts a line and adds the same line.
 */
async function addUp(tx: Transaction, zone: string, folded: SQL, source: SQL): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with folded as (delete from sales_deltas ${folded} returning *),
    late as materialized (
      select folded.*, (booked_at at time zone ${zone})::date as day,
        greatest((recorded_at at time zone ${zone})::date, closed_until + 1) as booked_on
      from folded cross join (${closedUntil}) as books
      where (booked_at at time zone ${zone})::date <= closed_until
    ),
    corrections as (
      insert into sales_corrections (day, booked_on, ${kept})
      select day, booked_on, ${kept} from (
        select *, (sum(orders) over same, sum(units) over same, sum(revenue) over same, sum(cost) over same,
          sum(discount) over same, sum(tax) over same, sum(refunded) over same, sum(taken) over same, sum(returned) over same,
          sum(rounding) over same,
          sum(case when tax_parts is null then 0 else tax_sign end) over same) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) as differs
        from late window same as (partition by order_id, day, product_id, tax_class, tax_parts, person_id)
      ) as change
      where differs
    ),
    source as (${source}),
    local as materialized (
      select *, (at at time zone ${zone})::date as day, extract(hour from at at time zone ${zone})::int as hour,
        (booked_at at time zone ${zone})::date as booked_day
      from source
    ),
    sold as (select * from local where product_id is not null and ${notLost}),
    hours as (
      insert into sales_by_hour (day, hour, status, ${columnsOf(measures)})
      select day, hour, status, ${sumsOf(measures)} from local where not ${isCash} group by day, hour, status
      on conflict (day, hour, status) do update set ${added('sales_by_hour', measures)}
    ),
    kinds as (
      insert into sales_by_kind (day, product_type, category_name, tax_class, ${columnsOf(kindMeasures)})
      select day, product_type, category_name, tax_class, ${sumsOf(kindMeasures)} from sold group by 1, 2, 3, 4
      on conflict (day, product_type, category_name, tax_class) do update set ${added('sales_by_kind', kindMeasures)}
    ),
    booked as (select * from local where booked_day is not null and not ${isCash}),
    classes as (
      insert into handed_over_by_class (day, tax_class, ${columnsOf(classMeasures)})
      select booked_day, coalesce(tax_class, ''), ${sumsOf(classMeasures)} from booked group by 1, 2
      on conflict (day, tax_class) do update set ${added('handed_over_by_class', classMeasures)}
    ),
    rules as (
      insert into tax_by_rule (day, rule_id, name, rate, ${columnsOf(ruleMeasures)})
      select booked_day, "ruleId", part.name, part.rate, sum(tax_sign * part.base), sum(tax_sign * part.amount),
        sum(case when is_refund then part.base else 0 end), sum(case when is_refund then part.amount else 0 end)
      from booked
      cross join lateral (select refunded <> 0 or refunded_tax <> 0 as is_refund) as kind
      cross join jsonb_to_recordset(tax_parts) as part ("ruleId" text, name text, rate float8, base bigint, amount bigint)
      group by 1, 2, 3, 4
      on conflict (day, rule_id, name, rate) do update set ${added('tax_by_rule', ruleMeasures)}
    ),
    drawer as (
      insert into cash_by_person (day, person_id, person_name, ${columnsOf(cashMeasures)})
      select day, coalesce(person_id::text, ''), coalesce(person_name, ''), sum(sign(taken)), sum(taken),
        sum(sign(returned)), sum(returned), sum(rounding)
      from local where ${isCash} group by 1, 2, 3
      on conflict (day, person_id, person_name) do update set ${added('cash_by_person', cashMeasures)}
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
    select count(*)::int as folded from folded`);
  return rows[0]?.folded ?? 0;
}
