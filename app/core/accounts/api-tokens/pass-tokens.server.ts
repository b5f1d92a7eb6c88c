/** What becomes of the store's tokens of an admin who leaves, for a command that has checked the permission. */
import { and, asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';

const ofStore = (userId: string) => and(eq(apiTokens.userId, userId), eq(apiTokens.forStore, true));

/** By name, expired ones too. */
export function readStoreTokensOf(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: apiTokens.id, name: apiTokens.name })
    .from(apiTokens)
    .where(ofStore(userId))
    .orderBy(asc(apiTokens.name), asc(apiTokens.id));
}

/** Returns their names. */
export const revokeTokensOf = (tx: Transaction, userId: string) =>
  tx.delete(apiTokens).where(ofStore(userId)).returning({ name: apiTokens.name });

/**
 * From now on `to` answers for them, as if they had created them now: a token counts only if it is younger than the role
 * of its person. Returns their names.
 */
export function passTokens(tx: Transaction, userId: string, to: string) {
  return tx
    .update(apiTokens)
    .set({ userId: to, createdAt: new Date() })
    .where(ofStore(userId))
    .returning({ name: apiTokens.name });
}
