/** Reads which second factor an account has; one at a time. Changing it requires the account's lock (`holdSession`). */
import { and, eq, not, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { authenticators, sessions, textCodes, textFactors } from '#db/schema/identity.ts';

/** The factor right now; null for none. */
export async function readFactor(tx: Transaction, userId: string): Promise<'app' | 'text' | null> {
  const [app] = await tx
    .select({ one: sql`1` })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  if (app) return 'app';
  const [text] = await tx.select({ one: sql`1` }).from(textFactors).where(eq(textFactors.userId, userId));
  return text ? 'text' : null;
}

/**
 * Whether codes come by text message and this session has shown nothing stronger. A phone number can be taken over, so
 * such a session may not change the account's second factors. A backup code or a passkey shown in it is stronger.
 */
export async function hasShownTextCodeOnly(
  { userId, sessionId }: SignedIn,
  tx: Database | Transaction = database(),
): Promise<boolean> {
  const [row] = await tx
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(textFactors, eq(textFactors.userId, sessions.userId))
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), not(sessions.secondFactor)));
  return row !== undefined;
}

/** Deletes the phone and every code sent to it. */
export async function removeTextFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(textFactors).where(eq(textFactors.userId, userId));
  await tx.delete(textCodes).where(eq(textCodes.userId, userId));
}
