/** Tests that no unit leaves in a bag that is no longer its order's: recalled, off sale, replaced, reduced, removed, lost. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { putBackOne, putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, bringTo, edit, NOW, storedOrder } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';
import { takeOutScanned } from '../packing/take-out-scanned.server.ts';
import { handOverOrder } from './hand-over-order.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let jar: number;
let other: number;
let number: string;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
});
/** Two jars of one lot and one unit of another product, in a ready bag. */
beforeEach(async () => {
  jar = await aProduct(fresh.db, { onHand: 2, limitMg: 1 });
  other = await aProduct(fresh.db, { onHand: 5, limitMg: 1 });
  number = await anOrder(await aPerson(fresh.db), [
    [jar, 2],
    [other, 1],
  ]);
  await fresh.db
    .update(lots)
    .set({ batchNumber: `K-${jar}` })
    .where(eq(lots.productId, jar));
  await bringTo(staff, number, 'ready');
});

const lotOf = async (productId: number): Promise<number> => {
  const [lot] = await fresh.db
    .select({ id: lots.id })
    .from(lots)
    .where(eq(lots.productId, productId))
    .orderBy(lots.id);
  return lot?.id ?? 0;
};
const recall = async () => recallLot(admin, { lotId: await lotOf(jar), reason: 'Mold' }, NOW);
const outOf = async () => {
  const { id } = await storedOrder(fresh.db, number);
  return (await readUnitsOut(fresh.db, [id])).get(id) ?? [];
};
const tickAll = async () => {
  for (const { id } of await outOf())
    expect(await putBackUnits(staff, id, NOW)).toMatchObject({ ok: true, value: { changed: true } });
};
const handOver = async (more: { version?: number; checkedOfflineAt?: Date } = {}) =>
  handOverOrder(
    staff,
    number,
    {
      version: (await storedOrder(fresh.db, number)).version,
      ...{ idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2027-01-31' },
      ...{ idBirthDate: '1995-06-15', nameMatches: true, cashReceived: 1_000_000, ...more },
    },
    NOW,
  );
const reduceTo = async (to: readonly (readonly [number, number])[]) =>
  expect(await edit(fresh.db, admin, number, { to })).toMatchObject({ ok: true });
const jarRefused = (units: number, lotStatus: string) => ({
  ok: false,
  problem: { kind: 'counter', takeOut: [{ productId: jar, units, lotStatus, batchNumber: `K-${jar}` }] },
});

test('a recalled jar whose line was removed is handed over with nothing, until someone says that it is out', async () => {
  await recall();
  await reduceTo([[other, 1]]);
  expect(await handOver()).toMatchObject(jarRefused(2, 'recalled'));
  await tickAll();
  expect(await outOf()).toEqual([]);
  expect(await handOver()).toMatchObject({ ok: true });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a press on one order’s page does not tick the units of another’s bag', async () => {
  await recall();
  const [row] = await outOf();
  const id = row?.id ?? '';
  const notFound = { ok: false, problem: { kind: 'not-found' } };
  expect(await putBackUnits(staff, id, NOW, 'ORD999')).toEqual(notFound);
  expect(await putBackOne(staff, { id, key: randomUUID(), order: 'ORD999' }, NOW)).toEqual(notFound);
  expect(await outOf()).toHaveLength(1);
  expect(await putBackUnits(staff, id, NOW, number)).toMatchObject({ ok: true, value: { changed: true } });
});

test('a recall that starts after the page was opened refuses its press, whose ID and cash still count afterwards', async () => {
  await receiveLot(
    admin,
    { productId: jar, batchNumber: 'B-2', quantity: 2, ...PASSED, expiresOn: null },
    NOW,
  );
  const { version } = await storedOrder(fresh.db, number);
  await recall();
  expect(await handOver({ version })).toMatchObject(jarRefused(2, 'recalled'));
  expect((await storedOrder(fresh.db, number)).version).toBe(version);
});

test('of a recall and a press at one moment, never both count: the jars left before it, or they are in the store', async () => {
  const [, pressed] = await Promise.all([recall(), handOver()]);
  expect(pressed.ok).toBe((await outOf()).length === 0);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a hand-over that a tablet made without a network is refused by the same rule when it arrives', async () => {
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  invalidateSettings();
  await recall();
  await reduceTo([[other, 1]]);
  const checkedOfflineAt = new Date(NOW.epochMilliseconds);
  expect(await handOver({ checkedOfflineAt })).toMatchObject(jarRefused(2, 'recalled'));
});

test('a jar that was replaced, after its lot was quarantined, is taken out before the order is handed over', async () => {
  await quarantineLot(admin, { lotId: await lotOf(jar), reason: 'Smells odd' }, NOW);
  await reduceTo([[other, 2]]);
  await changeOrderStatus(staff, { orderId: number, to: 'ready', reason: '', version: null }, NOW);
  expect(await handOver()).toMatchObject(jarRefused(2, 'quarantined'));
});

test('a jar that the customer no longer wants is taken out, by a scan of it or by a tick', async () => {
  await reduceTo([[other, 1]]);
  expect(await handOver()).toMatchObject(jarRefused(2, 'sellable'));
  const code = { kind: 'label', text: `k-${jar}` } as const;
  const key = randomUUID();
  const scan = (id: string) => takeOutScanned(staff, { orderId: number, code, key: id }, NOW);
  expect(await scan(key)).toMatchObject({ ok: true, value: { units: 1, changed: true } });
  expect(await scan(key)).toMatchObject({ ok: true, value: { changed: false } });
  expect(await handOver()).toMatchObject(jarRefused(1, 'sellable'));
  expect(await scan(randomUUID())).toMatchObject({ ok: true, value: { units: 1, changed: true } });
  // The unit that stays is not one to take out.
  expect(await scan(randomUUID())).toMatchObject({ ok: false, problem: { kind: 'not-found' } });
  expect(await handOver()).toMatchObject({ ok: true });
  const { id } = await storedOrder(fresh.db, number);
  const rows = await fresh.db.select().from(putBacks).where(eq(putBacks.orderId, id));
  expect(rows.map(({ units, doneByName }) => [units, doneByName])).toEqual([
    [1, 'Sam Counter'],
    [1, 'Sam Counter'],
  ]);
});

test('a packed jar that a count could not find is looked for in the bag', async () => {
  const lotId = await lotOf(jar);
  const { items } = await storedOrder(fresh.db, number);
  const choose = { chosen: [items[0]?.reservationId ?? ''] };
  const counted = { lotId, counted: 1, expected: 2, reason: 'damaged', note: '', ...choose } as const;
  expect(await countLot(staff, counted, NOW)).toMatchObject({ ok: true });
  expect(await outOf()).toMatchObject([{ lotId, units: 1, lotStatus: 'sellable' }]);
});
