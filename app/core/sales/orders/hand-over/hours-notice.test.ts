import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { hoursNotice } from './hours-notice.ts';

const day = [{ opens: '09:00', closes: '18:00' }];
const hours = {
  zone: 'America/New_York',
  weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: [] },
  exceptions: [],
  earliestHandOver: '08:00',
};
const at = (time: string) => Temporal.Instant.from(`2026-11-28T${time}:00-05:00`);

test.each([
  ['09:00', null],
  ['17:59', null],
  ['18:00', 'The store is closed now. It opens Nov 30, 2026 9:00 AM.'],
  ['08:30', 'The store is closed now. It opens Nov 28, 2026 9:00 AM.'],
  ['07:59', 'It is 7:59 AM. New York allows no hand-over before 8:00 AM unless your town permits it.'],
  ['00:00', 'It is 12:00 AM. New York allows no hand-over before 8:00 AM unless your town permits it.'],
])('on Saturday at %s: %s', (time, notice) => expect(hoursNotice(hours, at(time))).toBe(notice));

test('if the town permits night hours, only the posted hours count', () => {
  const allNight = { ...hours, earliestHandOver: '00:00' };
  expect(hoursNotice(allNight, at('02:00'))).toBe('The store is closed now. It opens Nov 28, 2026 9:00 AM.');
  expect(
    hoursNotice(
      { ...allNight, weekly: { ...hours.weekly, 6: [{ opens: '00:00', closes: '03:00' }] } },
      at('02:00'),
    ),
  ).toBeNull();
  const never = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
  expect(hoursNotice({ ...allNight, weekly: never }, at('12:00'))).toBe('The store is closed now.');
});
