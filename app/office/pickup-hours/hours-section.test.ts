import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { spanWords } from '#core/sales/pickup/posted-week.ts';
import { parseDate } from '#kernel/time.ts';
import { exceptionSection } from './exceptions-section.ts';
import { calendarMonth, monthOf } from './hours-calendar.ts';
import { hoursSection } from './hours-section.ts';

const stored = defaultSettings().pickup;
const dateOf = (text: string) => {
  const date = parseDate(text);
  if (!date) throw new Error(`no day: ${text}`);
  return date;
};

describe('weekly hours', () => {
  const texts = hoursSection.texts(stored);
  const read = (wanted: Record<string, string>) => hoursSection.read({ ...texts, ...wanted }, stored);

  test('have several spans a day, and an empty day is closed', () => {
    const monday = { 'day-1-1-opens': '20:00', 'day-1-1-closes': '21:30:00' };
    const sunday = { 'day-7-0-opens': '', 'day-7-0-closes': '' };
    const saved = read({ ...monday, ...sunday });
    expect(saved).toMatchObject({
      ok: true,
      value: {
        weekly: {
          1: [
            { opens: '10:00', closes: '19:00' },
            { opens: '20:00', closes: '21:30' },
          ],
          7: [],
        },
        nightPermitted: false,
      },
    });
    const words = saved.ok ? hoursSection.words?.({ ...stored, ...saved.value }) : null;
    expect(words).toMatchObject({ Monday: '10:00 AM to 7:00 PM, 8:00 PM to 9:30 PM', Sunday: 'Closed' });
  });

  test.each([
    [{ 'day-2-0-opens': '07:59' }, 'day-2-0-opens', /before 8:00 AM/],
    [{ 'day-2-0-opens': '00:00' }, 'day-2-0-opens', /before 8:00 AM/],
    [{ 'day-2-0-closes': '' }, 'day-2-0-closes', /both times/],
    [{ 'day-2-0-closes': '09:00' }, 'day-2-0-opens', /later than opening/],
    [{ 'day-2-0-closes': '25:00' }, 'day-2-0-opens', /not a time/],
    [{ 'day-2-2-opens': '18:00', 'day-2-2-closes': '21:00' }, 'day-2-2-opens', /overlap/],
  ])('%j is refused beside %s', (wanted, field, message) => {
    expect(read(wanted)).toMatchObject({
      ok: false,
      problem: { [field]: [expect.stringMatching(message)] },
    });
  });

  test('start before eight only where the town permits it', () => {
    const early = { 'day-2-0-opens': '06:00' };
    expect(read({ ...early, nightPermitted: 'yes' })).toMatchObject({ ok: true });
    const withEarlyDay = {
      ...stored,
      nightPermitted: true,
      exceptions: [{ date: '2031-07-04', spans: [{ opens: '06:00', closes: '07:00' }] }],
    };
    expect(hoursSection.read(texts, withEarlyDay)).toMatchObject({
      problem: { nightPermitted: [expect.stringContaining('2031-07-04')] },
    });
  });

  test('read the way people tell time', () => {
    const spans = [
      { opens: '12:00', closes: '23:59' },
      { opens: '00:30', closes: '11:59' },
    ];
    expect(spanWords(spans)).toBe('12:30 AM to 11:59 AM, 12:00 PM to 11:59 PM');
  });
});

describe('a day with special hours', () => {
  const section = exceptionSection(dateOf('2031-07-04'));
  const read = (texts: Record<string, string>, value = stored) => section.read(texts, value);

  test('is closed, has its own hours, or follows its weekday again', () => {
    const closed = read({ kind: 'closed', note: '  Independence   Day ' });
    const exception = { date: '2031-07-04', closed: true, note: 'Independence Day' };
    expect(closed).toEqual({ ok: true, value: { exceptions: [exception] } });
    const other = read({ kind: 'other', 'span-0-opens': '12:00', 'span-0-closes': '15:00' });
    expect(other).toMatchObject({
      value: { exceptions: [{ spans: [{ opens: '12:00', closes: '15:00' }] }] },
    });
    const value = {
      ...stored,
      exceptions: [
        { date: '2031-07-03', closed: true as const },
        { ...exception, closed: true as const },
      ],
    };
    expect(read({ kind: 'weekly' }, value)).toEqual({
      ok: true,
      value: { exceptions: [{ date: '2031-07-03', closed: true }] },
    });
    expect(section.words?.(value)).toEqual({
      'Jul 3, 2031': 'Closed',
      'Jul 4, 2031': 'Closed (Independence Day)',
    });
  });

  test.each([
    [{ kind: 'sometimes' }, 'kind'],
    [{ kind: 'other' }, 'span-0-opens'],
    [{ kind: 'other', 'span-0-opens': '06:00', 'span-0-closes': '09:00' }, 'span-0-opens'],
    [{ kind: 'other', 'span-0-opens': '12:00' }, 'span-0-closes'],
    [{ kind: 'closed', note: 'x'.repeat(81) }, 'note'],
    [{ kind: 'closed', note: 'a\u0000b' }, 'note'],
  ])('%j is refused beside %s', (texts, field) => {
    expect(read(texts as unknown as Record<string, string>)).toMatchObject({
      ok: false,
      problem: { [field]: [expect.any(String)] },
    });
  });
});

describe('the calendar', () => {
  const zone = 'America/New_York';
  const month = (text: string, pickup = stored, today = '2031-07-10') =>
    calendarMonth(Temporal.PlainYearMonth.from(text), pickup, { today: dateOf(today), zone });
  const dayIn = (calendar: ReturnType<typeof month>, date: string) =>
    calendar.weeks.flat().find((day) => day?.date === date);

  test('starts weeks on Sunday and has every day once', () => {
    for (const [text, days] of [
      ['2031-02', 28],
      ['2032-02', 29],
      ['2031-06', 30],
      ['2031-12', 31],
    ] as const) {
      const { weeks } = month(text);
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      expect(
        weeks
          .flat()
          .filter((day) => day !== null)
          .map((day) => day?.number),
      ).toEqual(Array.from({ length: days }, (_, index) => index + 1));
      weeks.flat().forEach((day, index) => {
        if (day) expect(dateOf(day.date).dayOfWeek % 7).toBe(index % 7);
      });
    }
  });

  test('marks days that differ, are past, or change the clock', () => {
    const exceptions = [{ date: '2031-07-04', closed: true as const, note: 'Holiday' }];
    const july = month('2031-07', { ...stored, exceptions });
    expect(dayIn(july, '2031-07-04')).toMatchObject({
      hours: 'Closed (Holiday)',
      differs: true,
      isPast: true,
    });
    expect(dayIn(july, '2031-07-10')).toMatchObject({ isToday: true, hours: '10:00 AM to 8:00 PM' });
    expect(july).toMatchObject({ title: 'July 2031', before: '2031-06', after: '2031-08' });
    for (const [text, changed] of [
      ['2031-03', '2031-03-09'],
      ['2031-11', '2031-11-02'],
    ] as const) {
      const days = month(text)
        .weeks.flat()
        .filter((day) => day?.clockChanges);
      expect(days.map((day) => day?.date)).toEqual([changed]);
    }
  });

  test('shows the requested month, and the current one for invalid input', () => {
    const today = dateOf('2031-07-10');
    expect(monthOf('2031-09', today).toString()).toBe('2031-09');
    for (const text of [null, '', '2031-13', '9999-01', '0000-01', '2031-9', '<x>'])
      expect(monthOf(text, today).toString()).toBe('2031-07');
  });
});
