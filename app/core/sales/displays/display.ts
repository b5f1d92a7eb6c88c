/**
 * Screens that customers see: what they may show, the code by which staff pair one, and for how long anything counts
 * (decision 128). Pure.
 */
import { type Common, commonMessage } from '#kernel/problem.ts';

/** Minutes for which a code on a screen is the same, and may be typed. */
export const CODE_MINUTES = 10;
/** Days without a request after which a screen is no longer paired. */
export const UNSEEN_DAYS = 7;
/** Seconds after which what a tablet said it shows is shown no more. */
export const SHOWN_SECONDS = 20;
/** How often a tablet says what it shows. */
export const SHOW_EVERY_MS = 8000;
/** How often a screen asks, and after which time without an answer it shows no amount any more. */
export const ASK_EVERY_MS = 5000;
export const UNSURE_AFTER_MS = 10_000;
/** The most screens of a store. */
export const MOST_DISPLAYS = 24;

/** What the choice of what a screen shows says for the line. */
export const THE_LINE = 'line';

/** Without signs that are taken for one another. A prime number of them: any wrong sign, and any two that were swapped, are noticed. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 7;

/** The code of some random bytes: seven letters, and one that checks them. */
export function codeOf(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters + checkLetter(letters);
}

function checkLetter(letters: string): string {
  const sum = [...letters].reduce((total, letter, at) => total + (at + 1) * LETTERS.indexOf(letter), 1);
  return LETTERS[sum % LETTERS.length] ?? '';
}

/** 'K7M4-QX2P', as screens show it. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code that a person typed; null for what is none. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  if (code.length !== LENGTH + 1 || [...code].some((letter) => !LETTERS.includes(letter))) return null;
  return checkLetter(code.slice(0, LENGTH)) === code[LENGTH] ? code : null;
}

/** A screen that staff paired; null for the register of a waiting screen. */
export type PairedDisplay = { id: string; registerId: string | null };

/** Money in cents. */
export type ShownLine = { name: string; quantity: number; amount: number };

/** What a screen shows. No name, no number of an order, nothing of an ID. */
export type DisplayView =
  /** Not paired: the code to type at the counter. */
  | { kind: 'code'; code: string }
  | { kind: 'idle'; farm: string }
  | {
      kind: 'order';
      lines: ShownLine[];
      units: number;
      tax: number;
      total: number;
      /** What rounding adds to the total for the cash due. */
      rounding: number;
      /** null while something is still added. */
      due: number | null;
      received: number | null;
      /** null until enough was received. */
      change: number | null;
      isPaid: boolean;
    }
  | { kind: 'line'; farm: string; called: { label: string; register: string | null }[]; waiting: string[] };

/** What was received, and the change for it. @param due cents */
export function changeFor(
  due: number,
  received: number | null,
): { received: number | null; change: number | null } {
  return { received, change: received === null || received < due ? null : received - due };
}

export type DisplayProblem = Common<'not-allowed' | 'not-found'> | { kind: 'no-code' } | { kind: 'too-many' };

export function displayMessage(problem: DisplayProblem): string {
  switch (problem.kind) {
    case 'no-code':
      return 'That is not a code of a screen. Type the eight letters and digits that it shows.';
    case 'too-many':
      return `There are ${MOST_DISPLAYS} screens already. Unpair one first.`;
    default:
      return commonMessage(problem, 'This screen or register');
  }
}
