import { expect, test } from 'vitest';
import { leftWords, stepsLeft, tabletsLeft } from './end-of-day.ts';

const nothing = { missed: 0, open: 0, bags: 0, unsent: 0, refused: 0, drawer: 0 };

test('the day is done only when nothing of any step is left', () => {
  expect(stepsLeft(nothing)).toEqual([]);
  expect(leftWords(nothing)).toBeNull();
  for (const step of ['missed', 'open', 'bags', 'unsent', 'refused', 'drawer'] as const)
    expect(leftWords({ ...nothing, [step]: 12 })).toBe('1 step left');
});

test('orders end before their bags are put back, and the cash is counted last', () => {
  expect(stepsLeft({ drawer: 1, refused: 1, unsent: 1, bags: 3, open: 1, missed: 2 })).toEqual([
    'missed',
    'open',
    'bags',
    'unsent',
    'refused',
    'drawer',
  ]);
  expect(leftWords({ ...nothing, bags: 3, drawer: 1 })).toBe('2 steps left');
});

test('a tablet that lost the network in use leaves its step open, as does one with work', () => {
  expect(tabletsLeft(0, [])).toBe(0);
  expect(tabletsLeft(2, [])).toBe(2);
  expect(tabletsLeft(0, [{ unsent: 0 }])).toBe(1);
  expect(tabletsLeft(1, [{ unsent: 0 }, { unsent: 3 }])).toBe(5);
});
