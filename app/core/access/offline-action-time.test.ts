import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { doneAtOf } from './offline-action-time.ts';

const arrival = Temporal.Instant.from('2026-06-06T18:00:00Z');
const at = (said: string) =>
  doneAtOf(Temporal.Instant.from(said).epochMilliseconds, arrival, 'America/New_York').toISOString();
const ARRIVED = '2026-06-06T18:00:00.000Z';

test('a time of today or of the store’s day before is what the tablet says', () => {
  for (const said of ['2026-06-06T17:45:00.000Z', '2026-06-05T04:00:00.000Z']) expect(at(said)).toBe(said);
});

test('any other is the arrival, and nothing is later than that', () => {
  for (const said of [
    ...['2026-06-06T18:01:59Z', '2026-06-06T18:02:01Z', '2099-12-31T23:59:00Z'],
    ...['2026-06-05T03:59:59Z', '1970-01-01T00:00:00Z'],
  ])
    expect(at(said)).toBe(ARRIVED);
});
