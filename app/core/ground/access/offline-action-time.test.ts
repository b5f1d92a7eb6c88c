import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { checkTime, doneAtOf, type TimeFacts, timeMessage } from './offline-action-time.ts';

const arrival = Temporal.Instant.from('2026-06-06T18:00:00Z');
const date = (time: string) => new Date(`2026-06-06T${time}Z`);
const ms = (time: string) => date(time).getTime();

const known: TimeFacts = {
  emptyAt: date('16:00:00'),
  orderSince: date('16:30:00'),
  sessionEndedAt: null,
};
const check = (doneAt: string, facts: Partial<TimeFacts> = {}, sentAt = '18:00:00') =>
  checkTime({ doneAt: ms(doneAt), sentAt: ms(sentAt) }, { ...known, ...facts }, arrival);
const kindOf = (outcome: ReturnType<typeof check>) => (outcome.ok ? 'fine' : outcome.problem.kind);

test('an action was done as long before its arrival as the tablet’s clock says, whatever that clock shows', () => {
  const at = (doneAt: string, sentAt: string) =>
    doneAtOf({ doneAt: ms(doneAt), sentAt: ms(sentAt) }, arrival);
  expect(at('17:45:00', '18:00:00')).toEqual(date('17:45:00'));
  expect(at('05:45:00', '06:00:00')).toEqual(date('17:45:00'));
  expect(at('18:01:00', '18:00:00')).toEqual(date('18:00:00'));
});

describe('an action that waited on a tablet', () => {
  test('counts from when the tablet was last empty and the order was there, give or take two minutes', () => {
    expect(check('17:00:00')).toEqual({ ok: true, value: date('17:00:00') });
    expect(kindOf(check('16:28:00'))).toBe('fine');
    expect(kindOf(check('18:02:00'))).toBe('fine');
  });

  test.each<[string, string, Partial<TimeFacts>]>([
    ['in-future', '18:02:01', {}],
    ['tablet-unknown', '17:00:00', { emptyAt: null }],
    ['tablet-empty', '17:00:00', { emptyAt: date('17:02:01') }],
    ['before-order', '16:27:59', {}],
    ['session-ended', '17:02:01', { sessionEndedAt: date('17:00:00') }],
  ])('is refused: %s', (kind, doneAt, facts) => {
    const outcome = check(doneAt, facts);
    expect(kindOf(outcome)).toBe(kind);
    if (!outcome.ok)
      for (const isHandOver of [true, false]) {
        const words = timeMessage(outcome.problem, isHandOver, { now: arrival, zone: 'America/New_York' });
        expect(words).toMatch(/^[A-Z].*\.$/);
      }
  });

  test('counts if its session ended later, and says both times if it ended before', () => {
    expect(kindOf(check('17:02:00', { sessionEndedAt: date('17:00:00') }))).toBe('fine');
    const outcome = check('17:30:00', { sessionEndedAt: date('17:00:00') });
    if (outcome.ok) throw new Error('it counts');
    expect(timeMessage(outcome.problem, true, { now: arrival, zone: 'America/New_York' })).toBe(
      'This was done at 1:30 PM, after the person on this tablet was signed out (1:00 PM).',
    );
  });
});
