/** Codes for the day the phone is lost: ten digits each, typed like any other code, as '12345-67890'. */
import { randomInt } from 'node:crypto';
import { keyedHash } from '#platform/secrets/secrets.ts';

const HOW_MANY = 10;
/** A code of the app has six. */
export const BACKUP_CODE_DIGITS = 10;

/** Ten codes, no two alike. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < HOW_MANY)
    codes.add(Array.from({ length: BACKUP_CODE_DIGITS }, () => randomInt(10)).join(''));
  return [...codes];
}

/** As it is shown. */
export function writtenOut(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** What is stored: without the shop's key nobody who reads the database can try codes against it. */
export function hashBackupCode(userId: string, code: string): string {
  return keyedHash(`${userId} ${code}`, 'backup-code');
}
