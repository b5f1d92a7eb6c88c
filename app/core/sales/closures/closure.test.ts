import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type ClosureDraft, closureDays, closureDayWords, isLinkOver, linkMessage } from './closure.ts';
import { nearestTimesIn, type OfferedDay } from './nearest-times.ts';

const today = Temporal.PlainDate.from('2026-11-25');
const draft = (wanted: Partial<ClosureDraft> = {}): ClosureDraft => ({
  first: '2026-11-26',
  last: '2026-11-27',
  spans: [],
  reason: ' Snowstorm.  The farm is closed. ',
  ...wanted,
});
const check = (wanted: Partial<ClosureDraft> = {}) =>
  closureDays(draft(wanted), { today, earliest: '08:00' });
const errorsOf = (wanted: Partial<ClosureDraft>) => {
  const outcome = check(wanted);
  return outcome.ok ? [] : Object.keys(outcome.problem);
};

describe('a draft of a closure', () => {
  test('becomes one special day for each of its days, with the reason', () => {
    const reason = 'Snowstorm. The farm is closed.';
    expect(check()).toEqual({
      ok: true,
      value: {
        reason,
        days: [
          { date: '2026-11-26', closed: true, reason },
          { date: '2026-11-27', closed: true, reason },
        ],
      },
    });
    expect(check({ last: '2026-11-26', spans: [{ opens: '10:00', closes: '13:00' }] })).toMatchObject({
      value: { days: [{ date: '2026-11-26', spans: [{ opens: '10:00', closes: '13:00' }] }] },
    });
  });

  test('may close today, but no past day', () => {
    expect(check({ first: '2026-11-25' }).ok).toBe(true);
    expect(errorsOf({ first: '2026-11-24' })).toEqual(['first']);
  });

  test('is refused when its days are in the wrong order, too many, too far away or missing', () => {
    expect(errorsOf({ last: '2026-11-25' })).toEqual(['last']);
    expect(errorsOf({ last: '2026-12-27' })).toEqual(['last']);
    expect(errorsOf({ last: '2026-12-26' })).toEqual([]);
    expect(errorsOf({ first: '2028-01-01', last: '2028-01-01' })).toEqual(['first']);
    expect(errorsOf({ first: '', last: '' })).toEqual(['first', 'last']);
  });

  test('needs a reason, and hours that the law allows', () => {
    expect(errorsOf({ reason: ' ' })).toEqual(['reason']);
    expect(errorsOf({ reason: 'x'.repeat(201) })).toEqual(['reason']);
    expect(errorsOf({ spans: [{ opens: '07:00', closes: '13:00' }] })).toEqual(['spans']);
    expect(errorsOf({ spans: [{ opens: '13:00', closes: '10:00' }] })).toEqual(['spans']);
  });
});

test('days are listed one by one, or as first to last', () => {
  expect(closureDayWords('2026-11-26', '2026-11-26')).toBe('Thu, Nov 26');
  expect(closureDayWords('2026-11-26', '2026-11-27')).toBe('Thu, Nov 26 and Fri, Nov 27');
  expect(closureDayWords('2026-12-30', '2027-01-02')).toBe('Wed, Dec 30 to Sat, Jan 2');
});

test('a link works until a week after the last day', () => {
  expect(isLinkOver('2026-11-26', Temporal.PlainDate.from('2026-12-03'))).toBe(false);
  expect(isLinkOver('2026-11-26', Temporal.PlainDate.from('2026-12-04'))).toBe(true);
  expect(linkMessage({ kind: 'link-over' })).toContain('call us');
});

describe('the pickup times offered instead', () => {
  const slots = (times: Record<string, boolean>) =>
    Object.entries(times).map(([startsAt, full]) => ({
      startsAt,
      label: startsAt.slice(11, 16),
      partOfDay: 'afternoon' as const,
      full,
    }));
  const aDay = (date: string, times: Record<string, boolean>, tooLate: string | null = null): OfferedDay => ({
    date,
    label: date,
    slots: slots(times),
    tooLate,
  });
  // Two in the afternoon in Hancock.
  const old = Temporal.Instant.from('2026-11-26T19:00:00Z');
  const near = (days: OfferedDay[]) =>
    nearestTimesIn('America/New_York')(days, old).map(({ startsAt }) => startsAt);

  test('are the free times nearest to the old time of day, on the next days', () => {
    expect(
      near([
        aDay('2026-11-25', { '2026-11-25T19:00:00Z': false }),
        aDay('2026-11-27', {
          '2026-11-27T15:00:00Z': false,
          '2026-11-27T19:00:00Z': true,
          '2026-11-27T20:00:00Z': false,
        }),
        aDay('2026-11-28', { '2026-11-28T19:00:00Z': false }, 'expires'),
        aDay('2026-11-29', { '2026-11-29T18:30:00Z': false, '2026-11-29T22:00:00Z': false }),
        aDay('2026-11-30', { '2026-11-30T19:00:00Z': false }),
        aDay('2026-12-01', { '2026-12-01T19:00:00Z': false }),
      ]),
    ).toEqual(['2026-11-27T20:00:00Z', '2026-11-29T18:30:00Z', '2026-11-30T19:00:00Z']);
  });

  test('include the day itself if it only shortens, and earlier days if too few are left', () => {
    expect(
      near([
        aDay('2026-11-24', { '2026-11-24T19:00:00Z': false }),
        aDay('2026-11-25', { '2026-11-25T19:00:00Z': false }),
        aDay('2026-11-26', { '2026-11-26T16:00:00Z': false }),
      ]),
    ).toEqual(['2026-11-24T19:00:00Z', '2026-11-25T19:00:00Z', '2026-11-26T16:00:00Z']);
    expect(near([])).toEqual([]);
  });
});
