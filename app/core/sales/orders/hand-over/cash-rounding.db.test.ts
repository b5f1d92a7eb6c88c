/** Tests cash that is rounded: at the hand-over, in refunds, on every paper, and when the owner changes the setting at that moment. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { readBoard } from '#counter/board/board-queries.server.ts';
import { handOvers, orders, refunds } from '#db/schema/orders.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { readNewOrder } from '#shop/checkout/success-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, auditOf, bringTo, NOW, roundCash, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeOrderStatus, changePaymentStatus } from '../change-order-status.server.ts';
import { readMailedOrder } from '../emails/mailed-order-queries.server.ts';
import { readOrderDetails } from '../order-details-queries.server.ts';
import { orderNews } from '../order-news.ts';
import { readMyOrder } from '../orders-queries.server.ts';
import { readReceipt } from '../receipts/receipt-queries.server.ts';
import { handOverOrder } from './hand-over-order.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let ada: SignedIn;
let customer: SignedIn;
/** With 12 % tax $18.02 and $1.11. */
let mug: number;
let pin: number;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 5000, retailPrice: 1609 });
  pin = await aMug(fresh.db, { onHand: 5000, retailPrice: 99 });
});
beforeEach(() => roundCash(fresh.db, ada, true));

async function readyOrder(lines: readonly (readonly [number, number])[] = [[mug, 1]]) {
  const number = await anOrder(customer, lines);
  await bringTo(ada, number, 'ready');
  return { ...(await storedOrder(fresh.db, number)), number };
}

function handOver({ number, version }: { number: string; version: number }, cash: number, owed?: number) {
  return handOverOrder(
    ada,
    number,
    {
      ...{ version, key: randomUUID(), idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false },
      ...{ cashReceived: cash, owed },
    },
    NOW,
  );
}

async function handedOver(lines?: Parameters<typeof readyOrder>[0]) {
  const order = await readyOrder(lines);
  expect(await handOver(order, order.total + 2)).toMatchObject({ ok: true });
  return order.number;
}

async function refund(number: string, units: 'all' | Map<string, number>) {
  const { version } = await storedOrder(fresh.db, number);
  return recordRefund(ada, number, { units, goods: 'kept', reason: 'Broken', version }, NOW);
}

const refundsOf = async (number: string) =>
  fresh.db
    .select({ amount: refunds.amount, tax: refunds.tax, cashRounding: refunds.cashRounding })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.orderId, number))
    .orderBy(refunds.createdAt, refunds.id);

test('the cash due is rounded, and the total, its tax and what was sold are not', async () => {
  const order = await readyOrder();
  expect(order.total).toBe(1802);
  expect(await handOver(order, 1799)).toMatchObject({
    problem: { cash: { kind: 'cash-short', missing: 1 } },
  });
  expect(await handOver(order, 2000)).toEqual({ ok: true, value: { change: 200 } });
  expect(await storedOrder(fresh.db, order.number)).toMatchObject({
    ...{ subtotal: 1609, tax: 193, total: 1802, cashRounding: -2, paymentStatus: 'paid' },
  });
  const [row] = await fresh.db.select().from(handOvers).where(eq(handOvers.orderId, order.id));
  expect(row).toMatchObject({ owed: 1800, cashReceived: 2000 });
  expect((await auditOf(fresh.db, order.number)).at(-1)?.after).toMatchObject({
    cashRounding: -2,
    change: 200,
  });
});

test('the rounding is a line of its own on receipt, mail, and the pages of staff and customer', async () => {
  const number = await handedOver();
  const receipt = (await readReceipt(customer, number))?.receipt;
  expect(receipt).toMatchObject({ total: '$18.02', rounding: { amount: '−$0.02', cash: '$18.00' } });
  const { id } = await storedOrder(fresh.db, number);
  expect(await readMailedOrder(id, zone)).toMatchObject({ total: '$18.02', rounding: { cash: '$18.00' } });
  expect(await readManagedOrder(ada, number, zone, NOW)).toMatchObject({ total: 1802, cashRounding: -2 });
  expect((await readOrderDetails(customer, number, NOW))?.view).toMatchObject({ cashRounding: -2 });
});

