/** Tests the line at the counter: which number is called by which register, and that no number is given twice. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { recordArrival, undoArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { startWalkIn } from '#core/sales/walk-ins/start-walk-in.server.ts';
import { readBoard } from '#counter/board/board-queries.server.ts';
import { lineNumbers, registers } from '#db/schema/line.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, NOW, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { callAgain, callNext, giveNumber, leaveWalkInLine } from './call-next.server.ts';
import { addRegister, removeRegister } from './change-registers.server.ts';
import { readLine } from './line-queries.server.ts';
import { forgetLines } from './take-number.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let staff: SignedIn;
let customer: SignedIn;
let mug: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 1000 });
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  await fresh.db.delete(lineNumbers);
  await fresh.db.delete(registers);
  await fresh.db.execute('update orders set arrived_at = null, arrival_number = null');
});

const order = () => anOrder(customer, [[mug, 1]]);
async function arrived(): Promise<string> {
  const orderId = await order();
  await recordArrival(staff, orderId, NOW);
  return orderId;
}
const labels = async (now = NOW) => {
  const { pickups, walkIns, called } = await readLine(now, ZONE);
  return {
    waiting: [...pickups, ...walkIns].map(({ label }) => label),
    called: called.map(({ label, register }) => `${label} ${register ?? ''}`.trim()),
  };
};
const call = (lane: 'pickup' | 'walk-in', registerId: string | null = null, key: string = randomUUID()) =>
  callNext(staff, { lane, registerId, key }, NOW);
async function aRegister(name: string): Promise<string> {
  const added = await addRegister(staff, name);
  if (!added.ok) throw new Error(added.problem.kind);
  return added.value;
}
const walkIn = (more: object = {}) =>
  startWalkIn(
    staff,
    {
      ...{
        key: randomUUID(),
        idKind: 'passport',
        idIssuer: 'Canada',
        idNumber: `P${randomUUID().slice(0, 8)}`,
      },
      ...{ idExpiresOn: '2190-01-01', idBirthDate: '1990-01-01', nameMatches: true, scanned: null },
      ...more,
    } as Parameters<typeof startWalkIn>[1],
    NOW,
  );

test('a number is not given again after ‘Not here’, and its own person gets it back', async () => {
  const [first, second] = [await arrived(), await arrived()];
  await undoArrival(staff, second, NOW);
  const third = await arrived();
  const numberOf = async (orderId: string) => (await storedOrder(fresh.db, orderId)).arrivalNumber;
  expect([await numberOf(first), await numberOf(second), await numberOf(third)]).toEqual([1, null, 3]);
  await recordArrival(staff, second, NOW.add({ minutes: 20 }));
  expect(await numberOf(second)).toBe(2);
  expect((await labels()).waiting).toEqual(['P1', 'P2', 'P3']);
});

test('eight registers that call at once call eight people, and a press that is sent twice calls one', async () => {
  for (let at = 0; at < 8; at++) await arrived();
  const keys = Array.from({ length: 8 }, () => randomUUID());
  const calls = await Promise.all([...keys, ...keys].map((key) => call('pickup', null, key)));
  const numbers = calls.map((outcome) => (outcome.ok ? outcome.value.number : 0));
  expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  expect(numbers.slice(0, 8)).toEqual(numbers.slice(8));
  expect(await call('pickup')).toMatchObject({ ok: false, problem: { kind: 'none-waits' } });
});

test('whose order ended is not called, and neither is who left', async () => {
  const [first, second, third] = [await arrived(), await arrived(), await arrived()];
  await changeOrderStatus(staff, { orderId: first, to: 'cancelled', reason: 'x', version: null }, NOW);
  await undoArrival(staff, second, NOW);
  expect(await call('pickup')).toMatchObject({ ok: true, value: { number: 3, order: third } });
});

test('the lanes have numbers of their own, and each register shows whom it called last', async () => {
  const [left, right] = [await aRegister('Register 1'), await aRegister('Register 2')];
  const pickup = await arrived();
  await giveNumber(staff, { key: randomUUID(), initials: 'JB' }, NOW);
  await giveNumber(staff, { key: randomUUID(), initials: '' }, NOW);
  expect(await labels()).toEqual({ waiting: ['P1', 'W1', 'W2'], called: [] });
  await call('pickup', left);
  await call('walk-in', right);
  await call('walk-in', right);
  expect(await labels()).toEqual({
    waiting: [],
    called: expect.arrayContaining(['P1 Register 1', 'W2 Register 2']),
  });
  expect((await labels()).called).toHaveLength(2);
  expect((await labels(NOW.add({ minutes: 11 }))).called).toEqual([]);
  await callAgain(staff, { lane: 'pickup', number: 1, registerId: right }, NOW.add({ minutes: 12 }));
  expect((await labels(NOW.add({ minutes: 12 }))).called).toEqual(['P1 Register 2']);
  await changeOrderStatus(staff, { orderId: pickup, to: 'cancelled', reason: 'x', version: null }, NOW);
  expect((await labels(NOW.add({ minutes: 12 }))).called).toEqual([]);
});

test('a number is given once for a form, and a walk-in who is not there is not called', async () => {
  const key = randomUUID();
  const given = await Promise.all([1, 2, 3].map(() => giveNumber(staff, { key, initials: 'AA' }, NOW)));
  expect(given.map((outcome) => outcome.ok && outcome.value.number)).toEqual([1, 1, 1]);
  expect(await leaveWalkInLine(staff, 1, NOW)).toMatchObject({ ok: true });
  expect(await call('walk-in')).toMatchObject({ ok: false });
  expect(await leaveWalkInLine(staff, 9, NOW)).toMatchObject({ problem: { kind: 'not-found' } });
});

test('a walk-in keeps the number that it waited with, one without gets the next, and two never share one', async () => {
  await giveNumber(staff, { key: randomUUID(), initials: '' }, NOW);
  const [one, two] = await Promise.all([walkIn({ ticket: 1 }), walkIn({ ticket: 1 })]);
  expect([one.ok, two.ok]).toEqual([true, true]);
  const rows = await fresh.db.select().from(lineNumbers);
  expect(rows.map(({ number }) => number).toSorted()).toEqual([1, 2]);
  expect(new Set(rows.map(({ walkInId }) => walkInId)).size).toBe(2);
  expect((await labels()).waiting).toEqual([]);
});

test('a walk-in whose order ended is no longer called', async () => {
  const begun = await walkIn();
  expect((await labels()).called).toEqual(['W1']);
  const number = await order();
  const { id: orderId } = await storedOrder(fresh.db, number);
  await fresh.db
    .update(walkIns)
    .set({ orderId })
    .where(eq(walkIns.id, begun.ok ? begun.value.id : ''));
  expect((await labels()).called).toEqual(['W1']);
  await changeOrderStatus(staff, { orderId: number, to: 'cancelled', reason: 'x', version: null }, NOW);
  expect((await labels()).called).toEqual([]);
});

test('a walk-in that is sent again takes no second number', async () => {
  const key = randomUUID();
  const idNumber = 'P7654321';
  await walkIn({ key, idNumber });
  await walkIn({ key, idNumber });
  expect(await fresh.db.$count(lineNumbers)).toBe(1);
});

test('the board’s card has the number, since when its person waits, and where they were called', async () => {
  const orderId = await arrived();
  const register = await aRegister('Register 1');
  const ticketOf = async () => (await readBoard(staff, orderId, NOW))?.found?.[0]?.ticket;
  expect(await ticketOf()).toEqual({
    ...{ label: 'P1', initials: null },
    ...{ since: NOW.epochMilliseconds, calledTo: null },
  });
  await call('pickup', register);
  expect(await ticketOf()).toMatchObject({ calledTo: 'Register 1' });
  expect(await removeRegister(staff, register)).toMatchObject({ ok: true });
  expect(await ticketOf()).toMatchObject({ label: 'P1', calledTo: '' });
});

test('numbers start at 1 after midnight, and yesterday’s initials are deleted', async () => {
  await giveNumber(staff, { key: randomUUID(), initials: 'JB' }, NOW);
  const tomorrow = NOW.add({ hours: 24 });
  expect(await giveNumber(staff, { key: randomUUID(), initials: '' }, tomorrow)).toMatchObject({
    value: { number: 1 },
  });
  expect(await forgetLines(NOW)).toBe(0);
  expect(await forgetLines(tomorrow)).toBe(1);
  expect((await labels(tomorrow)).waiting).toEqual(['W1']);
});

test('two registers may not have one name', async () => {
  await aRegister('Register 1');
  expect(await addRegister(staff, 'register 1')).toMatchObject({ problem: { kind: 'name-taken' } });
  const many = await Promise.all(Array.from({ length: 11 }, (_, at) => addRegister(staff, `Desk ${at}`)));
  expect(many.every(({ ok }) => ok)).toBe(true);
  expect(await addRegister(staff, 'One more')).toMatchObject({ problem: { kind: 'too-many' } });
});
