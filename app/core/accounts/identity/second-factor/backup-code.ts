/** Makes and hashes backup codes for a lost phone: ten digits each, typed like any other code, as '12345-67890'. */
import { randomInt } from 'node:crypto';
import { keyedHash } from '#platform/secrets/secrets.ts';

const HOW_MANY = 10;
/** More than the six digits of an app's code. */
export const BACKUP_CODE_DIGITS = 10;

/** Ten different codes. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < HOW_MANY)
    codes.add(Array.from({ length: BACKUP_CODE_DIGITS }, () => randomInt(10)).join(''));
  return [...codes];
}

/** Formats it for display. */
export function writtenOut(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** The stored form: without the shop's key, a reader of the database cannot try codes against it. */
export function hashBackupCode(userId: string, code: string): string {
  return keyedHash(`${userId} ${code}`, 'backup-code');
}
