import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import { announcedDays, listWords } from './announced-days.ts';
import { type HoursException, outsideHoursOf, type WeeklyHours } from './hours.ts';

const day = [{ opens: '10:00', closes: '19:00' }];
const weekly: WeeklyHours = { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: [] };
const reason = 'Snowstorm. The farm is closed.';

function announced(exceptions: HoursException[], today = '2026-11-25') {
  const date = parseDate(today);
  if (!date) throw new Error('no date');
  return announcedDays({ weekly, exceptions }, date);
}

test('days with the same hours and reason are announced as one, and a day without a reason is not announced', () => {
  expect(
    announced([
      { date: '2026-11-27', closed: true, reason },
      { date: '2026-11-26', closed: true, reason },
      { date: '2026-11-28', spans: [{ opens: '10:00', closes: '13:00' }], reason: 'Ice on the road.' },
      { date: '2026-11-30', closed: true },
    ]),
  ).toEqual([
    { days: 'Tomorrow and Fri, Nov 27', hours: 'Closed', reason },
    { days: 'Sat, Nov 28', hours: '10:00 AM to 1:00 PM', reason: 'Ice on the road.' },
  ]);
});

test('a day is announced from a week before until its own midnight', () => {
  const storm: HoursException[] = [{ date: '2026-11-26', closed: true, reason }];
  expect(announced(storm, '2026-11-18')).toEqual([]);
  expect(announced(storm, '2026-11-19')).toHaveLength(1);
  expect(announced(storm, '2026-11-26')).toMatchObject([{ days: 'Today' }]);
  expect(announced(storm, '2026-11-27')).toEqual([]);
});

test('a list of days reads as a sentence', () => {
  expect([[], ['Today'], ['Today', 'Tomorrow'], ['a', 'b', 'c']].map(listWords)).toEqual([
    '',
    'Today',
    'Today and Tomorrow',
    'a, b and c',
  ]);
});

test('a pickup is outside the hours if any minute of it is, even on the day the clock goes back', () => {
  const exceptions: HoursException[] = [
    { date: '2026-11-01', spans: [{ opens: '10:00', closes: '12:45' }] },
    { date: '2026-11-26', closed: true },
  ];
  const isOutside = outsideHoursOf({ zone: 'America/New_York', weekly, exceptions });
  const pickup = (from: string, to: string | null) =>
    isOutside({ from: new Date(from), to: to === null ? null : new Date(to) });
  // Eastern Standard Time by ten in the morning.
  expect(pickup('2026-11-01T15:00:00Z', '2026-11-01T15:30:00Z')).toBe(false);
  expect(pickup('2026-11-01T14:30:00Z', '2026-11-01T15:00:00Z')).toBe(true);
  expect(pickup('2026-11-01T17:30:00Z', '2026-11-01T18:00:00Z')).toBe(true);
  expect(pickup('2026-11-01T17:15:00Z', '2026-11-01T17:45:00Z')).toBe(false);
  expect(pickup('2026-11-26T19:00:00Z', null)).toBe(true);
  // The last minutes of Thanksgiving at the store are Friday in UTC.
  expect(pickup('2026-11-27T04:30:00Z', null)).toBe(true);
  expect(pickup('2026-11-27T15:00:00Z', '2026-11-28T00:00:00Z')).toBe(false);
});
