/** Changes the email of an account: asked for inside it, confirmed from the new address, told to the old one. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { holdSession, lockUser } from '#core/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/access/recent-sign-in-queries.server.ts';
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
/** As long as the mail says. */
const CONFIRM_HOURS = 24;
const UNDO_DAYS = 7;

/**
 * Asks for the change. Nothing is looked up: an address that has an account gets a mail that says so, and whoever asks
 * sees the same. A later change takes an earlier one's place.
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

/** Takes a change back that nobody has confirmed. */
export async function dropEmailChange(actor: SignedIn): Promise<void> {
  await inTransaction(async (tx) => {
    if (await holdSession(tx, actor, { recent: false })) await dropWaiting(tx, actor.userId);
  });
}

/**
 * Confirms the change, by the link and inside the account: a typo's owner has the link and not the account, and must
 * not get the account by it; nor must anyone who finds the account open, so an old sign-in is refused. Links to choose a password that went to the old address end. The old address is told, and
 * may undo it for a week.
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
  // Links to choose a password went to an address that is not the account's any more.
  await endUnfinished(tx, userId);
  const requestId = newId<string>();
  await enqueueAccountMail(tx, { kind: 'email-changed', requestId, email: oldEmail, changeId: id });
  await recordSecurityChange(tx, request, { userId, change: 'email-changed' });
  return succeed({ email });
}

/** With its row gone its link opens nothing. */
async function dropWaiting(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)));
}
