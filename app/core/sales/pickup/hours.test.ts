import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  holdEnd,
  holdEndWords,
  minutesOf,
  openPeriods,
  openState,
  type PostedHours,
  postedSpans,
  type Span,
  validateHours,
  type WeeklyHours,
} from './hours.ts';

const NEW_YORK = 'America/New_York';
const local = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(NEW_YORK).toInstant();
const everyDay = (spans: readonly Span[]): WeeklyHours => ({
  1: spans,
  2: spans,
  3: spans,
  4: spans,
  5: spans,
  6: spans,
  7: spans,
});
const posted = (spans: readonly Span[], inputs: Partial<PostedHours> = {}): PostedHours => ({
  zone: NEW_YORK,
  weekly: everyDay(spans),
  exceptions: [],
  ...inputs,
});
const TEN_TO_SEVEN = [{ opens: '10:00', closes: '19:00' }];

describe('the open state of the store', () => {
  test('starts with the minute of opening and ends before the minute of closing', () => {
    const hours = posted(TEN_TO_SEVEN);
    const closes = local('2026-11-20T19:00');
    expect(openState(hours, local('2026-11-20T09:59'))).toEqual({
      open: false,
      opensAt: local('2026-11-20T10:00'),
    });
    expect(openState(hours, local('2026-11-20T10:00'))).toEqual({ open: true, until: closes });
    expect(openState(hours, closes.subtract({ seconds: 1 }))).toEqual({ open: true, until: closes });
    expect(openState(hours, closes)).toEqual({ open: false, opensAt: local('2026-11-21T10:00') });
  });

  test('continues through hours that touch, but not through a break', () => {
    const touching = posted([
      { opens: '12:00', closes: '14:00' },
      { opens: '10:00', closes: '12:00' },
    ]);
    expect(openState(touching, local('2026-11-20T11:00'))).toEqual({
      open: true,
      until: local('2026-11-20T14:00'),
    });
    const broken = posted([
      { opens: '10:00', closes: '12:00' },
      { opens: '13:00', closes: '14:00' },
    ]);
    expect(openState(broken, local('2026-11-20T11:00'))).toEqual({
      open: true,
      until: local('2026-11-20T12:00'),
    });
    expect(openState(broken, local('2026-11-20T12:30'))).toEqual({
      open: false,
      opensAt: local('2026-11-20T13:00'),
    });
  });

  test('skips closed days, and a store without hours never opens', () => {
    const hours = posted(TEN_TO_SEVEN, { exceptions: [{ date: '2026-11-26', closed: true }] });
    expect(openState(hours, local('2026-11-26T12:00'))).toEqual({
      open: false,
      opensAt: local('2026-11-27T10:00'),
    });
    expect(openState(posted([]), local('2026-11-26T12:00'))).toEqual({ open: false, opensAt: null });
  });

  test('ends at the skip if the closing time is skipped by the clock', () => {
    const nuuk = posted([{ opens: '20:00', closes: '23:30' }], { zone: 'America/Nuuk' });
    const [period] = openPeriods(nuuk, Temporal.PlainDate.from('2025-03-29'));
    expect(period?.to.toString()).toBe('2025-03-30T01:00:00Z');
  });

  test('does not count the last opening as the next one', () => {
    const hours = posted([{ opens: '10:00', closes: '10:01' }]);
    expect(openState(hours, local('2026-11-20T10:01'))).toEqual({
      open: false,
      opensAt: local('2026-11-21T10:00'),
    });
  });

  test('ignores invalid hours', () => {
    for (const span of [
      { opens: '19:00', closes: '10:00' },
      { opens: '10:00', closes: '10:00' },
      { opens: '25:00', closes: '26:00' },
      { opens: '', closes: '19:00' },
    ]) {
      expect(openPeriods(posted([span]), Temporal.PlainDate.from('2026-11-20'))).toEqual([]);
    }
  });
});

test('a time is two digits, a colon and two digits, with nothing around them', () => {
  expect(['00:00', '09:30', '23:59'].map(minutesOf)).toEqual([0, 570, 1439]);
  for (const text of ['24:00', '12:60', '9:30', 'x09:30', '09:30x', '09:30:00', ''])
    expect(minutesOf(text)).toBeNull();
});

