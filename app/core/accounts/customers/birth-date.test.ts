import { expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import { birthDateMessage, birthDateProblem } from './birth-date.ts';

const day = (text: string) => parseDate(text) ?? expect.fail();
const problem = (birth: string, today: string, { minimumAge = 21, asked = null as string | null } = {}) =>
  birthDateProblem(birth, { today: day(today), minimumAge, asked });

test.each([
  ['2005-11-22', '2026-11-21', 'under-age'],
  ['2005-11-21', '2026-11-21', null],
  // Born on a leap day: the birthday in a common year is March 1.
  ['2008-02-29', '2029-02-28', 'under-age'],
  ['2008-02-29', '2029-03-01', null],
  ['2008-02-29', '2032-02-29', null],
  ['2008-11-21', '2026-11-21', 'under-age'],
])('the problem of a birth date of %s on %s is %s', (birth, today, kind) => {
  expect(problem(birth, today)?.kind ?? null).toBe(kind);
});

test('the minimum age comes from the settings', () => {
  expect(problem('2004-01-01', '2026-11-21', { minimumAge: 25 })).toEqual({ kind: 'under-age', minimum: 25 });
});

test('a likely typo in the year, in either direction, is questioned once', () => {
  const asked = problem('2010-03-04', '2026-11-21') ?? expect.fail();
  expect(birthDateMessage(asked)).toBe('Born in 2010? Check the year. You must be 21 or older.');
  const again = problem('2010-03-04', '2026-11-21', { asked: '2010-03-04' }) ?? expect.fail();
  expect(birthDateMessage(again)).toBe('You must be at least 21 years old to order restricted items.');
  expect(problem('2011-03-04', '2026-11-21', { asked: '2010-03-04' })?.kind).toBe('check-year');
  const longAgo = problem('1910-03-04', '2026-11-21') ?? expect.fail();
  expect(birthDateMessage(longAgo)).toBe('Born in 1910? Check the year.');
  expect(problem('1910-03-04', '2026-11-21', { asked: '1910-03-04' })).toBeNull();
});
