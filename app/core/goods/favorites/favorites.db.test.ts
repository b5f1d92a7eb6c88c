/** Favorites, and who is notified when a product is back: in order, as many people as units, once. */
import { asc, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { favorites, stockAlerts } from '#db/schema/favorites.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications, userPreferences } from '#db/schema/notifications.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import { asDate } from '#kernel/time.ts';
import { readMarkedProducts, readMarks } from '#shop/kit/marks-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { announceBackInStock, cleanUpStockAlerts } from './announce-back-in-stock.server.ts';
import { notifyBackInStock } from './emails/back-in-stock-notification.server.tsx';
import { MAXIMUM_FAVORITES, MAXIMUM_WAITING } from './mark.ts';
import { markProduct } from './mark-product.server.ts';

const NOW = Temporal.Now.instant();
const later = (hours: number) => NOW.add({ minutes: Math.round(hours * 60) });

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
beforeEach(() => fresh.db.delete(stockAlerts));
afterAll(() => fresh.stop());

const bring = (productId: number, units: number) =>
  fresh.db.update(productStock).set({ onHand: units }).where(eq(productStock.productId, productId));

/** This many people wait for a sold-out product, in order. */
async function line(length: number): Promise<{ product: number; people: SignedIn[] }> {
  const product = await aProduct(fresh.db, { onHand: 0 });
  const people: SignedIn[] = [];
  for (let place = 0; place < length; place++) {
    const person = await aPerson(fresh.db);
    people.push(person);
    expect((await markProduct(person, 'notify', product)).ok).toBe(true);
    await fresh.db
      .update(stockAlerts)
      .set({ createdAt: asDate(NOW.subtract({ minutes: 100 - place })) })
      .where(eq(stockAlerts.userId, person.userId));
  }
  return { product, people };
}

/** Places in line of the people whose turn has come. */
async function told(people: readonly SignedIn[]): Promise<number[]> {
  const rows = await fresh.db.select().from(stockAlerts).where(sql`notified_at is not null`);
  return people.flatMap(({ userId }, place) => (rows.some((row) => row.userId === userId) ? [place] : []));
}

const bell = ({ userId }: SignedIn) =>
  fresh.db.select().from(notifications).where(eq(notifications.userId, userId));

/** Runs the reactions to recorded events, as the worker does. */
async function react(): Promise<void> {
  const rows = await fresh.db
    .select()
    .from(events)
    .where(eq(events.kind, 'back-in-stock'))
    .orderBy(asc(events.createdAt));
  for (const { id, subjectId } of rows) await notifyBackInStock(id, subjectId);
}

test('a favorite is saved once, belongs to one person, and can be removed', async () => {
  const robin = await aPerson(fresh.db);
  const [first, second] = [await aProduct(fresh.db), await aProduct(fresh.db, { onHand: 0 })];
  await Promise.all([markProduct(robin, 'add', first), markProduct(robin, 'add', first)]);
  await markProduct(robin, 'add', second);
  await markProduct(robin, 'notify', second);
  expect(await readMarks(robin)).toEqual({ favorites: [second, first], waiting: [second] });
  expect(await readMarks(await aPerson(fresh.db))).toEqual({ favorites: [], waiting: [] });
  expect(await readMarks(guest)).toBeNull();
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, first));
  const marked = await readMarkedProducts(robin);
  expect(marked.favorites.map(({ id, available }) => [id, available])).toEqual([[second, 0]]);
  expect(marked.waiting.map(({ id }) => id)).toEqual([second]);
  expect(marked.gone.map(({ id }) => id)).toEqual([first]);
  await markProduct(robin, 'forget', first);
  await markProduct(robin, 'remove', second);
  await markProduct(robin, 'stop', second);
  expect(await readMarks(robin)).toEqual({ favorites: [], waiting: [] });
});

test('guests, banned people, unknown products, products in stock, and marks over the limit are refused', async () => {
  const robin = await aPerson(fresh.db);
  const product = await aProduct(fresh.db);
  expect(await markProduct(guest, 'add', product)).toMatchObject({ problem: { kind: 'not-signed-in' } });
  expect(await markProduct({ ...robin, isBanned: true }, 'add', product)).toMatchObject({
    problem: { kind: 'banned' },
  });
  expect(await markProduct(robin, 'add', 2_000_000_000)).toMatchObject({ problem: { kind: 'not-found' } });
  expect(await markProduct(robin, 'notify', product)).toMatchObject({ problem: { kind: 'in-stock' } });
  await fresh.db.execute(sql`
    with made as (
      insert into products (name, product_type, tax_class, retail_price, for_sale, category_id, limit_category, limit_mg)
      select 'Filler ' || n, 'cannabis', 'cannabis', 100, true, (select category_id from products where id = ${product}), 'flower', 1
      from generate_series(1, ${MAXIMUM_FAVORITES}::int) n returning id)
    insert into favorites (user_id, product_id) select ${robin.userId}::uuid, id from made`);
  expect(await markProduct(robin, 'add', product)).toMatchObject({ problem: { kind: 'too-many' } });
  await fresh.db.execute(sql`
    insert into stock_alerts (user_id, product_id)
    select user_id, product_id from favorites where user_id = ${robin.userId} limit ${MAXIMUM_WAITING}`);
  const soldOut = await aProduct(fresh.db, { onHand: 0 });
  expect(await markProduct(robin, 'notify', soldOut)).toMatchObject({ problem: { kind: 'too-many' } });
});

