/**
 * Printers: what they say of themselves, until when a paper is under way, and the messages of refusals. Pure.
 * The protocols: Star CloudPRNT (protocol guide 2.4) and Epson Server Direct Print (user’s manual of TM-DT, rev. E).
 */
import { type Common, commonMessage } from '#kernel/problem.ts';
import type {
  PaperState,
  PrinterConnection,
  PrinterMaker,
  PrintJobStatus,
  PrintKind,
} from '#kernel/statuses.ts';
import type { LabelSheet } from '#platform/paper/label.ts';

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
  star: 'Star',
  epson: 'Epson, or another that takes ESC/POS',
  zebra: 'Zebra, or another that takes ZPL: labels only',
};

export const connectionWords: Readonly<Record<PrinterConnection, string>> = {
  network: 'By itself, over the network',
  tablet: 'By a tablet: USB, serial or Bluetooth',
};

/** By the width in millimeters; labels in inches, as their makers sell them. */
export const paperWidths = {
  80: '80 mm roll',
  58: '58 mm roll',
  102: '4 × 2 in labels',
  76: '3 × 2 in labels',
};
export type PaperWidth = 80 | 58 | 102 | 76;
export const isPaperWidth = (width: number): width is PaperWidth => width in paperWidths;
const isLabelWidth = (width: number): boolean => width === 102 || width === 76;

/** The most labels of one press: a printer that stops in the middle prints all of them again. */
export const MOST_PRINTED_LABELS = 40;

/** The room for a label, in points: 72 and 48 mm of a roll, as long as it needs to be. */
export function labelSheet(width: number): LabelSheet {
  if (width === 102) return { width: 288, height: 144 };
  if (width === 76) return { width: 216, height: 144 };
  return { width: (width === 80 ? 72 : 48) * (72 / 25.4), height: null };
}

/** What a printer is set to print. */
export type PrinterUses = {
  maker: PrinterMaker;
  connection: PrinterConnection;
  width: number;
  printsReceipts: boolean;
  printsSlips: boolean;
  printsLabels: boolean;
  opensDrawer: boolean;
};

/** Why a printer cannot be as it was entered: the field, and what to do; null if it can. */
export function usesProblem(uses: PrinterUses): { field: string; message: string } | null {
  const isForLabels = uses.maker === 'zebra';
  if (isForLabels !== isLabelWidth(uses.width))
    return { field: 'width', message: isForLabels ? 'Choose a size of labels.' : 'Choose a roll.' };
  if (!isForLabels) return null;
  if (uses.connection !== 'tablet')
    return { field: 'connection', message: 'Choose a tablet: printers of labels fetch nothing themselves.' };
  return uses.printsReceipts || uses.printsSlips || uses.opensDrawer
    ? { field: 'maker', message: 'It prints labels only. Untick receipts, slips and the cash drawer.' }
    : null;
}

const kindWords: Readonly<Record<PrintKind, string>> = {
  receipt: 'Receipt',
  slip: 'Order slip',
  labels: 'Labels',
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
  /** The printer is for something else. */
  | { kind: 'not-its-use' }
  | { kind: 'too-many-labels' }
  /** A printer of labels with a roll, and the like. */
  | { kind: 'cannot-be'; field: string; message: string }
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
    case 'not-its-use':
      return 'This printer is not set up for that. An admin can change it.';
    case 'too-many-labels':
      return `More than ${MOST_PRINTED_LABELS} labels at once are printed as a PDF.`;
    case 'cannot-be':
      return problem.message;
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
