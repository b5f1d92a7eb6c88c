/** Tests waste in two stages: what leaves stock, what can be undone, and what is final. Stock, ledger and records agree after all of it. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, Witness } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { accounts } from '#db/schema/identity.ts';
import { lots, productStock, stockLedger, waste } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, bringTo, NOW, stockOf, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { asWitness, aWitness } from '#tests/support/witness.ts';
import { countLot } from '../lots/count-lot.server.ts';
import { receiveLot } from '../lots/receive-lot.server.ts';
import { undoAdjustment } from '../undo-adjustment.server.ts';
import { destroyWaste } from './destroy-waste.server.ts';
import { exportWaste } from './export-waste.server.ts';
import { moveToWaste, type WasteInput } from './move-to-waste.server.ts';
import { undoWaste } from './undo-waste.server.ts';
import { wasteList } from './waste-list.ts';
import { readWaitingWaste, readWaste, readWasteList } from './waste-queries.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let kim: SignedIn;
let admin: SignedIn;
let customer: SignedIn;
let lee: Witness;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db);
  lee = await aWitness(fresh.db, 'Lee Ford');
});
afterEach(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

/** A mug with one lot of ten units. */
async function aLot() {
  const name = `Mug ${randomUUID()}`;
  const productId = await aMug(fresh.db, { onHand: 10, name });
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, productId));
  return { name, productId, lotId: lot?.id ?? 0 };
}
const unitsOf = async (lotId: number) => {
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.id, lotId));
  return lot?.onHand;
};
const move = (lotId: number, units: number, changes: Partial<WasteInput> = {}, by = kim) =>
  moveToWaste(
    by,
    {
      ...{
        key: randomUUID(),
        lotId,
        units,
        weightMg: null,
        reason: 'damaged',
        note: '',
        witness: lee,
      },
      ...changes,
    },
    NOW,
  );
async function moved(lotId: number, units: number): Promise<number> {
  const outcome = await move(lotId, units);
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return outcome.value.number;
}
const destroy = (
  numbers: readonly number[],
  changes: { at?: Temporal.Instant; second?: Witness } = {},
  by = kim,
) =>
  destroyWaste(
    by,
    { ...{ numbers, at: NOW, method: 'composted', second: lee, note: '' }, ...changes },
    NOW.add({ hours: 1 }),
  );
const undo = (number: number, by = kim) => undoWaste(by, { number, reason: 'Found intact' }, NOW);
const record = (number: number) => readWaste(admin, number, zone);

