import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import type { HoursException, WeeklyHours } from './hours.ts';
import { postedWeek } from './posted-week.ts';

const day = [{ opens: '10:00', closes: '19:00' }];
const weekly: WeeklyHours = {
  1: day,
  2: day,
  3: [{ opens: '00:00', closes: '12:00' }],
  4: day,
  5: [
    { opens: '17:30', closes: '21:15' },
    { opens: '10:00', closes: '12:00' },
  ],
  6: [],
  7: [],
};
const thursday = parseDate('2026-11-26');

function rows(exceptions: readonly HoursException[]) {
  if (!thursday) throw new Error('no date');
  const { week, different } = postedWeek({ weekly, exceptions }, thursday);
  const words = ({ days, hours }: { days: string; hours: string }) => `${days}: ${hours}`;
  return { week: week.map(words), different: different.map(words) };
}

test('the week groups days with equal hours, says noon and midnight, and lists closed days', () => {
  expect(rows([]).week).toEqual([
    'Monday to Tuesday: 10:00 AM to 7:00 PM',
    'Wednesday: 12:00 AM to 12:00 PM',
    'Thursday: 10:00 AM to 7:00 PM',
    'Friday: 10:00 AM to 12:00 PM, 5:30 PM to 9:15 PM',
    'Saturday to Sunday: Closed',
  ]);
  expect(rows([]).different).toEqual([]);
});

test('different days are listed for four weeks, soonest first, and leave the week as it is', () => {
  const { week, different } = rows([
    { date: '2026-12-23', spans: [{ opens: '09:00', closes: '14:00' }] },
    { date: '2026-12-24', closed: true },
    { date: '2026-11-25', closed: true },
    { date: '2026-11-28', spans: [{ opens: '11:00', closes: '15:00' }] },
    { date: '2026-11-27', closed: true },
    { date: '2026-11-26', closed: true },
  ]);
  expect(different).toEqual([
    'Today: Closed',
    'Tomorrow: Closed',
    'Sat, Nov 28: 11:00 AM to 3:00 PM',
    'Wed, Dec 23: 9:00 AM to 2:00 PM',
  ]);
  expect(week).toEqual(rows([]).week);
});

test('a day entered as different that is not is left out', () => {
  expect(
    rows([
      { date: '2026-11-26', spans: day },
      { date: '2026-11-29', closed: true },
    ]).different,
  ).toEqual([]);
});
