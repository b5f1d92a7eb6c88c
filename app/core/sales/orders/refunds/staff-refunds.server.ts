/** Checks what staff may return of an order, and in a day. What an exchange returned counts, not what it took back. */
import { eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Approver, mayRefund, refundLimit, rightsOf, type SignedIn } from '#core/ground/access/actor.ts';
import { approverAsActor } from '#core/ground/access/staff-transaction.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import type { Transaction } from '#db/client.ts';
import { exchanges, refunds } from '#db/schema/orders.ts';
import { correctedLines } from '#db/schema/price-corrections.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, instantOf, startOfDay, storeDate } from '#kernel/time.ts';
import type { LockedOrder } from '../write-order-status.server.ts';
import { checkStaffRefund, type RefundProblem } from './refund.ts';

/** Cents of a refund that count toward the limits. The refund of a price correction is an admin's decision, and does not. */
const counted = sql`case
  when exists (select from ${correctedLines} where ${correctedLines.refundId} = ${refunds.id}) then 0
  when ${exchanges.due} is null then ${refunds.amount} else greatest(0, -${exchanges.due}) end`;

/**
 * Whether it fits: this person may refund, the order's refunds stay within their limit, and the person's day and the
 * order's age within the owner's bounds. Requires the lock `staffRefunds`. Nothing of it bounds an admin.
 * @param amount cents that are returned now
 * @param isWritten whether the refund is among the stored ones already
 */
export async function checkStaffLimits(
  tx: Transaction,
  staff: SignedIn,
  order: LockedOrder,
  {
    amount,
    now,
    settings,
    isWritten = false,
  }: { amount: number; now: Temporal.Instant; settings: Settings; isWritten?: boolean },
): Promise<Result<null, RefundProblem>> {
  if (!mayRefund(staff, settings.refunds)) return refuse({ kind: 'not-allowed' });
  const limit = refundLimit(staff, settings.refunds);
  if (limit === null) return succeed(null);
  const before = ({ count, amount: sum }: { count: number; amount: number }) =>
    isWritten ? { count: count - (amount > 0 ? 1 : 0), amount: sum - amount } : { count, amount: sum };
  const ofOrder = before(await countedOf(tx, eq(refunds.orderId, order.id)));
  if (ofOrder.amount + amount > limit) return refuse({ kind: 'over-staff-limit', limit });
  const { zone } = settings.store;
  const today = storeDate(now, zone);
  const since = asDate(startOfDay(today, zone));
  const ofDay = before(
    await countedOf(tx, sql`${eq(refunds.refundedBy, staff.userId)} and ${gte(refunds.createdAt, since)}`),
  );
  const paidOn = order.paidAt && storeDate(instantOf(order.paidAt), zone);
  return checkStaffRefund(settings.refunds, {
    ...{ amount, own: rightsOf(staff).refundLimit ?? 0, today: ofDay },
    paidDaysAgo: paidOn ? paidOn.until(today).days : Number.POSITIVE_INFINITY,
  });
}

/** Whether the yes of `approver` still counts, and what was returned, which is stored already, fits their limits. */
export async function checkYes(
  tx: Transaction,
  approver: Approver,
  asker: SignedIn,
  order: LockedOrder,
  refund: { amount: number; now: Temporal.Instant; settings: Settings },
): Promise<Result<null, RefundProblem>> {
  const yes = await approverAsActor(tx, approver, asker);
  if (!yes) return refuse({ kind: 'not-allowed' });
  const within = await checkStaffLimits(tx, yes, order, { ...refund, isWritten: true });
  return within.ok ? within : refuse({ kind: 'over-their-limit' });
}

async function countedOf(tx: Transaction, which: SQL): Promise<{ count: number; amount: number }> {
  const [sum] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${counted} > 0))::int`,
      amount: sql<number>`coalesce(sum(${counted}), 0)::float8`,
    })
    .from(refunds)
    .leftJoin(exchanges, eq(exchanges.refundId, refunds.id))
    .where(which);
  return sum ?? { count: 0, amount: 0 };
}
