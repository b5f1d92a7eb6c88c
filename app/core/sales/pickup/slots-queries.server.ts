/** Reads the pickup slots a customer can choose from, with their occupancy. */
import { and, gte, lte } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { asDate, formatTime, relativeDay, storeDate, systemClock } from '#kernel/time.ts';
import { earliestHandOverOf } from './hours.ts';
import { offeredSlots, type PartOfDay, type PickupPolicy, type Slot } from './slots.ts';

/** A slot as a page shows it, with labels in the store's zone. */
export type SlotChoice = {
  /** ISO instant; the value the form submits. */
  startsAt: string;
  /** '2:00 PM' */
  label: string;
  partOfDay: PartOfDay;
  full: boolean;
};

export type SlotDay = {
  /** Store-local yyyy-mm-dd. */
  date: string;
  /** 'Today', 'Tomorrow' or 'Sat, Nov 28'. */
  label: string;
  slots: SlotChoice[];
};

const policies = new WeakMap<Settings, PickupPolicy>();

/** The pickup policy in the settings; the same object for the same settings. */
export function pickupPolicy(settings: Settings): PickupPolicy {
  const known = policies.get(settings);
  if (known) return known;
  const { weekly, exceptions, slotMinutes, leadMinutes, capacity, horizonDays } = settings.pickup;
  const zone = settings.store.zone;
  const earliestHandOver = earliestHandOverOf(settings.pickup);
  const policy = {
    zone,
    weekly,
    exceptions,
    slotMinutes,
    leadMinutes,
    capacity,
    horizonDays,
    earliestHandOver,
  };
  policies.set(settings, policy);
  return policy;
}

/**
 * Every slot that can still be reached, by day; full ones are included and marked. Staff may promise an earlier time
 * than customers see: `leadMinutes` replaces the setting's.
 */
export async function readSlots(now = systemClock(), leadMinutes?: number): Promise<SlotDay[]> {
  const posted = pickupPolicy(await readSettings());
  const policy = leadMinutes === undefined ? posted : { ...posted, leadMinutes };
  const days = offeredSlots(policy, now);
  const taken = await takenPlaces(days.flatMap((day) => day.slots.map((slot) => slot.startsAt)));
  const today = storeDate(now, policy.zone);
  return days.map(({ date, slots }) => ({
    date: date.toString(),
    label: relativeDay(date, today),
    slots: slots.map((slot) => ({
      ...wordsOf(slot, policy.zone),
      full: (taken.get(slot.startsAt.epochMilliseconds) ?? 0) >= policy.capacity,
    })),
  }));
}

const known = new WeakMap<Slot, Omit<SlotChoice, 'full'>>();

/** A slot's labels; cached per slot, because a page has a hundred of them and zones are slow. */
function wordsOf(slot: Slot, zone: string): Omit<SlotChoice, 'full'> {
  const words = known.get(slot) ?? {
    startsAt: slot.startsAt.toString(),
    label: formatTime(slot.startsAt, zone),
    partOfDay: slot.partOfDay,
  };
  known.set(slot, words);
  return words;
}

async function takenPlaces(starts: readonly Temporal.Instant[]): Promise<Map<number, number>> {
  const [first, last] = [starts[0], starts.at(-1)];
  if (!first || !last) return new Map();
  const rows = await database()
    .select()
    .from(pickupSlots)
    .where(and(gte(pickupSlots.startsAt, asDate(first)), lte(pickupSlots.startsAt, asDate(last))));
  return new Map(rows.map((row) => [row.startsAt.getTime(), row.taken]));
}
