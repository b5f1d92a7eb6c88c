import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availability } from '#core/goods/stock/stock.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { expireHolds } from '#core/sales/orders/reservations/expire-holds.server.ts';
import { warnOfExpiringHolds } from '#core/sales/orders/reservations/warn-of-expiring-holds.server.ts';
import { slotsOn } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, userRoles, users } from '#db/schema/identity.ts';
import { notifications } from '#db/schema/notifications.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { instantOf, storeDate } from '#kernel/time.ts';
import { readEnv } from '#platform/env.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { verifyPassword } from '#platform/secrets/password-hashing.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { demoProducts } from './demo-catalogue.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';

const root = join(import.meta.dirname, '../..');
let fresh: FreshDatabase;
let folder: string;
/** Users in the database after a seed that failed at its last step; null if it did not fail. */
let leftByFailure: number | null;
const said: string[] = [];
const seed = () =>
  seedWhenEmpty({
    root,
    env: readEnv({ DATA_FOLDER: folder, DEMO_STAFF_PASSWORD: 'staff-chose-this-1' }),
    origin: 'http://localhost:3000',
    say: (line) => said.push(line),
  });

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-seed-'));
  const store = folderStore(join(folder, 'files'));
  openFiles({ ...store, put: () => Promise.reject(new Error('the disk is full')) });
  leftByFailure = await seed().then(
    () => null,
    () => countOf('users'),
  );
  openFiles(store);
  said.length = 0;
  // Two instances that start at the same moment on one empty database.
  await Promise.all([seed(), seed()]);
});
afterAll(async () => {
  await fresh.stop();
  await rm(folder, { recursive: true, force: true });
});

const countOf = async (table: string): Promise<number> => {
  const { rows } = await fresh.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  );
  return rows[0]?.n ?? -1;
};

test('a seed that fails midway leaves an empty database for the next start', () => {
  expect(leftByFailure).toBe(0);
});

test('two instances at once seed one demo store', async () => {
  expect(await countOf('products')).toBe(demoProducts.length);
  expect(said.filter((line) => line.includes('customer@twobranches.example'))).toHaveLength(1);
});

test('a store with any data is left alone', async () => {
  const before = [await countOf('users'), await countOf('stock_ledger')];
  await seed();
  expect([await countOf('users'), await countOf('stock_ledger')]).toEqual(before);
});

test('the demo store keeps every invariant', async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('the menu has its products, categories and a stored picture in every width', async () => {
  expect(await countOf('products')).toBeGreaterThanOrEqual(60);
  expect(await countOf('categories')).toBeGreaterThanOrEqual(8);
  const { rows } = await fresh.db.execute<{ key: string }>(sql`select key from product_images`);
  expect(rows).toHaveLength(demoProducts.flatMap(({ images }) => images).length);
  for (const width of [320, 640, 1200]) {
    const picture = await files().get(`public/${rows[0]?.key}-${width}.webp`);
    expect(picture?.size).toBeGreaterThan(500);
    await picture?.body.cancel();
  }
});

test('settings, a tax rule and every information page are rows that an owner can change', async () => {
  expect(await countOf('store_settings')).toBe(Object.keys(defaultSettings()).length);
  expect(await countOf('tax_rules')).toBe(1);
  expect(await countOf('content_versions')).toBeGreaterThanOrEqual(5);
});

test('sold out, low and in stock match the demo menu', async () => {
  const rows = await fresh.db
    .select({ name: products.name, onHand: productStock.onHand, held: productStock.held })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id));
  const shown = new Map(rows.map(({ name, onHand, held }) => [name, availability(onHand, held).label]));
  for (const { name, lots } of demoProducts) {
    const onHand = lots.reduce((sum, lot) => sum + lot.onHand, 0);
    expect(shown.get(name), name).toBe(availability(onHand, 0).label);
  }
});

test('on hand and held were never negative at any moment of the past', async () => {
  const { rows } = await fresh.db.execute(sql`
    select product_id from (
      select product_id, sum(on_hand_change) over history as on_hand, sum(held_change) over history as held
      from stock_ledger window history as (partition by product_id order by id)
    ) as level
    where on_hand < 0 or held < 0`);
  expect(rows).toEqual([]);
});

test('the ledger is in the order of events', async () => {
  const { rows } = await fresh.db.execute(sql`
    select id from (select id, created_at, lag(created_at) over (order by id) as before from stock_ledger) as row
    where created_at < before or created_at > now()`);
  expect(rows).toEqual([]);
});