describe('stage one', () => {
  test('takes the units off sale, and records reason, weight and witness', async () => {
    const { productId, lotId } = await aLot();
    const outcome = await move(lotId, 3, { weightMg: 10_500, note: 'Dropped' });
    const number = outcome.ok ? outcome.value.number : 0;
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 7, held: 0 });
    expect(await record(number)).toMatchObject({
      ...{ units: 3, weightMg: 10_500, reason: 'damaged', note: 'Dropped', state: 'waiting' },
      ...{ recordedBy: 'Kim Reyes', witness: 'Lee Ford', destroyed: null },
    });
    const [entry] = await fresh.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'waste'), eq(auditLog.subjectId, String(number))));
    expect(entry).toMatchObject({ action: 'waste.recorded', actorName: 'Kim Reyes' });
  });

  test('takes the net weight of the product where none is typed', async () => {
    const productId = await aProduct(fresh.db, { onHand: 10 });
    await fresh.db.execute(sql`update products set net_weight_mg = 3500 where id = ${productId}`);
    const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, productId));
    expect(await record(await moved(lot?.id ?? 0, 2))).toMatchObject({ weightMg: 7000 });
  });

  test('sent twice counts once, also at the same time, and refuses other values under the same key', async () => {
    const { lotId } = await aLot();
    const key = randomUUID();
    const both = await Promise.all([move(lotId, 2, { key }), move(lotId, 2, { key })]);
    expect(both[0]).toEqual(both[1]);
    expect(await unitsOf(lotId)).toBe(8);
    expect(await move(lotId, 3, { key })).toEqual({ ok: false, problem: { kind: 'sent-before' } });
  });

  test('never takes more than the lot has, however many people press at once', async () => {
    const { lotId } = await aLot();
    const all = await Promise.all(Array.from({ length: 5 }, () => move(lotId, 3)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(3);
    expect(all.find(({ ok }) => !ok)).toEqual({ ok: false, problem: { kind: 'more-than-there', left: 1 } });
    expect(await unitsOf(lotId)).toBe(1);
  });

  test('moves reserved units to another lot, and refuses them while there is none', async () => {
    const { productId, lotId } = await aLot();
    await anOrder(customer, [[productId, 4]]);
    expect(await move(lotId, 8)).toEqual({ ok: false, problem: { kind: 'reserved', missing: 2 } });
    expect(await unitsOf(lotId)).toBe(10);
    const delivery = { productId, batchNumber: randomUUID(), quantity: 5, testStatus: null, expiresOn: null };
    expect(await receiveLot(admin, delivery, NOW)).toMatchObject({ ok: true });
    expect(await move(lotId, 8)).toMatchObject({ ok: true });
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 7, held: 4 });
  });

  test('of a recalled lot takes units that are set aside', async () => {
    const { productId, lotId } = await aLot();
    await recallLot(admin, { lotId, reason: 'Mold' });
    const outcome = await move(lotId, 10, { reason: 'recalled' });
    expect(outcome).toMatchObject({ ok: true });
    expect(await unitsOf(lotId)).toBe(0);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 0, held: 0 });
    // Undone, they are set aside again and not for sale.
    await undo(outcome.ok ? outcome.value.number : 0);
    expect(await unitsOf(lotId)).toBe(10);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 0, held: 0 });
  });

  test('is refused for customers and for an unknown lot', async () => {
    const { lotId } = await aLot();
    expect(await move(lotId, 1, {}, customer)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(await move(2_000_000_000, 1)).toEqual({ ok: false, problem: { kind: 'not-found' } });
    expect(await move(lotId, 1, { witness: await asWitness(fresh.db, kim.userId, kim.name) })).toEqual({
      ok: false,
      problem: { kind: 'witness-same' },
    });
  });
});

describe('a witness', () => {
  const stored = async (number: number) =>
    (await fresh.db.select().from(waste).where(eq(waste.number, number)))[0];

  test('is a person of another account; a name typed before is shown as one', async () => {
    const { lotId } = await aLot();
    const number = await moved(lotId, 2);
    expect(await stored(number)).toMatchObject({ witness: 'Lee Ford', witnessId: lee.userId });
    expect(await destroy([number])).toMatchObject({ ok: true });
    expect(await stored(number)).toMatchObject({ secondName: 'Lee Ford', secondId: lee.userId });
    const old = await moved(lotId, 1);
    await fresh.db
      .update(waste)
      .set({ witness: 'Lee from the farm', witnessId: null })
      .where(eq(waste.number, old));
    expect(await record(old)).toMatchObject({ witness: 'Lee from the farm (name typed)' });
    const forged = fresh.db.update(waste).set({ witnessId: kim.userId }).where(eq(waste.number, old));
    await expect(forged.execute()).rejects.toMatchObject({ cause: { constraint: 'waste_people_check' } });
  });

  test.each([
    ['is banned', (id: string) => sql`update customer_profiles set is_banned = true where user_id = ${id}`],
    ['no longer works here', (id: string) => sql`update user_roles set role = 'user' where user_id = ${id}`],
    ['has another PIN', (id: string) => sql`update staff_pins set hash = 'other' where user_id = ${id}`],
    ['has no PIN', (id: string) => sql`delete from staff_pins where user_id = ${id}`],
  ])('who %s by the commit is none: nothing is recorded or destroyed', async (_, change) => {
    const { lotId } = await aLot();
    const number = await moved(lotId, 1);
    const name = `Bo ${randomUUID()}`;
    const bo = await aWitness(fresh.db, name);
    await fresh.db.execute(change(bo.userId));
    expect(await move(lotId, 3, { witness: bo })).toEqual({ ok: false, problem: { kind: 'witness-gone' } });
    expect(await unitsOf(lotId)).toBe(9);
    expect(await destroy([number], { second: bo })).toEqual({ ok: false, problem: { kind: 'second-gone' } });
    expect(await record(number)).toMatchObject({ state: 'waiting' });
    const audited = await fresh.db
      .select()
      .from(auditLog)
      .where(sql`after::text like ${`%${name}%`}`);
    expect(audited).toEqual([]);
  });

  test('who confirmed by a password that was changed by the commit is none', async () => {
    const { lotId } = await aLot();
    const { userId } = await aPerson(fresh.db, { role: 'staff', name: 'Pat Moss' });
    await fresh.db
      .insert(accounts)
      .values({ userId, providerId: 'credential', accountId: userId, password: 'first' });
    const pat = { ...lee, userId, name: 'Pat Moss', way: 'password', hash: 'first' } as const;
    expect(await move(lotId, 1, { witness: pat })).toMatchObject({ ok: true });
    await fresh.db.update(accounts).set({ password: 'second' }).where(eq(accounts.userId, userId));
    expect(await move(lotId, 1, { witness: pat })).toMatchObject({ problem: { kind: 'witness-gone' } });
  });

  test('who may not even be found counts for no one', async () => {
    const { lotId } = await aLot();
    expect(await move(lotId, 1, { witness: null })).toMatchObject({ problem: { kind: 'witness-missing' } });
    expect(await move(lotId, 1, { witness: { ...lee, userId: randomUUID() } })).toMatchObject({
      problem: { kind: 'witness-gone' },
    });
  });
});

