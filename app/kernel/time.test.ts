import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  asDate,
  formatActivityTime,
  formatDate,
  formatDateTime,
  formatTime,
  formatTimeSeen,
  instantOf,
  parseDate,
  relativeDay,
  STORE_TIME_ZONE_DEFAULT,
  startOfDay,
  storeDate,
  systemClock,
} from './time.ts';

const NEW_YORK = 'America/New_York';
const at = (text: string) => Temporal.Instant.from(text);
const day = (text: string) => Temporal.PlainDate.from(text);

describe('parseDate', () => {
  test('parses real days written yyyy-mm-dd', () => {
    expect(parseDate('2024-02-29')?.toString()).toBe('2024-02-29');
  });

  test.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '0000-01-01',
    '2024-1-1',
    '24-01-01',
    '2024-01-01T00:00',
    ' 2024-01-01',
    '20240101',
    '+002024-01-01',
    '',
  ])("refuses '%s'", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test('never throws, and formats back to the same text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/)), (text) => {
        const date = parseDate(text);
        expect(date === null || date.toString() === text).toBe(true);
      }),
    );
  });
});

describe('formats', () => {
  test.each([
    ['2026-11-05T05:07:00Z', 'Nov 5, 2026', 'Nov 5, 2026 12:07 AM', 'Nov 5, 2026 00:07'],
    ['2026-11-05T17:00:00Z', 'Nov 5, 2026', 'Nov 5, 2026 12:00 PM', 'Nov 5, 2026 12:00'],
    ['2026-07-31T03:59:00Z', 'Jul 30, 2026', 'Jul 30, 2026 11:59 PM', 'Jul 30, 2026 23:59'],
    ['2026-01-01T14:05:00Z', 'Jan 1, 2026', 'Jan 1, 2026 9:05 AM', 'Jan 1, 2026 09:05'],
  ])('%s is %s, %s, %s in New York', (instant, date, dateTime, activity) => {
    expect(formatDate(storeDate(at(instant), NEW_YORK))).toBe(date);
    expect(formatDateTime(at(instant), NEW_YORK)).toBe(dateTime);
    expect(formatActivityTime(at(instant), NEW_YORK)).toBe(activity);
    expect(dateTime.endsWith(formatTime(at(instant), NEW_YORK))).toBe(true);
  });

  test('a time is without its date on its own day in New York, to the minute', () => {
    const seen = (now: string) => formatTimeSeen(at('2026-11-05T17:00:00Z'), at(now), NEW_YORK);
    expect(['2026-11-05T05:00:00Z', '2026-11-06T04:59:00Z'].map(seen)).toEqual(['12:00 PM', '12:00 PM']);
    const other = 'Nov 5, 2026 12:00 PM';
    expect(['2026-11-05T04:59:00Z', '2026-11-06T05:00:00Z'].map(seen)).toEqual([other, other]);
  });

  test.each([
    ['2026-11-01T04:59:00Z', NEW_YORK, '12:59 AM'],
    ['2026-11-01T05:10:00Z', NEW_YORK, '1:10 AM EDT'],
    ['2026-11-01T06:10:00Z', NEW_YORK, '1:10 AM EST'],
    ['2026-11-01T07:00:00Z', NEW_YORK, '2:00 AM'],
    ['2026-03-08T07:10:00Z', NEW_YORK, '3:10 AM'],
    ['2026-11-01T05:10:00Z', '+08:03', '1:13 PM'],
  ])('%s in %s is %s, with the zone’s name where clocks show the time twice', (instant, zone, time) => {
    expect(formatTime(at(instant), zone)).toBe(time);
  });

  test.each([NEW_YORK, 'Asia/Kathmandu', '+08:03'])('a day ends exactly at its midnight in %s', (zone) => {
    const midnight = startOfDay(day('2026-11-23'), zone);
    for (const [seconds, date] of [
      [-60, 'Nov 22, 2026'],
      [-1, 'Nov 22, 2026'],
      [0, 'Nov 23, 2026'],
    ] as const)
      expect(formatDate(storeDate(midnight.add({ seconds }), zone))).toBe(date);
  });

  test('contain only plain letters, digits and ordinary spaces', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (date) => {
          expect(formatDateTime(instantOf(date), NEW_YORK)).toMatch(
            /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/,
          );
          expect(formatActivityTime(instantOf(date), NEW_YORK)).toMatch(
            /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{2}:\d{2}$/,
          );
        },
      ),
    );
  });
});

test('near days have names, and others their weekday', () => {
  const today = day('2026-11-21');
  expect(relativeDay(today, today)).toBe('Today');
  expect(relativeDay(day('2026-11-22'), today)).toBe('Tomorrow');
  expect(relativeDay(day('2026-11-28'), today)).toBe('Sat, Nov 28');
  expect(relativeDay(day('2026-11-20'), today)).toBe('Fri, Nov 20');
});

test('a day starts at midnight, or right after it where the clock skips midnight', () => {
  expect(startOfDay(day('2026-11-21'), NEW_YORK).toString()).toBe('2026-11-21T05:00:00Z');
  expect(startOfDay(day('2024-04-26'), 'Africa/Cairo').toString()).toBe('2024-04-25T22:00:00Z');
});

test('a driver’s Date round-trips', () => {
  const date = new Date('2026-11-21T04:59:59.123Z');
  expect(asDate(instantOf(date))).toEqual(date);
});

test('each of the next seven days has a name', () => {
  const monday = Temporal.PlainDate.from('2026-11-23');
  const names = Array.from({ length: 7 }, (_, days) =>
    relativeDay(monday.add({ days }), monday.subtract({ days: 7 })),
  );
  expect(names).toEqual([
    'Mon, Nov 23',
    'Tue, Nov 24',
    'Wed, Nov 25',
    'Thu, Nov 26',
    'Fri, Nov 27',
    'Sat, Nov 28',
    'Sun, Nov 29',
  ]);
});

test('the store defaults to New York time, and its clock is the machine’s', () => {
  expect(STORE_TIME_ZONE_DEFAULT).toBe('America/New_York');
  expect(Math.abs(systemClock().epochMilliseconds - Date.now())).toBeLessThan(5_000);
});
