/**
 * Records a cash refund, by an admin, by staff up to their limit or with the yes of someone whose limit it fits: for a
 * whole order, for units of its lines, or of an amount.
 */
import { type Actor, type Approver, may, mayRefund } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RefundGoods } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';
import { type LockedOrder, lockOrder } from '../write-order-status.server.ts';
import type { RefundProblem, WantedUnits } from './refund.ts';
import { checkStaffLimits, checkYes } from './staff-refunds.server.ts';
import { planRefund, writeRefund } from './write-refund.server.ts';

export type RefundInput = {
  units: WantedUnits;
  /** A refund by amount leaves the goods with the customer, whatever it says here. */
  goods: RefundGoods;
  reason: string;
  version: number;
  /** The cash that the page asked about, in cents; another amount is refused. */
  cash?: number | undefined;
  /** Who says yes to it: it is their refund then, and the audit log names both. */
  approver?: Approver | null;
};

/** In cents, with the cash to return; `whole` is true once everything that was paid is refunded. */
export type Refunded = { amount: number; cash: number; whole: boolean };

/**
 * Refuses: actors without permission to refund, more than their limit of one order and in a day, or so long after the
 * payment, an order that was not paid or is still open, a stale page, more units or money than are left, and other cash
 * than the page showed.
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
  const { approver = null } = asked;
  const known = await readSettings();
  return asStaff<Result<Refunded, RefundProblem>>(async (tx, actor, abandon) => {
    const settings = await holdSettings(tx, known);
    const { zone } = settings.store;
    if (!approver && !mayRefund(actor, settings.refunds)) return refuse({ kind: 'not-allowed' });
    // Two refunds of one person in the same moment do not both fit into their day.
    if (permission === 'refunds.record' || approver)
      await lockAdvisoryOf(tx, 'staffRefunds', (approver ?? actor).userId);
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const problem = problemOf(order, input);
    if (problem) return refuse(problem);
    const desk = await paymentDesk(tx);
    const plan = await planRefund(tx, order, input.units, desk);
    if (!plan.ok) return plan;
    const { made, cash } = plan.value;
    const amount = { amount: made.amount, now, settings };
    const own = approver ? succeed(null) : await checkStaffLimits(tx, actor, order, amount);
    if (!own.ok) return own;
    if (input.cash !== undefined && input.cash !== cash) return refuse({ kind: 'cash-changed', cash });
    const cause = { by: approver ?? actor, askedBy: approver ? actor.name : undefined, desk, now, zone };
    const written = await writeRefund(tx, order, plan.value, input, cause);
    if (!written.ok) return abandon(written);
    const yes = approver ? await checkYes(tx, approver, actor, order, amount) : succeed(null);
    return yes.ok ? succeed({ amount: made.amount, cash, whole: written.value.whole }) : abandon(yes);
  });
}

function problemOf(order: LockedOrder, { version, goods }: RefundInput): RefundProblem | null {
  if (order.paymentStatus === 'refunded') return { kind: 'nothing-left' };
  if (order.paymentStatus !== 'paid') return { kind: 'not-paid' };
  if (!hasEnded(order.status)) return { kind: 'still-open' };
  if (order.version !== version) return { kind: 'stale' };
  return goods === 'returned' && order.status !== 'completed' ? { kind: 'never-left' } : null;
}
