/** The cash drawer: what it is expected to hold, what may be done with it, and the messages. Pure; money in cents. */
import { cents, formatCents } from '#kernel/money.ts';
import { commonMessage } from '#kernel/problem.ts';
import type { DrawerEntryKind } from '#kernel/statuses.ts';
import { type TabletReport, unsentWords } from './tablet.ts';

/**
 * What moved in a drawer session. Sales and refunds are before `rounding`, what the nickel added to the cash of both.
 * Entries are less the ones that were reversed.
 */
export type DrawerCash = {
  float: number;
  sales: number;
  refunds: number;
  rounding: number;
  /** What corrected hand-overs left in it beyond what was due; below zero, what they took. */
  corrections: number;
  payIns: number;
  payOuts: number;
  drops: number;
};

/** The cash that should be in the drawer. Below zero if refunds were paid with other money, or an entry is wrong. */
export function expectedOf(cash: DrawerCash): number {
  const { float, sales, refunds, rounding, corrections, payIns, payOuts, drops } = cash;
  return float + sales - refunds + rounding + corrections + payIns - payOuts - drops;
}

/** The most that a float, an entry or a count may be: $50,000.00. A larger sum is a slip of the finger. */
export const MOST_CASH = 5_000_000;

export const entryLabel: Readonly<Record<DrawerEntryKind, string>> = {
  drop: 'Drop to the safe',
  'pay-out': 'Pay-out',
  'pay-in': 'Pay-in',
};

/** A pay-out and a pay-in say what for; a drop needs no reason. */
export const needsReason = (kind: DrawerEntryKind): boolean => kind !== 'drop';

/** Whether a count that is over or short by this much closes the drawer only with a note. @param limit the setting */
export function needsNote(variance: number, limit: number): boolean {
  return Math.abs(variance) > limit;
}

/** A count, and what the drawer was expected to hold then. */
export type Counted = { amount: number; expected: number };

/** Whether nothing moved since this count, so that it still says what is in the drawer. */
export function isCurrent(count: Counted, expected: number): boolean {
  return count.expected === expected;
}

/** A drawer is counted, and counted again once; after cash moved in or out, a count starts over. @param counts oldest first */
export function mayCount(counts: readonly Counted[], expected: number): boolean {
  return counts.slice(-MOST_COUNTS).filter((count) => isCurrent(count, expected)).length < MOST_COUNTS;
}
const MOST_COUNTS = 2;

const money = (amount: number) => formatCents(cents(amount));

/** 'Exact', 'Over $2.00', 'Short $5.00'. */
export function varianceWords(variance: number): string {
  if (variance === 0) return 'Exact';
  return `${variance > 0 ? 'Over' : 'Short'} ${money(Math.abs(variance))}`;
}

/** 'Drawer 12' */
export const drawerName = (number: number): string => `Drawer ${number}`;

export type DrawerProblem =
  | { kind: 'not-allowed' }
  | { kind: 'none-open' }
  | { kind: 'already-open'; holder: string; since: string }
  /** The page is of a drawer that was closed since. */
  | { kind: 'closed'; by: string; at: string }
  /** The key of the form was used before, with other values. */
  | { kind: 'sent-before' }
  | { kind: 'amount-invalid' }
  | { kind: 'reason-missing' }
  | { kind: 'entry-not-found' }
  | { kind: 'already-reversed'; by: string }
  /** Someone counted since the form was opened. */
  | { kind: 'counted'; by: string; at: string }
  | { kind: 'counted-twice' }
  /** Cash moved since the count, or someone counted again. */
  | { kind: 'count-old' }
  /** In cents: more over or short than the setting allows without a note. */
  | { kind: 'note-missing'; limit: number }
  | { kind: 'next-not-found' }
  /** Who said yes may not, or no longer. */
  | { kind: 'yes-refused' }
  /** Tablets hold work whose cash may be in the drawer. `mayClose`: the actor may close without them, or has a yes to it, with a reason. */
  | {
      kind: 'unsent';
      tablets: readonly Pick<TabletReport, 'name' | 'person' | 'unsent'>[];
      mayClose: boolean;
    };

const problemField: Partial<Record<DrawerProblem['kind'], string>> = {
  'amount-invalid': 'amount',
  'reason-missing': 'reason',
  'note-missing': 'note',
  'next-not-found': 'next',
  'yes-refused': 'person',
};

/** The field of the form that the message is about; '' or none for the form as a whole. */
export const fieldOfProblem = (problem: DrawerProblem): string | undefined =>
  problem.kind === 'unsent' && problem.mayClose ? 'without' : problemField[problem.kind];

export function drawerMessage(problem: DrawerProblem): string {
  switch (problem.kind) {
    case 'none-open':
      return 'No drawer is open. Open one first.';
    case 'already-open':
      return `${problem.holder} has had the drawer open since ${problem.since}. Nothing was recorded.`;
    case 'closed':
      return `${problem.by} closed this drawer on ${problem.at}. Nothing that you entered was saved.`;
    case 'sent-before':
      return 'This was already sent with another amount. Check the list, then enter it again.';
    case 'amount-invalid':
      return `Enter an amount up to ${money(MOST_CASH)}, such as 20 or 20.50.`;
    case 'reason-missing':
      return 'Enter what it is for.';
    case 'entry-not-found':
      return 'Entry not found in the open drawer.';
    case 'already-reversed':
      return `${problem.by} reversed this entry already.`;
    case 'counted':
      return `${problem.by} counted this drawer at ${problem.at}. Your count was not saved.`;
    case 'counted-twice':
      return 'This drawer was counted twice. Close it with the last count.';
    case 'count-old':
      return 'Cash moved since this count. Count again.';
    case 'note-missing':
      return `Enter why it is more than ${money(problem.limit)} over or short.`;
    case 'next-not-found':
      return 'This person cannot take the drawer over. Choose someone else.';
    case 'yes-refused':
      return 'This person may not say yes to this.';
    case 'unsent':
      return [
        ...problem.tablets.map(unsentWords),
        problem.mayClose
          ? 'Connect it, or close without it and say why.'
          : 'Connect it, or ask an admin or the person in charge to close without it.',
      ].join(' ');
    default:
      return commonMessage(problem);
  }
}