test('an order that staff mark paid is rounded, too, and one that is open shows what will be due', async () => {
  const { number } = await readyOrder();
  expect(await readManagedOrder(ada, number, zone, NOW)).toMatchObject({ isPaid: false, cashRounding: -2 });
  await changePaymentStatus(ada, { orderId: number, to: 'paid', reason: '', version: null }, NOW);
  const order = await storedOrder(fresh.db, number);
  expect(order.cashRounding).toBe(-2);
  expect(await handOver({ number, version: order.version }, 0)).toEqual({ ok: true, value: { change: 0 } });
  expect((await storedOrder(fresh.db, number)).cashRounding).toBe(-2);
});

test('every screen and message names the same cash: what is due, then what was paid', async () => {
  const order = await readyOrder();
  const card = async () =>
    Object.values((await readBoard(ada, order.number, NOW))?.columns ?? {})
      .flatMap(({ cards }) => cards)
      .find(({ number }) => number === order.number);
  const mailed = async () => {
    const found = await readMailedOrder(order.id, zone);
    if (!found) throw new Error('no order');
    return found;
  };
  expect((await card())?.due).toBe(1800);
  const due = { total: 1802, cashRounding: -2, isPaid: false };
  expect((await readNewOrder(customer, order.number, NOW))?.view).toMatchObject(due);
  expect((await readOrderDetails(customer, order.number, NOW))?.view).toMatchObject(due);
  expect((await readMyOrder(customer, order.number, NOW))?.cashRounding).toBe(-2);
  expect(await mailed()).toMatchObject({ total: '$18.02', cash: '$18.00', rounding: { cash: '$18.00' } });
  expect(orderNews['order-placed'].message(await mailed())).toContain('You pay $18.00 in cash');
  expect(orderNews['order-ready'].message(await mailed())).toContain('You pay $18.00 in cash');

  await roundCash(fresh.db, ada, false);
  expect((await card())?.due).toBe(1802);
  expect(await mailed()).toMatchObject({ cash: '$18.02', rounding: null });

  await roundCash(fresh.db, ada, true);
  expect(await handOver(order, 1800)).toMatchObject({ ok: true });
  await roundCash(fresh.db, ada, false);
  expect(orderNews['order-completed'].message(await mailed())).toBe('Paid $18.00 in cash. Thank you.');
});

test('an order that ended without a payment has no rounding', async () => {
  const { number, id } = await readyOrder();
  await changeOrderStatus(ada, { orderId: number, to: 'cancelled', reason: 'Closed', version: null }, NOW);
  expect((await readOrderDetails(customer, number, NOW))?.view.cashRounding).toBe(0);
  expect(await readManagedOrder(ada, number, zone, NOW)).toMatchObject({ cashRounding: 0 });
  expect(await readMailedOrder(id, zone)).toMatchObject({ cash: '$18.02', rounding: null });
});

test('a page that showed another amount is refused with the amount that is due now', async () => {
  const order = await readyOrder();
  const changed = { ok: false, problem: { cash: { kind: 'cash-due-changed', owed: 1800 } } };
  expect(await handOver(order, 1802, 1802)).toMatchObject(changed);
  expect(await handOver(order, 5000, 1805)).toMatchObject(changed);
  await roundCash(fresh.db, ada, false);
  expect(await handOver(order, 1802, 1800)).toMatchObject({
    problem: { cash: { kind: 'cash-due-changed', owed: 1802 } },
  });
  expect((await storedOrder(fresh.db, order.number)).paymentStatus).not.toBe('paid');
  expect(await handOver(order, 1802, 1802)).toMatchObject({ ok: true });
});

test('turning the setting off changes nothing that happened', async () => {
  const number = await handedOver();
  await roundCash(fresh.db, ada, false);
  expect((await readReceipt(customer, number))?.receipt?.rounding?.cash).toBe('$18.00');
  expect(await refund(number, 'all')).toEqual({ ok: true, value: { amount: 1802, cash: 1800, whole: true } });
});

