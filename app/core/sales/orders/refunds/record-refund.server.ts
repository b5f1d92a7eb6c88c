/**
 * Records a cash refund, by an admin or by staff up to the owner's amount, for a whole order, for units of its lines, or of an amount. Money, goods, payment
 * status, audit entry and the customer's notification commit together; add any other effect of a refund here.
 */
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { returnLots } from '#core/goods/stock/return-lots.server.ts';
import { type Actor, may, mayRefund, type SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type CashOfOrder, cashToReturn, roundingEntry } from '#core/sales/cash-desk/cash-rounding.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { orders, refunds } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RefundGoods } from '#kernel/statuses.ts';
import { asDate, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';
import { itemsOf, type OrderItem } from '../write-order-lines.server.ts';
import { type LockedOrder, lockOrder, writePaymentStatus } from '../write-order-status.server.ts';
import {
  checkStaffRefund,
  type Refund,
  type RefundProblem,
  refundLimit,
  refundOf,
  unitsLabel,
  unitsRefunded,
  type WantedUnits,
} from './refund.ts';

export type RefundInput = {
  units: WantedUnits;
  /** A refund by amount leaves the goods with the customer, whatever it says here. */
  goods: RefundGoods;
  reason: string;
  version: number;
  /** The cash that the page asked about, in cents; another amount is refused. */
  cash?: number | undefined;
};

/** In cents, with the cash to return; `whole` is true once everything that was paid is refunded. */
export type Refunded = { amount: number; cash: number; whole: boolean };

type StoredRefund = typeof refunds.$inferSelect;

/**
 * Refuses: actors without permission to refund, more than the settings allow staff of one order and in a day, or so long after the payment, an order that was not paid
 * or is still open, a stale page, more units or money than are left, and other cash than the page showed.
 */
export async function recordRefund(
  actor: Actor,
  orderId: string,
  asked: RefundInput,
  now = systemClock(),
): Promise<Result<Refunded, RefundProblem>> {
  // Checked again at the commit: an admin who is demoted now may not refund more than staff.
  const permission = may(actor, 'refunds.any-amount') ? 'refunds.any-amount' : 'refunds.record';
  const asStaff = staffTransaction(actor, permission, refuse({ kind: 'not-allowed' }));
  const isAmount = typeof asked.units === 'object' && 'amount' in asked.units;
  const input: RefundInput = isAmount ? { ...asked, goods: 'kept' } : asked;
  const known = await readSettings();
  return asStaff<Result<Refunded, RefundProblem>>(async (tx, actor, abandon) => {
    const settings = await holdSettings(tx, known);
    const { zone } = settings.store;
    if (!mayRefund(actor, settings.refunds)) return refuse({ kind: 'not-allowed' });
    // Two refunds of one person in the same moment do not both fit into their day.
    if (permission === 'refunds.record') await lockAdvisoryOf(tx, 'staffRefunds', actor.userId);
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const problem = problemOf(order, input);
    if (problem) return refuse(problem);
    const items = await itemsOf(tx, order.id);
    const before = await refundsOf(tx, order.id);
    const lines = before.flatMap((refund) => refund.lines);
    const made = refundOf(items, lines, input.units);
    if (!made.ok) return made;
    const { amount } = made.value;
    const refunded = before.reduce((sum, refund) => sum + refund.amount, amount);
    const limit = refundLimit(actor, settings.refunds);
    if (limit !== null && refunded > limit) return refuse({ kind: 'over-staff-limit', limit });
    if (limit !== null) {
      const within = await checkDayOf(tx, actor, order, { amount, now, settings });
      if (!within.ok) return within;
    }
    const desk = await paymentDesk(tx);
    const cash = cashToReturn(amount, cashOf(order, before), desk.roundsCash);
    if (input.cash !== undefined && input.cash !== cash) return refuse({ kind: 'cash-changed', cash });
    const cashRounding = cash - amount;
    await tx.insert(refunds).values({
      id: newId(),
      orderId: order.id,
      ...made.value,
      cashRounding,
      goods: input.goods,
      reason: input.reason,
      refundedBy: actor.userId,
      refundedByName: actor.name,
      drawerSessionId: desk.drawerSessionId,
      createdAt: asDate(now),
    });
    const clock = { now, zone };
    if (input.goods === 'returned')
      await takeGoodsBack(tx, { order, items, before, made: made.value, actor, clock });
    const whole = refunded === order.total;
    const settled = await settle(tx, order, whole, { now, by: actor });
    if (!settled) return abandon(refuse({ kind: 'nothing-left' }));
    await record(tx, actor, order, { made: made.value, cashRounding, input, whole });
    await recordEvent(tx, { kind: 'order-refunded', orderId: order.id, amount: cash }, actor.userId);
    return succeed({ amount, cash, whole });
  });
}

function problemOf(order: LockedOrder, { version, goods }: RefundInput): RefundProblem | null {
  if (order.paymentStatus === 'refunded') return { kind: 'nothing-left' };
  if (order.paymentStatus !== 'paid') return { kind: 'not-paid' };
  if (!hasEnded(order.status)) return { kind: 'still-open' };
  if (order.version !== version) return { kind: 'stale' };
  return goods === 'returned' && order.status !== 'completed' ? { kind: 'never-left' } : null;
}

/** Whether the refund fits into the person's day and the order's age. Requires their lock. */
async function checkDayOf(
  tx: Transaction,
  { userId }: SignedIn,
  { paidAt }: LockedOrder,
  { amount, now, settings }: { amount: number; now: Temporal.Instant; settings: Settings },
): Promise<Result<null, RefundProblem>> {
  const today = storeDate(now, settings.store.zone);
  const since = asDate(startOfDay(today, settings.store.zone));
  const [made] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8`,
    })
    .from(refunds)
    .where(and(eq(refunds.refundedBy, userId), gte(refunds.createdAt, since)));
  const paidOn = paidAt && storeDate(instantOf(paidAt), settings.store.zone);
  return checkStaffRefund(settings.refunds, {
    ...{ amount, today: made ?? { count: 0, amount: 0 } },
    paidDaysAgo: paidOn ? paidOn.until(today).days : Number.POSITIVE_INFINITY,
  });
}

function cashOf({ total, cashRounding }: LockedOrder, before: readonly StoredRefund[]): CashOfOrder {
  const refunded = before.reduce((sum, refund) => sum + refund.amount, 0);
  const returned = before.reduce((sum, refund) => sum + refund.cashRounding, refunded);
  return { total, paid: total + cashRounding, refunded, returned };
}

function refundsOf(tx: Transaction, orderId: string): Promise<StoredRefund[]> {
  return tx
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Writes cannabis off, because it never goes back on sale (docs/law.md, Returns); puts other goods back in stock. */
function takeGoodsBack(
  tx: Transaction,
  back: {
    order: LockedOrder;
    items: readonly OrderItem[];
    before: readonly StoredRefund[];
    made: Refund;
    actor: SignedIn;
    clock: Parameters<typeof returnLots>[3];
  },
): Promise<void> {
  const { order, items, before, made, actor, clock } = back;
  const returned = before.filter(({ goods }) => goods === 'returned').flatMap(({ lines }) => lines);
  const units = made.lines.flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId);
    if (!item) return [];
    const { reservationId, productId, productType } = item;
    return [
      {
        reservationId,
        productId,
        quantity,
        cameBackBefore: unitsRefunded(returned, itemId),
        isDestroyed: productType === 'cannabis',
      },
    ];
  });
  return returnLots(tx, units, { actorId: actor.userId, orderId: order.id, note: 'Refund' }, clock);
}

/** Marks the payment refunded once nothing is left of it; until then the order only gets a new version. */
async function settle(
  tx: Transaction,
  order: LockedOrder,
  whole: boolean,
  cause: Parameters<typeof writePaymentStatus>[3],
): Promise<boolean> {
  if (whole) return (await writePaymentStatus(tx, order, 'refunded', cause)).ok;
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, updatedAt: asDate(cause.now) })
    .where(eq(orders.id, order.id));
  return true;
}

function record(
  tx: Transaction,
  actor: SignedIn,
  order: LockedOrder,
  done: { made: Refund; cashRounding: number; input: RefundInput; whole: boolean },
): Promise<void> {
  const { made, cashRounding, input, whole } = done;
  return recordAudit(tx, actor, {
    action: 'order.refunded',
    subject: 'order',
    subjectId: order.id,
    before: { paymentStatus: order.paymentStatus },
    after: {
      paymentStatus: whole ? 'refunded' : order.paymentStatus,
      refundInCents: made.amount,
      taxInCents: made.tax,
      ...roundingEntry(cashRounding),
      lines: made.lines.every(({ quantity }) => quantity === 0)
        ? [unitsLabel(made.lines)]
        : made.lines.map(({ quantity, name }) => `${quantity} × ${name}`),
      goods: input.goods,
    },
    reason: input.reason,
  });
}
