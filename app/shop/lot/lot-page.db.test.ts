/** The page that a label leads to: who reads what of which lot, and what makes it change. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { endRecall } from '#core/sales/recalls/end-recall.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots, reservationLots } from '#db/schema/stock.ts';
import { watchShown } from '#platform/pages/shown.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { readLotForStaff, readPublicLot } from './lot-page-queries.server.ts';

let fresh: FreshDatabase;
let ada: SignedIn;
let listener: pg.Client;
const announced: string[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  ada = await aPerson(fresh.db, { role: 'admin' });
  listener = new pg.Client(fresh.url);
  await listener.connect();
  listener.on('notification', ({ payload }) => announced.push(payload ?? ''));
  await listener.query('listen catalogue');
});
afterAll(async () => {
  await listener.end();
  await fresh.stop();
});

async function aLot(papers: Partial<typeof lots.$inferInsert> = {}) {
  const productId = await aProduct(fresh.db, { name: 'Kestrel Moon', terpenes: 'Limonene 0.3%' });
  const [lot] = await fresh.db
    .update(lots)
    .set({ grownIn: 'East field', curedOn: '2026-03-02', testPanels: 'Pesticides', ...papers })
    .where(eq(lots.productId, productId))
    .returning({ lotId: lots.id, code: lots.publicCode });
  if (!lot) throw new Error('no lot');
  return { productId, ...lot };
}

test('a label’s page has the batch, where it grew and what the laboratory found, and no figure of stock', async () => {
  const { code } = await aLot();
  const lot = await readPublicLot(code);
  expect(lot).toMatchObject({
    ...{ product: 'Kestrel Moon', batchNumber: 'B-1', grownIn: 'East field', curedOn: '2026-03-02' },
    ...{ terpenes: 'Limonene 0.3%', testPanels: 'Pesticides', status: 'sellable', recall: null },
  });
  expect(Object.keys(lot ?? {})).not.toEqual(expect.arrayContaining(['onHand']));
  expect(JSON.stringify(lot)).not.toMatch(/onHand|held|sold|units/i);
});

test('codes are long and random: two lots in a row have nothing in common', async () => {
  const [first, second] = [await aLot(), await aLot()];
  expect([first.code, second.code].join()).toMatch(/^[0-9A-F]{12},[0-9A-F]{12}$/);
  expect(first.code.slice(0, 4)).not.toBe(second.code.slice(0, 4));
  expect(await readPublicLot('000000000000')).toBeNull();
});

test('a lot that no one can have a package of is like one that does not exist', async () => {
  const untested = await aLot();
  await fresh.db.update(lots).set({ status: 'untested' }).where(eq(lots.id, untested.lotId));
  expect(await readPublicLot(untested.code)).toBeNull();
  const offMenu = await aLot();
  await anOrder(await aPerson(fresh.db), [[offMenu.productId, 1]]);
  await fresh.db.update(products).set({ forSale: false }).where(eq(products.id, offMenu.productId));
  expect(await readPublicLot(offMenu.code)).toBeNull();
  await fresh.db.update(reservationLots).set({ sold: true }).where(eq(reservationLots.lotId, offMenu.lotId));
  expect(await readPublicLot(offMenu.code)).toMatchObject({ isOnMenu: false });
});

test('a quarantined lot has a page: someone may have a package of it', async () => {
  const { lotId, code } = await aLot();
  await fresh.db.update(lots).set({ status: 'quarantined' }).where(eq(lots.id, lotId));
  expect(await readPublicLot(code)).toMatchObject({ status: 'quarantined', recall: null });
});

test('a recall is on the page at once and stays when it is over; drafts and exercises are not', async () => {
  const { lotId, code, productId } = await aLot();
  const { shown } = await watchShown(() => readPublicLot(code));
  expect(shown.names).toContain(`products:${productId}`);
  const draft = async (wanted: Parameters<typeof aRecallOf>[1]) => {
    const drafted = await createRecall(ada, aRecallOf([lotId], wanted));
    if (!drafted.ok) throw new Error(drafted.problem.kind);
    return drafted.value;
  };
  await startRecall(ada, await draft({ isExercise: true, title: 'Exercise' }), { version: 1 });
  const first = await draft({ title: 'First' });
  expect(await readPublicLot(code)).toMatchObject({ status: 'sellable', recall: null });

  const isAnnounced = () => expect.poll(() => announced).toContain(`lots:${productId}`);
  announced.length = 0;
  expect(await startRecall(ada, first, { version: 1 })).toMatchObject({ ok: true });
  await isAnnounced();
  expect(await readPublicLot(code)).toMatchObject({
    status: 'recalled',
    recall: { title: 'First', paragraphs: ['We are recalling a batch that you bought. Do not use it.'] },
  });

  announced.length = 0;
  expect(await endRecall(ada, first, { note: 'Destroyed' })).toMatchObject({ ok: true });
  await isAnnounced();
  expect(await readPublicLot(code)).toMatchObject({ status: 'recalled', recall: { title: 'First' } });

  // A second recall changes nothing of the lot, which is recalled already.
  const second = await draft({ title: 'Second' });
  announced.length = 0;
  expect(await startRecall(ada, second, { version: 1 })).toMatchObject({ ok: true });
  await isAnnounced();
  expect(await readPublicLot(code)).toMatchObject({ recall: { title: 'Second' } });
});

test('what staff write about a lot is announced, so that a cached page shows it', async () => {
  const { lotId, productId } = await aLot();
  for (const papers of [
    { grownIn: 'Room 2' },
    { curedOn: '2026-04-01' },
    { terpenes: 'Pinene 1%' },
    { testPanels: 'Moisture' },
    { packageTag: '1A4' },
  ]) {
    announced.length = 0;
    await fresh.db.update(lots).set(papers).where(eq(lots.id, lotId));
    await expect.poll(() => announced).toContain(`lots:${productId}`);
  }
});

test('staff read what was handed over; customers do not', async () => {
  const { lotId, productId } = await aLot();
  const customer = await aPerson(fresh.db);
  await anOrder(customer, [[productId, 2]]);
  await fresh.db.update(reservationLots).set({ sold: true }).where(eq(reservationLots.lotId, lotId));
  const kim = await aPerson(fresh.db, { role: 'staff' });
  expect(await readLotForStaff(kim, lotId)).toMatchObject({ lotId, onHand: 10, sold: 2, orders: 1 });
  expect(await readLotForStaff(customer, lotId)).toBeNull();
  expect(await readLotForStaff({ kind: 'guest' }, lotId)).toBeNull();
});
