/** Changes order status and payment status for staff, for one order or many at once. */

import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingEntry } from '#core/sales/cash-desk/cash-rounding.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { instantOf, systemClock } from '#kernel/time.ts';
import { arrivalToday } from './hand-over/arrival.ts';
import { wasClosedAt } from './missed-pickups/missed-pickup.ts';
import { hasEnded, wasMissed } from './order.ts';
import { type BulkOutcome, needsReason, type StatusProblem } from './order-status.ts';
import { askForReceipt } from './receipts/ask-for-receipt.server.ts';
import {
  isUnready,
  type LockedOrder,
  lockOrder,
  type StatusCause,
  writeOrderStatus,
  writePaymentStatus,
} from './write-order-status.server.ts';

type Outcome = Result<{ changed: boolean }, StatusProblem>;

/** `version` is the one staff saw; null when a list acts on many orders. */
export type StatusChange = { orderId: string; to: OrderStatus; reason: string; version: number | null };

/**
 * Refuses what the state machine refuses, and also: completing (that is the hand-over), a stale page, a
 * missing reason, a no-show before the pickup time is over or while the customer is at the store, and one on a day with special hours that the pickup is
 * outside of.
 */
export function changeOrderStatus(actor: Actor, change: StatusChange, now = systemClock()): Promise<Outcome> {
  const { orderId, to, reason, version } = change;
  if (to === 'completed') return Promise.resolve(refuse({ kind: 'hand-over-only' }));
  return onLockedOrder(
    actor,
    {
      orderId,
      version,
      reason,
      to,
      isDone: async (tx, order) => order.status === to && !(await isUnready(tx, order)),
    },
    now,
    async (tx, order, staff, cause) => {
      if (to === 'no_show' && wasClosedAt(order, pickupPolicy(await readSettings())))
        return refuse({ kind: 'farm-closed' });
      const arrival = to === 'no_show' ? arrivalToday(order, now, cause.zone) : null;
      if (arrival !== null) return refuse({ kind: 'customer-here', arrival });
      if (to === 'no_show' && !isOver(order, now)) return refuse({ kind: 'pickup-ahead' });
      const outcome = await writeOrderStatus(tx, order, to, cause);
      if (outcome.ok && outcome.value.changed)
        await recordAudit(tx, staff, {
          action: 'order.status-changed',
          subject: 'order',
          subjectId: order.id,
          // A ready order that got units is packed again.
          before: { status: order.status === to ? 'packing' : order.status },
          after: { status: to },
          reason,
        });
      return outcome;
    },
  );
}

/** Whether the pickup time of an order is over. */
function isOver({ pickupEndsAt }: LockedOrder, now: ReturnType<typeof systemClock>): boolean {
  return wasMissed(pickupEndsAt && instantOf(pickupEndsAt), now);
}

export type PaymentChange = { orderId: string; to: PaymentStatus; reason: string; version: number | null };

/**
 * Refuses what the state machine refuses, and also: refunding (`recordRefund`), a payment for an order that
 * has ended, a stale page.
 */
export function changePaymentStatus(
  actor: Actor,
  change: PaymentChange,
  now = systemClock(),
): Promise<Outcome> {
  const { orderId, to, reason, version } = change;
  return onLockedOrder(
    actor,
    { orderId, version, reason, to, isDone: (_, order) => order.paymentStatus === to },
    now,
    async (tx, order, staff) => {
      if (to === 'refunded') return refuse({ kind: 'refund-only' });
      if (to === 'paid' && hasEnded(order.status)) return refuse({ kind: 'ended' });
      const outcome = await writePaymentStatus(tx, order, to, { now, by: staff });
      if (outcome.ok && outcome.value.changed) {
        if (to === 'paid')
          await askForReceipt(tx, { id: order.id, version: order.version + 1 }, staff.userId);
        await recordAudit(tx, staff, {
          action: 'order.payment-changed',
          subject: 'order',
          subjectId: order.id,
          before: { paymentStatus: order.paymentStatus },
          after: { paymentStatus: to, total: order.total, ...roundingEntry(outcome.value.cashRounding) },
          reason,
        });
      }
      return outcome;
    },
  );
}

async function onLockedOrder(
  actor: Actor,
  wanted: {
    orderId: string;
    version: number | null;
    reason: string;
    to: OrderStatus | PaymentStatus;
    isDone(tx: Transaction, order: LockedOrder): boolean | Promise<boolean>;
  },
  now: ReturnType<typeof systemClock>,
  write: (tx: Transaction, order: LockedOrder, staff: SignedIn, cause: StatusCause) => Promise<Outcome>,
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    if (needsReason(wanted.to) && wanted.reason === '') return refuse({ kind: 'reason-missing' });
    const order = await lockOrder(tx, wanted.orderId);
    if (!order) return refuse({ kind: 'not-found' });
    // Clicked twice, or by two people: the order is as both want it, so neither sees an error.
    if (await wanted.isDone(tx, order)) return succeed({ changed: false });
    if (wanted.version !== null && wanted.version !== order.version) return refuse({ kind: 'stale' });
    const cause = { actorId: actor.userId, now, zone, note: wanted.reason || undefined, packer: actor };
    const outcome = await write(tx, order, actor, cause);
    return outcome.ok ? outcome : abandon(outcome);
  });
}

/**
 * Changes each order in its own transaction, so that one that cannot move does not block the others.
 * @param reason saved with each order, if ending it requires one
 */
export async function changeManyStatuses(
  actor: Actor,
  orderIds: readonly string[],
  { to, reason }: { to: OrderStatus; reason: string },
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], already: [], refused: [] };
  for (const orderId of orderIds) {
    const one = await changeOrderStatus(actor, { orderId, to, reason, version: null });
    if (!one.ok) outcome.refused.push({ orderId, problem: one.problem });
    else outcome[one.value.changed ? 'changed' : 'already'].push(orderId);
  }
  return outcome;
}
