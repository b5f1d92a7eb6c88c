/** Which second factor an account has; one at a time. Who changes it holds the account's lock (`holdSession`). */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { authenticators, textCodes, textFactors } from '#db/schema/identity.ts';

/** As it is at this moment; null for none. */
export async function readFactor(tx: Transaction, userId: string): Promise<'app' | 'text' | null> {
  const [app] = await tx
    .select({ one: sql`1` })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  if (app) return 'app';
  const [text] = await tx.select({ one: sql`1` }).from(textFactors).where(eq(textFactors.userId, userId));
  return text ? 'text' : null;
}

/** The phone goes, and every code on its way there. */
export async function removeTextFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(textFactors).where(eq(textFactors.userId, userId));
  await tx.delete(textCodes).where(eq(textCodes.userId, userId));
}
