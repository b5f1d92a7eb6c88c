/** Tests what is left to do before closing: which bags have to go back, and which orders keep the day open. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { putBackUnits, undoPutBack } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder, refuseHandOver } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import {
  AFTER_PICKUP,
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  stockOf,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { type ClosingOrder, isAfterLastPickup, readEndOfDay } from './end-of-day-queries.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'admin', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  customer = await aPerson(fresh.db);
});

/** An order of units of a mug of its own. */
async function order(units: number, to: OrderStatus = 'ready', slot?: string) {
  const mug = await aMug(fresh.db, { onHand: 10 });
  const number = await anOrder(customer, [[mug, units]], slot);
  await bringTo(kim, number, to);
  return { number, mug };
}
const end = (orderId: string, to: OrderStatus, now = NOW) =>
  changeOrderStatus(kim, { orderId, to, reason: 'The customer called', version: null }, now);
async function day(now = NOW) {
  const found = await readEndOfDay(kim, now);
  if (!found) throw new Error('no day');
  return found;
}
const bagOf = async (number: string) => (await day()).bags.find((bag) => bag.number === number);
const numbers = (rows: readonly ClosingOrder[]) => rows.map(({ number }) => number);
async function onlyId(number: string): Promise<string> {
  const bag = await bagOf(number);
  if (bag?.units.length !== 1) throw new Error(`${bag?.units.length} rows`);
  return bag.units[0]?.id ?? '';
}

describe('a bag to put back', () => {
  test.each([
    ['canceled', (number: string) => end(number, 'cancelled')],
    ['missed', (number: string) => end(number, 'no_show', AFTER_PICKUP)],
    [
      'refused at the counter',
      async (number: string) => {
        const { version } = await storedOrder(fresh.db, number);
        return refuseHandOver(kim, number, { version, refusal: 'intoxicated', note: '' }, NOW);
      },
    ],
  ])('is listed for an order that was packed and then %s', async (_, finish) => {
    const { number, mug } = await order(3);
    expect(await finish(number)).toMatchObject({ ok: true });
    expect(await bagOf(number)).toMatchObject({ units: [{ units: 3, lotStatus: 'sellable', done: null }] });
    expect(await stockOf(fresh.db, mug)).toEqual({ onHand: 10, held: 0 });
  });

  test('is not listed for an order that nobody had packed, nor for one that was handed over', async () => {
    const { number } = await order(2, 'confirmed');
    await end(number, 'cancelled');
    expect(await bagOf(number)).toBeUndefined();
    const sold = await order(2);
    const { version, total } = await storedOrder(fresh.db, sold.number);
    const cash = { version, nameMatches: false, cashReceived: total } as never;
    expect(await handOverOrder(kim, sold.number, cash, NOW)).toMatchObject({ ok: true });
    expect(await bagOf(sold.number)).toBeUndefined();
  });

  test('has only the units that an edit took out of a packed order', async () => {
    const { number, mug } = await order(3);
    const other = await aMug(fresh.db, { onHand: 10 });
    expect(
      await edit(fresh.db, kim, number, {
        to: [
          [mug, 1],
          [other, 1],
        ],
      }),
    ).toMatchObject({ ok: true });
    expect(await bagOf(number)).toMatchObject({ units: [{ units: 2 }] });
    // The line itself leaves: what was still packed of it comes back as well, the new line was never in the bag.
    expect(await edit(fresh.db, kim, number, { to: [[other, 1]] })).toMatchObject({ ok: true });
    expect((await bagOf(number))?.units.map(({ units }) => units)).toEqual([2, 1]);
  });

  test.each([
    ['recalled', (lotId: number) => recallLot(kim, { lotId, reason: 'Mold' })],
    ['quarantined', (lotId: number) => quarantineLot(lee, { lotId, reason: 'Mold' })],
  ])('lists the units of a batch that is %s while they wait in their bag', async (lotStatus, takeOff) => {
    const { number, mug } = await order(3);
    const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, mug));
    expect(await takeOff(lot?.id ?? 0)).toMatchObject({ ok: true });
    expect(await bagOf(number)).toMatchObject({ units: [{ units: 3, lotStatus, done: null }] });
    // The bag does not hold them twice.
    await end(number, 'cancelled');
    expect(await bagOf(number)).toMatchObject({ units: [{ units: 3 }] });
  });

  test('says that units of a batch recalled since must not go back on the shelf', async () => {
    const { number } = await order(1);
    await end(number, 'cancelled');
    const lotId = (await bagOf(number))?.units[0]?.lotId ?? 0;
    await recallLot(kim, { lotId, reason: 'Mold' });
    expect(await bagOf(number)).toMatchObject({ units: [{ lotStatus: 'recalled' }] });
  });
});

