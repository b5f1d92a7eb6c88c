import { describe, expect, test } from 'vitest';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import { closedQuestion, type Holiday, holidaysFrom, proposedHolidays } from './holidays.ts';

const day = (text: string): StoreDate => {
  const date = parseDate(text);
  if (!date) throw new Error(text);
  return date;
};
const said = (holidays: readonly Holiday[]) => holidays.map(({ name, date }) => `${date} ${name}`);

describe('the holidays', () => {
  test('of 2026 follow their rules', () => {
    expect(said(holidaysFrom(day('2026-01-01'), 365))).toEqual([
      '2026-01-01 New Year’s Day',
      '2026-01-19 Martin Luther King Jr. Day',
      '2026-02-16 Presidents’ Day',
      '2026-04-05 Easter',
      '2026-05-10 Mother’s Day',
      '2026-05-25 Memorial Day',
      '2026-06-19 Juneteenth',
      '2026-06-21 Father’s Day',
      // A Saturday.
      '2026-07-03 Independence Day (observed)',
      '2026-07-04 Independence Day',
      '2026-09-07 Labor Day',
      '2026-10-12 Columbus Day / Indigenous Peoples’ Day',
      '2026-11-03 Election Day',
      '2026-11-11 Veterans Day',
      '2026-11-26 Thanksgiving',
      '2026-11-27 Day after Thanksgiving',
      '2026-12-24 Christmas Eve',
      '2026-12-25 Christmas Day',
      '2026-12-31 New Year’s Eve',
    ]);
  });

  test('on a Sunday are observed on Monday, and New Year’s Day may be observed in the year before', () => {
    expect(said(holidaysFrom(day('2027-07-01'), 10))).toEqual([
      '2027-07-04 Independence Day',
      '2027-07-05 Independence Day (observed)',
    ]);
    expect(said(holidaysFrom(day('2027-12-26'), 7))).toEqual([
      '2027-12-31 New Year’s Eve',
      '2027-12-31 New Year’s Day (observed)',
      '2028-01-01 New Year’s Day',
    ]);
  });

  test.each([
    ['2025', '2025-11-27', '2025-05-26', '2025-04-20'],
    ['2028', '2028-11-23', '2028-05-29', '2028-04-16'],
    ['2029', '2029-11-22', '2029-05-28', '2029-04-01'],
    ['2038', '2038-11-25', '2038-05-31', '2038-04-25'],
  ])('include Thanksgiving, Memorial Day and Easter of %s', (year, thanksgiving, memorial, easter) => {
    const all = said(holidaysFrom(day(`${year}-01-01`), 365));
    expect(all).toContain(`${thanksgiving} Thanksgiving`);
    expect(all).toContain(`${memorial} Memorial Day`);
    expect(all).toContain(`${easter} Easter`);
  });

  test('occur once in every year of the century, and Election Day is never November 1', () => {
    for (let year = 2000; year < 2100; year += 1) {
      const names = holidaysFrom(day(`${year}-01-01`), 365)
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('(observed)'));
      expect(new Set(names).size).toBe(names.length);
      const election = holidaysFrom(day(`${year}-11-01`), 30).find(({ name }) => name === 'Election Day');
      expect(election?.date.dayOfWeek).toBe(2);
      expect(election?.date.day).toBeGreaterThan(1);
    }
  });
});

describe('a proposed holiday', () => {
  test('has no hours of its own yet, and is not closed by the weekly hours', () => {
    const weekly = { 1: [], 2: [span], 3: [span], 4: [span], 5: [span], 6: [span], 7: [span] };
    const proposed = proposedHolidays(day('2026-11-24'), {
      weekly,
      exceptions: [{ date: '2026-11-27' }],
    });
    expect(said(proposed).slice(0, 3)).toEqual([
      '2026-11-26 Thanksgiving',
      '2026-12-24 Christmas Eve',
      '2026-12-25 Christmas Day',
    ]);
    // Always a Monday, when this store is closed anyway.
    expect(said(proposed)).not.toContain('2027-05-31 Memorial Day');
    expect(proposed[0] && closedQuestion(proposed[0])).toBe('Closed on Thanksgiving, Nov 26, 2026?');
  });

  test('is listed once when two holidays fall on one day', () => {
    const weekly = { 1: [span], 2: [span], 3: [span], 4: [span], 5: [span], 6: [span], 7: [span] };
    const proposed = proposedHolidays(day('2027-12-30'), { weekly, exceptions: [] });
    expect(said(proposed).filter((text) => text.startsWith('2027-12-31'))).toEqual([
      '2027-12-31 New Year’s Eve',
    ]);
  });
});

const span = { opens: '10:00', closes: '18:00' };
