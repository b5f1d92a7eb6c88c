import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type StoreDate, startOfDay } from '#kernel/time.ts';
import { type DayRange, daysOf, lengthOf, type MonthRange, rangeOf, splitByPeriods } from './range.ts';
import { type RangeName, readReport, reportQuery } from './report.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const words = ({ from, to }: DayRange) => `${from} to ${to}`;
const at = (range: RangeName | MonthRange, today: string, from = '', to = '') =>
  rangeOf({ range, from, to }, day(today)).range ?? expect.fail('no range');

describe('a range of days', () => {
  test.each([
    ['today', '2026-11-22', '2026-11-22 to 2026-11-22', '2026-11-21 to 2026-11-21'],
    ['30-days', '2026-11-22', '2026-10-24 to 2026-11-22', '2026-09-24 to 2026-10-23'],
    ['90-days', '2026-11-22', '2026-08-25 to 2026-11-22', '2026-05-27 to 2026-08-24'],
    // From Sunday to Saturday: 2026-11-22 is a Sunday.
    ['last-week', '2026-11-22', '2026-11-15 to 2026-11-21', '2026-11-08 to 2026-11-14'],
    ['last-week', '2026-11-21', '2026-11-08 to 2026-11-14', '2026-11-01 to 2026-11-07'],
    ['last-week', '2027-01-01', '2026-12-20 to 2026-12-26', '2026-12-13 to 2026-12-19'],
    ['last-month', '2026-11-25', '2026-10-01 to 2026-10-31', '2026-09-01 to 2026-09-30'],
    ['last-month', '2028-03-31', '2028-02-01 to 2028-02-29', '2028-01-01 to 2028-01-31'],
    ['month-before', '2027-01-31', '2026-11-01 to 2026-11-30', '2026-10-01 to 2026-10-31'],
    // The calendar quarter of today, up to today.
    ['quarter', '2026-11-22', '2026-10-01 to 2026-11-22', '2026-07-01 to 2026-08-22'],
    ['quarter', '2026-10-01', '2026-10-01 to 2026-10-01', '2026-07-01 to 2026-07-01'],
    ['quarter', '2026-12-31', '2026-10-01 to 2026-12-31', '2026-07-01 to 2026-09-30'],
    ['quarter', '2028-03-31', '2028-01-01 to 2028-03-31', '2027-10-01 to 2027-12-30'],
    // New York's sales tax quarters end with February, May, August and November.
    ['tax-quarter', '2026-11-30', '2026-09-01 to 2026-11-30', '2026-06-01 to 2026-08-30'],
    ['tax-quarter', '2026-12-01', '2026-12-01 to 2026-12-01', '2026-09-01 to 2026-09-01'],
    ['tax-quarter', '2028-02-29', '2027-12-01 to 2028-02-29', '2027-09-01 to 2027-11-30'],
    ['tax-quarter', '2027-01-15', '2026-12-01 to 2027-01-15', '2026-09-01 to 2026-10-16'],
    ['last-tax-quarter', '2028-03-01', '2027-12-01 to 2028-02-29', '2027-09-01 to 2027-11-30'],
    ['last-tax-quarter', '2027-03-20', '2026-12-01 to 2027-02-28', '2026-09-01 to 2026-11-30'],
    ['year-over-year', '2026-11-22', '2025-11-22 to 2025-11-22', '2026-11-22 to 2026-11-22'],
    ['year-over-year', '2028-02-29', '2027-02-28 to 2027-02-28', '2028-02-29 to 2028-02-29'],
  ] as const)('%s on %s is %s, compared with %s', (range, today, days, compared) => {
    const answer = at(range, today);
    expect([words(answer.days), words(answer.compared)]).toEqual([days, compared]);
  });

  test('of custom dates is compared with as many days before it, and never goes beyond today', () => {
    expect(words(at('custom', '2026-11-22', '2026-02-01', '2026-02-28').days)).toBe(
      '2026-02-01 to 2026-02-28',
    );
    expect(words(at('custom', '2026-11-22', '2026-02-01', '2026-02-28').compared)).toBe(
      '2026-01-04 to 2026-01-31',
    );
    expect(words(at('custom', '2026-11-22', '2026-11-01', '2027-01-31').days)).toBe(
      '2026-11-01 to 2026-11-22',
    );
  });

  test.each([
    ['2026-02-30', '2026-03-01', 'from', 'Enter the first day.'],
    ['2026-02-01', 'soon', 'to', 'Enter the last day.'],
    ['2026-03-02', '2026-03-01', 'to', 'The last day must not come before the first.'],
    ['2026-11-23', '2026-11-24', 'from', 'The first day must not be in the future.'],
    ['2016-11-21', '2026-11-21', 'from', 'Choose at most 10 years.'],
    ['0001-01-01', '0001-01-02', 'from', 'The first day must be in 1900 or later.'],
    ['1899-12-31', '1900-01-02', 'from', 'The first day must be in 1900 or later.'],
  ])(
    'from %s to %s is refused beside the field, and no other range is used instead',
    (from, to, field, message) => {
      const answer = rangeOf({ range: 'custom', from, to }, day('2026-11-22'));
      expect(answer).toEqual({ range: null, problem: { field, message } });
    },
  );

  test('has whole store days, even when a clock change gives one of them 23 or 25 hours', () => {
    const hours = (text: string) =>
      startOfDay(day(text), 'America/New_York')
        .until(startOfDay(day(text).add({ days: 1 }), 'America/New_York'))
        .total('hours');
    expect(daysOf(at('30-days', '2026-11-22').days)).toHaveLength(30);
    expect(hours('2026-11-01')).toBe(25);
    expect(hours('2026-03-08')).toBe(23);
    expect(lengthOf(at('90-days', '2026-04-30').days)).toBe(90);
  });
});

