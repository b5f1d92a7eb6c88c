import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  checkDestruction,
  checkWaiting,
  checkWaste,
  confirmedName,
  readWeight,
  wasteMessage,
  wasteStateOf,
  weightWords,
} from './waste.ts';

const now = Temporal.Instant.from('2026-06-06T20:00:00Z');
const [kim, lee] = [{ userId: 'kim' }, { userId: 'lee' }];
const kind = (outcome: { ok: true } | { ok: false; problem: { kind: string } }) =>
  outcome.ok ? 'ok' : outcome.problem.kind;

test.each([
  ['', null],
  ['  ', null],
  ['3.5', 3500],
  ['3,5 g', 3500],
  ['0.001', 1],
  ['28', 28_000],
])('a weight of ‘%s’ grams is %s milligrams', (typed, milligrams) => {
  expect(readWeight(typed)).toEqual({ ok: true, value: milligrams });
});

test.each(['0', '-3', '3.5555', 'about 3', '1e3', '1000001', '٣', '3.5 kg'])(
  '‘%s’ is no weight in grams',
  (typed) => {
    expect(kind(readWeight(typed))).toBe('weight-invalid');
  },
);

test('a name that was typed is told from a person who confirmed', () => {
  expect(confirmedName('Lee Ford', null)).toBe('Lee Ford (name typed)');
  expect(confirmedName('Lee Ford', 'lee')).toBe('Lee Ford');
  expect(confirmedName(null, null)).toBeNull();
});

test('a weight reads as it was typed', () => {
  expect([null, 3500, 1, 28_000].map(weightWords)).toEqual([null, '3.5 g', '0.001 g', '28 g']);
});

describe('stage one', () => {
  const wanted = { units: 2, reason: 'damaged', note: '', witness: lee } as const;
  const check = (changes: object) => kind(checkWaste({ ...wanted, ...changes }, kim));

  test('needs a whole number of units and another person as witness', () => {
    expect(check({})).toBe('ok');
    for (const units of [0, -1, 1.5, Number.NaN]) expect(check({ units })).toBe('units-invalid');
    expect(check({ witness: null })).toBe('witness-missing');
    expect(check({ witness: kim })).toBe('witness-same');
  });

  test('needs a note only for another reason', () => {
    expect(check({ reason: 'other' })).toBe('note-missing');
    expect(check({ reason: 'other', note: 'Fell into the sink' })).toBe('ok');
  });
});

describe('stage two', () => {
  const wanted = { at: now, method: 'composted', second: lee, note: '' } as const;
  const check = (changes: object) => kind(checkDestruction({ ...wanted, ...changes }, kim, now));

  test('needs a time that is not ahead, and two people', () => {
    expect(check({})).toBe('ok');
    expect(check({ at: null })).toBe('time-invalid');
    expect(check({ at: now.add({ seconds: 1 }) })).toBe('time-ahead');
    expect(check({ second: null })).toBe('second-missing');
    expect(check({ second: kim })).toBe('second-same');
    expect(check({ method: 'other' })).toBe('note-missing');
  });

  const row = {
    number: 7,
    createdAt: new Date('2026-06-06T19:30:45Z'),
    undoneAt: null,
    destroyedAt: null,
  };

  test('is refused for a time before the waste was recorded, by the minute', () => {
    expect(kind(checkWaiting(row, Temporal.Instant.from('2026-06-06T19:30:00Z')))).toBe('ok');
    expect(kind(checkWaiting(row, Temporal.Instant.from('2026-06-06T19:29:59Z')))).toBe('time-before');
  });

  test('happens once, and not to waste that was undone', () => {
    const at = new Date(now.epochMilliseconds);
    expect(checkWaiting({ ...row, destroyedAt: at }, now)).toEqual({
      ok: false,
      problem: { kind: 'destroyed', number: 7 },
    });
    expect(kind(checkWaiting({ ...row, undoneAt: at }, now))).toBe('undone');
    expect(wasteStateOf({ undoneAt: null, destroyedAt: at })).toBe('destroyed');
  });
});

test('a refusal says what to do', () => {
  expect(wasteMessage({ kind: 'more-than-there', left: 1 })).toBe('This lot has 1 unit. Check the number.');
  expect(wasteMessage({ kind: 'reserved', missing: 2 })).toBe(
    '2 of these units are reserved, and no other lot has any. Reduce or cancel an order first.',
  );
});
