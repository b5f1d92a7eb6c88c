/** Changes an account's email: requested inside it, confirmed from the new address, reported to the old one. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession, lockUser } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { withholdLinks } from '#core/ground/mail/withhold-mail.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { emailChanges, users, verifications } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { endUnfinished } from '../sessions/end-unfinished.server.ts';
import { addressLimits, emailChangeLimit } from '../sessions/rate-limit.ts';
import type { ChangeEmailProblem } from './change-email.ts';
import { endSignUps } from './confirm-sign-up.server.ts';
import { CHANGE_EMAIL_IDENTIFIER, readLink } from './link-queries.server.ts';
import { hashLinkToken } from './link-token.ts';
import { recordSecurityChange } from './record-security-change.server.ts';
import { enqueueAccountMail } from './request-account-mail.server.ts';

export const UNIQUE_VIOLATION = '23505';
/** Must match what the mail says. */
const CONFIRM_HOURS = 24;
const UNDO_DAYS = 7;

/**
 * Requests the change. It looks nothing up: if the new address has an account, that address gets a mail that says so,
 * and the person who asks sees the same answer. A later change replaces an earlier one.
 */
export async function requestEmailChange(
  request: Request,
  actor: SignedIn,
  newEmail: string,
): Promise<Result<null, ChangeEmailProblem>> {
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'sign-in-too-old' });
  if (newEmail === actor.email.toLowerCase()) return refuse({ kind: 'same-email' });
  const wait =
    (await countAttempt('change-email', addressOf(request), addressLimits['change-email'])) ||
    (await countAttempt('change-email', actor.userId, emailChangeLimit));
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    await dropWaiting(tx, actor.userId);
    const changeId = newId<string>();
    await tx.insert(emailChanges).values({
      id: changeId,
      userId: actor.userId,
      oldEmail: actor.email,
      newEmail,
      expiresAt: sql`now() + make_interval(hours => ${CONFIRM_HOURS})`,
    });
    const requestId = newId<string>();
    await enqueueAccountMail(tx, { kind: 'email-change', requestId, email: newEmail, changeId });
    return succeed(null);
  });
}

/** Cancels a change that is not confirmed yet. */
export async function dropEmailChange(actor: SignedIn): Promise<void> {
  await inTransaction(async (tx) => {
    if (await holdSession(tx, actor, { recent: false })) await dropWaiting(tx, actor.userId);
  });
}

/**
 * Confirms the change. It needs both the link and the account: the owner of a mistyped address has the link but must
 * not get the account, and neither must someone who finds the account open, so an old sign-in is refused. Password
 * links sent to the old address end. The old address is notified and can undo the change for a week.
 */
export async function confirmEmailChange(
  request: Request,
  actor: SignedIn,
  token: string,
): Promise<Result<{ email: string }, ChangeEmailProblem>> {
  const wait = await countAttempt('follow-link', addressOf(request), addressLimits['follow-link']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const id = await readLink(CHANGE_EMAIL_IDENTIFIER, token);
  if (id === null) return refuse({ kind: 'link-not-valid' });
  try {
    return await inTransaction((tx) => change(tx, request, actor, { id, token }));
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'email-taken' });
    throw error;
  }
}

async function change(
  tx: Transaction,
  request: Request,
  actor: SignedIn,
  { id, token }: { id: string; token: string },
): Promise<Result<{ email: string }, ChangeEmailProblem>> {
  const { userId } = actor;
  if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
  const oldEmail = await lockUser(tx, userId);
  if (oldEmail === null) return refuse({ kind: 'link-not-valid' });
  const [confirmed] = await tx
    .update(emailChanges)
    .set({ oldEmail, confirmedAt: sql`now()`, expiresAt: sql`now() + make_interval(days => ${UNDO_DAYS})` })
    .where(
      and(
        eq(emailChanges.id, id),
        eq(emailChanges.userId, userId),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.expiresAt, sql`now()`),
      ),
    )
    .returning({ newEmail: emailChanges.newEmail });
  if (!confirmed) return refuse({ kind: 'link-not-valid' });
  const email = confirmed.newEmail;
  await endSignUps(tx, email);
  await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  await tx
    .delete(verifications)
    .where(eq(verifications.identifier, CHANGE_EMAIL_IDENTIFIER + hashLinkToken(token)));
  // Password links were sent to an address that no longer belongs to the account.
  await endUnfinished(tx, userId);
  const requestId = newId<string>();
  await enqueueAccountMail(tx, { kind: 'email-changed', requestId, email: oldEmail, changeId: id });
  await recordSecurityChange(tx, request, { userId, change: 'email-changed' });
  return succeed({ email });
}

/** Once the row is deleted, its link opens nothing. */
async function dropWaiting(tx: Transaction, userId: string): Promise<void> {
  const dropped = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)))
    .returning({ id: emailChanges.id });
  await withholdLinks(
    tx,
    dropped.map(({ id }) => CHANGE_EMAIL_IDENTIFIER + id),
  );
}