test('every weekday has its own hours, and an exception replaces them', () => {
  const weekly = { 1: [at(1)], 2: [at(2)], 3: [at(3)], 4: [at(4)], 5: [at(5)], 6: [at(6)], 7: [at(7)] };
  const hours = posted([], {
    weekly,
    exceptions: [
      { date: '2026-11-25', closed: true },
      { date: '2026-11-26', spans: [at(9), at(8)] },
    ],
  });
  // Monday, November 16, 2026, and the week after it.
  const week = Array.from({ length: 7 }, (_, days) => Temporal.PlainDate.from('2026-11-16').add({ days }));
  expect(week.map((date) => postedSpans(hours, date))).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => [at(day)]));
  expect(postedSpans(hours, Temporal.PlainDate.from('2026-11-25'))).toEqual([]);
  expect(postedSpans(hours, Temporal.PlainDate.from('2026-11-26'))).toEqual([at(8), at(9)]);
});

const at = (hour: number): Span => ({ opens: `${hour + 8}:00`.padStart(5, '0'), closes: '20:00' });

describe('hours to be posted', () => {
  test('have a message with the name of the day for each problem', () => {
    const wrong = validateHours(everyDay([{ opens: '10:00', closes: '10:00' }]), []);
    expect(wrong.map(({ message }) => message.split(':')[0])).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    expect(validateHours({ ...everyDay([]), 2: [{ opens: '10:00', closes: '1' }] }, [])).toEqual([
      { path: 'weekly.2.0', message: "Tuesday: '1' is not a time like 09:30." },
    ]);
  });

  const said = (spans: readonly Span[]) =>
    validateHours({ ...everyDay([]), 1: spans }, []).map(({ path, message }) => `${path} ${message}`);

  test('are accepted without a message if they are valid', () => {
    expect(
      validateHours(everyDay([{ opens: '08:00', closes: '23:59' }]), [{ date: '2026-11-26', closed: true }]),
    ).toEqual([]);
    expect(
      said([
        { opens: '12:00', closes: '14:00' },
        { opens: '10:00', closes: '12:00' },
      ]),
    ).toEqual([]);
  });

  test('are refused with a hand-over before eight', () => {
    expect(said([{ opens: '07:59', closes: '12:00' }])).toEqual([
      'weekly.1.0 Monday: nothing may be handed over before 8:00 AM. Open at 8:00 AM or later.',
    ]);
  });

  test('are refused at their place if malformed, backward or overlapping', () => {
    expect(said([{ opens: '9:3', closes: '12:00' }])).toEqual([
      "weekly.1.0 Monday: '9:3' is not a time like 09:30.",
    ]);
    expect(said([{ opens: '22:00', closes: '09:00' }])).toEqual([
      'weekly.1.0 Monday: closing time must be later than opening time.',
    ]);
    expect(
      said([
        { opens: '11:00', closes: '13:00' },
        { opens: '10:00', closes: '12:00' },
      ]),
    ).toEqual(['weekly.1.0 Monday: these hours overlap.']);
  });

  test('are refused for an impossible or repeated date, and for invalid hours of an exception', () => {
    const problems = validateHours(everyDay([]), [
      { date: '2026-02-30', closed: true },
      { date: '2026-11-26', closed: true },
      { date: '2026-11-26', spans: [{ opens: '06:00', closes: '09:00' }] },
    ]);
    expect(problems.map(({ path }) => path)).toEqual(['exceptions.0', 'exceptions.2', 'exceptions.2.0']);
    expect(problems[0]?.message).toBe("'2026-02-30' is not a date like 2026-11-26.");
    expect(problems[1]?.message).toBe('2026-11-26 is listed twice. Remove one of the entries.');
  });
});

