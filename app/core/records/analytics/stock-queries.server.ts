/**
 * Reads how the stock of each product sells: units sold and on the shelf, what runs out before the weekend is over, and
 * what is bought together. In one snapshot, from the totals and the ledger; nothing on the way of an order.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { StoreClock } from '#core/ground/settings/store-clock.server.ts';
import type { Transaction } from '#db/client.ts';
import { reportSnapshot } from '#db/reports.ts';
import { asDate, parseDate, type StoreDate, startOfDay } from '#kernel/time.ts';
import { type Basket, basketsOf, FEWEST_ORDERS, type Pair } from './baskets.ts';
import { daysOfStock, daysSoFar, endOfWeekend, PACE_DAYS, runsOutOn, sellThrough, weekPace } from './pace.ts';
import type { DayRange } from './range.ts';
import { between, counts, within } from './sales-queries.server.ts';
import { daysWithSales, totalsOf } from './sellers-queries.server.ts';
import { PRODUCTS_SHOWN, type StockOrder } from './stock-report.ts';

const RUNNING_OUT_SHOWN = 20;
const RUNNING_OUT_READ = 500;
const BASKETS_SHOWN = 12;
/** Pairs are counted in this many of the newest orders: more change little and cost a second. */
const ORDERS_READ = 20_000;

/** Money in cents. */
export type StockLine = {
  id: number;
  name: string;
  units: number;
  revenue: number;
  /** Units on sale when the range began, and those that were put on sale in it. */
  there: number;
  /** On the shelf and not reserved, now. */
  available: number;
  /** From 0 to 1; null where nothing was there. */
  sellThrough: number | null;
  /** How long `available` lasts at the pace of the range, or since the product is there; null where nothing was sold. */
  daysLeft: number | null;
};

export type RunningOut = {
  id: number;
  name: string;
  available: number;
  day: StoreDate;
  unitsThatDay: number;
};

/** `names` are the products' present names. */
export type NamedBasket = Basket & { names: readonly [string, string] };

export type StockReport = {
  products: StockLine[];
  runningOut: RunningOut[];
  /** How many products run out, also those that are not shown. */
  runningOutCount: number;
  weekendEnds: StoreDate;
  baskets: NamedBasket[];
  /** Orders in which pairs were counted, and whether there are older ones in the range. */
  basketOrders: number;
  basketsAreNewest: boolean;
};

export type StockAsked = { days: DayRange; order: StockOrder; clock: StoreClock };

/** Null for people who may not read the money figures. */
export function readStockReport(actor: Actor, asked: StockAsked): Promise<StockReport | null> {
  if (!may(actor, 'analytics.read')) return Promise.resolve(null);
  return reportSnapshot(async (tx) => ({
    products: await stockLines(tx, asked, PRODUCTS_SHOWN),
    ...(await runningOut(tx, asked.clock)),
    ...(await readBaskets(tx, asked)),
  }));
}

/** All products, for the file; null as above. */
export function readStockLines(actor: Actor, asked: StockAsked): Promise<StockLine[] | null> {
  if (!may(actor, 'analytics.read')) return Promise.resolve(null);
  return reportSnapshot((tx) => stockLines(tx, asked, null));
}

const sold = (totals: SQL) => sql`
  select product_id, sum(units)::int as units, sum(revenue)::float8 as revenue from (${totals}) as lines group by product_id`;

/** `seen`: days of the range since the product is there. */
type FoundLine = Omit<StockLine, 'sellThrough' | 'daysLeft'> & { seen: number };

async function stockLines(
  tx: Transaction,
  { days, order, clock }: StockAsked,
  most: number | null,
): Promise<StockLine[]> {
  const { now, today, zone } = clock;
  const totals = totalsOf({ days, zone }, await daysWithSales(tx));
  const begins = asDate(startOfDay(days.from, zone));
  const ends = asDate(startOfDay(days.to.add({ days: 1 }), zone));
  const orders: Record<StockOrder, SQL> = {
    soon: sql`(available = 0), (units <= 0), available * seen / nullif(greatest(units, 0), 0)::float8, units desc`,
    slow: sql`(available = 0), greatest(units, 0) / nullif(there, 0)::float8, available desc`,
    sold: sql`units desc, revenue desc`,
  };
  const { rows } = await tx.execute<FoundLine>(sql`
    select id, name, units, revenue, there, available, seen from (
      select id, name,
        greatest(1, ${days.to.toString()}::date
          - greatest(${days.from.toString()}::date, (created_at at time zone ${zone})::date) + 1)::int as seen,
        coalesce(sold.units, 0) as units, coalesce(sold.revenue, 0) as revenue,
        (stock.on_hand - coalesce(since, 0) + coalesce(came, 0))::int as there, stock.on_hand - stock.held as available,
        archived_at is null and for_sale as is_on_menu
      from products
      join product_stock as stock on stock.product_id = products.id
      left join (${sold(totals(sql`true`))}) as sold on sold.product_id = products.id
      left join (
        select product_id, sum(on_hand_change) as since,
          sum(on_hand_change) filter (where on_hand_change > 0 and created_at < ${ends}) as came
        from stock_ledger where created_at >= ${begins} and on_hand_change <> 0 group by product_id
      ) as moved on moved.product_id = products.id
    ) as line
    where units <> 0 or (is_on_menu and (there > 0 or available > 0))
    order by ${orders[order]}, id ${most === null ? sql`` : sql`limit ${most}`}`);
  const partOfToday = days.to.equals(today) ? partOfDay(now, today, zone) : null;
  return rows.map(({ seen, ...line }) => ({
    ...line,
    sellThrough: sellThrough(line.units, line.there),
    daysLeft: daysOfStock(line.available, line.units / daysSoFar(seen, partOfToday)),
  }));
}

