/** Generates when people reserve and when they come: the pattern of the demo's days and weeks, on the store's clock. */
import { Temporal } from 'temporal-polyfill';
import { type PickupPolicy, type Slot, slotsOn } from '#core/sales/pickup/slots.ts';
import { asDate, type StoreDate, storeDate } from '#kernel/time.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A quarter of a year, in full weeks. */
const DAYS_BACK = 91;

/** Share of a day's usual orders already placed: today, tomorrow, and the days after. */
const AHEAD = [0.7, 0.5, 0.25, 0.12, 0.06];

/** Tomorrow's list is never empty, so that there is something to pack. */
const LEAST_TOMORROW = 4;

/** Orders on a typical day in mid-quarter by ISO weekday: Friday and Saturday are the busiest. */
const ordersByWeekday: Record<number, number> = { 1: 6, 2: 7, 3: 8, 4: 11, 5: 19, 6: 22, 7: 9 };

/** A pickup slot and when it was reserved, with the store-local days of both and the hour of the reservation. */
export type Visit = {
  orderedAt: Date;
  orderedOn: StoreDate;
  orderedHour: number;
  startsAt: Date;
  endsAt: Date;
  day: StoreDate;
};

/** Every visit from three months ago to some days ahead, in the order they were reserved; none after `now`. */
export function planVisits(random: Random, policy: PickupPolicy, now: Date): Visit[] {
  const today = storeDate(Temporal.Instant.fromEpochMilliseconds(now.getTime()), policy.zone);
  const visits: Visit[] = [];
  for (let day = -DAYS_BACK; day < AHEAD.length; day++) {
    const date = today.add({ days: day });
    const slots = slotsOn(policy, date);
    const taken = new Map<Slot, number>();
    for (let left = countOn(random, date, day); left > 0; left--) {
      const open = slots.filter((slot) => (taken.get(slot) ?? 0) < policy.capacity);
      if (open.length === 0) break;
      const slot = random.weighted(open, popularity);
      const ordered = orderTime(random, slot, policy, now, day >= 0);
      if (!ordered) continue;
      taken.set(slot, (taken.get(slot) ?? 0) + 1);
      visits.push({ ...ordered, startsAt: asDate(slot.startsAt), endsAt: asDate(slot.endsAt), day: date });
    }
  }
  return visits.sort((left, right) => left.orderedAt.getTime() - right.orderedAt.getTime());
}

function countOn(random: Random, date: Temporal.PlainDate, day: number): number {
  const usual = ordersByWeekday[date.dayOfWeek] ?? 0;
  // The shop grows by half over the three months.
  const growth = 0.8 + 0.4 * ((day + DAYS_BACK) / DAYS_BACK);
  const weather = 0.8 + 0.4 * random.next();
  const share = day < 0 ? 1 : (AHEAD[day] ?? 0);
  return Math.max(Math.round(usual * growth * weather * share), day === 1 ? LEAST_TOMORROW : 0);
}

/** People come after work. */
function popularity(slot: Slot): number {
  const hour = Number(slot.localStart.slice(0, 2));
  if (hour < 12) return 1;
  if (hour < 14) return 1.6;
  if (hour < 16) return 2;
  return hour < 19 ? 4 : 2;
}

/**
 * When that slot was reserved: the same day, the evening before or some days ahead; null if `now` is too early for it.
 */
function orderTime(
  random: Random,
  slot: Slot,
  policy: PickupPolicy,
  now: Date,
  isAhead: boolean,
): Pick<Visit, 'orderedAt' | 'orderedOn' | 'orderedHour'> | null {
  const starts = slot.startsAt.epochMilliseconds;
  const latest =
    Math.min(starts - policy.leadMinutes * MINUTE, now.getTime()) - random.between(1, 40) * MINUTE;
  const [from, to] = random.weighted(
    [
      [1, 5],
      [12, 36],
      [36, 72],
    ] as const,
    ([, hours]) => (hours === 5 ? 45 : hours === 36 ? 35 : 20),
  );
  const hoursBefore = random.between(from, to);
  let moment = Math.min(starts - hoursBefore * HOUR - random.between(0, 59) * MINUTE, latest);
  if (isAhead && moment === latest) moment -= random.between(0, 16 * 60) * MINUTE;
  let local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(policy.zone);
  const { hour } = local;
  if (hour < 7) {
    // People are asleep: it was the evening before.
    local = local.subtract({ hours: hour + random.between(1, 4) });
    moment = local.epochMilliseconds;
  }
  if (moment >= now.getTime() || moment >= starts) return null;
  return { orderedAt: new Date(moment), orderedOn: local.toPlainDate(), orderedHour: local.hour };
}