describe('an undo', () => {
  test('brings the units back once, whoever presses twice', async () => {
    const { productId, lotId } = await aLot();
    const number = await moved(lotId, 3);
    const both = await Promise.all([undo(number), undo(number, admin)]);
    expect(both.map((outcome) => outcome.ok && outcome.value.changed).toSorted()).toEqual([false, true]);
    expect(await stockOf(fresh.db, productId)).toEqual({ onHand: 10, held: 0 });
    expect(await record(number)).toMatchObject({ state: 'undone' });
    expect(await destroy([number])).toEqual({ ok: false, problem: { kind: 'undone', number } });
  });

  test('and a destruction at once: one wins, the other is refused', async () => {
    const { lotId } = await aLot();
    for (let round = 0; round < 4; round += 1) {
      const number = await moved(lotId, 1);
      const before = (await unitsOf(lotId)) ?? 0;
      const [undone, destroyed] = await Promise.all([undo(number), destroy([number])]);
      expect([undone.ok, destroyed.ok].filter(Boolean)).toHaveLength(1);
      expect(await unitsOf(lotId)).toBe(undone.ok ? before + 1 : before);
    }
  });

  test('of the ledger’s row of waste is refused: its record undoes it', async () => {
    const { lotId } = await aLot();
    const count = { lotId, counted: 8, expected: 10, reason: 'waste', note: 'Mold' } as const;
    expect(await countLot(kim, count, NOW)).toMatchObject({ ok: true });
    const [row] = await fresh.db
      .select()
      .from(stockLedger)
      .where(and(eq(stockLedger.lotId, lotId), eq(stockLedger.reason, 'waste')));
    expect(await undoAdjustment(kim, { lotId, ledgerId: row?.id ?? 0 }, NOW)).toMatchObject({ ok: false });
    const [waiting] = (await readWaitingWaste(kim, zone)).filter((each) => each.lotId === lotId);
    expect(waiting).toMatchObject({ units: 2, reason: 'other', note: 'Mold', witness: null });
    expect(await undo(waiting?.number ?? 0)).toMatchObject({ ok: true });
    expect(await unitsOf(lotId)).toBe(10);
  });
});

