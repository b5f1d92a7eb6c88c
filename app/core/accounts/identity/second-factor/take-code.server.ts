/** Uses up a one-time code. Each works once, even for concurrent requests. */
import { and, eq, lt } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { authenticators, backupCodes } from '#db/schema/identity.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import { BACKUP_CODE_DIGITS, hashBackupCode } from './backup-code.ts';
import { readFactor } from './current-factor.server.ts';
import { takeTextCode } from './send-text-code.server.ts';
import { stepOfCode } from './totp.ts';

export type TakenCode = 'app' | 'text' | 'backup';

/** Binds an encrypted secret to its account. */
export const secretContext = (userId: string) => `authenticator:${userId}`;

/**
 * Returns which kind of code it was; null when it is wrong or already used. A code of the app ends all earlier ones
 * too: a code that someone read over a shoulder becomes worthless.
 */
export async function takeCode(
  tx: Transaction,
  userId: string,
  { code, boundTo }: { code: string; boundTo: string },
  now: Date,
): Promise<TakenCode | null> {
  const factor = await readFactor(tx, userId);
  if (factor === null) return null;
  if (code.length === BACKUP_CODE_DIGITS) {
    const used = await tx
      .delete(backupCodes)
      .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, hashBackupCode(userId, code))))
      .returning({ id: backupCodes.id });
    return used.length > 0 ? 'backup' : null;
  }
  if (factor === 'text') {
    const phone = await takeTextCode(tx, { userId, boundTo }, code);
    return phone === null ? null : 'text';
  }
  const [row] = await tx
    .select({ secret: authenticators.secret })
    .from(authenticators)
    .where(eq(authenticators.userId, userId));
  if (!row) return null;
  const step = stepOfCode(decrypt(row.secret, secretContext(userId)), code, now);
  if (step === null) return null;
  const taken = await tx
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId });
  return taken.length > 0 ? 'app' : null;
}
