/** Gives a person on the staff other boxes and limits. They apply from the next request on, in open sessions too. */
import { eq } from 'drizzle-orm';
import {
  type Actor,
  mayGiveRights,
  type Rights,
  rightsCover,
  rightsInWords,
  sameRights,
} from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { userRoles } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { announce } from '#platform/live/announce.ts';
import { recordStaffSecurityChange } from '../accounts/record-security-change.server.ts';
import { endInvitationsOf } from '../sessions/end-unfinished.server.ts';
import { columnsOf, lockRights } from './lock-rights.server.ts';
import type { RightsProblem } from './rights-change.ts';
import { rightsKey } from './rights-form.ts';

type Outcome = Result<{ changed: boolean }, RightsProblem>;

/**
 * Sessions, PIN and recent sign-in go on: the next command, and one that is about to commit, has the new rights. A
 * person who loses a right also loses the invitations they wrote. Refused: an old sign-in; people who may not give
 * rights, or not these; one's own rights; customers and admins; and rights that changed since the page was rendered.
 * @param from the rights that the page showed, as `rightsKey`
 */
export async function changeRights(
  actor: Actor,
  { userId, rights, from }: { userId: string; rights: Rights; from: string },
): Promise<Outcome> {
  const asGiver = recentStaffTransaction(
    actor,
    'staff.rights',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  const known = await readSettings();
  return asGiver<Outcome>(async (tx, giver) => {
    const { refunds } = await holdSettings(tx, known);
    const held = await lockRights(tx, [giver.userId, userId]);
    const [own, theirs] = [held.get(giver.userId), held.get(userId)];
    if (!own) return refuse({ kind: 'not-allowed' });
    if (userId === giver.userId) return refuse({ kind: 'own-rights' });
    if (!theirs?.rights) return refuse({ kind: 'not-staff' });
    const before = theirs.rights;
    if (sameRights(before, rights)) return succeed({ changed: false });
    if (rightsKey(before) !== from) return refuse({ kind: 'changed' });
    if (!mayGiveRights({ ...giver, ...own }, [before, rights], refunds))
      return refuse({ kind: 'more-than-own' });
    // Not when the role began: sessions by PIN live on.
    await tx
      .update(userRoles)
      .set({ ...columnsOf(rights) })
      .where(eq(userRoles.userId, userId));
    if (!rightsCover(rights, before, refunds)) await endInvitationsOf(tx, userId);
    await recordAudit(tx, giver, {
      action: 'rights.changed',
      subject: 'user',
      subjectId: userId,
      before: rightsInWords(before),
      after: rightsInWords(rights),
    });
    await recordStaffSecurityChange(tx, giver, { userId, change: 'role-changed' });
    await announce(tx, 'customers', `user:${userId}`);
    return succeed({ changed: true });
  });
}
