import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import {
  checkMissed,
  graceOf,
  isAutoReleased,
  isGraceOver,
  isInGrace,
  missedMessage,
  missedWords,
  wasClosedAt,
} from './missed-pickup.ts';

const zone = 'America/New_York';
const everyDay = [{ opens: '10:00', closes: '19:00' }];
const weekly = Object.fromEntries(
  Object.keys(defaultSettings().pickup.weekly).map((day) => [day, everyDay]),
) as ReturnType<typeof defaultSettings>['pickup']['weekly'];
const hours = { zone, weekly, exceptions: [] };
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
const date = (local: string) => new Date(at(local).epochMilliseconds);
const pickup = (from: string, to: string, lateMinutes: number | null = null) => ({
  pickupStartsAt: date(from),
  pickupEndsAt: date(to),
  lateMinutes,
});
const shown = (grace: ReturnType<typeof graceOf>) =>
  grace && [grace.from, grace.until].map((time) => time.toZonedDateTimeISO(zone).toPlainTime().toString());

describe('the grace', () => {
  test('starts when the pickup time is over', () => {
    expect(shown(graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), hours, 60))).toEqual([
      '14:30:00',
      '15:30:00',
    ]);
  });

  test('starts at the time that the customer announced, if that is later', () => {
    const late = (minutes: number) =>
      graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30', minutes), hours, 60);
    expect(shown(late(15))).toEqual(['14:30:00', '15:30:00']);
    expect(shown(late(90))).toEqual(['15:30:00', '16:30:00']);
  });

  test('ends with the store’s closing, so that the last orders do not keep staff from going home', () => {
    expect(shown(graceOf(pickup('2026-06-06T18:00', '2026-06-06T18:30'), hours, 60))?.[1]).toBe('19:00:00');
    expect(shown(graceOf(pickup('2026-06-06T18:30', '2026-06-06T19:00'), hours, 60))?.[1]).toBe('19:00:00');
  });

  test('goes on where one posted span follows the other without a gap', () => {
    const spans = [
      { opens: '10:00', closes: '14:30' },
      { opens: '14:30', closes: '19:00' },
    ];
    const split = { ...hours, exceptions: [{ date: '2026-06-06', spans }] as never };
    expect(shown(graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), split, 60))).toEqual([
      '14:30:00',
      '15:30:00',
    ]);
  });

  test('is over at once on a day that was closed since, and without a setting', () => {
    const closed = { ...hours, exceptions: [{ date: '2026-06-06', spans: [] }] as never };
    for (const grace of [
      graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), closed, 60),
      graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), hours, 0),
    ])
      expect(shown(grace)).toEqual(['14:30:00', '14:30:00']);
  });

  test('lasts as long on the night when clocks change', () => {
    const grace = graceOf(pickup('2027-03-14T14:00', '2027-03-14T14:30'), hours, 60);
    expect(grace?.until.since(grace.from).total('minutes')).toBe(60);
  });

  test('includes its first moment and not its last', () => {
    const grace = graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), hours, 60);
    if (!grace) throw new Error('no grace');
    expect(isInGrace(grace, at('2026-06-06T14:29:59'))).toBe(false);
    expect(isInGrace(grace, at('2026-06-06T14:30'))).toBe(true);
    expect(isInGrace(grace, at('2026-06-06T15:29:59'))).toBe(true);
    expect(isInGrace(grace, at('2026-06-06T15:30'))).toBe(false);
    expect(isGraceOver(grace, at('2026-06-06T15:30'))).toBe(true);
  });

  test('needs a pickup time', () => {
    expect(graceOf({ pickupStartsAt: null, pickupEndsAt: null, lateMinutes: null }, hours, 60)).toBeNull();
  });
});

test('the shop releases an order by itself only if the owner says when, and never in its grace', () => {
  const grace = graceOf(pickup('2026-06-06T14:00', '2026-06-06T14:30'), hours, 180);
  if (!grace) throw new Error('no grace');
  expect(isAutoReleased(grace, 0, at('2026-07-06T14:30'))).toBe(false);
  expect(isAutoReleased(grace, 2, at('2026-06-06T16:30'))).toBe(false);
  expect(isAutoReleased(grace, 2, at('2026-06-06T17:30'))).toBe(true);
  expect(isAutoReleased(grace, 24, at('2026-06-07T14:29:59'))).toBe(false);
  expect(isAutoReleased(grace, 24, at('2026-06-07T14:30'))).toBe(true);
});

test('a pickup on a day that closed, or closed earlier, was not missed', () => {
  const of = (spans: unknown) => ({ ...hours, exceptions: [{ date: '2026-06-06', spans }] as never });
  const afternoon = pickup('2026-06-06T14:00', '2026-06-06T14:30');
  expect(wasClosedAt(afternoon, hours)).toBe(false);
  expect(wasClosedAt(afternoon, of([]))).toBe(true);
  expect(wasClosedAt(afternoon, of([{ opens: '10:00', closes: '14:15' }]))).toBe(true);
  expect(wasClosedAt(afternoon, of([{ opens: '10:00', closes: '14:30' }]))).toBe(false);
});

describe('a customer who missed pickups', () => {
  const openOrder = 'ORD045';
  test('may have one open order at a time from the owner’s number on', () => {
    expect(checkMissed({ missed: 3, limit: 3, openOrder })).toEqual({
      ok: false,
      problem: { kind: 'missed-too-many', missed: 3, openOrder },
    });
    expect(checkMissed({ missed: 2, limit: 3, openOrder }).ok).toBe(true);
    expect(checkMissed({ missed: 3, limit: 3, openOrder: null }).ok).toBe(true);
    expect(checkMissed({ missed: 30, limit: 0, openOrder }).ok).toBe(true);
  });

  test('reads which order is in the way and what to do', () => {
    expect(missedMessage({ kind: 'missed-too-many', missed: 3, openOrder })).toBe(
      'You missed 3 pickups in the last 90 days, so you can have one open order at a time. Pick up or cancel order ORD045 first, or call us.',
    );
    expect([0, 1, 2].map(missedWords)).toEqual([null, 'Missed 1 pickup', 'Missed 2 pickups']);
  });
});
