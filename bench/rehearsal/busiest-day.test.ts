import { expect, test } from 'vitest';
import { busiestDay, type HourOfOrders, planDay } from './busiest-day.ts';

const zone = 'America/New_York';
const hours = (...all: [string, number][]): HourOfOrders[] =>
  all.map(([at, orders]) => ({ at: new Date(at), orders }));

test('the busiest day is the store’s, although UTC has another date in its evening', () => {
  const evening = hours(
    ['2026-08-01T23:00:00Z', 4],
    ['2026-08-02T01:00:00Z', 4],
    ['2026-08-02T15:00:00Z', 5],
  );
  expect(busiestDay(evening, zone)).toEqual({ day: 'Saturday, Aug 1, 2026', hours: evening.slice(0, 2) });
  expect(busiestDay([], zone)).toBeNull();
});

test('of two equal days the last is played', () => {
  const equals = hours(['2026-08-01T15:00:00Z', 3], ['2026-08-08T15:00:00Z', 3]);
  expect(busiestDay(equals, zone)?.day).toBe('Saturday, Aug 8, 2026');
});

test('an hour that clocks show twice is two hours of one day', () => {
  const fall = hours(['2026-11-01T05:00:00Z', 2], ['2026-11-01T06:00:00Z', 3]);
  const day = busiestDay(fall, zone);
  const plan = planDay(day?.hours ?? [], { times: 5, minutes: 1, fewest: 0, zone });
  expect(plan.map(({ label, ordersThen }) => [label, ordersThen])).toEqual([
    ['1:00 AM EDT', 2],
    ['1:00 AM EST', 3],
  ]);
});

test('hours are shortened, not thinned: each is played at its own pace, times as wanted', () => {
  const day = hours(['2026-08-01T15:00:00Z', 720], ['2026-08-01T16:00:00Z', 360]);
  const plan = planDay(day, { times: 5, minutes: 20, fewest: 30, zone });
  expect(plan).toEqual([
    { label: '11:00 AM', ordersThen: 720, ordersPerSecond: 1, seconds: 600 },
    { label: '12:00 PM', ordersThen: 360, ordersPerSecond: 0.5, seconds: 600 },
  ]);
});

test('an hour with few reservations is played with enough to see something', () => {
  const [hour] = planDay(hours(['2026-08-01T15:00:00Z', 1]), { times: 5, minutes: 1, fewest: 30, zone });
  expect(hour?.ordersPerSecond).toBe(0.5);
});
