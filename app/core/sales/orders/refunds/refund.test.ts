/** Tests what a refund covers: never more units than were sold, and every cent of tax exactly once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredRefundLine } from '#db/schema/orders.ts';
import { type RefundProblem, refundMessage, refundOf, type SoldLine, unitsLabel } from './refund.ts';

const line = (wanted: Partial<SoldLine> = {}): SoldLine => ({
  id: 'a',
  productId: 1,
  productName: 'Kestrel',
  quantity: 3,
  unitPrice: 4500,
  tax: 1620,
  taxParts: [{ ruleId: 'r', name: 'Estimated Tax', rate: 1200, base: 13_500, amount: 1620 }],
  ...wanted,
});
const done = (result: ReturnType<typeof refundOf>) => {
  if (!result.ok) throw new Error(result.problem.kind);
  return result.value;
};

test('one of three units returns its price and a third of the tax', () => {
  const refund = done(refundOf([line()], [], new Map([['a', 1]])));
  expect(refund).toMatchObject({ amount: 4500 + 540, tax: 540 });
  expect(unitsLabel(refund.lines)).toBe('1 × Kestrel');
});

test('refunds of any pieces add up to the paid amount, to the cent', () => {
  const items = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.integer({ min: 1, max: 99_999 }),
      taxes: fc.array(fc.integer({ min: 0, max: 9999 }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(items, fc.array(fc.nat(9), { maxLength: 12 }), (given, pieces) => {
      const lines = given.map(({ taxes, ...item }, index) => {
        const base = item.unitPrice * item.quantity;
        const taxParts = taxes.map((amount, rule) => ({
          ruleId: `${rule}`,
          name: 'Tax',
          rate: 1,
          base,
          amount,
        }));
        return line({ ...item, id: String(index), tax: taxes.reduce((sum, tax) => sum + tax, 0), taxParts });
      });
      const paid = lines.reduce((sum, { unitPrice, quantity, tax }) => sum + unitPrice * quantity + tax, 0);
      const before: StoredRefundLine[] = [];
      let amount = 0;
      for (const [index, units] of pieces.entries()) {
        const id = String(index % lines.length);
        // Every third refund is by amount.
        const wanted = index % 3 === 2 ? { amount: units * 97 } : new Map([[id, units]]);
        const result = refundOf(lines, before, wanted);
        if (!result.ok) continue;
        expect(result.value.lines.every(({ tax }) => tax >= 0)).toBe(true);
        before.push(...result.value.lines);
        amount += result.value.amount;
        expect(amount).toBeLessThanOrEqual(paid);
      }
      const rest = refundOf(lines, before, 'all');
      if (rest.ok) before.push(...rest.value.lines);
      if (rest.ok) amount += rest.value.amount;
      expect(amount).toBe(paid);
      for (const { tax, taxParts } of before) {
        expect(taxParts.every((part) => part.amount >= 0)).toBe(true);
        expect(taxParts.reduce((sum, part) => sum + part.amount, 0)).toBe(tax);
      }
      for (const { id, taxParts } of lines)
        for (const [rule, part] of taxParts.entries()) {
          const given = before
            .filter(({ itemId }) => itemId === id)
            .map((refunded) => refunded.taxParts[rule]);
          expect(given.reduce((sum, each) => sum + (each?.amount ?? 0), 0)).toBe(part.amount);
          expect(given.reduce((sum, each) => sum + (each?.base ?? 0), 0)).toBe(part.base);
        }
    }),
  );
});

test.each([
  [new Map([['a', 4]]), 'too-many'],
  [new Map([['a', -1]]), 'too-many'],
  [new Map([['a', 1.5]]), 'too-many'],
  [new Map([['a', Number.NaN]]), 'too-many'],
  [new Map([['a', 0]]), 'nothing-chosen'],
  [new Map([['other', 1]]), 'nothing-chosen'],
] as const)('%o of three is refused', (wanted, kind) => {
  expect(refundOf([line()], [], wanted)).toMatchObject({ ok: false, problem: { kind } });
});

test('refunded units cannot be refunded again', () => {
  const { lines } = done(refundOf([line()], [], new Map([['a', 2]])));
  expect(refundOf([line()], lines, new Map([['a', 2]]))).toMatchObject({ problem: { left: 1 } });
  const rest = done(refundOf([line()], lines, 'all'));
  expect(refundOf([line()], [...lines, ...rest.lines], 'all')).toEqual({
    ok: false,
    problem: { kind: 'nothing-left' },
  });
});

test('every refusal has its own message', () => {
  const problems: RefundProblem[] = [
    { kind: 'not-allowed' },
    { kind: 'not-found' },
    { kind: 'stale' },
    { kind: 'not-paid' },
    { kind: 'still-open' },
    { kind: 'never-left' },
    { kind: 'nothing-left' },
    { kind: 'nothing-chosen' },
    { kind: 'too-many', itemId: 'a', left: 1 },
    { kind: 'too-many', itemId: 'a', left: 2 },
    { kind: 'no-amount' },
    { kind: 'too-much', left: 250 },
    { kind: 'units-and-amount' },
    { kind: 'cash-changed', cash: 4030 },
  ];
  expect(new Set(problems.map(refundMessage)).size).toBe(problems.length);
});

test('a refund by amount has the tax of the order and no units, and is never more than what is left', () => {
  const [kestrel, mug] = [line(), line({ id: 'b', quantity: 1, unitPrice: 1000, tax: 0, taxParts: [] })];
  const refund = done(refundOf([kestrel, mug], [], { amount: 250 }));
  // $161.20 was paid, $16.20 of it tax: of $2.50, 25 cents.
  expect(refund).toMatchObject({ amount: 250, tax: 25 });
  expect([refund.lines.map(({ quantity }) => quantity), unitsLabel(refund.lines)]).toEqual([
    [0, 0],
    'part of the price',
  ]);
  expect(refundOf([kestrel, mug], refund.lines, { amount: 16_120 - 249 })).toMatchObject({
    problem: { kind: 'too-much', left: 16_120 - 250 },
  });
  for (const amount of [null, 0, -1, 1.5, Number.NaN])
    expect(refundOf([kestrel], [], { amount })).toMatchObject({ problem: { kind: 'no-amount' } });
});

test('units that are refunded after an amount bring back what is left of them, not their whole price', () => {
  const { lines } = done(refundOf([line()], [], { amount: 1512 }));
  const one = done(refundOf([line()], lines, new Map([['a', 1]])));
  expect(one).toMatchObject({ amount: 4536, tax: 486 });
  expect(done(refundOf([line()], [...lines, ...one.lines], 'all')).amount).toBe(15_120 - 1512 - 4536);
});
