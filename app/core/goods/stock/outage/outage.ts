/**
 * An outage of the state's tracking system: sales go on by a manual log, nothing is received, and every entry is made
 * within 72 hours (docs/law.md, Tracking and lots). Pure: the clock, the rules and the messages.
 */
import { Temporal } from 'temporal-polyfill';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

/** 'Outage 3' */
export const outageName = (number: number): string => `Outage ${number}`;

/** Who declared, ended or entered what no person did. */
export const THE_SHOP = 'The shop';

/** Records must be in the state's system within this many hours after the outage started. */
const ENTER_WITHIN_HOURS = 72;

/** A start that is further back is a slip of the finger. */
const MOST_DAYS_BACK = 14;

export const deadlineOf = (startedAt: Temporal.Instant): Temporal.Instant =>
  startedAt.add({ hours: ENTER_WITHIN_HOURS });

/** 'in 71 h 20 min', 'in 45 min', '2 h ago'. @param now and @param deadline in milliseconds since 1970 */
export function clockWords(now: number, deadline: number): { text: string; isOver: boolean } {
  const minutes = Math.floor(Math.abs(deadline - now) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const span = [hours > 0 ? `${hours} h` : null, rest > 0 || hours === 0 ? `${rest} min` : null]
    .filter(Boolean)
    .join(' ');
  return now < deadline ? { text: `in ${span}`, isOver: false } : { text: `${span} ago`, isOver: true };
}

/** What staff may do during an outage. */
export const DURING_OUTAGE = 'Sell, hand over, take returns and record waste as usual. Receive no lots.';

/** Ledger reasons that are entered in the state's system. */
export const enteredReasons = [
  'sale',
  'return',
  'waste',
  'adjustment',
  'count',
  'damaged',
  'sample',
  'theft',
] as const;

export type OutageProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'start-invalid' }
  | { kind: 'start-ahead' }
  | { kind: 'start-too-old' }
  | { kind: 'already-open'; number: number }
  | { kind: 'already-ended'; by: string }
  | { kind: 'none-chosen' }
  /** All of them wait to be reported. */
  | { kind: 'shop-reports' };

/** Checks when an outage started. @param at null if it cannot be read */
export function checkStart(
  at: Temporal.Instant | null,
  now: Temporal.Instant,
): Result<Temporal.Instant, OutageProblem> {
  if (at === null) return refuse({ kind: 'start-invalid' });
  if (Temporal.Instant.compare(at, now) > 0) return refuse({ kind: 'start-ahead' });
  const oldest = now.subtract({ hours: MOST_DAYS_BACK * 24 });
  return Temporal.Instant.compare(at, oldest) < 0 ? refuse({ kind: 'start-too-old' }) : succeed(at);
}

export const isAboutStart = ({ kind }: OutageProblem): boolean => kind.startsWith('start-');

export function outageMessage(problem: OutageProblem): string {
  switch (problem.kind) {
    case 'start-invalid':
      return 'Enter when the state’s system went down.';
    case 'start-ahead':
      return 'This time is in the future. Enter when the system went down.';
    case 'start-too-old':
      return `Enter a time in the last ${MOST_DAYS_BACK} days.`;
    case 'already-open':
      return `${outageName(problem.number)} is still open. End it first.`;
    case 'already-ended':
      return `${problem.by} ended this outage already.`;
    case 'shop-reports':
      return 'The shop reports these by itself. If one is refused, decide about it under State Tracking, Tasks.';
    case 'none-chosen':
      return 'Check the entries first.';
    default:
      return commonMessage(problem, 'Outage');
  }
}
