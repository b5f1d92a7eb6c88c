/**
 * Signs a number for a link in a message, with which a person answers without signing in. Short, because a text message
 * has room for one line; 96 bits of the signature are more than anyone can guess.
 */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './secrets.ts';

/** Characters of the signature. */
const SIGNED = 16;

/** @param purpose the kind of link: a token of one kind does not open another. */
export function numberedLink(purpose: string) {
  const signatureOf = (number: number) => keyedHash(String(number), purpose).slice(0, SIGNED);
  return {
    token: (number: number): string => `${number.toString(36)}.${signatureOf(number)}`,
    /** The number; null for a token we did not sign. */
    read: (token: string): number | null => {
      const [written = '', signature = '', ...rest] = token.split('.');
      if (rest.length > 0 || !/^[0-9a-z]{1,6}$/.test(written)) return null;
      const number = Number.parseInt(written, 36);
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(number))];
      return given.length === right.length && timingSafeEqual(given, right) ? number : null;
    },
  };
}
