import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import type { PostedHours } from './hours.ts';
import { weekAhead } from './week-ahead.ts';

const day = [{ opens: '10:00', closes: '19:00' }];
const posted: PostedHours = {
  zone: 'America/New_York',
  weekly: { 1: day, 2: day, 3: day, 4: day, 5: [...day, { opens: '20:00', closes: '21:30' }], 6: day, 7: [] },
  exceptions: [{ date: '2026-11-26', closed: true }],
};

test('the week ahead lists every day with its hours, closed days, exceptions and two spans included', () => {
  const today = parseDate('2026-11-25');
  if (!today) throw new Error('no date');
  expect(weekAhead(posted, today).map(({ label, hours }) => `${label}: ${hours}`)).toEqual([
    'Today: 10:00 AM to 7:00 PM',
    'Tomorrow: Closed',
    'Fri, Nov 27: 10:00 AM to 7:00 PM, 8:00 PM to 9:30 PM',
    'Sat, Nov 28: 10:00 AM to 7:00 PM',
    'Sun, Nov 29: Closed',
    'Mon, Nov 30: 10:00 AM to 7:00 PM',
    'Tue, Dec 1: 10:00 AM to 7:00 PM',
  ]);
});
