/**
 * Receipt printers: what they say of themselves, until when a paper is under way, and the messages of refusals. Pure.
 * The protocols: Star CloudPRNT (protocol guide 2.4) and Epson Server Direct Print (user’s manual of TM-DT, rev. E).
 */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { PaperState, PrinterMaker, PrintJobStatus, PrintKind } from '#kernel/statuses.ts';

/** The most printers of a store. */
export const MOST_PRINTERS = 12;
/** Seconds in which a printer that heard of a paper may come for it, before it hears of it again. */
export const OFFER_SECONDS = 15;
/** Seconds in which a printer that took a paper says what became of it (CloudPRNT, Connection timeout). */
export const PRINT_SECONDS = 60;
/** Seconds without a word after which a printer is away. */
export const AWAY_SECONDS = 120;
/** How often a printer is given a paper that it could not print, before staff are asked. */
export const MOST_ATTEMPTS = 5;
/** Seconds after which a drawer is no longer opened: no one may be at it. */
export const DRAWER_SECONDS = 20;
/** Days for which papers stay on the list. */
export const STORED_DAYS = 7;

export const makerWords: Readonly<Record<PrinterMaker, string>> = {
  star: 'Star (CloudPRNT)',
  epson: 'Epson (Server Direct Print)',
};

const kindWords: Readonly<Record<PrintKind, string>> = {
  receipt: 'Receipt',
  slip: 'Order slip',
  test: 'Test page',
  drawer: 'Cash drawer',
};

export const statusWords: Readonly<Record<PrintJobStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Printing',
  printed: 'Printed',
  failed: 'Not printed',
  asked: 'Printed?',
};

/** What is wrong with the paper, in words; null if nothing is. */
export function paperWords(paper: PaperState | null): string | null {
  switch (paper) {
    case 'low':
      return 'The paper is almost used up.';
    case 'out':
      return 'It is out of paper.';
    case 'open':
      return 'Its cover is open.';
    case 'error':
      return 'It reports an error.';
    default:
      return null;
  }
}

/** Why a paper was not printed, by the code that its printer gave. */
export function problemWords(code: string): string {
  const number = starCode(code);
  const paper = number === null ? epsonPaper(code) : starPaper(number);
  if (paper === 'out') return 'The printer had no paper.';
  return paper === 'open' ? 'The printer’s cover was open.' : `The printer said ${code}.`;
}

/** 'Receipt of ORD042'. */
export const jobWords = ({ kind, order }: { kind: PrintKind; order: string | null }): string =>
  order === null ? kindWords[kind] : `${kindWords[kind]} of ${order}`;

/** The three digits of a CloudPRNT status, which may be URL-encoded and have words after it; null if it has none. */
export function starCode(status: string): number | null {
  const digits = /^\s*(\d{3})(?!\d)/.exec(status);
  return digits ? Number(digits[1]) : null;
}

/** Whether a CloudPRNT result says that it was printed: 'OK', or a code that starts with 2. */
export function isStarSuccess(code: string): boolean {
  const number = starCode(code);
  return number === null ? /^\s*ok\b/i.test(code) : number < 300 && number >= 200;
}

/** What a CloudPRNT status says of the paper. */
export function starPaper(code: number | null): PaperState | null {
  if (code === null) return null;
  if (code >= 210 && code < 220) return 'low';
  if (code >= 200 && code < 300) return 'ok';
  if (code >= 410 && code < 420) return 'out';
  return code >= 420 && code < 430 ? 'open' : 'error';
}

/** What an Epson result code says of the paper. */
export function epsonPaper(code: string): PaperState {
  if (code === '') return 'ok';
  if (code === 'EPTR_REC_EMPTY') return 'out';
  return code === 'EPTR_COVER_OPEN' ? 'open' : 'error';
}

/** A paper by its number and the time it is tried, so that a late answer is not taken for another one’s: '42-1'. */
export const jobToken = ({ number, attempts }: { number: number; attempts: number }): string =>
  `${number}-${attempts}`;

export function readJobToken(text: string): { number: number; attempt: number } | null {
  const parts = /^(\d{1,15})-(\d{1,6})$/.exec(text);
  return parts ? { number: Number(parts[1]), attempt: Number(parts[2]) } : null;
}

/** What a person says of a paper. `drop`: it is not needed. */
const printAnswers = ['printed', 'again', 'drop'] as const;
export type PrintAnswer = (typeof printAnswers)[number];
export const isPrintAnswer = (text: string): text is PrintAnswer =>
  (printAnswers as readonly string[]).includes(text);

export type PrintingProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'too-many' }
  | { kind: 'name-taken' }
  | { kind: 'not-completed' }
  /** No printer has a drawer. */
  | { kind: 'no-drawer' }
  | { kind: 'reason-missing' }
  | { kind: 'settled' };

export function printingMessage(problem: PrintingProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'This printer or paper no longer exists.';
    case 'too-many':
      return `There are ${MOST_PRINTERS} printers already. Remove one first.`;
    case 'name-taken':
      return 'Another printer has this name.';
    case 'not-completed':
      return 'There is a receipt once the order has been picked up.';
    case 'no-drawer':
      return 'No printer opens a cash drawer. An admin can set one.';
    case 'reason-missing':
      return 'Say why the drawer is opened.';
    case 'settled':
      return 'Someone else answered this first, or the printer did.';
    default:
      return commonMessage(problem);
  }
}
