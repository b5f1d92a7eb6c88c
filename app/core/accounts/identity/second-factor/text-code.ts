/** A sign-in code by text message: its digits, its stored hash and its message. */
import { randomInt } from 'node:crypto';
import { isTelling, quietName, SMS_LENGTH } from '#core/ground/notifications/short-words.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { TEXT_CODE_MINUTES } from './text-factor.ts';

/** One person, phone and sign-in: anywhere else the same digits are wrong. */
export type TextCodePlace = { userId: string; phone: string; boundTo: string };

export function newTextCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The stored form: without the shop's key, a reader of the database cannot try codes against it. */
export function hashTextCode({ userId, phone, boundTo }: TextCodePlace, code: string): string {
  return keyedHash(`${userId} ${phone} ${boundTo} ${code}`, 'text-code');
}

/**
 * The message: who sends it and the code, and nothing about the trade. Its last line lets phones fill the code in only
 * on the shop's own address (WICG, "Origin-bound one-time codes"); left out when the address would name the trade.
 */
export function textCodeMessage(storeName: string, code: string, origin: string): string {
  const words = `${quietName(storeName)}: your sign-in code is ${code}. It works for ${TEXT_CODE_MINUTES} minutes. We will never ask you for it.`;
  const { hostname } = new URL(origin);
  const bound = `${words}\n\n@${hostname} #${code}`;
  return isTelling(hostname) || bound.length > SMS_LENGTH ? words : bound;
}
