/** Loads what a closure would do, before it is saved. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { withDays } from '#core/sales/closures/close-days.server.ts';
import { closureDays, closureDayWords, closureHoursWords } from '#core/sales/closures/closure.ts';
import { countOutsideHolds, readOutsideOrders } from '#core/sales/closures/outside-orders-queries.server.ts';
import { unitsOf } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { pickupText } from '#core/sales/orders/order-news.ts';
import { earliestHandOverOf } from '#core/sales/pickup/hours.ts';
import { database } from '#db/client.ts';
import { parseDate } from '#kernel/time.ts';
import { mailLeavesTheHouse } from '#platform/outgoing/mail.ts';
import { type ClosureTexts, closureFieldErrors, readClosure } from './closure-form.ts';

/** Orders that the page lists; the rest is counted. */
const MOST_LISTED = 100;

export type ClosureReview = {
  /** The version of the settings it was computed with. */
  version: number;
  /** 'Thu, Nov 26' and 'Closed'. */
  days: string;
  hours: string;
  reason: string;
  orders: { number: string; customer: string; pickup: string; units: number }[];
  /** Orders not listed. */
  more: number;
  customers: number;
  /** Orders that an earlier closure covers: their customers have a message. */
  covered: number;
  /** Sign-ups that hold a place outside. */
  holds: number;
  /** Whether a mail server sends the message. */
  sendsEmail: boolean;
  maySetUp: boolean;
};

/** The errors of the form, or the review; null review for people who may not manage settings. */
export async function reviewClosure(
  actor: Actor,
  texts: ClosureTexts,
): Promise<{ errors: Record<string, string[]>; review: ClosureReview | null }> {
  const read = readClosure(texts);
  const [{ today, zone }, { pickup }, group] = await Promise.all([
    storeClock(),
    readSettings(),
    readSettingsGroup(actor, 'pickup', 'closures.manage'),
  ]);
  const checked = closureDays(read.draft, { today, earliest: earliestHandOverOf(pickup) });
  const errors = { ...(checked.ok ? {} : closureFieldErrors(checked.problem)), ...read.errors };
  const [first, last] = [parseDate(read.draft.first), parseDate(read.draft.last)];
  if (!group || !checked.ok || !first || !last || Object.keys(errors).length > 0)
    return { errors, review: null };
  const { days, reason } = checked.value;
  const hours = { zone, weekly: group.value.weekly, exceptions: withDays(group.value.exceptions, days) };
  const [outside, holds] = await Promise.all([
    readOutsideOrders(database(), { first, last }, hours),
    countOutsideHolds(database(), { first, last }, hours),
  ]);
  const affected = outside.filter(({ isCovered }) => !isCovered);
  const listed = affected.slice(0, MOST_LISTED);
  const units = await unitsOf(listed.map(({ id }) => id));
  const [day] = days;
  return {
    errors: {},
    review: {
      version: group.version,
      days: closureDayWords(read.draft.first, read.draft.last),
      hours: day ? closureHoursWords(day) : '',
      reason,
      orders: listed.map((order) => ({
        number: order.number,
        customer: order.customer,
        pickup: pickupText(order.startsAt, order.endsAt, zone) ?? '',
        units: units.get(order.id) ?? 0,
      })),
      more: Math.max(0, affected.length - MOST_LISTED),
      customers: new Set(affected.map(({ userId }) => userId)).size,
      covered: outside.length - affected.length,
      holds,
      sendsEmail: mailLeavesTheHouse(),
      maySetUp: may(actor, 'settings.manage'),
    },
  };
}
