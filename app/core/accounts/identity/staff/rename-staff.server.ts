/** Changes the name of a person at work, by an admin. People at work do not change their own: records show it. */
import { eq } from 'drizzle-orm';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { renameProfile } from '#core/accounts/customers/make-profile.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import type { RenameInput } from './rename-form.ts';
import type { RenameProblem } from './staff-name.ts';
import { isStaffNameTaken, lockStaffNames } from './staff-names.server.ts';

/**
 * Records made before keep the former name, and the audit log has both. Refused: people who may not manage users, an
 * old sign-in, a customer, and a name that looks like another person's at work.
 */
export function renameStaff(
  actor: Actor,
  { userId, fullName }: RenameInput,
): Promise<Result<{ changed: boolean }, RenameProblem>> {
  const asAdmin = recentStaffTransaction(
    actor,
    'users.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Result<{ changed: boolean }, RenameProblem>>(async (tx, admin) => {
    await lockStaffNames(tx);
    const profile = isUuid(userId) ? await lockProfile(tx, userId) : undefined;
    if (!profile || (await lockUser(tx, userId)) === null) return refuse({ kind: 'not-staff' });
    const [held] = await tx
      .select({ role: userRoles.role })
      .from(userRoles)
      .where(eq(userRoles.userId, userId));
    if ((held?.role ?? 'user') === 'user') return refuse({ kind: 'not-staff' });
    const before = profile.fullName;
    if (before === fullName) return succeed({ changed: false });
    if (await isStaffNameTaken(tx, userId, fullName)) return refuse({ kind: 'name-taken' });
    await renameProfile(tx, userId, fullName);
    await tx.update(users).set({ name: fullName, updatedAt: new Date() }).where(eq(users.id, userId));
    await recordAudit(tx, admin, {
      ...{ action: 'staff.renamed', subject: 'user', subjectId: userId },
      ...{ before: { name: before }, after: { name: fullName } },
    });
    await announce(tx, 'customers', `user:${userId}`);
    return succeed({ changed: true });
  });
}
