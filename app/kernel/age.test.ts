import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { ageOn, isOfAge, noticeForAge } from './age.ts';
import { parseDate, storeDate } from './time.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const DAY = 86_400_000;

/** Computes the same answer another way: UTC milliseconds, whose overflow turns a missing February 29 into March 1. */
function oracle(birth: Date, today: Date): boolean {
  const anniversary = (years: number) =>
    Date.UTC(birth.getUTCFullYear() + years, birth.getUTCMonth(), birth.getUTCDate());
  return today.getTime() >= anniversary(21) && today.getTime() < anniversary(121);
}

const plain = (date: Date) => day(date.toISOString().slice(0, 10));

test('agrees with another calendar for any birth and any day', () => {
  const days = fc.integer({ min: Date.UTC(1890, 0, 1) / DAY, max: Date.UTC(2060, 0, 1) / DAY });
  fc.assert(
    fc.property(days, days, (birthDay, todayDay) => {
      const [birth, today] = [new Date(birthDay * DAY), new Date(todayDay * DAY)];
      expect(isOfAge(plain(birth), plain(today))).toBe(oracle(birth, today));
    }),
    { numRuns: 2_000 },
  );
});

test('every birthday from 1999 to 2012 is refused the day before and allowed from the day on', () => {
  for (let time = Date.UTC(1999, 0, 1); time < Date.UTC(2013, 0, 1); time += DAY) {
    const birth = new Date(time);
    const turns = Date.UTC(birth.getUTCFullYear() + 21, birth.getUTCMonth(), birth.getUTCDate());
    expect(isOfAge(plain(birth), plain(new Date(turns - DAY)))).toBe(false);
    expect(isOfAge(plain(birth), plain(new Date(turns)))).toBe(true);
  }
});

test('a person born on February 29 comes of age on March 1 of a common year', () => {
  const leapling = day('2004-02-29');
  expect(isOfAge(leapling, day('2025-02-28'))).toBe(false);
  expect(isOfAge(leapling, day('2025-03-01'))).toBe(true);
  expect(ageOn(day('2028-02-29'), leapling)).toBe(24);
});

test.each([
  ['missing', null],
  ['impossible', parseDate('2003-02-29')],
  ['in the future', day('2030-01-01')],
  ['121 years ago', day('1905-11-21')],
])('a birth date that is %s is never of age', (_, birth) => {
  expect(isOfAge(birth, day('2026-11-21'))).toBe(false);
});

test('a future birth date is refused even with a minimum of zero', () => {
  expect(isOfAge(day('2030-01-01'), day('2026-11-21'), 0)).toBe(false);
});

test('an age of a hundred and twenty is accepted', () => {
  expect(isOfAge(day('1905-11-22'), day('2026-11-21'))).toBe(true);
});

test('a birthday starts at midnight in the store’s time zone', () => {
  const birth = day('2005-11-21');
  const lastMinute = Temporal.Instant.from('2026-11-21T04:59:59Z');
  expect(isOfAge(birth, storeDate(lastMinute, 'America/New_York'))).toBe(false);
  expect(isOfAge(birth, storeDate(lastMinute.add({ seconds: 1 }), 'America/New_York'))).toBe(true);
});

test('a notice written for 21 shows the higher age that the shop requires, and no other number changes', () => {
  const notice = 'For adults 21 and older. Valid ID required at pickup.';
  expect(noticeForAge(notice, 21)).toBe(notice);
  expect(noticeForAge(notice, 25)).toBe('For adults 25 and older. Valid ID required at pickup.');
  expect(noticeForAge('21+ only. Call 555-2100.', 25)).toBe('25+ only. Call 555-2100.');
});
