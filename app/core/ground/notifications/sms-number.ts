/** Parses the phone number for text messages, and says what is wrong with one; also the consent text. */
import { assertNever } from '#kernel/result.ts';

/** The consent text; stored with each consent, so that it is known after the text has changed. */
export const consentWords = (storeName: string): string =>
  `I agree to get text messages from ${storeName} about my orders and my account at this number, some of them sent automatically. Consent is not required to reserve anything. Message and data rates may apply. I can turn them off on this page at any time.`;

/**
 * Area codes with +1 that are neither in the United States nor in Canada, or charge the caller. The store would pay for
 * a code sent there, and someone else would earn from it.
 */
const DEAR_AREAS = new Set(
  (
    '242 246 264 268 284 345 441 473 500 521 522 533 544 566 577 588 649 658 664 700 710 721 758 767 784 809 829 849 ' +
    '868 869 876 900'
  ).split(' '),
);

/**
 * Normalizes typed numbers to '+15185550123'; null for numbers outside the United States and Canada: people pick up at
 * a farm.
 */
export function phoneNumber(text: string): string | null {
  const written = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(written)) return null;
  const digits = written.replaceAll(/\D/g, '');
  if (written.startsWith('+') && !digits.startsWith('1')) return null;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const [, area, exchange] = /^([2-9]\d{2})([2-9]\d{2})\d{4}$/.exec(national) ?? [];
  if (area === undefined || DEAR_AREAS.has(area) || exchange === '976') return null;
  return `+1${national}`;
}

/** '(518) 555-0123'. */
export function phoneText(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : phone;
}

/** How long a code is valid. */
export const CODE_MINUTES = 10;
/** Wrong tries before the person must request another code. */
export const CODE_TRIES = 5;
/** Codes an hour, per person and per number. */
export const CODES_AN_HOUR = 4;

export const codeText = (quietName: string, code: string): string =>
  `${quietName}: your code is ${code}. It works for ${CODE_MINUTES} minutes. We will never ask you for it.`;

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
      return 'Text messages are not available right now.';
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
