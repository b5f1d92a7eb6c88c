/**
 * Reads sums of sales: the totals by store day and the deltas not folded into them yet, in one statement. Several of
 * these agree with each other only within one snapshot. They check no permission: `report-queries` does.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lostStatuses } from '#core/sales/orders/order.ts';
import type { Transaction } from '#db/client.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, startOfDay } from '#kernel/time.ts';
import type { Sums, SumsByStatus } from './figures.ts';
import type { DayRange } from './range.ts';
import type { Breakdown } from './report.ts';
import { salesOfOrders } from './sales-of-orders.ts';

/** `zone` is the totals' time zone. */
export type Asked = { days: DayRange; zone: string };

/** The last of the days counts until this time of its clock, or whole. */
type AskedUntil = Asked & { until?: Temporal.PlainTime | undefined };

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
  ['refundedTax', 'refunded_tax'],
  ['discount', 'discount'],
  ['tax', 'tax'],
] as const satisfies readonly (readonly [keyof Sums, string])[];

const columns = sql.raw(measures.map(([, column]) => column).join(', '));
/** The sums exceed the integers that the driver reads as numbers; float8 is exact up to 2^53. */
const sums = sql.raw(measures.map(([name, column]) => `sum(${column})::float8 as "${name}"`).join(', '));
/** For deltas and the hourly totals: whether they count as sales. */
export const counts = sql`status <> all(${sql.param([...lostStatuses])}::text[])`;

/** The deltas of orders placed on these days. */
export function within({ days, zone }: Asked): SQL {
  const end = startOfDay(days.to.add({ days: 1 }), zone);
  return sql`at >= ${asDate(startOfDay(days.from, zone))} and at < ${asDate(end)}`;
}

export const between = (column: SQL, { from, to }: DayRange) =>
  sql`${column} between ${from.toString()}::date and ${to.toString()}::date`;

function hours({ days, zone, until }: AskedUntil): SQL {
  if (until === undefined) return wholeDays({ days, zone });
  const { to } = days;
  // Totals know whole hours only. The orders of one day are few.
  return sql`
    ${wholeDays({ days: { from: days.from, to: to.subtract({ days: 1 }) }, zone })}
    union all
    select (at at time zone ${zone})::date, extract(hour from at at time zone ${zone})::int, status, ${columns}
    from (${salesOfOrders}) as sale
    where ${within({ days: { from: to, to }, zone })}
      and (at at time zone ${zone})::time < ${until.toString({ smallestUnit: 'microsecond' })}::time`;
}

function wholeDays(asked: Asked): SQL {
  return sql`
    select day, hour, status, ${columns} from sales_by_hour where ${between(sql`day`, asked.days)}
    union all
    select (at at time zone ${asked.zone})::date, extract(hour from at at time zone ${asked.zone})::int, status, ${columns}
    from sales_deltas where taken = 0 and returned = 0 and ${within(asked)}`;
}

/** What counts as a sale, without refunded lines. */
export type Sale = { orders: number; units: number; revenue: number };

export type SalesOfDays = {
  /** By 'yyyy-mm-dd', by hour 0 to 23, by weekday 1 (Monday) to 7; a missing key means zero. */
  byDay: ReadonlyMap<string, Sale>;
  byHour: ReadonlyMap<string, Sale>;
  byWeekday: ReadonlyMap<string, Sale>;
  /** By weekday and hour: '5 14' is Friday from 2 PM. */
  byHourOfWeek: ReadonlyMap<string, Sale>;
};

