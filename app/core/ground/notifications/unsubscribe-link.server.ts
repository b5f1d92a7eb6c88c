/**
 * Signs the link in promotional mail that unsubscribes without signing in (RFC 8058). The link contains what it ends,
 * signed, so that it works however old the mail is, and no one can make one for another person.
 */
import { timingSafeEqual } from 'node:crypto';
import { isUuid } from '#kernel/ids.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { type Choice, choices } from './notification-table.ts';

/** The person and the kind of mail. */
export type Ending = { userId: string; choice: Choice };

export function unsubscribeUrl(ending: Ending): string {
  const url = new URL('/unsubscribe', mailOrigin());
  url.searchParams.set('token', unsubscribeToken(ending));
  return url.href;
}

export function unsubscribeToken({ userId, choice }: Ending): string {
  return `${userId}.${choice}.${signatureOf(userId, choice)}`;
}

/** What a token ends; null for a token we did not sign. */
export function readUnsubscribeToken(token: string): Ending | null {
  if (token.length > 200) return null;
  const [userId, choice, signature = '', ...rest] = token.split('.');
  if (!isUuid(userId) || !isChoice(choice) || rest.length > 0) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(userId, choice))];
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, choice } : null;
}

const signatureOf = (userId: string, choice: string) => keyedHash(`${userId}.${choice}`, 'unsubscribe');

const isChoice = (text: string | undefined): text is Choice => choices.some((choice) => choice === text);
