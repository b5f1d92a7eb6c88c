import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { checkStart, clockWords, deadlineOf, outageMessage } from './outage.ts';

const now = Temporal.Instant.from('2026-11-26T19:00:00Z');
const kind = (at: Temporal.Instant | null) => {
  const checked = checkStart(at, now);
  return checked.ok ? 'ok' : checked.problem.kind;
};

test('entries are due 72 hours after the start, also across a change of the clocks', () => {
  const start = Temporal.Instant.from('2027-03-12T19:00:00Z');
  expect(deadlineOf(start).since(start).total('hours')).toBe(72);
});

test('an outage starts at a time that can be read, not ahead, and in the last two weeks', () => {
  expect(kind(now)).toBe('ok');
  expect(kind(now.subtract({ hours: 14 * 24 }))).toBe('ok');
  expect(kind(null)).toBe('start-invalid');
  expect(kind(now.add({ seconds: 1 }))).toBe('start-ahead');
  expect(kind(now.subtract({ hours: 14 * 24, seconds: 1 }))).toBe('start-too-old');
});

describe('the clock', () => {
  const deadline = now.add({ hours: 72 }).epochMilliseconds;
  const words = (hours: number, minutes = 0) =>
    clockWords(now.add({ hours, minutes }).epochMilliseconds, deadline);

  test('counts down in hours and minutes, and says when it is over', () => {
    expect(words(0)).toEqual({ text: 'in 72 h', isOver: false });
    expect(words(0, 40)).toEqual({ text: 'in 71 h 20 min', isOver: false });
    expect(words(71, 15)).toEqual({ text: 'in 45 min', isOver: false });
    expect(words(72)).toEqual({ text: '0 min ago', isOver: true });
    expect(words(74)).toEqual({ text: '2 h ago', isOver: true });
  });
});

test('a second outage is refused with the one to end', () => {
  expect(outageMessage({ kind: 'already-open', number: 3 })).toBe('Outage 3 is still open. End it first.');
});
