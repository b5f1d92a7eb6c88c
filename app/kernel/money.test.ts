import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCents,
  allocate,
  basisPoints,
  type Cents,
  cents,
  formatCents,
  formatDollarsUp,
  parseCents,
  percentOf,
  sumCents,
  timesQuantity,
} from './money.ts';

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(cents);
const rate = fc.integer({ min: 0, max: 10_000 }).map(basisPoints);
const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 30 });

test('cents and rates refuse fractions and unsafe sizes', () => {
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => cents(wrong)).toThrow(RangeError);
    expect(() => basisPoints(wrong / 2)).toThrow(RangeError);
  }
  expect(() => basisPoints(-1)).toThrow(RangeError);
  expect(() => addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(RangeError);
  expect(() => timesQuantity(cents(100), 1.5)).toThrow(RangeError);
});

test('zero has one form', () => {
  expect(Object.is(cents(-0), 0)).toBe(true);
  expect(Object.is(timesQuantity(cents(-5), 0), 0)).toBe(true);
});

describe('percentOf', () => {
  test.each([
    [1_000, 1_200, 120],
    [4, 1_200, 0],
    [5, 1_000, 1],
    [15, 1_000, 2],
    [14, 1_000, 1],
    [-5, 1_000, -1],
    [1, 10_000, 1],
    [10_000, 812.5, 813],
    [800, 812.5, 65],
    [10_000, 887.5, 888],
  ])('%i cents at %d basis points are %i cents, with halves rounded up', (base, points, expected) => {
    expect(percentOf(cents(base), basisPoints(points))).toBe(expected);
  });

  test('is the nearest cent to the exact part, never more than half a cent away', () => {
    fc.assert(
      fc.property(amount, rate, (base, points) => {
        const off = BigInt(percentOf(base, points)) * 10_000n - BigInt(base) * BigInt(points);
        expect(off <= 5_000n && off >= -5_000n).toBe(true);
      }),
    );
  });
});

describe('allocate', () => {
  test('sums exactly to the total, each part within a cent of its share', () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        const parts = allocate(total, shares);
        expect(sumCents(parts)).toBe(total);
        const whole = shares.reduce((left, right) => left + right, 0);
        if (whole === 0) return;
        parts.forEach((part, index) => {
          expect(Math.abs(part - (total * (shares[index] ?? 0)) / whole)).toBeLessThan(1.001);
        });
      }),
    );
  });

  test('gives a zero weight nothing while another weight is positive', () => {
    expect(allocate(cents(100), [0, 3, 0])).toEqual([0, 100, 0]);
  });

  test('splits evenly where all weights are zero', () => {
    expect(allocate(cents(5), [0, 0, 0])).toEqual([2, 2, 1]);
  });

  test('gives the odd cent to the largest remainder, and to the earlier of equals', () => {
    expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(cents(10), [1, 1, 4])).toEqual([2, 2, 6]);
    expect(allocate(cents(-100), [1, 1, 1])).toEqual([-34, -33, -33]);
  });

  test('refuses invalid weights, and a total without parts', () => {
    expect(() => allocate(cents(1), [-1])).toThrow(RangeError);
    expect(() => allocate(cents(1), [0.5])).toThrow(RangeError);
    expect(() => allocate(cents(1), [])).toThrow(RangeError);
    expect(allocate(cents(0), [])).toEqual([]);
  });
});

describe('money as text', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1_200, '$12.00'],
    [123_450, '$1,234.50'],
    [100_000_000, '$1,000,000.00'],
    [-300, '-$3.00'],
  ])('%i cents read %s', (value, text) => {
    expect(formatCents(cents(value))).toBe(text);
  });

  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    [' $1,234.50 ', 123_450],
    ['.50', 50],
    ['-3.00', -300],
    ['0', 0],
  ])("'%s' means %i cents", (text, value) => {
    expect(parseCents(text)).toBe(value);
  });

  test.each([
    '',
    '.',
    '$',
    '-',
    '12.',
    '1.234',
    '1,23',
    '12,345,6',
    '1e3',
    '0x1',
    '٣',
    '12 34',
    'free',
    '--1',
    '9007199254740993',
  ])("'%s' is not an amount", (text) => {
    expect(parseCents(text)).toBeNull();
  });

  test('formatted amounts parse back to the same value', () => {
    fc.assert(
      fc.property(amount, (value: Cents) => {
        expect(parseCents(formatCents(value))).toBe(value);
      }),
    );
  });

  test('no text parses to a fraction of a cent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseCents(text);
        expect(read === null || Number.isSafeInteger(read)).toBe(true);
      }),
    );
  });
});

test('each error quotes the invalid value', () => {
  expect(() => cents(0.5)).toThrow('Not a whole number of cents: 0.5');
  expect(() => basisPoints(-1)).toThrow('Not a rate in basis points: -1');
  expect(() => timesQuantity(cents(100), 1.5)).toThrow('Not a whole quantity: 1.5');
  expect(() => allocate(cents(1), [3, -1])).toThrow('Not a weight: -1');
  expect(() => allocate(cents(1), [])).toThrow('No parts to allocate a total to');
});

test('a rate of zero has one form too', () => {
  expect(Object.is(basisPoints(-0), 0)).toBe(true);
});

test('each odd cent goes to the largest remainder, and to the first of equals', () => {
  expect(allocate(cents(100), [1, 2])).toEqual([33, 67]);
  expect(allocate(cents(10), [3, 2, 1])).toEqual([5, 3, 2]);
  fc.assert(
    fc.property(fc.nat(5_000), fc.array(fc.nat(12), { minLength: 1, maxLength: 9 }), (total, shares) => {
      const whole = shares.reduce((left, right) => left + right, 0);
      fc.pre(whole > 0);
      const parts = allocate(cents(total), shares).map((part, index) => {
        const exact = total * (shares[index] ?? 0);
        return { extra: part - Math.floor(exact / whole), remainder: exact % whole };
      });
      for (const [index, { extra, remainder }] of parts.entries()) {
        expect([0, 1]).toContain(extra);
        if (extra === 1) continue;
        expect(parts.filter((other) => other.extra === 1 && other.remainder < remainder)).toEqual([]);
        const later = parts.slice(index + 1);
        expect(later.filter((other) => other.extra === 1 && other.remainder === remainder)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('cash to bring is in whole dollars and covers the amount', () => {
  expect([9120, 9200, 9201, 1, 0, 123_456].map((amount) => formatDollarsUp(cents(amount)))).toEqual([
    '$92',
    '$92',
    '$93',
    '$1',
    '$0',
    '$1,235',
  ]);
});
