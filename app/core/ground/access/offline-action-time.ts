/** Says when an action that waited on a tablet was done, and whether that can be. Pure. */
import type { Temporal } from 'temporal-polyfill';
import { assertNever, type Result, refuse, succeed } from '#kernel/result.ts';
import { formatTimeSeen, instantOf } from '#kernel/time.ts';

/** How far clocks, and reports on their way, may differ; in milliseconds. */
const SLACK_MS = 120_000;

/** By the tablet's clock, in milliseconds since 1970: when it was done, and when it is sent. */
export type TabletTimes = { doneAt: number; sentAt: number };

/**
 * When it was done, by the shop's clock: as long before its arrival as the tablet's clock says, so that a tablet whose
 * clock is wrong is right. Nothing is later than its arrival.
 */
export function doneAtOf({ doneAt, sentAt }: TabletTimes, arrival: Temporal.Instant): Date {
  return new Date(Math.min(arrival.epochMilliseconds - (sentAt - doneAt), arrival.epochMilliseconds));
}

/** What the shop knows itself. */
export type TimeFacts = {
  /** When the tablet last reported that it holds nothing; null for a tablet that never did. */
  emptyAt: Date | null;
  /** When the order was placed, or for a hand-over was ready; null for no order, and one that is not ready. */
  orderSince: Date | null;
  /** When the session ended in which it was done; null for a session of which the shop knows no end. */
  sessionEndedAt: Date | null;
};

export type TimeProblem =
  | { kind: 'in-future' }
  | { kind: 'tablet-unknown' }
  | { kind: 'tablet-empty'; doneAt: Date; emptyAt: Date }
  | { kind: 'before-order'; doneAt: Date; orderSince: Date }
  | { kind: 'session-ended'; doneAt: Date; endedAt: Date };

/**
 * Refuses what cannot have been done then: later than it was sent, before the tablet was last known to hold nothing,
 * before the order was there, and after the session of its person had ended.
 */
export function checkTime(
  times: TabletTimes,
  { emptyAt, orderSince, sessionEndedAt }: TimeFacts,
  arrival: Temporal.Instant,
): Result<Date, TimeProblem> {
  if (times.doneAt > times.sentAt + SLACK_MS) return refuse({ kind: 'in-future' });
  if (emptyAt === null) return refuse({ kind: 'tablet-unknown' });
  const doneAt = doneAtOf(times, arrival);
  const isBefore = (one: Date, other: Date | null) =>
    other !== null && one.getTime() < other.getTime() - SLACK_MS;
  if (isBefore(doneAt, emptyAt)) return refuse({ kind: 'tablet-empty', doneAt, emptyAt });
  if (orderSince && isBefore(doneAt, orderSince)) return refuse({ kind: 'before-order', doneAt, orderSince });
  if (sessionEndedAt && isBefore(sessionEndedAt, doneAt))
    return refuse({ kind: 'session-ended', doneAt, endedAt: sessionEndedAt });
  return succeed(doneAt);
}

/** What staff read. @param isHandOver the order had to be ready */
export function timeMessage(
  problem: TimeProblem,
  isHandOver: boolean,
  { now, zone }: { now: Temporal.Instant; zone: string },
): string {
  const at = (date: Date) => formatTimeSeen(instantOf(date), now, zone);
  switch (problem.kind) {
    case 'in-future':
      return 'By the tablet’s clock this was sent before it was done.';
    case 'tablet-unknown':
      return 'The shop does not know this tablet, so it cannot tell when this was done.';
    case 'tablet-empty':
      return `By the tablet’s clock this was done at ${at(problem.doneAt)}, but at ${at(problem.emptyAt)} the tablet had nothing to send.`;
    case 'before-order':
      return `By the tablet’s clock this was done at ${at(problem.doneAt)}, before the order was ${isHandOver ? 'ready' : 'placed'} (${at(problem.orderSince)}).`;
    case 'session-ended':
      return `This was done at ${at(problem.doneAt)}, after the person on this tablet was signed out (${at(problem.endedAt)}).`;
    default:
      return assertNever(problem);
  }
}
