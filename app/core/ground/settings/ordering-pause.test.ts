import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { pauseWords } from './ordering-pause.ts';

const zone = 'America/New_York';
const at = (instant: string) => ({ now: Temporal.Instant.from(instant), zone });
const paused = { paused: true, reason: 'We are counting the harvest.', until: null };

test('shoppers read the reason of a pause and its end', () => {
  expect(pauseWords(paused, at('2031-01-01T12:00:00Z'))).toBe(
    'We are not taking reservations right now. We are counting the harvest.',
  );
  expect(pauseWords({ ...paused, until: '2031-01-01T17:30' }, at('2031-01-01T12:00:00Z'))).toBe(
    'We are not taking reservations right now. We are counting the harvest. We take them again from Jan 1, 2031 5:30 PM.',
  );
});

test('a pause ends by itself, to the minute of the store’s clock, and without a pause nothing is shown', () => {
  const until = '2031-01-01T17:30';
  expect(pauseWords({ ...paused, until }, at('2031-01-01T22:29:59.999Z'))).not.toBeNull();
  expect(pauseWords({ ...paused, until }, at('2031-01-01T22:30:00Z'))).toBeNull();
  expect(pauseWords({ ...paused, paused: false }, at('2031-01-01T12:00:00Z'))).toBeNull();
});

test('an end that the clock skips moves by an hour, and an invalid end is ignored', () => {
  // Clocks go from 2:00 to 3:00 on that night.
  const until = '2031-03-09T02:30';
  expect(pauseWords({ ...paused, until }, at('2031-03-09T07:29:00Z'))).toContain('Mar 9, 2031 3:30 AM');
  expect(pauseWords({ ...paused, until }, at('2031-03-09T07:30:00Z'))).toBeNull();
  expect(pauseWords({ ...paused, until: '2031-02-30T10:00' }, at('2031-03-09T07:30:00Z'))).not.toBeNull();
});
