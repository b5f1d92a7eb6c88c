import { describe, expect, test } from 'vitest';
import { parseCash } from '#kernel/money.ts';
import { addBill, BILLS, cashMessage, checkCash, proposedCash } from './cash.ts';

describe('cash at the counter', () => {
  test('is read as dollars, or dollars and cents', () => {
    expect(parseCash('60')).toBe(6000);
    expect(parseCash(' 1234.56 ')).toBe(123_456);
    // 19.99 is not 1998.9999999999998 cents.
    expect(parseCash('19.99')).toBe(1999);
    expect([parseCash('$120'), parseCash('$ 1,260.00'), parseCash('999,999')]).toEqual([
      12_000, 126_000, 99_999_900,
    ]);
    for (const typed of ['', '$', '-5', '60.5', '60,00', '1,2,3', '$$60', '1234567', '6e1'])
      expect(parseCash(typed)).toBeNull();
  });

  test('adds up bill by bill to an amount that the field reads', () => {
    expect(BILLS.reduce<string>(addBill, '')).toBe('170.00');
    expect(addBill('40', 2000)).toBe('60.00');
    expect(addBill('0.10', 2000)).toBe('20.10');
    expect(addBill('4o', 5000)).toBe('50.00');
    expect(parseCash(addBill('$1,260.00', 10_000))).toBe(136_000);
  });

  test('is proposed as what people make of bills, and the next dollar where bills leave room', () => {
    expect(proposedCash(15_120)).toEqual([15_500, 16_000, 20_000]);
    expect(proposedCash(8510)).toEqual([8600, 9000, 10_000]);
    expect(proposedCash(4237)).toEqual([4500, 5000, 6000]);
    expect(proposedCash(9800)).toEqual([10_000]);
    expect(proposedCash(10_000)).toEqual([]);
    expect(proposedCash(10_001)).toEqual([10_500, 11_000, 12_000]);
    expect(proposedCash(0)).toEqual([]);
    for (let owed = 1; owed < 30_000; owed += 37) {
      const proposed = proposedCash(owed);
      expect(proposed.length).toBeLessThanOrEqual(3);
      for (const amount of proposed) expect(amount).toBeGreaterThan(owed);
    }
  });

  test('is enough at the exact amount', () => {
    expect(checkCash(5040, 5040)).toBeNull();
    expect(checkCash(0, 0)).toBeNull();
    expect(checkCash(5039, 5040)).toEqual({ kind: 'cash-short', missing: 1 });
    expect(checkCash(null, 0)).toEqual({ kind: 'cash-unreadable' });
  });

  test('is not enough if the page showed another amount due', () => {
    expect(checkCash(9207, 9205, 9207)).toEqual({ kind: 'cash-due-changed', owed: 9205 });
    expect(checkCash(null, 9205, 9207)).toEqual({ kind: 'cash-due-changed', owed: 9205 });
    expect(checkCash(9205, 9205, 9205)).toBeNull();
  });

  test('has a message that names the missing amount', () => {
    expect(cashMessage({ kind: 'cash-due-changed', owed: 9205 })).toBe('Cash due is now $92.05.');
    expect(cashMessage({ kind: 'cash-short', missing: 1040 })).toBe('$10.40 is still due.');
    expect(cashMessage({ kind: 'cash-unreadable' })).toBe('Enter the cash received, such as 60 or 60.00.');
  });
});
