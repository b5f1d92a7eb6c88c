/** The difference of a line: random sales, refunds and corrections, to the cent. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundOf, type WantedUnits } from '#core/sales/orders/refunds/refund.ts';
import type { StoredRefundLine } from '#db/schema/orders.ts';
import { type AffectedLine, fingerprintOf, sumsOf } from './affected.ts';
import { type ChargedLine, differenceOf, mayUndoLine, saleWayOf, tooMuch } from './price-correction.ts';

/** A line with its tax as one rule or two rounded it. */
function lineOf(
  listPrice: number,
  unitDiscount: number,
  quantity: number,
  isTaxedOnList = false,
): ChargedLine {
  const unitPrice = listPrice - unitDiscount;
  const taxBase = (isTaxedOnList ? listPrice : unitPrice) * quantity;
  const taxParts = [900, 400].map((rate) => ({
    ...{ ruleId: `rule-${rate}`, name: 'Tax', rate, base: taxBase },
    amount: Math.round((taxBase * rate) / 10_000),
  }));
  const tax = taxParts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: 'a',
    productId: 1,
    productName: 'Mug',
    quantity,
    unitPrice,
    unitDiscount,
    taxBase,
    tax,
    taxParts,
  };
}
const paidFor = (line: ChargedLine) => line.unitPrice * line.quantity + line.tax;

describe('what a line was charged too much', () => {
  test('is the difference of the list price, with its share of the tax', () => {
    expect(differenceOf(lineOf(2750, 0, 2), 2500)).toEqual({ units: 2, amount: 500, tax: 65 });
  });

  test('leaves the discount as it was, whether tax was owed on it or not', () => {
    expect(differenceOf(lineOf(2750, 500, 1), 2500)).toEqual({ units: 1, amount: 250, tax: 33 });
    expect(differenceOf(lineOf(2750, 500, 4, true), 2500)).toEqual({ units: 4, amount: 1000, tax: 130 });
  });

  test('is never more than was charged, and nothing where too little was charged', () => {
    expect(tooMuch({ unitPrice: 100, unitDiscount: 900 }, 0)).toBe(100);
    expect(differenceOf(lineOf(2000, 0, 3), 2500)).toEqual({ units: 3, amount: 0, tax: 0 });
  });

  const cents = fc.integer({ min: 1, max: 20_000 });
  const story = fc.record({
    listPrice: cents,
    off: fc.double({ min: 0, max: 1, noNaN: true }),
    quantity: fc.integer({ min: 1, max: 9 }),
    isTaxedOnList: fc.boolean(),
    acts: fc.array(
      fc.oneof(
        fc.record({ right: cents }),
        fc.record({ units: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ amount: fc.integer({ min: 1, max: 3_000 }) }),
      ),
      { maxLength: 8 },
    ),
  });

  type Act = { right: number } | { units: number } | { amount: number };

  /** What an act refunds of the line; null for a correction without a refund. */
  function wantedOf(line: ChargedLine, act: Act, before: readonly StoredRefundLine[]): WantedUnits | null {
    if ('units' in act) return new Map([['a', act.units]]);
    if ('amount' in act) return { amount: act.amount };
    const { amount, tax } = differenceOf(line, act.right, { before });
    return amount + tax === 0 ? null : { difference: { itemId: 'a', amount, tax } };
  }

  /** Does one after the other; returns all refunds, the cents of corrections, and the lowest right price. */
  function tell(line: ChargedLine, acts: readonly Act[]) {
    const before: StoredRefundLine[] = [];
    let corrected = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (const act of acts) {
      const wanted = wantedOf(line, act, before);
      if (wanted === null) continue;
      const made = refundOf([line], before, wanted);
      // What a correction comes to can always be refunded.
      expect(made.ok || !('right' in act)).toBe(true);
      if (!made.ok) continue;
      before.push(...made.value.lines);
      if (!('right' in act)) continue;
      corrected += made.value.amount;
      lowest = Math.min(lowest, act.right);
      // Again, it has nothing left.
      expect(wantedOf(line, act, before)).toBeNull();
    }
    return { before, corrected, lowest };
  }

  test('over any corrections and refunds is refunded once, and never more than was paid or was too much', () => {
    fc.assert(
      fc.property(story, ({ listPrice, off, quantity, isTaxedOnList, acts }) => {
        const line = lineOf(listPrice, Math.floor(listPrice * off), quantity, isTaxedOnList);
        const { before, corrected, lowest } = tell(line, acts);
        const refunded = before.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
        expect(refunded).toBeLessThanOrEqual(paidFor(line));
        for (const { tax, taxParts } of before)
          expect(taxParts.reduce((sum, { amount }) => sum + amount, 0)).toBe(tax);
        if (corrected > 0) {
          const most = differenceOf(line, lowest);
          expect(corrected).toBeLessThanOrEqual(most.amount + most.tax + 1);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('does not count what another correction still refunds', () => {
    const line = lineOf(2750, 0, 2);
    const first = differenceOf(line, 2600);
    const second = differenceOf(line, 2500, { promised: first });
    expect(second.amount).toBe(500 - 300);
    expect(second.tax).toBe(differenceOf(line, 2500).tax - first.tax);
  });
});

describe('a list', () => {
  const row = (more: Partial<AffectedLine>): AffectedLine => ({
    ...{ reservationId: 'r', kind: 'paid', orderNumber: 'ORD001', orderStatus: 'completed', userId: 'u' },
    ...{ customer: 'Ada', email: '', way: 'online', at: new Date(0), units: 1, listPrice: 2750, discount: 0 },
    ...{ amount: 250, tax: 30, ...more },
  });

  test('counts a person once, and sums what is lowered and what is refunded', () => {
    const lines = [
      row({}),
      row({ reservationId: 's', kind: 'open' }),
      row({ reservationId: 't', userId: null, kind: 'open' }),
      row({ reservationId: 'x', kind: 'under', amount: -500, tax: 0 }),
    ];
    expect(sumsOf(lines)).toEqual({
      open: { lines: 2, amount: 500, tax: 60 },
      paid: { lines: 1, amount: 250, tax: 30 },
      ...{ under: 1, people: 2 },
    });
  });

  test('has another fingerprint when a line, its cents or what happens to it changes, and none for its order', () => {
    const [one, other] = [row({}), row({ reservationId: 's' })];
    const seen = fingerprintOf([one, other]);
    expect(fingerprintOf([other, one, row({ reservationId: 'x', kind: 'under' })])).toBe(seen);
    for (const changed of [
      [one],
      [one, row({ reservationId: 's', amount: 251 })],
      [one, { ...other, kind: 'open' as const }],
    ])
      expect(fingerprintOf(changed)).not.toBe(seen);
  });
});

test('an undo takes back what is not promised, lowered or paid', () => {
  const all = ['waiting', 'lowered', 'owed', 'paid', 'noted', 'nothing', 'undone'] as const;
  expect(all.filter((status) => mayUndoLine(status, false))).toEqual(['waiting', 'owed', 'noted']);
  expect(all.filter((status) => mayUndoLine(status, true))).toEqual(['waiting', 'noted']);
});

test('a hand-over without a network is that, for online orders too', () => {
  expect(saleWayOf({ isWalkIn: true, isOffline: true })).toBe('offline');
  expect(saleWayOf({ isWalkIn: true, isOffline: false })).toBe('counter');
  expect(saleWayOf({ isWalkIn: false, isOffline: false })).toBe('online');
});
