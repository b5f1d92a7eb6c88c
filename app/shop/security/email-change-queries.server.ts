/** Loads pending changes of an account's email, and what the links about them open. */
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { WaitingEmailChange } from '#core/accounts/identity/accounts/change-email.ts';
import {
  CHANGE_EMAIL_IDENTIFIER,
  readLink,
  UNDO_EMAIL_IDENTIFIER,
} from '#core/accounts/identity/accounts/link-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { emailChanges } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

const isLive = gt(emailChanges.expiresAt, sql`now()`);

/** The actor's pending change; null if there is none. */
export async function readWaitingEmailChange(
  { userId }: SignedIn,
  zone: string,
): Promise<WaitingEmailChange | null> {
  const [waiting] = await database()
    .select({ newEmail: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), isLive));
  return waiting
    ? { newEmail: waiting.newEmail, until: formatDateTime(instantOf(waiting.expiresAt), zone) }
    : null;
}

/** The address that a link changes to, for the account's owner; for anyone else the link is not valid. */
export async function readEmailChangeLink({ userId }: SignedIn, token: string): Promise<string | null> {
  const id = await readLink(CHANGE_EMAIL_IDENTIFIER, token);
  if (id === null) return null;
  const [change] = await database()
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(
      and(eq(emailChanges.id, id), eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), isLive),
    );
  return change?.newEmail ?? null;
}

/** The address that a link restores; null if the link is not valid. */
export async function readUndoLink(token: string): Promise<string | null> {
  const id = await readLink(UNDO_EMAIL_IDENTIFIER, token);
  if (id === null) return null;
  const [change] = await database()
    .select({ oldEmail: emailChanges.oldEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), isNotNull(emailChanges.confirmedAt), isLive));
  return change?.oldEmail ?? null;
}