describe('the end of a hold', () => {
  const ends = (hours: PostedHours, made: string, period = 24) =>
    holdEnd(hours, local(made), period).toZonedDateTimeISO(NEW_YORK).toPlainDateTime().toString();
  const closedFrom = (days: number) =>
    Array.from({ length: days }, (_, at) => ({
      date: Temporal.PlainDate.from('2026-11-21').add({ days: at }).toString(),
      closed: true as const,
    }));

  test.each([
    ['2026-11-20T00:08', '2026-11-21T19:00:00', 'never at night'],
    ['2026-11-20T15:00', '2026-11-21T19:00:00', 'not in the middle of a day'],
    ['2026-11-20T19:00', '2026-11-21T19:00:00', 'at the period, if that is the closing time'],
    ['2026-11-20T19:01', '2026-11-22T19:00:00', 'never before the period'],
  ])('for one made at %s is %s: %s', (made, end) => {
    expect(ends(posted(TEN_TO_SEVEN), made)).toBe(end);
  });

  test('is the first closing time of a day with a break, and not where two spans meet', () => {
    const morning = { opens: '10:00', closes: '12:00' };
    expect(ends(posted([morning, { opens: '14:00', closes: '19:00' }]), '2026-11-20T11:00')).toBe(
      '2026-11-21T12:00:00',
    );
    expect(ends(posted([morning, { opens: '12:00', closes: '19:00' }]), '2026-11-20T11:00')).toBe(
      '2026-11-21T19:00:00',
    );
  });

  test('is on the next open day after closed ones, and at an exception’s closing time', () => {
    const thanksgiving = [
      { date: '2026-11-26', closed: true as const },
      { date: '2026-11-27', spans: [{ opens: '12:00', closes: '16:00' }] },
    ];
    const hours = posted(TEN_TO_SEVEN, { exceptions: thanksgiving });
    expect(ends(hours, '2026-11-25T12:00')).toBe('2026-11-27T16:00:00');
  });

  test('is the end of the period if the store does not open within a week of it', () => {
    expect(ends(posted(TEN_TO_SEVEN, { exceptions: closedFrom(7) }), '2026-11-20T00:08')).toBe(
      '2026-11-28T19:00:00',
    );
    expect(ends(posted(TEN_TO_SEVEN, { exceptions: closedFrom(8) }), '2026-11-20T00:08')).toBe(
      '2026-11-21T00:08:00',
    );
    expect(ends(posted([]), '2026-11-20T12:00')).toBe('2026-11-21T12:00:00');
  });

  test.each([
    // A day of 25 hours: the period ends at 6:30 PM of the clock.
    ['2026-10-31T19:30', '2026-11-01T19:00:00'],
    // A day of 23 hours: the period ends at 7:30 PM, after closing.
    ['2026-03-07T18:30', '2026-03-09T19:00:00'],
  ])('counts elapsed hours, not clock hours, when clocks change: %s', (made, end) => {
    expect(ends(posted(TEN_TO_SEVEN), made)).toBe(end);
  });

  test('is the end of the period if the store never closes', () => {
    const always = posted([{ opens: '00:00', closes: '23:59' }]);
    expect(ends(always, '2026-11-20T12:00')).toBe('2026-11-21T12:00:00');
    const closedOn = [{ date: '2026-11-22', closed: true as const }];
    expect(ends({ ...always, exceptions: closedOn }, '2026-11-20T12:00')).toBe('2026-11-21T23:59:00');
  });

  test('is written with day and time, and says that the store closes then', () => {
    const said = (hours: PostedHours, at: string) => holdEndWords(hours, local(at));
    expect(said(posted(TEN_TO_SEVEN), '2026-11-24T19:00')).toBe('Tue, Nov 24, 7:00 PM, when we close');
    expect(said(posted(TEN_TO_SEVEN), '2026-11-24T18:00')).toBe('Tue, Nov 24, 6:00 PM');
    const withBreak = [
      { opens: '10:00', closes: '12:00' },
      { opens: '14:00', closes: '19:00' },
    ];
    expect(said(posted(withBreak), '2026-11-24T12:00')).toBe('Tue, Nov 24, 12:00 PM, when we close');
    expect(said(posted([]), '2026-11-24T12:00')).toBe('Tue, Nov 24, 12:00 PM');
    expect(said(posted([{ opens: '00:00', closes: '23:59' }]), '2026-11-24T23:59')).toBe(
      'Tue, Nov 24, 11:59 PM',
    );
    // Clocks changed that morning.
    expect(said(posted(TEN_TO_SEVEN), '2026-11-01T19:00')).toBe('Sun, Nov 1, 7:00 PM, when we close');
  });
});
