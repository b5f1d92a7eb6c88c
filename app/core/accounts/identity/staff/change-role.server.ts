/** Changes a person's role, by an admin. It applies from the next request on, in open sessions too. */
import { eq } from 'drizzle-orm';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { roleOf } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may, ordinaryRights, roleCovers } from '#core/ground/access/actor.ts';
import { hasSession, lockSessions } from '#core/ground/access/hold-session.server.ts';
import { recentActor } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { recordStaffSecurityChange } from '../accounts/record-security-change.server.ts';
import { endAccessOfRole } from '../sessions/end-access.server.ts';
import { endInvitationsOf } from '../sessions/end-unfinished.server.ts';
import { lockAdmins } from './lock-admins.server.ts';
import { columnsOf } from './lock-rights.server.ts';
import { type RoleProblem, roleLabel } from './role-change.ts';
import type { RoleInput } from './role-form.ts';
import { isStaffNameTaken, lockStaffNames } from './staff-names.server.ts';

/**
 * Refused: an old sign-in; a person who is not an admin or is signed out (at the moment of the change, not only of the
 * request); a role that has changed since the page was rendered; the last admin's role; and a back-office role for a
 * banned person, or for one whose name looks like that of another person at work.
 */
export async function changeRole(
  actor: Actor,
  { userId, role, from }: RoleInput,
): Promise<Result<{ changed: boolean }, RoleProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'users.manage')) return refuse({ kind: 'not-allowed' });
  const admin = await recentActor(actor);
  if (!admin) return refuse({ kind: 'confirm-first' });
  return inTransaction<Result<{ changed: boolean }, RoleProblem>>(async (tx) => {
    // Before the account: a customer who takes a colleague's name at the same moment waits, or is seen.
    const joins = role !== 'user';
    if (joins) await lockStaffNames(tx);
    const name = joins ? (await lockProfile(tx, userId))?.fullName : undefined;
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    // A lower role changes sessions; they come before the roles (docs/locks.md).
    if (role !== 'admin') await lockSessions(tx, userId);
    const admins = await lockAdmins(tx);
    if (!admins.has(actor.userId) || !(await hasSession(tx, actor))) return refuse({ kind: 'not-allowed' });
    if (!user) return refuse({ kind: 'not-found' });
    const before = await roleOf(tx, userId);
    if (before === role) return succeed({ changed: false });
    if (before !== from) return refuse({ kind: 'changed', role: before });
    if (before === 'admin' && ![...admins].some((id) => id !== userId)) return refuse({ kind: 'last-admin' });
    const [profile] = await tx
      .select({ isBanned: customerProfiles.isBanned })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId));
    if (profile?.isBanned && joins) return refuse({ kind: 'banned' });
    const isNew = before === 'user' && name !== undefined;
    if (isNew && (await isStaffNameTaken(tx, userId, name))) return refuse({ kind: 'name-taken' });
    await tx
      .insert(userRoles)
      .values({ userId, role })
      // Rights do not come along: another role starts as everyone does.
      .onConflictDoUpdate({
        target: userRoles.userId,
        set: { role, ...columnsOf(ordinaryRights), updatedAt: new Date() },
      });
    if (!roleCovers(role, before)) {
      await endInvitationsOf(tx, userId);
      await endAccessOfRole(tx, userId);
    }
    await recordAudit(tx, admin, {
      action: 'role.changed',
      subject: 'user',
      subjectId: userId,
      before: { role: roleLabel[before] },
      after: { role: roleLabel[role] },
    });
    await recordStaffSecurityChange(tx, actor, { userId, change: 'role-changed' });
    // Open pages reload their data and show what the new role may see.
    await announce(tx, 'customers', `user:${userId}`);
    return succeed({ changed: true });
  });
}
