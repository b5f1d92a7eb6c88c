/** Creates any number of past orders with lines, reservations and ledger, spread over two years of pickup days. */
import { type SQL, sql } from 'drizzle-orm';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { rebuildSales } from '#core/records/analytics/fold-sales.server.ts';
import { shippedTaxRules } from '#core/sales/compliance/tax.ts';
import { type Database, inTransaction, type Transaction } from '#db/client.ts';
import { draw } from './draw.ts';
import { withoutUpkeep } from './without-upkeep.ts';

const BATCH = 25_000;

/** Weeks of history; the last one ended before this week began. */
const WEEKS = 104;

/** Cumulative percentage of a week's orders that are picked up by the end of each day, from Monday. */
const UNTIL_DAY = [8, 17, 27, 41, 64, 89, 100];

/** Of a hundred orders, at most this many are completed or canceled; the rest are not picked up. */
const COMPLETED = 92;
const COMPLETED_OR_CANCELLED = 98;

/** The tables that grow with every order. */
const WRITTEN = ['orders', 'pickup_reservations', 'order_items', 'reservation_lots', 'stock_ledger'];

/** From this ratio of new to existing orders on, rebuilding indexes is cheaper than updating them. */
const REBUILD_FROM = 0.2;

/** Fewer products cannot fill an order of three different lines. */
export const LEAST_PRODUCTS = 3;

/**
 * Adds `count` orders in one transaction: if it stops midway, there are none. One row per product receives the units
 * they sold in advance, so lots and stock do not change; nothing is still held. A line has one ledger row, its sale,
 * because its hold and release add up to zero. `existing` is the number of orders before: many new ones lock their
 * tables, products and users while this runs. @param now the current time.
 */
export async function fillOrders(
  count: number,
  existing: number,
  progress: (done: number) => void,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  if (count === 0) return;
  await inTransaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64MB'`);
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    const fill = async () => {
      await prepare(tx, count, at);
      for (let done = 0; done < count; ) {
        const size = Math.min(BATCH, count - done);
        await drawOrders(tx, done, size, count, at);
        await writeOrders(tx);
        done += size;
        progress(done);
      }
    };
    if (count < existing * REBUILD_FROM) await fill();
    else await withoutUpkeep(tx, WRITTEN, fill);
    await markFirstOrders(tx);
    await rebuildSales(tx, defaultSettings().store.zone);
    await tx.execute(sql`
      insert into pickup_slots (starts_at, taken)
      select starts_at, sum(taken) from bulk_slot group by starts_at
      on conflict (starts_at) do update set taken = pickup_slots.taken + excluded.taken`);
  });
}

/** The tax rule of these orders' quotes: the shipped one, created if the database has none. */
export async function ensureTaxRule(db: Database): Promise<void> {
  const { taxClass, name, rate, from } = shippedRule();
  await db.execute(sql`
    insert into tax_rules (tax_class, name, rate, "from")
    select ${taxClass}, ${name}, ${rate}::int, ${from}::date
    where not exists (select from tax_rules where name = ${name})`);
}

function shippedRule() {
  const [rule] = shippedTaxRules;
  if (!rule) throw new Error('no tax rule is shipped');
  return rule;
}

/**
 * The lines of orders `i`: which product (by its index among the goods), how many. Repeatable: every call draws the
 * same.
 */
function linesOf(numbers: SQL): SQL {
  const i = sql.raw('i');
  const step = sql`1 + ${draw(i, 33, sql`greatest((goods - 1) / 2, 1)`)}`;
  return sql`
    select i, position, ${draw(i, 31, 100)} as outcome,
      1 + (${draw(sql`i * 4 + position`, 35, 10)} >= 8)::int as quantity,
      -- The square makes favourites; the step keeps the lines of an order apart.
      ((floor(goods * power(${draw(i, 32, 1_000_000)} / 1000000.0, 2))::bigint + position * (${step})) % goods)::int as good
    from ${numbers} as i cross join bulk_size
    cross join lateral generate_series(0, ${draw(i, 34, 3)}) as position`;
}

