/** 'This wasn't me': restores an account's earlier email, by the link mailed to it. */
import { and, eq, gt, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { lockUser } from '#core/ground/access/hold-session.server.ts';
import { withholdLinks } from '#core/ground/mail/withhold-mail.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import {
  accounts,
  authenticators,
  backupCodes,
  emailChanges,
  passkeys,
  textFactors,
  users,
  verifications,
} from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { endEveryAccess } from '../sessions/end-sessions.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { UNIQUE_VIOLATION } from './change-email.server.ts';
import type { ChangeEmailProblem } from './change-email.ts';
import { CHANGE_EMAIL_IDENTIFIER, readLink, UNDO_EMAIL_IDENTIFIER } from './link-queries.server.ts';
import { hashLinkToken } from './link-token.ts';
import { recordSecurityChange } from './record-security-change.server.ts';

/**
 * Ways to sign in that were added this long before the request count as its author's: the owner got mail about each.
 */
const HOURS_BEFORE = 24;

/**
 * Restores the address, whatever it has changed to since; later changes and their links end. Every session ends and the
 * password stops working, because the person who changed the address had both; so do ways to sign in that were added
 * since, or shortly before. Refused: an address that another account has by now.
 */
export async function undoEmailChange(
  request: Request,
  token: string,
): Promise<Result<{ email: string }, ChangeEmailProblem>> {
  const wait = await countAttempt('follow-link', addressOf(request), addressLimits['follow-link']);
  if (wait > 0) return refuse({ kind: 'too-many-attempts', seconds: wait });
  const id = await readLink(UNDO_EMAIL_IDENTIFIER, token);
  if (id === null) return refuse({ kind: 'link-not-valid' });
  try {
    const email = await inTransaction((tx) => undo(tx, request, { id, token }));
    return email === null ? refuse({ kind: 'link-not-valid' }) : succeed({ email });
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'email-taken' });
    throw error;
  }
}

async function undo(
  tx: Transaction,
  request: Request,
  { id, token }: { id: string; token: string },
): Promise<string | null> {
  const [asked] = await tx
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(eq(emailChanges.id, id));
  if (!asked || (await lockUser(tx, asked.userId)) === null) return null;
  const { userId } = asked;
  // Read again under the lock: undoing an earlier change may have just ended this one.
  const [change] = await tx
    .select({
      oldEmail: emailChanges.oldEmail,
      confirmedAt: emailChanges.confirmedAt,
      createdAt: emailChanges.createdAt,
    })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.id, id),
        isNotNull(emailChanges.confirmedAt),
        gt(emailChanges.expiresAt, sql`now()`),
      ),
    );
  if (!change?.confirmedAt) return null;
  await tx
    .update(users)
    .set({ email: change.oldEmail, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  const undone = await tx
    .delete(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, userId),
        or(isNull(emailChanges.confirmedAt), gte(emailChanges.confirmedAt, change.confirmedAt)),
      ),
    )
    .returning({ id: emailChanges.id });
  await withholdLinks(
    tx,
    undone.flatMap(({ id }) => [CHANGE_EMAIL_IDENTIFIER + id, UNDO_EMAIL_IDENTIFIER + id]),
  );
  await tx
    .delete(verifications)
    .where(eq(verifications.identifier, UNDO_EMAIL_IDENTIFIER + hashLinkToken(token)));
  await endEveryAccess(tx, userId);
  await tx
    .update(accounts)
    .set({ password: null, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  await endWaysInSince(tx, userId, new Date(change.createdAt.getTime() - HOURS_BEFORE * 3_600_000));
  await recordSecurityChange(tx, request, { userId, change: 'email-restored' });
  return change.oldEmail;
}

/**
 * A person who takes over an account adds a way back in at the same time, and sets up a second factor to lock its owner
 * out. Older ways to sign in are the owner's and stay.
 */
async function endWaysInSince(tx: Transaction, userId: string, since: Date): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await tx
    .delete(accounts)
    .where(
      and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential'), gte(accounts.createdAt, since)),
    );
  await tx
    .delete(authenticators)
    .where(and(eq(authenticators.userId, userId), gte(authenticators.createdAt, since)));
  await tx.delete(textFactors).where(and(eq(textFactors.userId, userId), gte(textFactors.createdAt, since)));
  await tx.delete(backupCodes).where(and(eq(backupCodes.userId, userId), gte(backupCodes.createdAt, since)));
}
