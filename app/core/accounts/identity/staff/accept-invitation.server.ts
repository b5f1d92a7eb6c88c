/** Creates the account of an invited staff member, by the mailed link. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { makeProfile } from '#core/accounts/customers/make-profile.server.ts';
import { rightsInWords } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { accounts, staffInvitations, userRoles, users, verifications } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import { endSignUps } from '../accounts/confirm-sign-up.server.ts';
import { INVITATION_IDENTIFIER } from '../accounts/link-queries.server.ts';
import { hashLinkToken } from '../accounts/link-token.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { type SignedInNow, startSession } from '../sessions/start-session.server.ts';
import type { JoinProblem } from './invitation.ts';
import type { JoinInput } from './invitation-form.ts';
import { invitedRights, readInvitation } from './invitations-queries.server.ts';
import { columnsOf } from './lock-rights.server.ts';
import { roleLabel } from './role-change.ts';
import { isStaffNameTaken, lockStaffNames } from './staff-names.server.ts';

type Made = { userId: string; email: string };

/**
 * Uses up the link, ends every pending sign-up with the address and signs the person in. Refused: a link that was used,
 * canceled or has expired, and an address that has an account by now; a name
 * that looks like another person's at work.
 */
export async function acceptInvitation(
  request: Request,
  input: JoinInput,
): Promise<Result<SignedInNow, JoinProblem>> {
  const wait = await countAttempt('follow-link', addressOf(request), addressLimits['follow-link']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  // Checked before the costly work: hashing is slow on purpose.
  if (!(await readInvitation(input.token))) return refuse({ kind: 'link-not-valid' });
  try {
    const password = await hashPassword(input.password);
    const made = await inTransactionOr<Result<Made, JoinProblem>>((tx, abandon) =>
      makeAccount(tx, { ...input, password }, abandon),
    );
    if (!made.ok) return made;
    const started = await startSession(request, made.value, { secondFactor: false });
    return started.ok ? started : refuse({ kind: 'link-not-valid' });
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    throw error;
  }
}

async function makeAccount(
  tx: Transaction,
  { token, fullName, password }: JoinInput,
  abandon: (value: Result<Made, JoinProblem>) => never,
): Promise<Result<Made, JoinProblem>> {
  await lockStaffNames(tx);
  const [link] = await tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, INVITATION_IDENTIFIER + hashLinkToken(token)),
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ invitationId: verifications.value });
  if (!link) return refuse({ kind: 'link-not-valid' });
  const [invitation] = await tx
    .delete(staffInvitations)
    .where(eq(staffInvitations.id, link.invitationId))
    .returning({ email: staffInvitations.email, role: staffInvitations.role, rights: invitedRights });
  if (!invitation) return refuse({ kind: 'link-not-valid' });
  const { email, role, rights } = invitation;
  await endSignUps(tx, email);
  const userId = newId<string>();
  if (await isStaffNameTaken(tx, userId, fullName)) return abandon(refuse({ kind: 'name-taken' }));
  const [user] = await tx
    .insert(users)
    .values({ id: userId, name: fullName, email, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) return abandon(refuse({ kind: 'email-taken' }));
  await tx.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  await tx.insert(userRoles).values({ userId, role, ...columnsOf(rights) });
  await makeProfile(tx, { userId, fullName });
  await recordAudit(
    tx,
    { kind: 'user', userId, name: fullName },
    {
      action: 'staff.joined',
      subject: 'user',
      subjectId: userId,
      after: { role: roleLabel[role], ...(role === 'staff' ? rightsInWords(rights) : {}) },
    },
  );
  return succeed({ userId, email });
}
