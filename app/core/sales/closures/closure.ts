/**
 * Closures: days that close or shorten for a reason, told to the customers whose orders lie outside. What staff enter,
 * what may be done, and the messages of refusals. Pure.
 */
import { type MoveProblem, moveMessage } from '#core/sales/orders/hand-over/pickup-move.ts';
import { listWords } from '#core/sales/pickup/announced-days.ts';
import type { StoredException } from '#core/sales/pickup/exception-words.ts';
import { type HoursException, type Span, validateHours } from '#core/sales/pickup/hours.ts';
import { spanWords } from '#core/sales/pickup/posted-week.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { ClosureCall, ClosureStatus } from '#kernel/statuses.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { formatShortDay, parseDate, type StoreDate } from '#kernel/time.ts';
import type { Tone } from '#ui/badge.tsx';

/** What staff enter. Days are store-local yyyy-mm-dd, both included. */
export type ClosureDraft = {
  first: string;
  last: string;
  /** The hours that stay; none when the days close. */
  spans: readonly Span[];
  /** In the farm's words, as shoppers and customers read it. */
  reason: string;
};

export const LONGEST_REASON = 200;
/** Days of one closure. */
const MOST_DAYS = 31;
/** Days ahead: a closure of next year is a matter of the settings. */
const MOST_AHEAD = 366;

/** Errors by field: 'first', 'last', 'spans', 'reason'. */
export type ClosureErrors = Partial<Record<'first' | 'last' | 'spans' | 'reason', string>>;

/** The days of a draft as special hours, or its errors. A day that is over cannot be closed. */
export function closureDays(
  draft: ClosureDraft,
  { today, earliest }: { today: StoreDate; earliest: string },
): Result<{ days: StoredException[]; reason: string }, ClosureErrors> {
  const errors: ClosureErrors = {};
  const [first, last] = [parseDate(draft.first), parseDate(draft.last)];
  const reason = cleanLine(draft.reason);
  if (!first) errors.first = 'Choose the day.';
  else if (first.since(today).days < 0) errors.first = 'That day has passed.';
  else if (first.since(today).days > MOST_AHEAD) errors.first = 'Choose a day within a year.';
  if (!last) errors.last = 'Choose the last day.';
  else if (first && first.until(last).days < 0) errors.last = 'The last day comes before the first.';
  else if (first && first.until(last).days >= MOST_DAYS) errors.last = `At most ${MOST_DAYS} days at once.`;
  if (reason === '') errors.reason = 'Enter the reason. Customers read it.';
  else if (reason.length > LONGEST_REASON) errors.reason = `At most ${LONGEST_REASON} characters.`;
  else if (!isPlainText(reason)) errors.reason = 'These characters cannot be saved.';
  const days: StoredException[] = [];
  if (first && last && !errors.first && !errors.last)
    for (let day = first; day.until(last).days >= 0; day = day.add({ days: 1 })) {
      const date = day.toString();
      days.push(
        draft.spans.length === 0
          ? { date, closed: true, reason }
          : { date, spans: draft.spans.map((span) => ({ ...span })), reason },
      );
    }
  const week = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
  const [wrong] = validateHours(week, days.slice(0, 1), earliest);
  if (wrong)
    errors.spans = wrong.message.replace(/^\S+: /, '').replace(/^./, (letter) => letter.toUpperCase());
  return Object.keys(errors).length > 0 ? refuse(errors) : succeed({ days, reason });
}

/** 'Thu, Nov 26', 'Thu, Nov 26 and Fri, Nov 27', 'Thu, Nov 26 to Sat, Nov 28'. */
export function closureDayWords(first: string, last: string): string {
  const [from, to] = [parseDate(first), parseDate(last)];
  if (!from || !to) return first;
  const words = [from, to].map(formatShortDay);
  const apart = from.until(to).days;
  return apart === 0 ? (words[0] ?? '') : apart === 1 ? listWords(words) : words.join(' to ');
}

/** 'Closed', 'Open 10:00 AM to 1:00 PM'. */
export const closureHoursWords = (day: HoursException): string =>
  'closed' in day ? 'Closed' : day.spans.length === 0 ? 'Closed' : `Open ${spanWords(day.spans)}`;

/** 'Closure 3'. */
export const closureName = ({ number }: { number: number }): string => `Closure ${number}`;

/** Days after the last closed day during which the link in a message works. */
const LINK_DAYS = 7;

/** Whether a customer's link works no longer. */
export const isLinkOver = (lastDay: string, today: StoreDate): boolean =>
  (parseDate(lastDay)?.until(today).days ?? 0) > LINK_DAYS;

export const closureStatusLabel: Readonly<Record<ClosureStatus, string>> = {
  active: 'Active',
  undone: 'Undone',
};
export const closureTones: Readonly<Record<ClosureStatus, Tone>> = { active: 'yellow', undone: 'plain' };

/** How a call went, for staff. */
export const callLabel: Readonly<Record<ClosureCall, string>> = {
  moves: 'Reached: moves the order',
  cancels: 'Reached: cancels',
  'left-message': 'Left a message',
  'no-answer': 'No answer',
};

/** Why a customer's link refuses: as a move, or because nothing can be changed there any more. */
export type LinkProblem = MoveProblem | { kind: 'link-over' };

export const linkMessage = (problem: LinkProblem): string =>
  problem.kind === 'link-over'
    ? 'This order can no longer be changed here. Please call us.'
    : moveMessage(problem);

export type ClosureProblem =
  | Common<'not-allowed' | 'not-found' | 'confirm-first' | 'stale'>
  | { kind: 'invalid'; errors: ClosureErrors }
  /** The hours and the reason are saved already, and no more orders are outside. */
  | { kind: 'nothing-new' }
  | { kind: 'already-undone' }
  /** A later closure of one of the days. */
  | { kind: 'later-closure'; name: string };

export function closureMessage(problem: ClosureProblem): string {
  switch (problem.kind) {
    case 'invalid':
      return Object.values(problem.errors)[0] ?? 'Something is wrong.';
    case 'nothing-new':
      return 'These days already have these hours and this reason, and no more orders are outside.';
    case 'already-undone':
      return 'This closure was already undone. Reload the page to see it.';
    case 'later-closure':
      return `${problem.name} covers one of these days. Undo it first.`;
    default:
      return commonMessage(problem, 'Closure');
  }
}
