/** Two-factor sign-in by text message: its forms, what is refused, and the messages. */

import { z } from 'zod';
import { commonMessage } from '#kernel/problem.ts';
import { TEXT_CODE_ONLY, tooManyAttempts, WRONG_TEXT_CODE } from '../accounts/messages.ts';
import { typedCode } from './authenticator.ts';

/** How long a code is valid. */
export const TEXT_CODE_MINUTES = 10;
/** The wait before a person can request another: messages take a moment. */
export const RESEND_SECONDS = 45;

const DIGITS = 6;

/** Accepts codes of a text message only. */
export const setUpTextSchema = z.object({
  code: typedCode.refine(
    (text) => text.length === DIGITS && /^\d+$/.test(text),
    `Enter the ${DIGITS} digits of the message.`,
  ),
});

/** The consent a person gives; stored with the phone. It covers only sign-in codes. */
export const textFactorWords = (storeName: string): string =>
  `By asking for a code you agree that ${storeName} texts sign-in codes to this number when you sign in. Nothing else is sent there because of it. Message and data rates may apply. You can turn it off here at any time.`;

/** The part of a phone number shown before its owner is signed in: '23'. */
export const phoneEnd = (phone: string): string => phone.slice(-2);

export type TextFactorProblem =
  | { kind: 'confirm-first' }
  | { kind: 'text-code-only' }
  | { kind: 'not-offered' }
  | { kind: 'already-on' }
  | { kind: 'app-is-on' }
  | { kind: 'not-on' }
  | { kind: 'wrong-text-code' }
  | { kind: 'too-soon'; seconds: number }
  | { kind: 'too-many-codes'; seconds: number }
  | { kind: 'too-many-attempts'; seconds: number };

export function textFactorMessage(problem: TextFactorProblem): string {
  switch (problem.kind) {
    case 'text-code-only':
      return TEXT_CODE_ONLY;
    case 'not-offered':
      return 'Codes by text message are not available right now.';
    case 'already-on':
      return 'Two-factor sign-in by text message is already on.';
    case 'app-is-on':
      return 'Your authenticator app is on, which is stronger than text messages. You do not need both.';
    case 'not-on':
      return 'Two-factor sign-in by text message is already off.';
    case 'wrong-text-code':
      return WRONG_TEXT_CODE;
    case 'too-soon':
      return `A code was sent a moment ago. You can ask for another in ${problem.seconds} seconds.`;
    case 'too-many-codes':
      return `Too many codes were sent. You can ask for another in ${Math.ceil(problem.seconds / 60)} minutes.`;
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    default:
      return commonMessage(problem);
  }
}
