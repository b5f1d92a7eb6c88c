/**
 * The link in promotional mail that ends it without signing in (RFC 8058). What it ends stands in it, signed, so that
 * it works for as long as somebody keeps the mail, and nobody can make one for another.
 */
import { timingSafeEqual } from 'node:crypto';
import { isUuid } from '#kernel/ids.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { type Choice, choices } from './notification-table.ts';

/** Whose mail about what. */
export type Ending = { userId: string; choice: Choice };

export function unsubscribeUrl(ending: Ending): string {
  const url = new URL('/unsubscribe', mailOrigin());
  url.searchParams.set('token', unsubscribeToken(ending));
  return url.href;
}

export function unsubscribeToken({ userId, choice }: Ending): string {
  return `${userId}.${choice}.${signatureOf(userId, choice)}`;
}

/** What a token ends; null when it is none of ours. */
export function readUnsubscribeToken(token: string): Ending | null {
  if (token.length > 200) return null;
  const [userId, choice, signature = '', ...rest] = token.split('.');
  if (!isUuid(userId) || !isChoice(choice) || rest.length > 0) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(userId, choice))];
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, choice } : null;
}

const signatureOf = (userId: string, choice: string) => keyedHash(`${userId}.${choice}`, 'unsubscribe');

const isChoice = (text: string | undefined): text is Choice => choices.some((choice) => choice === text);
