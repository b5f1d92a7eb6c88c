/** When offers run by the store's clock: moments, happy hours, midnight and the days with a clock change. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { parseDate } from '#kernel/time.ts';
import { endOf, isSkipped, lastEnd, nextTurn, type OfferTimes, wallMoment, windowAt } from './offer-hours.ts';
import { offerBadge } from './offer-rules.ts';

const zone = 'America/New_York';
const at = (local: string) => Temporal.ZonedDateTime.from(`${local}[${zone}]`).epochMilliseconds;
const ms = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const times = (from: string, until: string, hours: OfferTimes['hours'] = null): OfferTimes => ({
  ...{ startsAt: at(from), endsAt: at(until), endedAt: null, hours },
});
const runs = (offer: OfferTimes, moment: number) => windowAt(offer, moment, zone) !== null;

test('an offer runs from the moment of its start to the moment before its end', () => {
  const offer = times('2026-11-27T09:00', '2026-11-27T18:00');
  const seen = [at('2026-11-27T09:00') - 1, at('2026-11-27T09:00'), at('2026-11-27T18:00') - 1];
  expect([...seen, at('2026-11-27T18:00')].map((moment) => runs(offer, moment))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('one that staff ended is over from that moment, and started again it runs until its time', () => {
  const offer = times('2026-11-27T09:00', '2026-11-27T18:00');
  const ended = { ...offer, endedAt: at('2026-11-27T12:00') };
  expect(runs(ended, at('2026-11-27T12:00'))).toBe(false);
  expect(lastEnd(ended, at('2026-11-27T12:01'), zone)).toBe(at('2026-11-27T12:00'));
  expect(runs({ ...ended, endedAt: null }, at('2026-11-27T12:00'))).toBe(true);
});

describe('a happy hour', () => {
  const happy = times('2026-11-01T00:00', '2026-12-01T00:00', {
    ...{ weekdays: [1, 2, 3, 4, 5], from: '16:00', until: '18:00' },
  });
  test('is shown as one that does not count now between its hours, and as running within them', () => {
    const labels = ['2026-11-06T15:59', '2026-11-06T16:00', '2026-11-06T18:00', '2026-11-07T16:30'];
    expect(labels.map((moment) => offerBadge(happy, at(moment), zone).label)).toEqual([
      ...['Between its hours', 'Running', 'Between its hours', 'Between its hours'],
    ]);
    const before = ['2026-10-30T16:30', '2026-12-01T00:00'];
    expect(before.map((moment) => offerBadge(happy, at(moment), zone).label)).toEqual(['Coming', 'Ended']);
  });
  test('runs on its days of the week only', () => {
    expect(runs(happy, at('2026-11-06T16:00'))).toBe(true);
    expect(runs(happy, at('2026-11-06T18:00'))).toBe(false);
    expect(runs(happy, at('2026-11-07T16:30'))).toBe(false);
    expect(nextTurn(happy, at('2026-11-06T18:00'), zone)).toBe(at('2026-11-09T16:00'));
  });
  test('that goes past midnight belongs to the day on which it begins', () => {
    const late = { ...happy, hours: { weekdays: [5], from: '22:00', until: '02:00' } };
    expect(runs(late, at('2026-11-07T01:59'))).toBe(true);
    expect(runs(late, at('2026-11-07T02:00'))).toBe(false);
    expect(runs(late, at('2026-11-06T01:00'))).toBe(false);
  });
  test('never begins before its offer, and never ends after it', () => {
    const short = { ...happy, startsAt: at('2026-11-06T17:00'), endsAt: at('2026-11-06T17:30') };
    expect(windowAt(short, at('2026-11-06T17:15'), zone)).toEqual({
      ...{ from: at('2026-11-06T17:00'), until: at('2026-11-06T17:30') },
    });
  });
  test('all day on every day is one time without a break', () => {
    const always = { ...happy, hours: { weekdays: [], from: '00:00', until: '00:00' } };
    expect(nextTurn({ ...always, endsAt: at('2026-11-09T12:00') }, at('2026-11-08T12:00'), zone)).toBe(
      at('2026-11-09T12:00'),
    );
  });
});

describe('on the day when the clock', () => {
  const fall = parseDate('2026-11-01') as Temporal.PlainDate;
  const spring = parseDate('2027-03-14') as Temporal.PlainDate;
  const half = (hour: number) => new Temporal.PlainTime(hour, 30);

  test('shows 1:30 AM twice, a start is the first and an end the second', () => {
    expect(wallMoment(fall, half(1), zone, 'start')).toBe(ms('2026-11-01T05:30:00Z'));
    expect(wallMoment(fall, half(1), zone, 'end')).toBe(ms('2026-11-01T06:30:00Z'));
    const night = times('2026-10-30T00:00', '2026-11-30T00:00', {
      ...{ weekdays: [], from: '00:30', until: '01:30' },
    });
    // Two hours without a break: half past midnight to the second half past one.
    expect(windowAt(night, ms('2026-11-01T05:45:00Z'), zone)).toEqual({
      ...{ from: ms('2026-11-01T04:30:00Z'), until: ms('2026-11-01T06:30:00Z') },
    });
  });

  test('skips 2:30 AM, both are the moment of the skip', () => {
    const skip = ms('2027-03-14T07:00:00Z');
    expect(wallMoment(spring, half(2), zone, 'start')).toBe(skip);
    expect(wallMoment(spring, half(2), zone, 'end')).toBe(skip);
    expect([isSkipped(spring, half(2), zone), isSkipped(spring, half(3), zone)]).toEqual([true, false]);
    const within = times('2027-03-10T00:00', '2027-03-20T00:00', {
      ...{ weekdays: [], from: '02:15', until: '02:45' },
    });
    expect(runs(within, skip)).toBe(false);
    expect(runs(within, at('2027-03-15T02:15'))).toBe(true);
  });
});

test('an end is named by its time today, by its day at midnight, and else by both', () => {
  const now = at('2026-11-27T10:00');
  expect(endOf(at('2026-11-27T18:00'), now, zone)).toEqual({
    until: '2026-11-27',
    untilText: '6:00 PM today',
  });
  expect(endOf(at('2026-12-01T00:00'), now, zone)).toEqual({
    until: '2026-11-30',
    untilText: 'Nov 30, 2026',
  });
  expect(endOf(at('2026-11-28T18:00'), now, zone).untilText).toBe('Nov 28, 2026, 6:00 PM');
});

test('for any offer and moment, nothing changes before the next turn, and something does at it', () => {
  const day = fc.constantFrom(
    '2026-10-31',
    '2026-11-01',
    '2027-03-13',
    '2027-03-14',
    '2026-06-06',
    '2026-12-31',
  );
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  const hours = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    ...{ from: time, until: time },
  });
  fc.assert(
    fc.property(
      fc.record({
        ...{ day, start: fc.integer({ min: -72, max: 24 }), length: fc.integer({ min: 1, max: 400 }) },
        ...{
          hours: fc.option(hours),
          seen: fc.integer({ min: -2000, max: 2000 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        },
      }),
      ({ day, start, length, hours, seen, share }) => {
        const startsAt = at(`${day}T00:00`) + start * 3_600_000;
        const offer = { startsAt, endsAt: startsAt + length * 3_600_000, endedAt: null, hours };
        const moment = at(`${day}T12:00`) + seen * 60_000;
        const next = nextTurn(offer, moment, zone);
        const isRunning = runs(offer, moment);
        if (isRunning) expect(moment >= offer.startsAt && moment < offer.endsAt).toBe(true);
        if (next === null) {
          expect(isRunning).toBe(false);
          return;
        }
        const between = moment + Math.floor((next - 1 - moment) * share);
        expect(runs(offer, between)).toBe(isRunning);
        expect(runs(offer, next)).toBe(!isRunning);
      },
    ),
    { numRuns: 2000 },
  );
});
