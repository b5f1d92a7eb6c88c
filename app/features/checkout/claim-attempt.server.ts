/** The idempotency key of an attempt: the same key makes one thing, however often it is sent. */
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { checkoutAttempts } from '#db/schema/orders.ts';

export type Attempt =
  | { kind: 'first' }
  /** This key has been used for the very same wish: here is what it made. */
  | { kind: 'repeated'; madeId: string }
  /** This key has been used for another wish. */
  | { kind: 'other-wish' };

/**
 * Claims the key within `tx`. While another transaction with the same key is under way this waits for its
 * end: committed, the attempt is a repetition; rolled back, this one is the first. `wish` is whatever text
 * two equal wishes share.
 */
export async function claimAttempt(
  tx: Transaction,
  attempt: { userId: string; key: string; wish: string; madeId: string },
): Promise<Attempt> {
  const claimed = await tx
    .insert(checkoutAttempts)
    .values({ userId: attempt.userId, key: attempt.key, wish: attempt.wish, madeId: attempt.madeId })
    .onConflictDoNothing()
    .returning({ madeId: checkoutAttempts.madeId });
  if (claimed.length === 1) return { kind: 'first' };
  const [earlier] = await tx
    .select({ wish: checkoutAttempts.wish, madeId: checkoutAttempts.madeId })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, attempt.userId), eq(checkoutAttempts.key, attempt.key)));
  return earlier?.wish === attempt.wish
    ? { kind: 'repeated', madeId: earlier.madeId }
    : { kind: 'other-wish' };
}
