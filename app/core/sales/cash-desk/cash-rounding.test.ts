import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cashToReturn, roundingOf, roundingWords, roundToNickel } from './cash-rounding.ts';

/** The last digit of a total, and what the cash due ends with. */
const byDigit = [0, 0, 0, 5, 5, 5, 5, 5, 10, 10];

describe('cash', () => {
  test('is the nearest 5 cents for every amount from $0.00 to $10.00', () => {
    for (let amount = 0; amount <= 1000; amount++) {
      const due = roundToNickel(amount);
      expect(due).toBe(amount - (amount % 10) + (byDigit[amount % 10] ?? Number.NaN));
      expect(roundingOf(amount, true)).toBe(due - amount);
      expect(Math.abs(due - amount)).toBeLessThanOrEqual(2);
    }
  });

  test('is the total to the cent in a store that does not round', () => {
    for (let amount = 0; amount <= 1000; amount++) expect(roundingOf(amount, false)).toBe(0);
  });

  test('of a large amount is a whole number of nickels', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (amount) => {
        expect(roundToNickel(amount) % 5).toBe(0);
      }),
    );
  });
});

describe('refunds', () => {
  const split = fc.record({
    pieces: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 4000 }), rounds: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
    roundsPayment: fc.boolean(),
  });

  test('in every split return the cash that was paid and never more, and leave no rounding', () => {
    fc.assert(
      fc.property(split, ({ pieces, roundsPayment }) => {
        const total = pieces.reduce((sum, { amount }) => sum + amount, 0);
        const paid = total + roundingOf(total, roundsPayment);
        let [refunded, returned] = [0, 0];
        for (const { amount, rounds } of pieces) {
          const cash = cashToReturn(amount, { total, paid, refunded, returned }, rounds);
          expect(cash).toBeGreaterThanOrEqual(0);
          refunded += amount;
          returned += cash;
          expect(returned).toBeLessThanOrEqual(paid);
          if (refunded < total && returned < paid) expect(cash).toBe(amount + roundingOf(amount, rounds));
        }
        expect(returned).toBe(paid);
        expect(returned - refunded).toBe(paid - total);
      }),
      { numRuns: 2000 },
    );
  });

  test('of many small amounts stop at the cash that was paid', () => {
    const order = { total: 12, paid: 10, refunded: 9, returned: 10 };
    expect(cashToReturn(1, order, true)).toBe(0);
    expect(cashToReturn(3, { ...order, refunded: 6, returned: 10 }, true)).toBe(0);
    // Rounded down every time, the last one returns the rest.
    expect(cashToReturn(2, { total: 10, paid: 10, refunded: 8, returned: 0 }, true)).toBe(10);
  });
});

test('rounding has a sign', () => {
  expect([roundingWords(-2), roundingWords(2)]).toEqual(['−$0.02', '+$0.02']);
});
