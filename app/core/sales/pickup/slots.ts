/**
 * Computes pickup slots: spans of equal length inside the posted hours. A slot is offered only if the store's clock
 * runs through it without a jump, so on the days of a clock change every slot is one real stretch of time, as long as
 * on any other day, and no two overlap.
 */
import { Temporal } from 'temporal-polyfill';
import { type StoreDate, storeDate } from '#kernel/time.ts';
import { EARLIEST_HAND_OVER, minutesOf, type PostedHours, postedSpans, timeOf } from './hours.ts';

/** The owner's pickup settings. */
export type PickupPolicy = PostedHours & {
  /** Length of a slot in minutes. */
  slotMinutes: number;
  /** Minutes between reserving and the earliest slot: time to pack. */
  leadMinutes: number;
  /** Orders per slot. */
  capacity: number;
  /** Days on which slots are offered, today included. */
  horizonDays: number;
  /** 'HH:MM' before which hand-over is forbidden. The law's 08:00 unless another time is permitted. */
  earliestHandOver?: string;
};

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** A span of pickup time. `localStart` is 'HH:MM' on the store's clock. */
export type Slot = {
  startsAt: Temporal.Instant;
  endsAt: Temporal.Instant;
  localStart: string;
  partOfDay: PartOfDay;
};

/** A day with its slots. */
export type SlotDay = { date: StoreDate; slots: Slot[] };

const NOON = 12 * 60;
const EVENING = 17 * 60;

/**
 * A cache of a policy's recently requested days. Time zones are slow to compute, and every checkout needs a day of the
 * same policy.
 */
const reckoned = new WeakMap<PickupPolicy, Map<string, readonly Slot[]>>();
const MOST_DAYS = 62;

/** Every slot of a day, earliest first, past or future. A policy never changes, it is only replaced. */
export function slotsOn(policy: PickupPolicy, date: StoreDate): readonly Slot[] {
  const days = reckoned.get(policy) ?? new Map<string, readonly Slot[]>();
  const day = date.toString();
  const known = days.get(day);
  if (known) return known;
  const slots = reckonSlots(policy, date);
  if (days.size >= MOST_DAYS) days.clear();
  reckoned.set(policy, days.set(day, slots));
  return slots;
}

function reckonSlots(policy: PickupPolicy, date: StoreDate): Slot[] {
  const { slotMinutes, zone } = policy;
  if (!Number.isSafeInteger(slotMinutes) || slotMinutes < 1) {
    throw new RangeError(`Not a slot length in minutes: ${slotMinutes}`);
  }
  const earliest = minutesOf(policy.earliestHandOver ?? EARLIEST_HAND_OVER) ?? 0;
  const slots: Slot[] = [];
  let free = -1;
  for (const span of postedSpans(policy, date)) {
    const opens = minutesOf(span.opens);
    const closes = minutesOf(span.closes);
    if (opens === null || closes === null) continue;
    for (let start = opens; start + slotMinutes <= closes; start += slotMinutes) {
      // Overlapping hours are refused when posted; even if they were stored, slots never overlap.
      if (start < earliest || start < free) continue;
      const slot = realSlot(date, start, slotMinutes, zone);
      if (!slot) continue;
      slots.push(slot);
      free = start + slotMinutes;
    }
  }
  return slots;
}

/**
 * The slot at a local time, or null if the clock jumps inside it. If the clock shows the time twice, the first one
 * counts, unless only the second runs through to the slot's end.
 */
function realSlot(date: StoreDate, start: number, length: number, zone: string): Slot | null {
  const local = date.toPlainDateTime(timeOf(start));
  const localEnd = local.add({ minutes: length });
  for (const disambiguation of ['earlier', 'later'] as const) {
    const from = local.toZonedDateTime(zone, { disambiguation });
    const to = from.add({ minutes: length });
    if (from.toPlainDateTime().equals(local) && to.toPlainDateTime().equals(localEnd)) {
      return {
        startsAt: from.toInstant(),
        endsAt: to.toInstant(),
        localStart: timeOf(start),
        partOfDay: start < NOON ? 'morning' : start < EVENING ? 'afternoon' : 'evening',
      };
    }
  }
  return null;
}

/** The days with pickup slots, and their slots still open by time. Ignores capacity. */
export function offeredSlots(policy: PickupPolicy, now: Temporal.Instant): SlotDay[] {
  const today = storeDate(now, policy.zone);
  return Array.from({ length: policy.horizonDays }, (_, days) =>
    offeredOn(policy, today.add({ days }), now),
  ).filter((day) => day.slots.length > 0);
}

function offeredOn(policy: PickupPolicy, date: StoreDate, now: Temporal.Instant): SlotDay {
  const earliest = now.add({ minutes: policy.leadMinutes });
  const slots = slotsOn(policy, date).filter(
    (slot) => Temporal.Instant.compare(slot.startsAt, earliest) >= 0,
  );
  return { date, slots };
}

/** The offered slot that starts at exactly this moment; null if none does. */
export function offeredSlotAt(
  policy: PickupPolicy,
  startsAt: Temporal.Instant,
  now: Temporal.Instant,
): Slot | null {
  const date = storeDate(startsAt, policy.zone);
  const daysAhead = storeDate(now, policy.zone).until(date).days;
  if (daysAhead >= policy.horizonDays) return null;
  return offeredOn(policy, date, now).slots.find((slot) => slot.startsAt.equals(startsAt)) ?? null;
}

/** Whether a slot starts at exactly this moment and is offered: posted, far enough ahead, not too far. */
export function isOfferedSlot(
  policy: PickupPolicy,
  startsAt: Temporal.Instant,
  now: Temporal.Instant,
): boolean {
  return offeredSlotAt(policy, startsAt, now) !== null;
}

/** The first offered slot, ignoring capacity; null if the horizon has none. */
export function nextSlot(policy: PickupPolicy, now: Temporal.Instant): Slot | null {
  return offeredSlots(policy, now)[0]?.slots[0] ?? null;
}