describe('a range in whole periods', () => {
  const somewhere = fc
    .tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 800 }))
    .map(([start, length]) => {
      const from = day('2026-01-01').add({ days: start });
      return { from, to: from.add({ days: length }) };
    });
  const isWithin = (date: StoreDate, { from, to }: DayRange) =>
    Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0;
  const sorted = (...dates: StoreDate[]) => dates.toSorted(Temporal.PlainDate.compare);
  const within = (part: DayRange, sold: DayRange) => ({
    from: sorted(part.from, sold.from)[1] ?? sold.from,
    to: sorted(part.to, sold.to)[0] ?? sold.to,
  });
  const split = (from: string, to: string, sold: DayRange) =>
    splitByPeriods({ from: day(from), to: day(to) }, sold).map(
      (part) => `${lengthOf(part)} ${part.period} ${words(part)}`,
    );

  test('covers each day with a sale exactly once, in whole periods, and no day outside the range', () => {
    fc.assert(
      fc.property(somewhere, somewhere, (range, sold) => {
        const parts = splitByPeriods(range, sold);
        // Only the days with sales are checked: a century of days would take too long.
        const days = parts.flatMap((part) => daysOf(within(part, sold)));
        const wanted = daysOf(range).filter((date) => isWithin(date, sold));
        expect(days.map(String)).toEqual(wanted.map(String));
        for (const { period, from, to } of parts) {
          const after = to.add({ days: 1 });
          if (period !== 'day') expect([from.day, after.day]).toEqual([1, 1]);
          if (period === 'year' || period === 'century') expect([from.month, after.month]).toEqual([1, 1]);
          if (period === 'century') expect([from.year % 100, after.year % 100]).toEqual([1, 1]);
        }
      }),
    );
  });

  test('uses the longest possible periods, even if they extend beyond the last sale', () => {
    const sold = { from: day('2024-06-05'), to: day('2026-11-22') };
    expect(split('2024-06-05', '2026-11-22', sold)).toEqual(['36524 century 2001-01-01 to 2100-12-31']);
    expect(split('2025-12-30', '2026-12-24', sold)).toEqual([
      '2 day 2025-12-30 to 2025-12-31',
      '27393 year 2026-01-01 to 2100-12-31',
    ]);
    expect(split('2026-02-01', '2026-03-02', sold)).toEqual([
      '28 month 2026-02-01 to 2026-02-28',
      '2 day 2026-03-01 to 2026-03-02',
    ]);
    expect(split('2026-11-22', '2026-11-22', sold)).toEqual([
      '9 day 2026-11-22 to 2026-11-30',
      '31 month 2026-12-01 to 2026-12-31',
      '27028 year 2027-01-01 to 2100-12-31',
    ]);
  });

  test('is empty when nothing was sold', () => {
    const range = { from: day('2026-02-01'), to: day('2026-03-02') };
    expect(splitByPeriods(range, null)).toEqual([]);
    expect(splitByPeriods(range, { from: day('2026-03-03'), to: day('2026-04-01') })).toEqual([]);
  });
});

test('a report round-trips through the URL, and unknown values count as missing', () => {
  const plain = { range: '30-days', breakdown: 'product-type', from: '', to: '' };
  expect(readReport(new URLSearchParams('range=ever&breakdown=__proto__&from=2026-01-01'))).toEqual(plain);
  expect(reportQuery(readReport(new URLSearchParams()))).toBe('');
  const query = 'range=custom&from=2026-01-01&to=2026-02-03&breakdown=status';
  expect(reportQuery(readReport(new URLSearchParams(query)))).toBe(query);
});
