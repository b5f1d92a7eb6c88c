import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type StoreDate, startOfDay } from '#kernel/time.ts';
import { minutesOf, openPeriods, postedSpans, type Span, type WeeklyHours } from './hours.ts';
import { isOfferedSlot, nextSlot, offeredSlotAt, offeredSlots, type PickupPolicy, slotsOn } from './slots.ts';

const NEW_YORK = 'America/New_York';
/**
 * Clocks that change at night, in the evening (Nuuk), by half an hour (Lord Howe), by two hours (Troll), at midnight
 * (Cairo).
 */
const ZONES = [
  NEW_YORK,
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Nuuk',
  'Europe/London',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Asia/Kolkata',
];

const everyDay = (spans: readonly Span[]): WeeklyHours => ({
  1: spans,
  2: spans,
  3: spans,
  4: spans,
  5: spans,
  6: spans,
  7: spans,
});
const day = (text: string) => Temporal.PlainDate.from(text);
const local = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(NEW_YORK).toInstant();

function aPolicy(inputs: Partial<PickupPolicy> = {}): PickupPolicy {
  return {
    zone: NEW_YORK,
    weekly: everyDay([{ opens: '10:00', closes: '19:00' }]),
    exceptions: [],
    slotMinutes: 30,
    leadMinutes: 60,
    capacity: 12,
    horizonDays: 7,
    ...inputs,
  };
}

/** Open at every hour, so that every clock change falls into the posted hours. */
const always = (zone: string, slotMinutes: number) =>
  aPolicy({
    zone,
    slotMinutes,
    weekly: everyDay([{ opens: '00:00', closes: '23:59' }]),
    earliestHandOver: '00:00',
  });

/** Every day from 2024 to 2036 on which the zone's clock changes. */
function clockChanges(zone: string): StoreDate[] {
  const days = new Map<string, StoreDate>();
  let moment = day('2024-01-01').toZonedDateTime({ timeZone: zone }).getTimeZoneTransition('next');
  while (moment && moment.year <= 2036) {
    // A change at midnight belongs to the evening before as much as to the morning after.
    for (const date of [moment.subtract({ seconds: 1 }).toPlainDate(), moment.toPlainDate()]) {
      days.set(date.toString(), date);
    }
    moment = moment.getTimeZoneTransition('next');
  }
  return [...days.values()];
}

function expectSoundSlots(policy: PickupPolicy, date: StoreDate): void {
  const slots = slotsOn(policy, date);
  const periods = openPeriods(policy, date);
  const earliest = minutesOf(policy.earliestHandOver ?? '08:00') ?? 0;
  slots.forEach((slot, index) => {
    const where = `${policy.zone} ${date} ${slot.localStart}`;
    const begins = slot.startsAt.toZonedDateTimeISO(policy.zone);
    expect(begins.toPlainDate().equals(date), where).toBe(true);
    expect(begins.toPlainTime().toString({ smallestUnit: 'minute' }), where).toBe(slot.localStart);
    expect(begins.hour * 60 + begins.minute, where).toBeGreaterThanOrEqual(earliest);
    expect(slot.startsAt.until(slot.endsAt).total('minutes'), where).toBe(policy.slotMinutes);
    const ends = slot.endsAt.toZonedDateTimeISO(policy.zone);
    expect(begins.toPlainDateTime().until(ends.toPlainDateTime()).total('minutes'), where).toBe(
      policy.slotMinutes,
    );
    const lies = periods.some(
      (period) =>
        Temporal.Instant.compare(period.from, slot.startsAt) <= 0 &&
        Temporal.Instant.compare(slot.endsAt, period.to) <= 0,
    );
    expect(lies, `${where} lies inside posted hours`).toBe(true);
    const before = slots[index - 1];
    if (before) {
      expect(Temporal.Instant.compare(before.endsAt, slot.startsAt), `${where} follows`).toBeLessThanOrEqual(
        0,
      );
    }
  });
}

const spans = fc
  .array(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 6 })
  .map((minutes) =>
    minutes.map((minute) =>
      Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString({ smallestUnit: 'minute' }),
    ),
  )
  .map((times) => times.slice(1).map((closes, index) => ({ opens: times[index] ?? '', closes })));

