import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { shippedTaxRules } from '#core/sales/compliance/tax.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { slotsOn } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { cents } from '#kernel/money.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { fillDatabase, readSize, refuseSize } from './fill-database.ts';
import { fillOrders } from './fill-orders.ts';

let fresh: FreshDatabase;
let schemaBefore: unknown;
const said: string[] = [];
const wanted = { products: 1_500, orders: 2_000, customers: 120 };
/** A hundred days ago: the data must not depend on the machine's clock. */
const now = new Date(Date.now() - 100 * 86_400_000);

beforeAll(async () => {
  fresh = await freshDatabase();
  schemaBefore = await readSchema();
  await fillDatabase(wanted, (line) => said.push(line), now);
});
afterAll(() => fresh.stop());

/** Every constraint, index and trigger of the database, as PostgreSQL formats it. */
async function readSchema(): Promise<unknown> {
  const { rows } = await fresh.db.execute(sql`
    select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition,
      convalidated and conenforced as holds
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid and indisready
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(pg_trigger.oid), tgenabled = 'O'
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by 1, 2, 3`);
  return rows;
}

test('a filled database has the requested size, and reports it', async () => {
  expect(await readSize()).toEqual(wanted);
  expect(said.join('\n')).toMatch(/products +1,500\n/);
});

test('the generated past ends at the given moment', async () => {
  const { rows } = await fresh.db.execute<Record<string, Date>>(sql`
    select (select max(created_at) from orders) as ordered, (select max(created_at) from products) as listed,
      (select max(created_at) from users) as joined`);
  const newest = Object.values(rows[0] ?? {}).map((each) => new Date(each).getTime());
  expect(newest).toHaveLength(3);
  for (const each of newest) {
    expect(each).toBeLessThanOrEqual(now.getTime());
    expect(each).toBeGreaterThan(now.getTime() - 40 * 86_400_000);
  }
});

test('a filled database keeps every invariant', async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a fill leaves every constraint, index and trigger as the migrations created it', async () => {
  expect(await readSchema()).toEqual(schemaBefore);
});

test('a fill stopped midway leaves no orders, and the schema whole', async () => {
  const stop = () => {
    throw new Error('stopped');
  };
  const stopped = fillOrders(10, 0, stop, now);
  await expect(stopped).rejects.toThrow('stopped');
  expect(await readSize()).toEqual(wanted);
  expect(await readSchema()).toEqual(schemaBefore);
});

test('filling again adds nothing at the same size, and only the difference at a larger one', async () => {
  await fillDatabase(wanted, () => undefined, now);
  expect(await readSize()).toEqual(wanted);
  await fillDatabase({ ...wanted, orders: 2_100 }, () => undefined, now);
  expect(await readSize()).toEqual({ ...wanted, orders: 2_100 });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('tax on filled orders matches a quote of their lines', async () => {
  const lines = await fresh.db.select().from(orderItems).orderBy(orderItems.orderId, orderItems.position);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  for (const order of await fresh.db.select().from(orders)) {
    const items = byOrder.get(order.id) ?? [];
    const quoted = quote(
      items.map(({ taxClass, unitPrice, quantity }) => ({ taxClass, unitPrice: cents(unitPrice), quantity })),
      shippedTaxRules,
      storeDate(instantOf(order.createdAt), 'America/New_York'),
    );
    expect([order.subtotal, order.tax, order.total]).toEqual([quoted.subtotal, quoted.tax, quoted.total]);
    expect(items.map(({ tax }) => tax)).toEqual(quoted.lines.map(({ tax }) => tax));
  }
});

test('filled orders are in the past, within opening hours’ slots, and numbered by pickup day', async () => {
  const policy = pickupPolicy(defaultSettings());
  const all = await fresh.db.select().from(orders).orderBy(orders.number);
  let lastDay = '';
  for (const { number, pickupStartsAt: starts, createdAt, orderId } of all) {
    if (!starts) throw new Error(`${orderId} has no pickup time`);
    const date = storeDate(instantOf(starts), policy.zone);
    expect(starts.getTime()).toBeLessThan(Date.now());
    expect(createdAt.getTime()).toBeLessThan(starts.getTime());
    expect(
      slotsOn(policy, date).map(({ startsAt }) => startsAt.epochMilliseconds),
      orderId,
    ).toContain(starts.getTime());
    if (number > wanted.orders) break;
    expect(date.toString() >= lastDay, orderId).toBe(true);
    lastDay = date.toString();
  }
});

test('the catalogue has many categories, some sold-out products, and names that few products share', async () => {
  const { rows } = await fresh.db.execute<{ shelves: number; out: number; commonest: number }>(sql`
    select (select count(distinct category_id)::int from products) as shelves,
      (select count(*)::int from product_stock where on_hand = 0) as out,
      (select max(times)::int from (select count(*) as times from products group by split_part(name, ' ', 1)) as names) as commonest`);
  expect(rows[0]?.shelves).toBeGreaterThanOrEqual(10);
  expect(rows[0]?.out).toBeGreaterThan(wanted.products * 0.01);
  expect(rows[0]?.out).toBeLessThan(wanted.products * 0.06);
  expect(rows[0]?.commonest).toBeLessThan(12);
});

test('a fill of orders without products or customers is refused with a message', () => {
  const nothing = { products: 0, orders: 0, customers: 0 };
  expect(refuseSize({ ...nothing, orders: 5 }, nothing)).toContain('--products');
  expect(refuseSize({ products: 9, orders: 5, customers: 0 }, nothing)).toContain('--customers');
  expect(refuseSize({ ...nothing, orders: 5 }, wanted)).toBeNull();
});