/** Numbers the rows to draw from, and receives the units that the orders are going to sell. */
async function prepare(tx: Transaction, count: number, at: SQL): Promise<void> {
  await tx.execute(sql`
    create temp table bulk_buyer on commit drop as
    select row_number() over (order by users.id) - 1 as n, users.id, email, full_name, birth_date, city, state, zipcode
    from users join customer_profiles on user_id = users.id
    where birth_date <= (${at} at time zone 'UTC')::date - 25 * 366 and not is_banned and is_verified_over21 is distinct from false`);
  await tx.execute(sql`
    create temp table bulk_good on commit drop as
    select row_number() over (order by products.id) - 1 as n, products.id, products.name, product_type, tax_class,
      retail_price, wholesale_price, requires_id, limit_category, limit_mg, categories.name as category_name, lot.id as lot_id
    from products
    join categories on categories.id = category_id
    cross join lateral (
      select lots.id from lots where product_id = products.id and status = 'sellable' order by lots.id limit 1
    ) as lot`);
  await tx.execute(sql`
    create temp table bulk_size on commit drop as
    select (select count(*) from bulk_good) as goods, (select count(*) from bulk_buyer) as buyers`);
  for (const table of ['bulk_buyer', 'bulk_good', 'bulk_size']) {
    await tx.execute(sql`analyze ${sql.identifier(table)}`);
  }
  await tx.execute(sql`create temp table bulk_slot (starts_at timestamptz, taken int) on commit drop`);
  await tx.execute(sql`
    insert into stock_ledger (product_id, lot_id, on_hand_change, reason, note, created_at)
    select bulk_good.id, lot_id, units, 'received', 'Sold since', ${at} - make_interval(weeks => ${WEEKS + 3}::int)
    from (
      select good, sum(quantity) as units from (${linesOf(sql`generate_series(0, ${count - 1}::int)`)}) as line
      where outcome < ${COMPLETED}::int group by good
    ) as sold
    join bulk_good on bulk_good.n = good`);
}

/** Draws orders `first` to `first + size - 1` of `count`, with their lines and money, into temporary tables. */
async function drawOrders(
  tx: Transaction,
  first: number,
  size: number,
  count: number,
  at: SQL,
): Promise<void> {
  const i = sql.raw('i');
  const { zone } = defaultSettings().store;
  const { name: taxName, rate } = shippedRule();
  const weekday = UNTIL_DAY.slice(0, -1).map((until) => sql`(share >= ${until}::int)::int`);
  await tx.execute(sql`drop table if exists bulk_line, bulk_order`);
  // The day follows the number, so that order numbers increase with time; slots from 11:00 on exist on every weekday.
  await tx.execute(sql`
    create temp table bulk_order on commit drop as
    select i, uuidv7() as id, bulk_buyer.id as user_id, email, full_name, birth_date, city, state, zipcode, starts_at,
      starts_at - make_interval(mins => 61 + ${draw(i, 42, 2_000)}) as ordered_at,
      case when ${draw(i, 31, 100)} < ${COMPLETED}::int then 'completed'
        when ${draw(i, 31, 100)} < ${COMPLETED_OR_CANCELLED}::int then 'cancelled' else 'no_show' end as status
    from generate_series(${first}::int, ${first + size - 1}::int) as i
    cross join bulk_size
    cross join lateral (select i::bigint * ${WEEKS}::int / ${count}::int as week,
      i::bigint * ${WEEKS}::int % ${count}::int * 100 / ${count}::int as share) as spread
    cross join lateral (select (date_trunc('week', ${at} at time zone ${zone}) - make_interval(weeks => ${WEEKS}::int - week::int)
      + make_interval(days => ${sql.join(weekday, sql` + `)}, mins => 660 + 30 * ${draw(i, 41, 12)})) at time zone ${zone} as starts_at) as slot
    join bulk_buyer on bulk_buyer.n = ${draw(i, 43, sql.raw('buyers'))}`);
  // One tax on the whole order, rounded half up, then split over its lines by largest remainder, as in quotes.
  await tx.execute(sql`
    create temp table bulk_line on commit drop as
    with line as (
      select drawn.i, position, quantity, bulk_good.*, retail_price * quantity as amount,
        sum(retail_price * quantity) over (partition by drawn.i) as subtotal
      from (${linesOf(sql`generate_series(${first}::int, ${first + size - 1}::int)`)}) as drawn
      join bulk_good on bulk_good.n = drawn.good
    ), taxed as (
      select *, (subtotal * ${rate}::int + 5000) / 10000 as order_tax,
        (subtotal * ${rate}::int + 5000) / 10000 * amount / greatest(subtotal, 1) as whole,
        (subtotal * ${rate}::int + 5000) / 10000 * amount % greatest(subtotal, 1) as remainder
      from line
    ), ranked as (
      select *, row_number() over (partition by i order by remainder desc, position)
        <= order_tax - sum(whole) over (partition by i) as gets_cent
      from taxed
    )
    select ranked.i, position, quantity, ranked.id as product_id, name, product_type, tax_class, retail_price, wholesale_price,
      requires_id, limit_category, limit_mg, category_name, lot_id, amount, (whole + gets_cent::int)::int as tax, rule.id as rule_id,
      uuidv7() as reservation_id
    from ranked
    cross join (select id from tax_rules where name = ${taxName} limit 1) as rule`);
  await tx.execute(sql`analyze bulk_order`);
  await tx.execute(sql`analyze bulk_line`);
}

