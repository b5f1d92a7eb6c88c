import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { awayWords, nextTaxReturn, occurrenceOf, owedReminders } from './store-date.ts';
import { storeDateForm } from './store-date-form.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const days = fc.integer({ min: 0, max: 20_000 }).map((count) => day('2020-01-01').add({ days: count }));

test.each([
  ['2026-11-22', '2026-12-20', '2026-11-30'],
  ['2026-12-20', '2026-12-20', '2026-11-30'],
  ['2026-12-21', '2027-03-20', '2027-02-28'],
  ['2028-01-31', '2028-03-20', '2028-02-29'],
  ['2026-06-30', '2026-09-20', '2026-08-31'],
])('on %s the next tax return is due on %s, for the quarter that ends on %s', (today, due, end) => {
  const next = nextTaxReturn(day(today));
  expect([next.dueOn.toString(), next.quarterEnd.toString()]).toEqual([due, end]);
});

test('the next tax return is due on a 20th, today or later, at most a quarter away', () => {
  fc.assert(
    fc.property(days, (today) => {
      const { dueOn, quarterEnd } = nextTaxReturn(today);
      const away = today.until(dueOn, { largestUnit: 'days' }).days;
      expect(away).toBeGreaterThanOrEqual(0);
      expect(away).toBeLessThanOrEqual(92);
      expect([2, 5, 8, 11]).toContain(quarterEnd.month);
      expect(dueOn.day).toBe(20);
    }),
  );
});

test('repeats are counted from the first day, so that the last day of a month stays the last', () => {
  const yearly = [1, 2, 3, 4].map((n) => occurrenceOf(day('2028-02-29'), 'yearly', n).toString());
  expect(yearly).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  const quarterly = [1, 2, 3, 4].map((n) => occurrenceOf(day('2026-08-31'), 'quarterly', n).toString());
  expect(quarterly).toEqual(['2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31']);
});

test('a reminder is owed from its day on', () => {
  const owed = (today: string) => owedReminders(day('2026-12-20'), [30, 7, 1, 0], day(today));
  expect(owed('2026-11-19')).toEqual([]);
  expect(owed('2026-11-20')).toEqual([30]);
  expect(owed('2026-12-13')).toEqual([30, 7]);
  expect(owed('2026-12-20')).toEqual([30, 7, 1, 0]);
  expect(awayWords(day('2026-12-20'), day('2026-12-19'))).toBe('in 1 day');
  expect(awayWords(day('2026-12-20'), day('2026-12-20'))).toBe('today');
  expect(awayWords(day('2026-12-20'), day('2026-12-22'))).toBe('2 days ago');
});

const good = { title: 'License', dueOn: '2027-01-31', repeat: 'yearly', reminderDays: '1, 30 7,7', note: '' };

test('reminder days are read as numbers, longest first, each once', () => {
  expect(storeDateForm.parse(good).reminderDays).toEqual([30, 7, 1]);
  expect(storeDateForm.parse({ ...good, reminderDays: '' }).reminderDays).toEqual([]);
});

test.each([
  ['title', ''],
  ['title', 'x'.repeat(101)],
  ['dueOn', '2027-02-30'],
  ['dueOn', 'soon'],
  ['repeat', 'daily'],
  ['repeat', 'constructor'],
  ['reminderDays', '366'],
  ['reminderDays', '-1'],
  ['reminderDays', '1.5'],
  ['reminderDays', '1 2 3 4 5 6 7'],
  ['note', 'x'.repeat(1001)],
])('%s refuses %j', (field, value) => {
  const issues = storeDateForm.safeParse({ ...good, [field]: value }).error?.issues ?? [];
  expect(issues.map(({ path }) => path[0])).toEqual([field]);
});
