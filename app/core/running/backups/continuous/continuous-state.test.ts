import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { parseMoment } from './choose-moment.server.ts';
import { isBaseDue } from './continuous-state.ts';
import { remainingBases } from './remove-replaced.server.ts';

const NEW_YORK = 'America/New_York';
const at = (text: string) => Temporal.Instant.from(text).toZonedDateTimeISO(NEW_YORK);

test.each([
  [null, '2026-11-26T15:00:00Z', true],
  // 4:00 in New York is 9:00 UTC in winter, and 8:00 in summer.
  ['2026-11-26T09:00:01Z', '2026-11-27T08:59:00Z', false],
  ['2026-11-26T09:00:01Z', '2026-11-27T09:00:00Z', true],
  ['2026-11-26T08:00:00Z', '2026-11-26T15:00:00Z', true],
  ['2026-03-07T09:00:01Z', '2026-03-08T07:59:00Z', false],
  ['2026-03-07T09:00:01Z', '2026-03-08T08:00:00Z', true],
  ['2026-10-31T08:00:01Z', '2026-11-01T08:30:00Z', false],
  ['2026-10-31T08:00:01Z', '2026-11-01T09:00:00Z', true],
])('with a copy of %s, one is due at %s: %s', (baseAt, now, isDue) =>
  expect(isBaseDue(baseAt, at(now))).toBe(isDue),
);

test('a moment is the store’s time, or says its offset', () => {
  expect(parseMoment('2026-11-26 14:05', NEW_YORK)?.toString()).toBe('2026-11-26T19:05:00Z');
  expect(parseMoment('2026-07-04T14:05:30', NEW_YORK)?.toString()).toBe('2026-07-04T18:05:30Z');
  expect(parseMoment('2026-11-26T14:05:00Z', NEW_YORK)?.toString()).toBe('2026-11-26T14:05:00Z');
  expect(parseMoment('2026-11-01T01:30:00-05:00', NEW_YORK)?.toString()).toBe('2026-11-01T06:30:00Z');
  expect(parseMoment('now', NEW_YORK)).toBeNull();
});

test.each(['2026-11-01 01:30', '2026-03-08 02:30', 'yesterday', '2026-02-29 12:00', ''])(
  '%s is no moment',
  (text) => expect(() => parseMoment(text, NEW_YORK)).toThrow('is no moment'),
);

test('copies of the last days stay, and one that is a day old however many are newer', () => {
  const name = (day: number, hour: number) =>
    `202611${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}0000Z-12abcd`;
  const now = Temporal.Instant.from('2026-11-26T12:00:00Z');
  const nightly = [22, 23, 24, 25, 26].map((day) => name(day, 9));
  expect([...remainingBases(nightly, now)].sort()).toEqual(nightly.slice(-3));
  const broken = [...nightly.slice(0, 4), ...[6, 7, 8, 9, 10].map((hour) => name(26, hour))];
  expect([...remainingBases(broken, now)].sort()).toEqual([
    name(25, 9),
    name(26, 8),
    name(26, 9),
    name(26, 10),
  ]);
});