/** The first order of each customer; an order that was the first before may no longer be. */
async function markFirstOrders(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update orders set is_first = not is_first
    from (select id, row_number() over (partition by user_id order by created_at, id) = 1 as comes_first from orders) as course
    where course.id = orders.id and is_first <> comes_first`);
}

/** Inserts the drawn rows. */
async function writeOrders(tx: Transaction): Promise<void> {
  const { name: taxName, rate } = shippedRule();
  const parts = (base: string, tax: string) => sql`jsonb_build_array(jsonb_build_object(
    'ruleId', rule_id, 'name', ${taxName}::text, 'rate', ${rate}::int, 'base', ${sql.raw(base)}, 'amount', ${sql.raw(tax)}))`;
  await tx.execute(sql`
    insert into orders (id, user_id, user_email, user_name, order_type, status, payment_status, pickup_starts_at,
      pickup_ends_at, birth_date, subtotal, tax, cannabis_tax, total, tax_parts, city, state, zipcode, ready_at, cancelled_at, paid_at, completed_at, created_at, updated_at)
    select id, user_id, email, full_name, case when cannabis then 'cannabis_pickup' else 'merchandise_pickup' end, status,
      case status when 'completed' then 'paid' else 'pay_on_pickup' end, starts_at, starts_at + interval '30 minutes',
      birth_date, subtotal, tax, cannabis_tax, subtotal + tax, ${parts('subtotal', 'tax')}, city, state, zipcode,
      case when status <> 'cancelled' then ordered_at + (starts_at - ordered_at) * 0.8 end,
      case status when 'cancelled' then ordered_at + interval '20 minutes' end,
      case status when 'completed' then starts_at end, case status when 'completed' then starts_at end, ordered_at, starts_at
    from bulk_order
    join (
      select i, sum(amount)::int as subtotal, sum(tax)::int as tax, min(rule_id::text) as rule_id,
        coalesce(sum(tax) filter (where product_type = 'cannabis'), 0)::int as cannabis_tax,
        bool_or(product_type = 'cannabis') as cannabis
      from bulk_line group by i
    ) as money using (i)
    order by i`);
  await tx.execute(sql`
    insert into pickup_reservations (id, user_id, product_id, quantity, pickup_time, status, created_at, updated_at)
    select reservation_id, user_id, product_id, quantity, starts_at,
      case status when 'completed' then 'fulfilled' else 'cancelled' end, ordered_at, starts_at
    from bulk_line join bulk_order using (i) order by i, position`);
  await tx.execute(sql`
    insert into order_items (order_id, position, product_id, product_name, product_type, category_name, tax_class,
      requires_id, quantity, unit_price, unit_cost, amount, tax, total, tax_parts, limit_category, limit_mg, reservation_id)
    select bulk_order.id, position, product_id, name, product_type, category_name, tax_class, requires_id, quantity,
      retail_price, nullif(wholesale_price, 0), amount, tax, amount + tax, ${parts('amount', 'tax')}, limit_category, limit_mg, reservation_id
    from bulk_line join bulk_order using (i) order by i, position`);
  await tx.execute(sql`
    insert into reservation_lots (reservation_id, lot_id, quantity, sold)
    select reservation_id, lot_id, quantity, true
    from bulk_line join bulk_order using (i) where status = 'completed' order by i, position`);
  await tx.execute(sql`
    insert into stock_ledger (product_id, lot_id, on_hand_change, reason, reservation_id, order_id, created_at)
    select product_id, lot_id, -quantity, 'sale', reservation_id, bulk_order.id, starts_at
    from bulk_line join bulk_order using (i) where status = 'completed' order by i, position`);
  await tx.execute(sql`
    insert into bulk_slot select starts_at, count(*) from bulk_order where status <> 'cancelled' group by starts_at`);
}