export async function salesOf(tx: Pick<Transaction, 'execute'>, asked: AskedUntil): Promise<SalesOfDays> {
  const { rows } = await tx.execute<
    Sale & { day: string | null; hour: string | null; weekday: string | null }
  >(sql`
    select day::text, hour::text, weekday::text,
      coalesce(sum(orders) filter (where ${counts}), 0)::float8 as orders,
      coalesce(sum(units) filter (where ${counts}), 0)::float8 as units,
      coalesce(sum(revenue) filter (where ${counts}), 0)::float8 as revenue
    from (select *, extract(isodow from day)::int as weekday from (${hours(asked)}) as hours) as local
    group by grouping sets ((day), (weekday, hour))`);
  const byDay = new Map<string, Sale>();
  const byHour = new Map<string, Sale>();
  const byWeekday = new Map<string, Sale>();
  const byHourOfWeek = new Map<string, Sale>();
  for (const { day, hour, weekday, ...sale } of rows) {
    if (day !== null) byDay.set(day, sale);
    if (hour === null || weekday === null) continue;
    byHourOfWeek.set(`${weekday} ${hour}`, sale);
    byHour.set(hour, together(byHour.get(hour), sale));
    byWeekday.set(weekday, together(byWeekday.get(weekday), sale));
  }
  return { byDay, byHour, byWeekday, byHourOfWeek };
}

function together(one: Sale | undefined, other: Sale): Sale {
  if (!one) return other;
  return {
    orders: one.orders + other.orders,
    units: one.units + other.units,
    revenue: one.revenue + other.revenue,
  };
}

export async function sumsByStatus(tx: Transaction, asked: AskedUntil): Promise<SumsByStatus> {
  const { rows } = await tx.execute<Sums & { status: OrderStatus }>(
    sql`select status, ${sums} from (${hours(asked)}) as local group by status`,
  );
  return new Map(rows.map((row) => [row.status, sumsOf(row)]));
}

function sumsOf(row: Sums): Sums {
  return Object.fromEntries(measures.map(([name]) => [name, row[name]])) as Sums;
}

/** Money in cents; `revenue` and `tax` are without refunds. */
export type SoldPart = {
  name: string;
  units: number;
  discount: number;
  refunded: number;
  revenue: number;
  tax: number;
  /** Wholesale cost of the lines that have a wholesale price, and the revenue of those lines. */
  cost: number;
  costedRevenue: number;
};

/** Sales by product type or category as named at the time of sale, largest revenue first. */
export async function salesByKind(
  tx: Transaction,
  asked: AskedUntil,
  by: Exclude<Breakdown, 'status'>,
): Promise<SoldPart[]> {
  const column = by === 'category' ? sql`category_name` : sql`product_type`;
  const { rows } = await tx.execute<SoldPart>(sql`
    select name, sum(units)::float8 as units, sum(discount)::float8 as discount, sum(refunded)::float8 as refunded,
      sum(revenue)::float8 as revenue, sum(tax)::float8 as tax, sum(cost)::float8 as cost,
      sum(costed_revenue)::float8 as "costedRevenue"
    from (${kinds(asked, column)}) as sold
    group by name having (sum(units), sum(revenue), sum(refunded), sum(tax)) <> (0, 0, 0, 0) order by sum(revenue) desc, name`);
  return rows;
}

const kindColumns = sql.raw('units, discount, refunded, revenue, tax, cost, costed_revenue');

function kinds({ days, zone, until }: AskedUntil, column: SQL): SQL {
  const ofSales = (days: DayRange) => sql`product_id is not null and ${counts} and ${within({ days, zone })}`;
  const wholeDays = (days: DayRange) => sql`
    select ${column} as name, ${kindColumns} from sales_by_kind where ${between(sql`day`, days)}
    union all
    select ${column}, ${kindColumns} from sales_deltas where ${ofSales(days)}`;
  if (until === undefined) return wholeDays(days);
  const { from, to } = days;
  return sql`
    ${wholeDays({ from, to: to.subtract({ days: 1 }) })}
    union all
    select ${column}, ${kindColumns} from (${salesOfOrders}) as sale
    where ${ofSales({ from: to, to })}
      and (at at time zone ${zone})::time < ${until.toString({ smallestUnit: 'microsecond' })}::time`;
}
