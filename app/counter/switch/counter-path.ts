/** Decides where the person who takes a shared tablet over begins. */
import { safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';

/** Only pages of the counter; its first one for every other address. */
export function counterPath(to: string): string {
  const path = safeReturnPath(to);
  return path !== null && /^\/counter(?:\/(?!switch|still-here)|\?|$)/.test(path) ? path : '/counter';
}
