/** The hours of a day at work are those that passed, also on the days when clocks change. */
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { hoursWords } from './work-day.ts';

const at = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').toInstant();

test.each([
  ['2026-11-30T09:02', '2026-11-30T17:07', '8 h 5 min'],
  ['2026-11-30T09:00', '2026-11-30T12:00', '3 h'],
  ['2026-11-30T09:00', '2026-11-30T09:40', '40 min'],
  ['2026-11-30T09:00', '2026-11-30T09:00', '–'],
  // Clocks skip from 2 to 3, and go back from 2 to 1.
  ['2026-03-08T01:00', '2026-03-08T05:00', '3 h'],
  ['2026-11-01T00:00', '2026-11-01T05:00', '6 h'],
])('from %s to %s: %s', (first, last, words) => expect(hoursWords(at(first), at(last))).toBe(words));
