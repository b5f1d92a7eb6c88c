/**
 * Bans a customer, and ends a ban, by an admin. A ban ends every session and everything that waits for a code or a
 * link, and the customer can no longer reserve.
 */
import { eq } from 'drizzle-orm';
import { type LockedCustomer, lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { writeBan } from '#core/accounts/customers/write-ban.server.ts';
import { endAccessBesides } from '#core/accounts/identity/sessions/end-access.server.ts';
import { endInvitationsOf } from '#core/accounts/identity/sessions/end-unfinished.server.ts';
import { lockAdmins, lockRole } from '#core/accounts/identity/staff/lock-admins.server.ts';
import type { Actor, RecentActor } from '#core/ground/access/actor.ts';
import { lockSessions } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { readOpenOf } from '#core/sales/orders/open-orders-queries.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import type { Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { BanInput, Banned, BanProblem } from './ban.ts';

/**
 * Refused: an old sign-in, one's own account, the last admin's, and a person who is already banned. If the admin
 * chooses so, open orders are canceled one by one after the ban: each is a separate change, recorded like any other;
 * one that can no longer be canceled stays and is counted.
 */
export async function banCustomer(
  actor: Actor,
  userId: string,
  { reason, openOrders }: BanInput,
): Promise<Result<Banned, BanProblem>> {
  const outcome = await onLocked(actor, userId, async (tx, admin, customer) => {
    if (customer.isBanned) return refuse({ kind: 'already-banned' });
    // The database deletes the sessions with the ban. Locked here, they come before the roles (docs/locks.md).
    await lockSessions(tx, userId);
    const admins = await lockAdmins(tx);
    if (admins.has(userId) && admins.size === 1) return refuse({ kind: 'last-admin' });
    await lockRole(tx, userId);
    await writeBan(tx, userId, reason);
    await endAccessBesides(tx, userId);
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

/** The customer can sign in and reserve again. What the ban canceled stays canceled. */
export function endBan(actor: Actor, userId: string, reason: string): Promise<Result<null, BanProblem>> {
  return onLocked(actor, userId, async (tx, admin, customer) => {
    if (!customer.isBanned) return refuse({ kind: 'not-banned' });
    await writeBan(tx, userId, null);
    await record(tx, admin, { userId, action: 'customer.unbanned', isBanned: false, reason });
    return succeed(null);
  });
}

function onLocked(
  actor: Actor,
  userId: string,
  work: (tx: Transaction, admin: RecentActor, customer: LockedCustomer) => Promise<Result<null, BanProblem>>,
): Promise<Result<null, BanProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<null, BanProblem>>(async (tx, admin) => {
    if (userId === admin.userId) return refuse({ kind: 'own' });
    if (!isUuid(userId)) return refuse({ kind: 'not-found' });
    const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
    if (!user) return refuse({ kind: 'not-found' });
    return work(tx, admin, await lockCustomer(tx, { userId, name: user.name }));
  });
}

async function record(
  tx: Transaction,
  admin: RecentActor,
  done: {
    userId: string;
    action: 'customer.banned' | 'customer.unbanned';
    isBanned: boolean;
    reason: string;
  },
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
