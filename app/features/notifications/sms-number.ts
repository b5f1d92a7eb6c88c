/** The phone that text messages go to: how it is written, what may be wrong with it, and the words agreed to. */
import { assertNever } from '#kernel/result.ts';

/**
 * What a person agrees to; stored with each consent, so that what was agreed to is known when it has changed since.
 */
export const consentWords = (storeName: string): string =>
  `I agree to get text messages from ${storeName} about my orders and my account at this number, some of them sent automatically. Agreeing is no condition of reserving anything. Message and data rates may apply. I can turn them off on this page at any time.`;

/** '+15185550123' of what people write; null for what is no number. Without a country it is one of North America. */
export function phoneNumber(text: string): string | null {
  const written = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(written)) return null;
  const digits = written.replaceAll(/\D/g, '');
  if (written.startsWith('+') && !digits.startsWith('1'))
    return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

/** '(518) 555-0123'; other countries' as they are dialed. */
export function phoneText(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}

/** How long a code can be entered. */
export const CODE_MINUTES = 10;
/** Wrong codes before another must be asked for. */
export const CODE_TRIES = 5;
/** Codes an hour, to one person and to one number. */
export const CODES_AN_HOUR = 4;

/** What the message with the code says. */
export const codeText = (quietName: string, code: string): string =>
  `${quietName}: your code is ${code}. It works for ${CODE_MINUTES} minutes. Nobody of ours asks you for it.`;

export type SmsProblem =
  | { kind: 'signed-out' }
  | { kind: 'not-offered' }
  | { kind: 'too-many-codes' }
  | { kind: 'no-code' }
  | { kind: 'wrong-code'; triesLeft: number };

export function smsMessage(problem: SmsProblem): string {
  switch (problem.kind) {
    case 'signed-out':
      return 'Please sign in to manage your notification preferences.';
    case 'not-offered':
      return 'Text messages are not offered at the moment.';
    case 'too-many-codes':
      return 'Too many codes were sent. Try again in an hour.';
    case 'no-code':
      return 'This code has expired. Get a new one.';
    case 'wrong-code':
      return problem.triesLeft > 0
        ? `This is not the code we sent. ${problem.triesLeft === 1 ? 'One try' : `${problem.triesLeft} tries`} left.`
        : 'This is not the code we sent. Get a new one.';
    default:
      return assertNever(problem);
  }
}
