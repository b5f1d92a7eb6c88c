/** Replaces a person's backup codes with ten new ones. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { backupCodes } from '#db/schema/identity.ts';
import { hashBackupCode, newBackupCodes, writtenOut } from './backup-code.ts';

/** The backup codes in display form, shown only this once. `cookie` remembers the device they are shown on. */
export type BackupCodes = { backupCodes: string[]; cookie: string };

export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newBackupCodes();
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashBackupCode(userId, code) })));
  return codes.map(writtenOut);
}
