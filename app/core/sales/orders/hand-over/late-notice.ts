/**
 * Decides when a customer may give notice of 'Running late', and which times they may choose. The counter is
 * notified; the slot and the order do not change.
 */
import type { Temporal } from 'temporal-polyfill';
import { openPeriods, type PostedHours } from '#core/sales/pickup/hours.ts';
import { commonMessage } from '#kernel/problem.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf, storeDate } from '#kernel/time.ts';
import { hasEnded } from '../order.ts';

/** A customer may give notice from this long before the pickup until the end of its day. */
const HOURS_BEFORE = 3;
const STEP_MINUTES = 15;
const CHOICES = 6;
/** Maximum per order, however often its pickup time changes. */
export const MOST_LATE_NOTICES = 3;

/** `isHere`: the person has arrived today. */
export type LateOrder = {
  status: OrderStatus;
  pickupStartsAt: Temporal.Instant | null;
  isHere: boolean;
};

/** `minutes` after the start of the slot; `label` as in 'Around 2:30 PM'. */
export type LateChoice = { minutes: number; label: string };

/**
 * Returns the arrival times a customer may choose: every quarter hour after the start of their slot, in the
 * future and while the store is open. Empty if it is too early or too late for a notice, and for who is here.
 */
export function lateChoices(order: LateOrder, hours: PostedHours, now: Temporal.Instant): LateChoice[] {
  const { status, pickupStartsAt: start, isHere } = order;
  if (!start || isHere || hasEnded(status)) return [];
  const earliest = start.subtract({ hours: HOURS_BEFORE }).epochMilliseconds;
  if (now.epochMilliseconds < earliest) return [];
  const closes = closingAfter(start, hours);
  if (!closes) return [];
  const passed = Math.max(0, (now.epochMilliseconds - start.epochMilliseconds) / 60_000);
  const first = Math.max(1, Math.ceil(passed / STEP_MINUTES));
  return Array.from({ length: CHOICES }, (_, index) => (first + index) * STEP_MINUTES)
    .filter((minutes) => arrival(start, minutes).epochMilliseconds < closes.epochMilliseconds)
    .map((minutes) => ({ minutes, label: lateLabel(start, minutes, hours.zone) }));
}

/** 'Around 2:30 PM' */
function lateLabel(start: Temporal.Instant, minutes: number, zone: string): string {
  return `Around ${formatTime(arrival(start, minutes), zone)}`;
}

/** The stored notice in words; null if there is none or it no longer matters, as when the person has arrived since. */
export function lateOf(
  order: {
    status: OrderStatus;
    pickupStartsAt: Date | null;
    lateMinutes: number | null;
    lateSaidAt: Date | null;
    arrivedAt: Date | null;
  },
  zone: string,
): { around: string; said: string } | null {
  const { status, pickupStartsAt, lateMinutes, lateSaidAt, arrivedAt } = order;
  if (!pickupStartsAt || lateMinutes === null || !lateSaidAt || hasEnded(status)) return null;
  if (arrivedAt !== null && arrivedAt >= lateSaidAt) return null;
  return {
    around: lateLabel(instantOf(pickupStartsAt), lateMinutes, zone),
    said: formatDateTime(instantOf(lateSaidAt), zone),
  };
}

/**
 * Returns when the store closes on the pickup's day, after the pickup starts; null if posted hours no longer
 * include it.
 */
function closingAfter(start: Temporal.Instant, hours: PostedHours): Temporal.Instant | null {
  const at = start.epochMilliseconds;
  const open = openPeriods(hours, storeDate(start, hours.zone)).find(
    ({ from, to }) => from.epochMilliseconds <= at && at < to.epochMilliseconds,
  );
  return open?.to ?? null;
}

const arrival = (start: Temporal.Instant, minutes: number) => start.add({ minutes });

export type LateProblem =
  | { kind: 'not-found' }
  | { kind: 'not-now' }
  | { kind: 'choice-missing' }
  | { kind: 'too-many' };

export function lateMessage(problem: LateProblem): string {
  switch (problem.kind) {
    case 'not-now':
      return 'That time can no longer be chosen. Please choose another, or call us.';
    case 'choice-missing':
      return 'Choose when you will come.';
    case 'too-many':
      return 'You have told us a few times already. Please call us.';
    default:
      return commonMessage(problem, 'Order');
  }
}
