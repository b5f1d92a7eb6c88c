/**
 * Decides how long an order waits after its pickup time, when it counts as a missed pickup, and what missed pickups do to
 * the next order. Pure; times of a pickup are instants.
 */
import { Temporal } from 'temporal-polyfill';
import { openState, outsideHoursOf, type PostedHours } from '#core/sales/pickup/hours.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { instantOf, storeDate } from '#kernel/time.ts';

/** Missed pickups count for this many store-local days. */
export const MISSED_DAYS = 90;

export type Pickup = { pickupStartsAt: Date | null; pickupEndsAt: Date | null };
/** `lateMinutes`: the delay that the customer announced, after the start of the slot; null without one. */
export type LatePickup = Pickup & { lateMinutes: number | null };

/**
 * Whether the farm was closed at the pickup time by a closure, a holiday or a shortened day. Then the customer did not miss
 * it. Usual hours that changed since do not count.
 */
export function wasClosedAt({ pickupStartsAt: from, pickupEndsAt: to }: Pickup, hours: PostedHours): boolean {
  if (from === null) return false;
  const day = storeDate(instantOf(from), hours.zone).toString();
  return hours.exceptions.some(({ date }) => date === day) && outsideHoursOf(hours)({ from, to });
}

/** From when on the order is waited for, and until when. `until` equals `from` if the store closes then. */
export type Grace = { from: Temporal.Instant; until: Temporal.Instant };

/**
 * The grace starts when the pickup time is over, or at the time the customer said they would come, and ends with the
 * store's closing at the latest: no one can pick up after it. null without a pickup time.
 * @param minutes the setting
 */
export function graceOf(
  { pickupStartsAt, pickupEndsAt, lateMinutes }: LatePickup,
  hours: PostedHours,
  minutes: number,
): Grace | null {
  if (pickupStartsAt === null) return null;
  const start = instantOf(pickupStartsAt);
  const end = pickupEndsAt ? instantOf(pickupEndsAt) : start;
  const from = lateMinutes === null ? end : later(end, start.add({ minutes: lateMinutes }));
  const opening = openState(hours, start);
  const closes = opening.open ? opening.until : from;
  const until = from.add({ minutes });
  return { from, until: isBefore(until, closes) ? until : later(from, closes) };
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;
const later = (one: Temporal.Instant, other: Temporal.Instant) => (isBefore(one, other) ? other : one);

/** Whether the customer is asked to come still: the pickup time is over, and the grace is not. */
export function isInGrace({ from, until }: Grace, now: Temporal.Instant): boolean {
  return !isBefore(now, from) && isBefore(now, until);
}

/** Whether the order may be released without asking anyone. */
export const isGraceOver = ({ until }: Grace, now: Temporal.Instant): boolean => !isBefore(now, until);

/**
 * Whether the shop releases the order by itself: never in its grace.
 * @param hours after the pickup time, a setting; 0 turns it off
 */
export function isAutoReleased(grace: Grace, hours: number, now: Temporal.Instant): boolean {
  return hours > 0 && isGraceOver(grace, now) && !isBefore(now, grace.from.add({ hours }));
}

/** 'Missed 1 pickup', 'Missed 3 pickups', in the last 90 days; null for none. */
export function missedWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'Missed 1 pickup' : `Missed ${count} pickups`;
}

/** From this many on, the board says so. */
export const REPEATED = 2;

export type MissedLimit = {
  /** Missed pickups that count: those of the last 90 days, since staff last lifted the limit. */
  missed: number;
  /** The setting: from this many on, one open order at a time; 0 for no limit. */
  limit: number;
  /** An open order of the customer; null without one. */
  openOrder: string | null;
};

export type MissedProblem = { kind: 'missed-too-many'; missed: number; openOrder: string };

/** Whether the customer is limited to one open order. */
export const isLimited = ({ missed, limit }: Pick<MissedLimit, 'missed' | 'limit'>): boolean =>
  limit > 0 && missed >= limit;

/** Refuses a second open order to a customer who missed too many pickups. */
export function checkMissed(facts: MissedLimit): Result<null, MissedProblem> {
  const { missed, openOrder } = facts;
  return isLimited(facts) && openOrder !== null
    ? refuse({ kind: 'missed-too-many', missed, openOrder })
    : succeed(null);
}

export function missedMessage({ missed, openOrder }: MissedProblem): string {
  const times = missed === 1 ? 'a pickup' : `${missed} pickups`;
  return `You missed ${times} in the last ${MISSED_DAYS} days, so you can have one open order at a time. Pick up or cancel order ${openOrder} first, or call us.`;
}