test('a partial refund is rounded with its own line, and the last one returns what is left of the cash', async () => {
  const number = await handedOver([[mug, 3]]);
  const { items, total, cashRounding } = await storedOrder(fresh.db, number);
  expect([total, cashRounding]).toEqual([5406, -1]);
  const one = new Map([[items[0]?.id ?? '', 1]]);
  expect(await refund(number, one)).toMatchObject({ value: { amount: 1802, cash: 1800, whole: false } });
  expect((await readReceipt(customer, number))?.receipt?.refunds).toMatchObject([
    { amount: '$18.02', rounding: { amount: '+$0.02', cash: '$18.00' } },
  ]);
  expect((await readOrderDetails(customer, number, NOW))?.timeline.at(-1)?.detail).toBe('$18.00 in cash');
  await roundCash(fresh.db, ada, false);
  expect(await refund(number, one)).toMatchObject({ value: { amount: 1802, cash: 1802 } });
  expect(await refund(number, one)).toMatchObject({ value: { amount: 1802, cash: 1803, whole: true } });
  expect((await refundsOf(number)).map((row) => row.cashRounding)).toEqual([-2, 0, 1]);
  expect(await readManagedOrder(ada, number, zone, NOW)).toMatchObject({ refunded: 5406, cashRounding: 0 });
});

test('a refund of other cash than the page asked about is refused', async () => {
  const number = await handedOver();
  const { version } = await storedOrder(fresh.db, number);
  const input = { units: 'all', goods: 'kept', reason: 'Broken', version } as const;
  expect(await recordRefund(ada, number, { ...input, cash: 1802 }, NOW)).toEqual({
    ok: false,
    problem: { kind: 'cash-changed', cash: 1800 },
  });
  expect(await recordRefund(ada, number, { ...input, cash: 1800 }, NOW)).toMatchObject({ ok: true });
});

test('in every split and whatever the setting does, refunds return the cash that was paid', {
  timeout: 120_000,
}, async () => {
  const step = fc.record({ nth: fc.nat(1), units: fc.integer({ min: 1, max: 3 }), rounds: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 6 }), async (rounds, steps) => {
      await roundCash(fresh.db, ada, rounds);
      const number = await handedOver([
        [mug, 3],
        [pin, 3],
      ]);
      const { items, total, tax, cashRounding } = await storedOrder(fresh.db, number);
      for (const { nth, units, rounds } of steps) {
        await roundCash(fresh.db, ada, rounds);
        await refund(number, new Map([[items[nth]?.id ?? '', units]]));
      }
      await refund(number, 'all');
      const made = await refundsOf(number);
      const sum = (of: (row: (typeof made)[number]) => number) => made.reduce((all, row) => all + of(row), 0);
      expect([sum(({ amount }) => amount), sum((row) => row.tax)]).toEqual([total, tax]);
      expect(sum((row) => row.cashRounding)).toBe(cashRounding);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a hand-over and the owner’s change at the same moment agree on what was due', {
  timeout: 60_000,
}, async () => {
  await roundCash(fresh.db, ada, false);
  for (let nth = 0; nth < 12; nth++) {
    const turnsOn = nth % 2 === 0;
    const [shown, next] = turnsOn ? [1802, 1800] : [1800, 1802];
    const order = await readyOrder();
    const [answer] = await Promise.all([handOver(order, 2000, shown), roundCash(fresh.db, ada, turnsOn)]);
    const stored = await storedOrder(fresh.db, order.number);
    if (answer.ok) expect(stored.total + stored.cashRounding).toBe(shown);
    else {
      expect(answer).toMatchObject({ problem: { cash: { kind: 'cash-due-changed', owed: next } } });
      expect(stored).toMatchObject({ status: 'ready', cashRounding: 0 });
    }
  }
});

test('who saves the setting waits for the payments under way', async () => {
  const saved = await fresh.db.transaction(async (tx) => {
    expect((await paymentDesk(tx)).roundsCash).toBe(true);
    const saving = roundCash(fresh.db, ada, false).then(() => 'saved');
    expect(await Promise.race([saving, pause(700, 'waits')])).toBe('waits');
    return () => saving;
  });
  expect(await saved()).toBe('saved');
});
