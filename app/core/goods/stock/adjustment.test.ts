import { describe, expect, test } from 'vitest';
import { adjustReasons, changeLine, isLargeDrop, judgeAdjustment, unitsAfter } from './adjustment.ts';

describe('a change of units by hand', () => {
  test.each([
    ['count', 0, '', null],
    ['count', -3, '', null],
    ['count', 3, '', null],
    ['damaged', -1, '', null],
    ['damaged', 0, '', 'none-taken'],
    ['sample', 1, '', 'none-taken'],
    ['theft', -1, '', 'note-missing'],
    ['theft', -1, 'Lock was open', null],
    ['waste', -1, '', 'note-missing'],
    ['return', 1, '', null],
    ['return', -1, '', 'none-returned'],
  ] as const)('by %s of %d with the note %j gives %j', (reason, units, note, problem) => {
    expect(judgeAdjustment({ reason, units, note })?.kind ?? null).toBe(problem);
  });

  test.each([
    [32, 1, true],
    [32, 24, false],
    [32, 23, true],
    [4, 1, true],
    [3, 1, false],
    [3, 0, true],
    [10, 40, false],
  ])('a count from %d to %d is a large drop: %s', (from, to, isLarge) => {
    expect(isLargeDrop('count', from, to)).toBe(isLarge);
    expect(isLargeDrop('waste', from, to)).toBe(false);
  });

  test('sets the counted units, adds returned ones, and subtracts all others', () => {
    expect(adjustReasons.map((reason) => unitsAfter(reason, 2, 10))).toEqual([2, 8, 8, 8, 8, 12]);
  });

  test('shows what the lot will have, or that it has fewer units', () => {
    expect(changeLine('waste', '30', 30)).toBe('Units of the lot: 30 → 0');
    expect(changeLine('waste', '500', 30)).toBe('More than the lot has (30).');
    expect(changeLine('count', '500', 30)).toBe('Units of the lot: 30 → 500');
    expect(changeLine('waste', 'five', 30)).toBe('');
  });
});
