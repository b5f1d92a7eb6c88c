/** Reads whether an account has an authenticator app, and how many backup codes are left. */
import { count, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { authenticators, backupCodes } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export async function hasAuthenticator(userId: string): Promise<boolean> {
  const [row] = await database()
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  return row !== undefined;
}

export type AuthenticatorState = { since: string; backupCodesLeft: number };

/** Null while it is off. */
export async function readAuthenticator(
  { userId }: SignedIn,
  zone: string,
): Promise<AuthenticatorState | null> {
  const [row] = await database()
    .select({ createdAt: authenticators.createdAt })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  if (!row) return null;
  const [left] = await database()
    .select({ count: count() })
    .from(backupCodes)
    .where(eq(backupCodes.userId, userId));
  return {
    since: formatDateTime(instantOf(row.createdAt), zone),
    backupCodesLeft: left?.count ?? 0,
  };
}