test.each([
  { intent: 'add', most: MAXIMUM_FAVORITES, rows: favorites },
  { intent: 'notify', most: MAXIMUM_WAITING, rows: stockAlerts },
] as const)(
  "forty presses of '$intent' at once, one below the limit, save one",
  async ({ intent, most, rows }) => {
    const robin = await aPerson(fresh.db);
    const someProduct = await aProduct(fresh.db, { onHand: 0 });
    const { rows: made } = await fresh.db.execute<{ id: number }>(sql`
    insert into products (name, product_type, tax_class, retail_price, for_sale, category_id, limit_category, limit_mg)
    select 'Row ' || n, 'cannabis', 'cannabis', 100, true, (select category_id from products where id = ${someProduct}), 'flower', 1
    from generate_series(1, ${most + 39}::int) n returning id`);
    await fresh.db.insert(productStock).values(made.map(({ id }) => ({ productId: id })));
    const marked = made.slice(0, most - 1).map(({ id }) => ({ userId: robin.userId, productId: id }));
    await fresh.db.insert(rows).values(marked);
    const wanted = made.slice(most - 1);
    expect(wanted).toHaveLength(40);
    const answers = await Promise.all(wanted.map(({ id }) => markProduct(robin, intent, id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await fresh.db.$count(rows, eq(rows.userId, robin.userId))).toBe(most);
  },
);

test('when three units come back, the first three people are notified, then more as units remain', async () => {
  const { product, people } = await line(8);
  expect(await announceBackInStock(NOW)).toBe(0);
  await bring(product, 3);
  expect(await announceBackInStock(NOW)).toBe(3);
  expect(await told(people)).toEqual([0, 1, 2]);
  // A minute later nothing has changed: no one else is notified.
  expect(await announceBackInStock(later(0.02))).toBe(0);
  // Two more units: two more people.
  await bring(product, 5);
  expect(await announceBackInStock(later(0.1))).toBe(2);
  expect(await told(people)).toEqual([0, 1, 2, 3, 4]);
  // Every notified person let their time pass: the units left go to the rest.
  expect(await announceBackInStock(later(4))).toBe(3);
  expect(await told(people)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await announceBackInStock(later(9))).toBe(0);
});

test('a notified person who has reserved no longer counts as waiting', async () => {
  const { product, people } = await line(3);
  await bring(product, 1);
  await announceBackInStock(NOW);
  expect(await told(people)).toEqual([0]);
  await fresh.db.insert(pickupReservations).values({
    userId: people[0]?.userId ?? '',
    productId: product,
    quantity: 1,
    status: 'reserved',
    createdAt: asDate(later(0.1)),
  });
  // Their unit is reserved; one more has come.
  await fresh.db.update(productStock).set({ onHand: 2, held: 1 }).where(eq(productStock.productId, product));
  expect(await announceBackInStock(later(0.2))).toBe(1);
  expect(await told(people)).toEqual([0, 1]);
});

test('workers at the same time notify the same people once, and banned people do not block the line', async () => {
  const { product, people } = await line(6);
  await fresh.db
    .update(customerProfiles)
    .set({ isBanned: true })
    .where(eq(customerProfiles.userId, people[0]?.userId ?? ''));
  await bring(product, 2);
  const counts = await Promise.all([
    announceBackInStock(NOW),
    announceBackInStock(NOW),
    announceBackInStock(NOW),
  ]);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(2);
  expect(await told(people)).toEqual([1, 2]);
});

test('the message reaches bell and mail once, even without consent to promotions', async () => {
  const { product, people } = await line(1);
  const [robin] = people;
  if (!robin) return expect.fail();
  await bring(product, 4);
  await announceBackInStock(NOW);
  await react();
  await react();
  expect(await bell(robin)).toMatchObject([
    { type: 'other', title: expect.stringMatching(/is back in stock$/) },
  ]);
  const mails = await fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, robin.email));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`http://localhost:3000/products/${product}`);
  expect(mails[0]?.text).toContain('For use only by persons 21 years of age and older.');
});

test('a person who has turned email off gets only the bell', async () => {
  const { product, people } = await line(1);
  const [robin] = people;
  if (!robin) return expect.fail();
  await fresh.db.insert(userPreferences).values({ userId: robin.userId, emailNotifications: false });
  await bring(product, 1);
  await announceBackInStock(NOW);
  await react();
  expect(await bell(robin)).toHaveLength(1);
  expect(await fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, robin.email))).toEqual(
    [],
  );
});

test('if the units are gone before the message is sent, no one is notified and people stay in line', async () => {
  const { product, people } = await line(2);
  await bring(product, 1);
  await announceBackInStock(NOW);
  await bring(product, 0);
  await react();
  expect(await told(people)).toEqual([]);
  expect((await Promise.all(people.map(bell))).flat()).toEqual([]);
  await bring(product, 1);
  await announceBackInStock(later(1));
  expect(await told(people)).toEqual([0]);
});

test('the record of notified people is deleted after a month', async () => {
  const { product } = await line(1);
  await bring(product, 1);
  await announceBackInStock(NOW.subtract({ hours: 24 * 31 }));
  await cleanUpStockAlerts();
  expect(await fresh.db.select().from(stockAlerts)).toEqual([]);
});