describe('a tick', () => {
  test('counts once, for the person who was first, and changes no stock', async () => {
    const { number, mug } = await order(2);
    await end(number, 'cancelled');
    const id = await onlyId(number);
    const before = await stockOf(fresh.db, mug);
    const [first, second] = await Promise.all([putBackUnits(kim, id, NOW), putBackUnits(lee, id, NOW)]);
    expect([first, second].filter(({ ok }) => ok)).toHaveLength(2);
    const ticks = (await auditOf(fresh.db, number)).filter(({ action }) => action === 'order.put-back');
    expect(ticks).toHaveLength(1);
    expect((await bagOf(number))?.units[0]?.done?.by).toBe(ticks[0]?.who);
    expect(await stockOf(fresh.db, mug)).toEqual(before);
  });

  test('moves no bag: the next one would be under the finger that pressed twice', async () => {
    const ended = [await order(1), await order(1), await order(1)];
    for (const { number } of ended) await end(number, 'cancelled');
    const places = async () => (await day()).bags.map(({ number }) => number);
    const before = await places();
    await putBackUnits(kim, await onlyId(ended[0]?.number ?? ''), NOW);
    expect(await places()).toEqual(before);
  });

  test('can be taken back by anyone; then the units are left to put back again', async () => {
    const { number } = await order(2);
    await end(number, 'cancelled');
    const id = await onlyId(number);
    const { left } = await day();
    await putBackUnits(kim, id, NOW);
    expect((await day()).left.bags).toBe(left.bags - 2);
    expect(await undoPutBack(lee, id)).toMatchObject({ ok: true, value: { changed: true } });
    expect(await undoPutBack(lee, id)).toMatchObject({ ok: true, value: { changed: false } });
    expect((await day()).left.bags).toBe(left.bags);
  });

  test('of an unknown row, and by a customer, is refused', async () => {
    for (const id of [randomUUID(), 'x'])
      expect(await putBackUnits(kim, id, NOW)).toEqual({ ok: false, problem: { kind: 'not-found' } });
    const { number } = await order(1);
    await end(number, 'cancelled');
    const id = await onlyId(number);
    expect(await putBackUnits(customer, id, NOW)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(await readEndOfDay(customer, NOW)).toBeNull();
  });

  test('of yesterday is no longer on the page; what was not put back still is', async () => {
    const [ticked, open] = [await order(1), await order(1)];
    for (const { number } of [ticked, open]) await end(number, 'cancelled');
    await putBackUnits(kim, await onlyId(ticked.number), NOW);
    const later = (await day(NOW.add({ hours: 24 }))).bags.map(({ number }) => number);
    expect(later).toContain(open.number);
    expect(later).not.toContain(ticked.number);
  });
});

describe('an order', () => {
  test('is missed once its pickup time is over, unless its customer is at the counter', async () => {
    const [missed, here] = [await order(1, 'confirmed'), await order(1)];
    const evening = Temporal.Instant.from('2026-06-06T23:00:00Z');
    await recordArrival(kim, here.number, evening);
    const { missed: over, open } = await day(evening);
    expect(numbers(over)).toContain(missed.number);
    expect(numbers(open)).not.toContain(missed.number);
    expect(numbers(open)).toContain(here.number);
    expect(numbers(over)).not.toContain(here.number);
    // The arrival was yesterday's: the person is gone.
    expect(numbers((await day(evening.add({ hours: 24 }))).missed)).toContain(here.number);
  });

  test('keeps the day open while its time is ahead; one for tomorrow only while someone packs it', async () => {
    const later = await order(1, 'ready', LATER_SLOT);
    const tomorrow = await order(1, 'ready', NEXT_DAY_SLOT);
    const halfway = await order(1, 'confirmed', NEXT_DAY_SLOT);
    await startPacking(kim, { orderId: halfway.number, takeOver: false }, NOW);
    const open = numbers((await day()).open);
    expect(open).toContain(later.number);
    expect(open).toContain(halfway.number);
    expect(open).not.toContain(tomorrow.number);
  });
});

test('the last pickup time is over only after the last order’s, and never on a day without one', async () => {
  await order(1, 'confirmed', LATER_SLOT);
  expect(await isAfterLastPickup(Temporal.Instant.from('2026-06-06T18:45:00Z'))).toBe(false);
  expect(await isAfterLastPickup(Temporal.Instant.from('2026-06-06T23:00:00Z'))).toBe(true);
  expect(await isAfterLastPickup(Temporal.Instant.from('2026-07-01T23:00:00Z'))).toBeNull();
});

test('an open drawer keeps the day open, and the shop’s records agree', async () => {
  expect((await day()).left.drawer).toBe(0);
  await openDrawer(kim, { key: randomUUID(), amount: 20_000, pieces: null }, NOW);
  expect(await day()).toMatchObject({ left: { drawer: 1 }, drawer: { holder: 'Kim Reyes' } });
  const [row] = await fresh.db.select().from(putBacks).where(eq(putBacks.units, 3)).limit(1);
  expect(row).toBeDefined();
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
