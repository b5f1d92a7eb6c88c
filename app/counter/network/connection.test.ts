import { describe, expect, test } from 'vitest';
import { untilCopy } from './connection.ts';

describe('the day is copied', () => {
  const CHANGED = 1_800_000_000_000;
  const LONG_AGO = CHANGED - 60_000;

  test('two seconds after a change, when the board has shown it', () => {
    expect(untilCopy(CHANGED, LONG_AGO, false, CHANGED)).toBe(2000);
    expect(untilCopy(CHANGED, LONG_AGO, false, CHANGED + 1500)).toBe(500);
  });

  test('at once when it is late', () => {
    expect(untilCopy(CHANGED, LONG_AGO, false, CHANGED + 5000)).toBe(0);
  });

  test('at most every 15 seconds while orders change', () => {
    expect(untilCopy(CHANGED, CHANGED - 4000, false, CHANGED)).toBe(11_000);
  });

  test('every half minute without a change', () => {
    expect(untilCopy(null, CHANGED, false, CHANGED)).toBe(30_000);
  });

  test('at once after a change of this tablet, at most every two seconds', () => {
    expect(untilCopy(null, LONG_AGO, true, CHANGED)).toBe(0);
    expect(untilCopy(CHANGED, CHANGED - 500, true, CHANGED)).toBe(1500);
  });
});
