/**
 * Signs the link in a recall's message, with which a buyer answers without signing in. Short, because a text message
 * has room for one line; 96 bits of the signature are more than anyone can guess.
 */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#platform/secrets/secrets.ts';

/** Characters of the signature. */
const SIGNED = 16;

/** The path of one person's page. */
export const recallPath = (number: number): string => `/recall/${recallToken(number)}`;

export const recallToken = (number: number): string => `${number.toString(36)}.${signatureOf(number)}`;

/** The number of the person in `recall_people`; null for a token we did not sign. */
export function readRecallToken(token: string): number | null {
  const [written = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^[0-9a-z]{1,6}$/.test(written)) return null;
  const number = Number.parseInt(written, 36);
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(number))];
  return given.length === right.length && timingSafeEqual(given, right) ? number : null;
}

const signatureOf = (number: number) => keyedHash(String(number), 'recall').slice(0, SIGNED);
