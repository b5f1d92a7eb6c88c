/**
 * Everything that may be done to one order, at the same moment by several people on several tablets: an order ends once,
 * returns no more money than it took, and stock, slots and totals add up.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { changeOrderStatus, changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder, refuseHandOver } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { changeItems } from '#core/sales/orders/items-change/change-items.server.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { refunds } from '#db/schema/orders.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openTestMail } from '#tests/support/mail.ts';
import {
  aMug,
  anOrder,
  bringTo,
  edit,
  eventsOf,
  LATER_SLOT,
  NOW,
  openForOrders,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';

const ROUNDS = 60;

let fresh: FreshDatabase;
let staff: readonly [SignedIn, SignedIn, SignedIn];
let products: readonly [number, number];
beforeAll(async () => {
  fresh = await freshDatabase();
  await openTestMail();
  await openForOrders(fresh.db, 10_000);
  products = [await aMug(fresh.db, { onHand: 5000 }), await aMug(fresh.db, { onHand: 5000 })];
  const worker = () => aPerson(fresh.db, { role: 'admin' });
  staff = [await worker(), await worker(), await worker()];
});
afterAll(() => fresh.stop());

const shuffled = <T>(list: readonly T[]): T[] => list.toSorted(() => Math.random() - 0.5);
const kindOf = (outcome: unknown) => {
  const { ok, problem } = outcome as { ok: boolean; problem?: { kind: string } };
  return ok ? 'done' : (problem?.kind ?? 'refused');
};

/** What each act made of it: 'done' or why it was refused. An exception fails the test. */
async function atOnce(acts: Record<string, () => Promise<unknown>>): Promise<Record<string, string>> {
  const done = await Promise.all(
    shuffled(Object.entries(acts)).map(async ([name, act]) => [name, kindOf(await act())] as const),
  );
  return Object.fromEntries(done);
}

const ID = { ...SHOWN_ID, cashReceived: 100_000 };

test('an open order ends once, and only one of all who hand it over, refuse, cancel, move or edit it at that moment does it', async () => {
  const seen: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [
      [products[0], 2],
      [products[1], 1],
    ]);
    if (round % 3 > 0) await bringTo(staff[0], orderId, 'ready');
    const { version, status, total, items, pickupStartsAt } = await storedOrder(fresh.db, orderId);
    const looked = { version, status, total, pickup: pickupStartsAt?.toISOString() ?? '' };
    const outcome = await atOnce({
      'hand over': () => handOverOrder(staff[0], orderId, { version, ...ID, key: randomUUID() }, NOW),
      'hand over too': () => handOverOrder(staff[1], orderId, { version, ...ID, key: randomUUID() }, NOW),
      refuse: () =>
        refuseHandOver(
          staff[2],
          orderId,
          { version, refusal: 'unreadable', note: '', key: randomUUID() },
          NOW,
        ),
      cancel: () => cancelOrder(customer, orderId, NOW),
      'no-show': () =>
        changeOrderStatus(staff[1], { orderId, to: 'no_show', reason: 'Gone', version: null }, NOW),
      move: () => movePickup(customer, orderId, { slotStartsAt: LATER_SLOT, seen: looked }, NOW),
      items: () =>
        changeItems(
          customer,
          orderId,
          {
            lines: [{ productId: products[0], quantity: 1 }],
            seen: { version, lines: items },
            expectedTotal: null,
          },
          NOW,
        ),
      edit: () => edit(fresh.db, staff[0], orderId, { to: [[products[1], 3]] }),
      pack: () =>
        packUnit(
          staff[0],
          { orderId, reservationId: items[0]?.reservationId ?? '', all: true, key: randomUUID() },
          NOW,
        ),
      refund: () =>
        recordRefund(staff[2], orderId, { units: 'all', goods: 'returned', reason: 'Race', version }, NOW),
    });
    // Canceling what is canceled is no error, and no second end.
    const ends = (await eventsOf(fresh.db, orderId)).filter((kind) =>
      /handed|completed|cancel|no-show/.test(kind),
    );
    expect(ends.length).toBeLessThanOrEqual(1);
    expect(outcome['hand over'] === 'done' && outcome['hand over too'] === 'done').toBe(false);
    if (outcome['hand over'] === 'done' || outcome['hand over too'] === 'done')
      expect([outcome.cancel, outcome.refuse, outcome['no-show']]).not.toContain('done');
    for (const [act, end] of Object.entries(outcome)) {
      seen[`${act}: ${end}`] = (seen[`${act}: ${end}`] ?? 0) + 1;
    }
  }
  console.info(seen);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('three sessions that refund one order by amount, by units and whole return no cent more than it took', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const customer = await aPerson(fresh.db);
    const orderId = await anOrder(customer, [
      [products[0], 2],
      [products[1], 1],
    ]);
    await bringTo(staff[0], orderId, 'ready');
    const ready = await storedOrder(fresh.db, orderId);
    await handOverOrder(staff[0], orderId, { version: ready.version, ...ID }, NOW);
    const { id, version, total, items } = await storedOrder(fresh.db, orderId);
    const refund = (who: SignedIn, units: Parameters<typeof recordRefund>[2]['units'], seen = version) =>
      recordRefund(who, orderId, { units, goods: 'returned', reason: 'Race', version: seen }, NOW);
    const outcome = await atOnce({
      amount: () => refund(staff[0], { amount: 1500 }),
      units: () => refund(staff[1], new Map([[items[0]?.id ?? '', 2]])),
      whole: () => refund(staff[2], 'all'),
      'the next version': () => refund(staff[1], 'all', version + 1),
      'canceled too': () =>
        changeOrderStatus(staff[2], { orderId, to: 'cancelled', reason: 'Race', version: null }, NOW),
      unpaid: () =>
        changePaymentStatus(staff[0], { orderId, to: 'pay_on_pickup', reason: '', version: null }, NOW),
    });
    expect(Object.values(outcome).filter((each) => each === 'done').length).toBeGreaterThan(0);
    const returned = await fresh.db.select().from(refunds).where(eq(refunds.orderId, id));
    expect(returned.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(total);
  }
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
