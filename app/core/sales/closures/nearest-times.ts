/** Chooses the pickup times offered instead of one that is closed. Pure. */
import { Temporal } from 'temporal-polyfill';
import type { SlotChoice, SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { storeDate } from '#kernel/time.ts';

/** A day of pickup times; `tooLate` says why the order cannot be picked up on it. */
export type OfferedDay = SlotDay & { tooLate: string | null };

/** A time to choose; `label` as in 'Fri, Nov 27, 2:00 PM'. */
export type OfferedTime = { startsAt: string; label: string };

/** Times that a message offers. */
const TIMES_OFFERED = 3;

/**
 * Answers the free times nearest to an old one: on the day itself, if it only shortens, and on each of the next days the
 * one nearest to the old time of day. Days before the old one only fill what is missing, the latest first. Converts each
 * time once, because a message to a thousand customers asks for the same ones.
 */
export function nearestTimesIn(zone: string) {
  const known = new Map<string, number>();
  const minutesOf = (startsAt: string): number => {
    const minutes = known.get(startsAt) ?? minutesOfDay(Temporal.Instant.from(startsAt), zone);
    known.set(startsAt, minutes);
    return minutes;
  };
  /** @param old the start of the closed pickup */
  return (days: readonly OfferedDay[], old: Temporal.Instant, most = TIMES_OFFERED): OfferedTime[] => {
    const date = storeDate(old, zone).toString();
    const wanted = minutesOfDay(old, zone);
    const away = ({ startsAt }: SlotChoice) => Math.abs(minutesOf(startsAt) - wanted);
    const nearestOn = (day: OfferedDay): OfferedTime[] => {
      const free = day.slots.filter(({ full }) => !full);
      const [nearest] = free.toSorted(
        (one, other) => away(one) - away(other) || one.startsAt.localeCompare(other.startsAt),
      );
      return nearest ? [timeOf(day, nearest)] : [];
    };
    const open = days.filter(({ tooLate }) => tooLate === null);
    const after = open.filter((day) => day.date >= date);
    const before = open.filter((day) => day.date < date).reverse();
    return [...after, ...before]
      .flatMap(nearestOn)
      .slice(0, most)
      .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  };
}

/** Minutes since midnight on the store's clock. */
function minutesOfDay(at: Temporal.Instant, zone: string): number {
  const { hour, minute } = at.toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}

/** The time as a button says it. */
export const timeOf = (day: SlotDay, slot: SlotChoice): OfferedTime => ({
  startsAt: slot.startsAt,
  label: `${day.label}${day.label.includes(',') ? ',' : ''} ${slot.label}`,
});