describe('slots over the clock changes of 2024 to 2036', () => {
  test.each(ZONES.filter((zone) => zone !== 'Asia/Kolkata'))(
    'in %s every slot is real, complete, inside the hours and without overlap',
    (zone) => {
      const days = clockChanges(zone);
      expect(days.length).toBeGreaterThanOrEqual(26);
      for (const date of days) {
        for (const slotMinutes of [20, 60]) expectSoundSlots(always(zone, slotMinutes), date);
      }
    },
  );

  test('every slot is valid for any hours, even overlapping ones, on any day', () => {
    const anyDay = fc.integer({ min: 0, max: 13 * 365 }).map((days) => day('2024-01-01').add({ days }));
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.nat(),
        anyDay,
        fc.boolean(),
        spans,
        fc.integer({ min: 5, max: 240 }),
        fc.boolean(),
        (zone, pick, other, onChange, hours, slotMinutes, atNight) => {
          const changes = clockChangesKept(zone);
          const date = (onChange && changes[pick % Math.max(1, changes.length)]) || other;
          const earliestHandOver = atNight ? '00:00' : '08:00';
          expectSoundSlots(aPolicy({ zone, slotMinutes, weekly: everyDay(hours), earliestHandOver }), date);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the hour skipped in spring is not offered', () => {
    const starts = slotsOn(always(NEW_YORK, 30), day('2026-03-08')).map((slot) => slot.localStart);
    expect(starts).not.toContain('02:00');
    expect(starts).not.toContain('02:30');
    expect(starts).toContain('01:00');
    expect(starts).toContain('03:00');
    // 01:30 EST lasts until the moment of the skip, which no clock ever shows as 02:00.
    expect(starts).toHaveLength(44);
  });

  test('the hour repeated in fall is offered once', () => {
    const starts = slotsOn(always(NEW_YORK, 30), day('2026-11-01')).map((slot) => slot.localStart);
    expect(starts.filter((start) => start === '01:00')).toHaveLength(1);
    expect(starts).toHaveLength(47);
    expect(new Set(starts).size).toBe(47);
  });

  test('an evening clock change inside posted hours works: Nuuk has no 23:00 on March 29, 2025', () => {
    const evening = aPolicy({
      zone: 'America/Nuuk',
      weekly: everyDay([{ opens: '22:00', closes: '23:45' }]),
      slotMinutes: 15,
    });
    const starts = slotsOn(evening, day('2025-03-29')).map((slot) => slot.localStart);
    expect(starts).toEqual(['22:00', '22:15', '22:30']);
  });
});

const kept = new Map<string, StoreDate[]>();
function clockChangesKept(zone: string): StoreDate[] {
  const found = kept.get(zone) ?? clockChanges(zone);
  kept.set(zone, found);
  return found;
}

describe('slots of an ordinary day', () => {
  test('fill the posted hours and omit what does not fit completely', () => {
    const policy = aPolicy({ weekly: everyDay([{ opens: '10:00', closes: '11:45' }]) });
    expect(slotsOn(policy, day('2026-11-20')).map((slot) => slot.localStart)).toEqual([
      '10:00',
      '10:30',
      '11:00',
    ]);
  });

  test('are as many as fit, even on the days of a clock change', () => {
    const policy = aPolicy();
    for (let date = day('2026-01-01'); date.year === 2026; date = date.add({ days: 1 })) {
      expect(slotsOn(policy, date)).toHaveLength(18);
    }
  });

  test('never start before eight, even if the stored hours do', () => {
    const policy = aPolicy({ weekly: everyDay([{ opens: '06:15', closes: '09:00' }]) });
    expect(slotsOn(policy, day('2026-11-20')).map((slot) => slot.localStart)).toEqual(['08:15']);
  });

  test('have their part of the day', () => {
    const parts = new Map(
      slotsOn(aPolicy(), day('2026-11-20')).map(({ localStart, partOfDay }) => [localStart, partOfDay]),
    );
    expect(['11:30', '12:00', '16:30', '17:00'].map((start) => parts.get(start))).toEqual([
      'morning',
      'afternoon',
      'afternoon',
      'evening',
    ]);
  });

  test('follow the exception of the day, not its weekday', () => {
    const policy = aPolicy({
      exceptions: [
        { date: '2026-11-26', closed: true },
        { date: '2026-11-27', spans: [{ opens: '12:00', closes: '13:00' }] },
      ],
    });
    expect(slotsOn(policy, day('2026-11-26'))).toEqual([]);
    expect(slotsOn(policy, day('2026-11-27')).map((slot) => slot.localStart)).toEqual(['12:00', '12:30']);
    expect(postedSpans(policy, day('2026-11-28'))).toHaveLength(1);
  });

  test('a slot length of zero throws', () => {
    expect(() => slotsOn(aPolicy({ slotMinutes: 0 }), day('2026-11-20'))).toThrow(RangeError);
  });
});

describe('the offer of slots', () => {
  test('begins after the lead time and ends with the horizon, both to the minute', () => {
    const policy = aPolicy({ horizonDays: 2 });
    const now = local('2026-11-20T12:00');
    const days = offeredSlots(policy, now);
    expect(days.map(({ date }) => date.toString())).toEqual(['2026-11-20', '2026-11-21']);
    expect(days[0]?.slots[0]?.localStart).toBe('13:00');
    expect(isOfferedSlot(policy, local('2026-11-20T13:00'), now)).toBe(true);
    expect(isOfferedSlot(policy, local('2026-11-20T13:00'), now.add({ seconds: 1 }))).toBe(false);
    expect(isOfferedSlot(policy, local('2026-11-21T18:30'), now)).toBe(true);
    expect(isOfferedSlot(policy, local('2026-11-22T10:00'), now)).toBe(false);
    expect(isOfferedSlot(policy, local('2026-11-19T13:00'), now)).toBe(false);
  });

  test('leaves out days without any pickup', () => {
    const policy = aPolicy({ exceptions: [{ date: '2026-11-21', closed: true }], horizonDays: 3 });
    const days = offeredSlots(policy, local('2026-11-20T18:30'));
    expect(days.map(({ date }) => date.toString())).toEqual(['2026-11-22']);
  });

  test('has no slot between two slots', () => {
    const now = local('2026-11-20T09:00');
    expect(offeredSlotAt(aPolicy(), local('2026-11-20T13:10'), now)).toBeNull();
    expect(offeredSlotAt(aPolicy(), local('2026-11-20T13:00').add({ seconds: 1 }), now)).toBeNull();
    expect(offeredSlotAt(aPolicy(), local('2026-11-20T19:00'), now)).toBeNull();
  });

  test('matches the check of each single slot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 }), (minutes) => {
        const now = startOfDay(day('2026-01-01'), NEW_YORK).add({ minutes });
        const policy = aPolicy({ horizonDays: 2 });
        for (const { slots } of offeredSlots(policy, now)) {
          for (const slot of slots) expect(isOfferedSlot(policy, slot.startsAt, now)).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('has a first slot, or none if the farm is closed all week', () => {
    const now = local('2026-11-20T18:30');
    expect(nextSlot(aPolicy(), now)?.startsAt.equals(local('2026-11-21T10:00'))).toBe(true);
    expect(nextSlot(aPolicy({ weekly: everyDay([]) }), now)).toBeNull();
  });
});
