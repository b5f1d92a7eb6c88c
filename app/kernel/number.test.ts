import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber } from './number.ts';

test('a number is written as US English writes it', () => {
  const whole = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
  const thousandths = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => value / 1000);
  fc.assert(
    fc.property(fc.oneof(whole, thousandths), (value) => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'));
    }),
  );
});
