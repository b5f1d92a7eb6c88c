/** Tests every minute of a day, every day of a leap year, every minute around both clock changes. */
import { afterAll, expect, test } from 'vitest';
import { seen, whole } from '#tests/support/seen.ts';
import { problemsAt } from './testing/check-demo-store.ts';

const MINUTE = 60_000;

const minutesFrom = (start: string, count: number): Date[] =>
  Array.from({ length: count }, (_, minute) => new Date(Date.parse(start) + minute * MINUTE));

let sound = 0;
function expectSound(moments: readonly Date[]): void {
  expect(moments.flatMap(problemsAt)).toEqual([]);
  sound += moments.length;
}
afterAll(() => seen('demo-stores', `0 problems in ${whole(sound)} stores`, sound === 2_166));

test('the demo store is sound at every minute of a day', () => {
  expectSound(minutesFrom('2026-11-21T00:00:00-05:00', 1_440));
});

test('the demo store is sound on every day of a leap year, each at another time of day', () => {
  const days = Array.from({ length: 366 }, (_, day) => {
    // 311 minutes later each day: around the clock in five days, at a different minute each time.
    return new Date(Date.UTC(2028, 0, 1 + day, 5, (day * 311) % 1_440));
  });
  expectSound(days);
});

test.each([
  ['forward', '2028-03-12T01:00:00-05:00'],
  ['back', '2028-11-05T00:30:00-04:00'],
])('the demo store is sound at every minute around the clock change %s', (_, start) => {
  expectSound(minutesFrom(start, 180));
});
