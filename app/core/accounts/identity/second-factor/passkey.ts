/** Passkeys: the fields of their forms, what is refused, and the messages. */

import { z } from 'zod';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { ADMIN_ONLY, BANNED, TEXT_CODE_ONLY, tooManyAttempts } from '../accounts/messages.ts';

/** More devices than anyone has. */
export const MOST_PASSKEYS = 20;

const passkeyName = typedLine(60, 'name for it').min(1, 'Please enter a name, such as “My laptop”.');

/** Why a browser is asked to use or make a passkey. */
export const passkeyPurposes = ['sign-in', 'confirm', 'add'] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/** A browser's answer: JSON in a form field. An honest one has about two thousand characters. */
export const credentialField = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'unreadable' });
      return z.NEVER;
    }
  });

export const addPasskeySchema = z.object({ name: passkeyName, credential: credentialField });
export const namePasskeySchema = z.object({ passkey: z.string(), name: passkeyName });

export type PasskeyProblem =
  /** Signed wrongly, for another site, too late, or twice. */
  | { kind: 'not-valid' }
  | { kind: 'not-known' }
  | { kind: 'already-added' }
  | { kind: 'too-many-passkeys' }
  | { kind: 'last-way-in' }
  | Common<'confirm-first' | 'not-allowed'>
  | { kind: 'text-code-only' }
  | { kind: 'banned' }
  | { kind: 'too-many-attempts'; seconds: number };

export function passkeyMessage(problem: PasskeyProblem): string {
  switch (problem.kind) {
    case 'not-valid':
      return 'That did not work. Please try again.';
    case 'not-known':
      return 'We do not know this passkey. It may have been removed. Please sign in another way.';
    case 'already-added':
      return 'This passkey is already in the list.';
    case 'too-many-passkeys':
      return `You can have up to ${MOST_PASSKEYS} passkeys. Please remove one first.`;
    case 'last-way-in':
      return 'This passkey is the only way to sign in to your account. Set a password first.';
    case 'text-code-only':
      return TEXT_CODE_ONLY;
    case 'banned':
      return BANNED;
    case 'not-allowed':
      return ADMIN_ONLY;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}

/**
 * The site a passkey is for, as WebAuthn defines it. The HTTP layer builds the request's address from the public
 * origin.
 */
export function siteOf(request: Request): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(request.url);
  return { rpID: hostname, origin };
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof transportNames)[number];

/** Hints for the browser; drops unknown ones. */
export function knownTransports(given: readonly unknown[]): Transport[] {
  return transportNames.filter((name) => given.includes(name));
}
