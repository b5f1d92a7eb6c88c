/**
 * Reads sums of sales: the totals by store day and the deltas that are not folded into them yet, in one statement.
 * Several of these agree with each other within one snapshot only. They ask nobody who they are: `report-queries` does.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lostStatuses } from '#features/orders/order.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, parseDate, startOfDay } from '#kernel/time.ts';
import type { Sums, SumsByStatus } from './figures.ts';
import { type DayRange, splitByPeriods } from './range.ts';
import type { Breakdown } from './report.ts';

/** `zone` is the one the totals are of. */
type Asked = { days: DayRange; zone: string };

const measures = [
  ['orders', 'orders'],
  ['firstOrders', 'first_orders'],
  ['units', 'units'],
  ['revenue', 'revenue'],
  ['cost', 'cost'],
  ['costedRevenue', 'costed_revenue'],
  ['cannabisUnits', 'cannabis_units'],
  ['readyOrders', 'ready_orders'],
  ['readySeconds', 'ready_seconds'],
  ['refunded', 'refunded'],
] as const satisfies readonly (readonly [keyof Sums, string])[];

const columns = sql.raw(measures.map(([, column]) => column).join(', '));
/** A sum of whole numbers beyond what the driver takes for one; exact up to 2^53. */
const sums = sql.raw(measures.map(([name, column]) => `sum(${column})::float8 as "${name}"`).join(', '));
const counts = sql`status <> all(${sql.param([...lostStatuses])}::text[])`;

/** The deltas of orders placed on these days. */
function within({ days, zone }: Asked): SQL {
  const end = startOfDay(days.to.add({ days: 1 }), zone);
  return sql`at >= ${asDate(startOfDay(days.from, zone))} and at < ${asDate(end)}`;
}

const between = (column: SQL, { from, to }: DayRange) =>
  sql`${column} between ${from.toString()}::date and ${to.toString()}::date`;

function hours(asked: Asked): SQL {
  return sql`
    select day, hour, status, ${columns} from sales_by_hour where ${between(sql`day`, asked.days)}
    union all
    select (at at time zone ${asked.zone})::date, extract(hour from at at time zone ${asked.zone})::int, status, ${columns}
    from sales_deltas where ${within(asked)}`;
}

/** What counts as a sale, less what was given back. */
export type Sale = { orders: number; units: number; revenue: number };

export type SalesOfDays = {
  byStatus: SumsByStatus;
  /** By 'yyyy-mm-dd', by hour 0 to 23, by weekday 1 (Monday) to 7; what is missing is nothing. */
  byDay: ReadonlyMap<string, Sale>;
  byHour: ReadonlyMap<string, Sale>;
  byWeekday: ReadonlyMap<string, Sale>;
};

export async function salesOf(tx: Transaction, asked: Asked): Promise<SalesOfDays> {
  type Row = Sums & {
    kind: 'day' | 'hour' | 'weekday' | 'status';
    key: string;
    soldOrders: number;
    soldUnits: number;
    soldRevenue: number;
  };
  const { rows } = await tx.execute<Row>(sql`
    select case grouping(day, hour, weekday, status) when 7 then 'day' when 11 then 'hour' when 13 then 'weekday' else 'status' end as kind,
      coalesce(day::text, hour::text, weekday::text, status) as key, ${sums},
      coalesce(sum(orders) filter (where ${counts}), 0)::float8 as "soldOrders",
      coalesce(sum(units) filter (where ${counts}), 0)::float8 as "soldUnits",
      (coalesce(sum(revenue) filter (where ${counts}), 0) - sum(refunded))::float8 as "soldRevenue"
    from (select *, extract(isodow from day)::int as weekday from (${hours(asked)}) as hours) as local
    group by grouping sets ((day), (hour), (weekday), (status))`);
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const sold = (kind: Row['kind']) =>
    new Map(
      of(kind).map(({ key, soldOrders, soldUnits, soldRevenue }) => [
        key,
        { orders: soldOrders, units: soldUnits, revenue: soldRevenue },
      ]),
    );
  return {
    byStatus: new Map(of('status').map((row) => [row.key as OrderStatus, sumsOf(row)])),
    byDay: sold('day'),
    byHour: sold('hour'),
    byWeekday: sold('weekday'),
  };
}