/** The part of today that has passed; a day when clocks change has 23 or 25 hours. */
function partOfDay(now: StoreClock['now'], today: StoreDate, zone: string): number {
  const [start, end] = [startOfDay(today, zone), startOfDay(today.add({ days: 1 }), zone)];
  return (
    (now.epochMilliseconds - start.epochMilliseconds) / (end.epochMilliseconds - start.epochMilliseconds)
  );
}

type FoundPace = {
  id: number;
  name: string;
  since: string;
  available: number;
  soldToday: number;
  sold: (number | null)[];
};

async function runningOut(tx: Transaction, { today, zone }: StoreClock) {
  const days = { from: today.subtract({ days: PACE_DAYS }), to: today };
  const isPast = sql`day < ${today.toString()}::date`;
  const byWeekday = Array.from(
    { length: 7 },
    (_, at) => sql`sum(units) filter (where ${isPast} and extract(isodow from day) = ${at + 1})`,
  );
  // By day and not by longer periods: the weekday matters.
  const { rows } = await tx.execute<FoundPace>(sql`
    select id, name, (created_at at time zone ${zone})::date::text as since, on_hand - held as available,
      coalesce(sold_today, 0)::int as "soldToday", sold
    from (
      select product_id, array[${sql.join(byWeekday, sql`, `)}]::int[] as sold,
        sum(units) filter (where ${isPast}) as before, sum(units) filter (where not (${isPast})) as sold_today
      from (
        select product_id, units, starts_on as day from sales_by_product
        where grain = 'day' and ${between(sql`starts_on`, days)}
        union all
        select product_id, units, (at at time zone ${zone})::date from sales_deltas
        where product_id is not null and ${counts} and ${within({ days, zone })}
      ) as lines
      group by product_id
    ) as pace
    join products on id = pace.product_id and archived_at is null and for_sale
    join product_stock as stock on stock.product_id = id
    -- A weekday comes at most twice; a product that is new sells as much in a week as since it came.
    where on_hand > held and on_hand - held <= 2 * before
    order by (on_hand - held) / before::float8, id limit ${RUNNING_OUT_READ}`);
  const weekendEnds = endOfWeekend(today);
  const found = rows.flatMap(({ id, name, since, available, soldToday, sold }): RunningOut[] => {
    const pace = weekPace([0, ...sold.map((units) => units ?? 0)], parseDate(since) ?? today, today);
    const day = runsOutOn({ available, soldToday, pace }, today, weekendEnds);
    return day ? [{ id, name, available, day, unitsThatDay: pace[day.dayOfWeek] ?? 0 }] : [];
  });
  const soonest = found.sort(
    (one, other) =>
      other.day.until(one.day).days || other.unitsThatDay - one.unitsThatDay || one.id - other.id,
  );
  return {
    runningOut: soonest.slice(0, RUNNING_OUT_SHOWN),
    runningOutCount: found.length,
    weekendEnds,
  };
}

type FoundPair = Pair & { names: [string, string] };

/** Pairs of products in orders that count as sales, each product once an order. */
async function readBaskets(tx: Transaction, { days, clock: { zone } }: StockAsked) {
  const newest = sql`
    select id from orders
    where created_at >= ${asDate(startOfDay(days.from, zone))}
      and created_at < ${asDate(startOfDay(days.to.add({ days: 1 }), zone))} and ${counts}
    order by created_at desc, id desc`;
  const { rows: counted } = await tx.execute<{ orders: number }>(
    sql`select count(*)::int as orders from (${newest} limit ${ORDERS_READ + 1}) as newest`,
  );
  const found = counted[0]?.orders ?? 0;
  const orders = Math.min(found, ORDERS_READ);
  const { rows: pairs } = await tx.execute<FoundPair>(sql`
    with newest as materialized (${newest} limit ${ORDERS_READ}),
    line as materialized (select distinct order_id, product_id from order_items join newest on newest.id = order_id),
    single as materialized (
      select product_id, count(*)::int as orders from line group by product_id having count(*) >= ${FEWEST_ORDERS}
    ),
    often as materialized (select order_id, line.product_id from line join single using (product_id))
    select one, other, together, of_one.orders as "ofOne", of_other.orders as "ofOther",
      array[one_product.name, other_product.name] as names
    from (
      select one.product_id as one, other.product_id as other, count(*)::int as together
      from often as one join often as other on other.order_id = one.order_id and other.product_id > one.product_id
      group by 1, 2 having count(*) >= ${FEWEST_ORDERS}
    ) as pair
    join single as of_one on of_one.product_id = one join single as of_other on of_other.product_id = other
    join products as one_product on one_product.id = one join products as other_product on other_product.id = other`);
  const namesOf = new Map(pairs.map(({ one, other, names }) => [`${one} ${other}`, names]));
  return {
    baskets: basketsOf(pairs, orders, BASKETS_SHOWN).map(
      (basket): NamedBasket => ({
        ...basket,
        names: namesOf.get(`${basket.one} ${basket.other}`) ?? ['', ''],
      }),
    ),
    basketOrders: orders,
    basketsAreNewest: found > orders,
  };
}