describe('stage two', () => {
  test('is final: no undo, no other destruction, no update and no delete', async () => {
    const { lotId } = await aLot();
    const number = await moved(lotId, 2);
    expect(await destroy([number])).toEqual({ ok: true, value: { destroyed: 1 } });
    expect(await record(number)).toMatchObject({
      ...{ state: 'destroyed', method: 'Composted', destroyedBy: 'Kim Reyes and Lee Ford' },
    });
    expect(await unitsOf(lotId)).toBe(8);
    // The same form sent again changes nothing; another one is refused.
    expect(await destroy([number])).toEqual({ ok: true, value: { destroyed: 1 } });
    expect(await destroy([number], {}, admin)).toEqual({ ok: false, problem: { kind: 'destroyed', number } });
    expect(await undo(number)).toEqual({ ok: false, problem: { kind: 'destroyed', number } });
    const cause = (run: Promise<unknown>) =>
      run.catch((error: { cause?: { message: string } }) => error.cause?.message);
    expect(
      await cause(fresh.db.update(waste).set({ units: 1 }).where(eq(waste.number, number)).execute()),
    ).toBe('waste is append-only');
    expect(await cause(fresh.db.delete(waste).where(eq(waste.number, number)).execute())).toBe(
      'waste is append-only',
    );
  });

  test('takes all that were chosen or none', async () => {
    const { lotId } = await aLot();
    const [one, two] = [await moved(lotId, 1), await moved(lotId, 1)];
    await undo(two);
    expect(await destroy([one, two])).toEqual({ ok: false, problem: { kind: 'undone', number: two } });
    expect(await record(one)).toMatchObject({ state: 'waiting' });
    expect(await destroy([one, 2_000_000_000])).toEqual({ ok: false, problem: { kind: 'not-found' } });
    expect(await destroy([])).toEqual({ ok: false, problem: { kind: 'none-chosen' } });
    expect(await destroy([one], { at: NOW.subtract({ hours: 1 }) })).toEqual({
      ok: false,
      problem: { kind: 'time-before', number: one },
    });
    expect(await destroy([one], {}, customer)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  });
});

test('cannabis that a customer returns with a refund waits as waste and never goes back on sale', async () => {
  const productId = await aProduct(fresh.db, { onHand: 10 });
  const number = await anOrder(await aPerson(fresh.db, { birthDate: '1990-01-01' } as never), [
    [productId, 2],
  ]);
  await bringTo(admin, number, 'ready');
  const { version, total } = await storedOrder(fresh.db, number);
  const id = {
    ...{
      idKind: 'driver_license',
      idIssuer: 'New York',
      idExpiresOn: '2030-01-01',
      idBirthDate: '1990-01-01',
    },
    ...{ nameMatches: true, cashReceived: total, version },
  };
  expect(await handOverOrder(admin, number, id as never, NOW)).toMatchObject({ ok: true });
  const after = await storedOrder(fresh.db, number);
  const refund = { units: 'all', goods: 'returned', reason: 'Stale', version: after.version } as const;
  expect(await recordRefund(admin, number, refund, NOW)).toMatchObject({ ok: true });
  const [waiting] = (await readWaitingWaste(admin, zone)).filter((row) => row.order === number);
  expect(waiting).toMatchObject({ units: 2, reason: 'returned', recordedBy: 'Ada Owner' });
  expect(await undo(waiting?.number ?? 0)).toEqual({ ok: false, problem: { kind: 'never-sold-again' } });
  expect(await destroy([waiting?.number ?? 0])).toMatchObject({ ok: true });
  const [stock] = await fresh.db.select().from(productStock).where(eq(productStock.productId, productId));
  expect(stock).toMatchObject({ onHand: 8, held: 0 });
});

test('the list finds by status, reason, day and product, and its file has the same rows', async () => {
  const { name, lotId } = await aLot();
  const numbers = [await moved(lotId, 1), await moved(lotId, 2)];
  await destroy([numbers[0] ?? 0]);
  const state = (query: Record<string, string>) =>
    wasteList.parse(new URLSearchParams({ find: name, ...query }));
  const found = async (query: Record<string, string>) =>
    (await readWasteList(kim, state(query), zone))?.rows.map(({ number }) => number);
  expect(await found({})).toEqual(numbers.toReversed());
  expect(await found({ state: 'waiting' })).toEqual([numbers[1]]);
  expect(await found({ state: 'destroyed' })).toEqual([numbers[0]]);
  expect(await found({ reason: 'expired' })).toEqual([]);
  expect(await found({ from: '2026-06-06', to: '2026-06-06' })).toHaveLength(2);
  expect(await found({ from: '2026-06-07' })).toEqual([]);
  expect(await readWasteList(customer, state({}), zone)).toBeNull();
  expect(await exportWaste(kim, state({}), zone)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  const exported = await exportWaste(admin, state({}), zone);
  const rows: unknown[] = [];
  if (exported.ok)
    for await (const { number, units, state: is, recorded } of exported.value) {
      rows.push([number, units, is]);
      expect(recorded).toMatch(/^2026-06-06 \d\d:\d\d:\d\d$/);
    }
  expect(rows).toEqual([
    [numbers[1], 2, 'Waiting to be destroyed'],
    [numbers[0], 1, 'Destroyed'],
  ]);
});