export async function sumsByStatus(tx: Transaction, asked: Asked): Promise<SumsByStatus> {
  const { rows } = await tx.execute<Sums & { status: OrderStatus }>(
    sql`select status, ${sums} from (${hours(asked)}) as local group by status`,
  );
  return new Map(rows.map((row) => [row.status, sumsOf(row)]));
}

function sumsOf(row: Sums): Sums {
  return Object.fromEntries(measures.map(([name]) => [name, row[name]])) as Sums;
}

export type SoldPart = { name: string; units: number; revenue: number };

/** Sales by product type or category as they were called when they were sold, the largest revenue first. */
export async function salesByKind(
  tx: Transaction,
  asked: Asked,
  by: Exclude<Breakdown, 'status'>,
): Promise<SoldPart[]> {
  const column = by === 'category' ? sql`category_name` : sql`product_type`;
  const { rows } = await tx.execute<SoldPart>(sql`
    select name, sum(units)::float8 as units, sum(revenue)::float8 as revenue
    from (
      select ${column} as name, units, revenue from sales_by_kind where ${between(sql`day`, asked.days)}
      union all
      select ${column}, units, revenue from sales_deltas
      where product_id is not null and ${counts} and ${within(asked)}
    ) as sold
    group by name having sum(units) <> 0 order by sum(revenue) desc, name`);
  return rows;
}

export type Seller = { id: number; name: string; units: number; revenue: number };
export type SlowSeller = Seller & { onHand: number };

/** From the first to the last day with sales in the totals by product; null where there are none. */
async function daysWithSales(tx: Transaction): Promise<DayRange | null> {
  const { rows } = await tx.execute<{ from: string | null; to: string | null }>(sql`
    select min(starts_on)::text as from, max(starts_on)::text as to from sales_by_product where grain = 'day'`);
  const [from, to] = [parseDate(rows[0]?.from ?? ''), parseDate(rows[0]?.to ?? '')];
  return from && to ? { from, to } : null;
}

/**
 * The products that sold the most units, and those on the menu with units on the shelf that sold the fewest. What came
 * to the menu after the first day has not had its chance yet.
 */
export async function sellersOf(
  tx: Transaction,
  asked: Asked,
  shown: number,
): Promise<{ best: Seller[]; slowest: SlowSeller[] }> {
  const totals = splitByPeriods(asked.days, await daysWithSales(tx)).map(
    ({ period, ...days }) => sql`
      select product_id, units, revenue from sales_by_product
      where grain = ${period} and ${between(sql`starts_on`, days)}
      union all`,
  );
  // Whole numbers below 2^53 are exact as float8, and added up in half the time of bigint, whose sums are numeric.
  // What is left out of the slowest are few, so they are named: asking a hundred thousand products one by one is slow.
  const { rows } = await tx.execute<SlowSeller & { list: 'best' | 'slowest' }>(sql`
    with sold as materialized (
      select product_id, sum(units::float8) as units, sum(revenue::float8) as revenue
      from (
        ${sql.join(totals)}
        select product_id, units, revenue from sales_deltas
        where product_id is not null and ${counts} and ${within(asked)}
      ) as lines
      group by product_id
    ), best as (
      select 'best' as list, product_id as id, units, revenue, 0 as on_hand
      from sold where units > 0
      order by units desc, revenue desc, product_id limit ${shown}
    ), slowest as (
      select 'slowest' as list, stock.product_id as id, coalesce(units, 0) as units,
        coalesce(revenue, 0) as revenue, on_hand
      from product_stock as stock left join sold on sold.product_id = stock.product_id
      where on_hand > 0 and stock.product_id not in (
        select id from products where not for_sale
        union all select id from products where archived_at is not null
        union all select id from products
          where created_at >= ${asDate(startOfDay(asked.days.from, asked.zone))})
      order by 3, on_hand desc, 2 limit ${shown}
    ), shown as (select * from best union all select * from slowest)
    select list, shown.id, products.name, units, revenue, on_hand as "onHand"
    from shown join products on products.id = shown.id
    order by list, case list when 'best' then -units else units end,
      case list when 'best' then -revenue else -on_hand end, shown.id`);
  const of = (list: 'best' | 'slowest') => rows.filter((row) => row.list === list);
  return {
    best: of('best').map(({ id, name, units, revenue }) => ({ id, name, units, revenue })),
    slowest: of('slowest').map(({ id, name, units, revenue, onHand }) => ({
      id,
      name,
      units,
      revenue,
      onHand,
    })),
  };
}
