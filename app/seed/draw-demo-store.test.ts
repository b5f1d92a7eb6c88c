/**
 * Tests that the demo store opens at any moment; the long suite tests every minute of a day and every day of a year.
 */
import { expect, test } from 'vitest';
import { drawDemoStore } from './draw-demo-store.ts';
import { problemsAt } from './testing/check-demo-store.ts';

test('the demo store is sound at any time of day', () => {
  const midnight = Date.parse('2026-11-21T05:00:00Z');
  const moments = Array.from({ length: 8 }, (_, step) => new Date(midnight + step * 183 * 60_000));
  expect(moments.flatMap(problemsAt)).toEqual([]);
});

test.each([
  ['a minute of an earlier failure', '2026-11-21T15:08:00-05:00'],
  ['a second before midnight', '2026-06-30T23:59:59.999-04:00'],
  ['midnight', '2026-07-01T00:00:00-04:00'],
  ['the skipped hour', '2027-03-14T03:00:00-04:00'],
  ['the moment before it', '2027-03-14T01:59:59-05:00'],
  ['the repeated hour, first time', '2026-11-01T01:30:00-04:00'],
  ['the repeated hour, second time', '2026-11-01T01:30:00-05:00'],
  ['February 29', '2028-02-29T12:00:00-05:00'],
  ['a year after February 29', '2029-02-28T23:30:00-05:00'],
  ['the last minute of a year', '2027-12-31T23:59:00-05:00'],
  ['the first minute of a year', '2028-01-01T00:01:00-05:00'],
  ['a clock that was never set', '1970-01-01T00:00:10Z'],
  ['a clock far ahead', '2099-08-15T07:00:00Z'],
])('the demo store is sound at this moment: %s', (_, moment) => {
  expect(problemsAt(new Date(moment))).toEqual([]);
});

test('the same moment generates the same store', () => {
  const now = new Date('2026-11-21T20:08:00Z');
  expect(drawDemoStore(now)).toEqual(drawDemoStore(now));
});
