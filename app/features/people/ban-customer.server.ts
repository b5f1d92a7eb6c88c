/**
 * An admin bans a customer, and ends a ban. Every session ends with it, whatever waits for a code or a link too, and
 * nothing can be reserved any more.
 */
import { eq } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { type Actor, may, type SignedIn } from '#features/access/actor.ts';
import { recordActivity } from '#features/activity/record-activity.server.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { type LockedCustomer, lockCustomer } from '#features/customers/lock-customer.server.ts';
import { writeBan } from '#features/customers/write-ban.server.ts';
import { endInvitationsOf, endUnfinished } from '#features/identity/end-unfinished.server.ts';
import { lockAdmins } from '#features/identity/lock-admins.server.ts';
import { changeOrderStatus } from '#features/orders/change-order-status.server.ts';
import { changeReservationStatus } from '#features/orders/change-reservation-status.server.ts';
import { readOpenOf } from '#features/orders/open-orders-queries.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { BanInput, Banned, BanProblem } from './ban.ts';

/**
 * Refused: one's own account, the last admin's, who is banned already. Open orders are cancelled one by one after the
 * ban stands, where that is wanted: each is a change of its own, on record like any other; one that can no longer be
 * cancelled stays and is counted.
 */
export async function banCustomer(
  actor: Actor,
  userId: string,
  { reason, openOrders }: BanInput,
): Promise<Result<Banned, BanProblem>> {
  const outcome = await onLocked(actor, userId, async (tx, admin, customer) => {
    if (customer.isBanned) return refuse({ kind: 'banned' });
    const admins = await lockAdmins(tx);
    if (!admins.has(admin.userId)) return refuse({ kind: 'not-allowed' });
    if (admins.has(userId) && admins.size === 1) return refuse({ kind: 'last-admin' });
    await writeBan(tx, userId, reason);
    await endUnfinished(tx, userId);
    await endInvitationsOf(tx, userId);
    await record(tx, admin, { userId, action: 'customer.banned', isBanned: true, reason });
    return succeed(null);
  });
  if (!outcome.ok) return outcome;
  const { orders, reservations } = await readOpenOf(userId);
  if (openOrders === 'keep') return succeed({ cancelled: 0, left: orders.length + reservations.length });
  let cancelled = 0;
  for (const orderId of orders) {
    const change = { orderId, to: 'cancelled', reason: `Customer banned: ${reason}`, version: null } as const;
    if ((await changeOrderStatus(actor, change)).ok) cancelled += 1;
  }
  for (const reservationId of reservations) {
    const change = { reservationId, status: 'cancelled' } as const;
    if ((await changeReservationStatus(actor, change)).ok) cancelled += 1;
  }
  return succeed({ cancelled, left: orders.length + reservations.length - cancelled });
}

/** The customer can sign in and reserve again. What the ban cancelled stays cancelled. */
export function endBan(actor: Actor, userId: string, reason: string): Promise<Result<null, BanProblem>> {
  return onLocked(actor, userId, async (tx, admin, customer) => {
    if (!customer.isBanned) return refuse({ kind: 'not-banned' });
    await writeBan(tx, userId, null);
    await record(tx, admin, { userId, action: 'customer.unbanned', isBanned: false, reason });
    return succeed(null);
  });
}

async function onLocked(
  actor: Actor,
  userId: string,
  work: (tx: Transaction, admin: SignedIn, customer: LockedCustomer) => Promise<Result<null, BanProblem>>,
): Promise<Result<null, BanProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'users.manage')) return refuse({ kind: 'not-allowed' });
  if (userId === actor.userId) return refuse({ kind: 'own' });
  if (!isUuid(userId)) return refuse({ kind: 'not-found' });
  return inTransaction<Result<null, BanProblem>>(async (tx) => {
    const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
    if (!user) return refuse({ kind: 'not-found' });
    return work(tx, actor, await lockCustomer(tx, { userId, name: user.name }));
  });
}

async function record(
  tx: Transaction,
  admin: SignedIn,
  done: { userId: string; action: string; isBanned: boolean; reason: string },
): Promise<void> {
  const { userId, action, isBanned, reason } = done;
  await recordAudit(tx, admin, {
    action,
    subject: 'customer',
    subjectId: userId,
    before: { banned: !isBanned },
    after: { banned: isBanned },
    reason,
  });
  await recordActivity(tx, {
    userId,
    type: 'security_alert',
    description: isBanned ? 'Our staff suspended your account' : 'Our staff reopened your account',
    metadata: { alert_type: isBanned ? 'account_suspended' : 'account_reopened' },
  });
}