test('three months of orders are numbered in time, each in a posted slot and reserved before it', async () => {
  const all = await fresh.db.select().from(orders).orderBy(asc(orders.number));
  expect(all.length).toBeGreaterThan(700);
  expect(all.length).toBeLessThan(1_600);
  const policy = pickupPolicy(defaultSettings());
  all.forEach((order, index) => {
    const { pickupStartsAt: starts, pickupEndsAt: ends, createdAt } = order;
    if (!starts || !ends) throw new Error(`${order.orderId} has no pickup time`);
    expect(order.number).toBe(index + 1);
    expect(createdAt.getTime()).toBeGreaterThanOrEqual(all[index - 1]?.createdAt.getTime() ?? 0);
    expect(createdAt.getTime(), order.orderId).toBeLessThan(starts.getTime());
    expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    const posted = slotsOn(policy, storeDate(instantOf(starts), policy.zone));
    expect(
      posted.map((slot) => slot.startsAt.epochMilliseconds),
      order.orderId,
    ).toContain(starts.getTime());
    if (ends.getTime() < Date.now() - 60_000) expect(order.status).toMatch(/completed|cancelled|no_show/);
    else expect(order.paymentStatus).toBe('pay_on_pickup');
  });
});

test('the next order gets the next number', async () => {
  const count = await countOf('orders');
  const { rows } = await fresh.db.execute<{ next: string }>(sql`select nextval('order_number_seq') as next`);
  expect(Number(rows[0]?.next)).toBe(count + 1);
});

test('the store has one admin, one staff member, and hardly any customer under 21', async () => {
  const roles = await fresh.db.select().from(userRoles);
  expect(roles.filter(({ role }) => role === 'admin')).toHaveLength(1);
  expect(roles.filter(({ role }) => role === 'staff')).toHaveLength(1);
  const profiles = await fresh.db.select().from(customerProfiles);
  const limit = new Date();
  limit.setFullYear(limit.getFullYear() - 21);
  const young = profiles.filter(({ birthDate }) => birthDate && new Date(birthDate) > limit);
  expect(young.length).toBeGreaterThanOrEqual(1);
  expect(young.length).toBeLessThanOrEqual(2);
  expect(profiles.filter(({ isVerifiedOver21 }) => isVerifiedOver21 === null).length).toBeGreaterThan(5);
  expect(
    profiles.every(({ licenseIdEncrypted }) => !licenseIdEncrypted || licenseIdEncrypted.startsWith('k1.')),
  ).toBe(true);
});

test('the printed passwords sign in, one of them from the environment', async () => {
  const block = said.find((line) => line.includes('admin@twobranches.example')) ?? '';
  for (const role of ['admin', 'staff', 'customer']) {
    const email = `${role}@twobranches.example`;
    const password = block.match(new RegExp(`${email}\\s+(\\S+)`))?.[1] ?? '';
    const [row] = await fresh.db
      .select({ hash: accounts.password, verified: users.emailVerified })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(eq(users.email, email));
    expect(row?.verified).toBe(true);
    expect(await verifyPassword(row?.hash ?? '', password)).toBe(true);
  }
  expect(block).toContain('staff-chose-this-1');
});

test('a later start prints where the owner-only file of sign-ins is, and repeats no password', async () => {
  const file = join(folder, 'demo-sign-ins.txt');
  said.length = 0;
  await seed();
  expect(said).toEqual([`Demo sign-ins: see ${file}`]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('staff-chose-this-1');
});

test('the demo customer has an order in every status, a hold and a released one, and read and unread notifications', async () => {
  const [customer] = await fresh.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, 'customer@twobranches.example'));
  const id = customer?.id ?? '';
  const theirs = await fresh.db.select({ status: orders.status }).from(orders).where(eq(orders.userId, id));
  expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set(orderStatuses));
  const loose = await fresh.db
    .select({ status: pickupReservations.status })
    .from(pickupReservations)
    .where(and(eq(pickupReservations.userId, id), isNull(pickupReservations.pickupTime)));
  expect(loose.map(({ status }) => status).sort()).toEqual(['cancelled', 'pending']);
  const news = await fresh.db.select().from(notifications).where(eq(notifications.userId, id));
  expect(news.filter(({ read }) => !read)).toHaveLength(4);
  expect(news.length).toBeGreaterThan(theirs.length);
});

test('nothing from the past is pending: no job, email, push or text message', async () => {
  const { rows } = await fresh.db.execute(sql`
    select (select count(*)::int from pgboss.job where name <> '__pgboss__send-it') as jobs,
      (select count(*)::int from mail_messages) as mails,
      (select count(*)::int from deliveries where channel <> 'bell' or status <> 'sent') as sent,
      (select count(*)::int from push_subscriptions) as browsers,
      (select count(*)::int from sms_numbers) as phones`);
  expect(rows).toEqual([{ jobs: 0, mails: 0, sent: 0, browsers: 0, phones: 0 }]);
  expect(await expireHolds()).toBe(0);
  expect(await warnOfExpiringHolds()).toBe(0);
});

test('no history row is in the future, and ids sort by time', async () => {
  for (const table of ['events', 'audit_log', 'notifications', 'deliveries', 'user_activity', 'id_checks']) {
    const { rows } = await fresh.db.execute(sql`
      select count(*)::int as many,
        count(*) filter (where created_at > now())::int as ahead,
        count(*) filter (where created_at < before)::int as unsorted
      from (select created_at, lag(created_at) over (order by id) as before from ${sql.identifier(table)}) as row`);
    expect(rows, table).toEqual([{ many: expect.any(Number), ahead: 0, unsorted: 0 }]);
    expect(rows[0]?.many, table).toBeGreaterThan(100);
  }
});
