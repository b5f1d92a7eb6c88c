import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { newYorkPreset } from '#core/sales/compliance/tax.ts';
import { basisPoints, cents, sumCents } from '#kernel/money.ts';
import { quote } from './quote.ts';

const TODAY = Temporal.PlainDate.from('2026-11-20');
const NEW_YORK = newYorkPreset('2026-01-01');
const CLASSES = ['cannabis', 'merchandise', 'clothing'];

test('New York taxes $100 of cannabis and $50 of merchandise to a total of $167.00', () => {
  const lines = [
    { taxClass: 'cannabis', unitPrice: cents(5_000), quantity: 2 },
    { taxClass: 'merchandise', unitPrice: cents(5_000), quantity: 1 },
  ];
  const quoted = quote(lines, NEW_YORK, TODAY);
  expect(quoted.taxParts.map((part) => part.amount)).toEqual([900, 400, 400]);
  expect(quoted.lines.map(({ tax }) => tax)).toEqual([1_300, 400]);
  expect(quoted).toMatchObject({ subtotal: 15_000, tax: 1_700, total: 16_700 });
});

describe('a discount of $20 on $100 of cannabis', () => {
  const line = { taxClass: 'cannabis', unitPrice: cents(8_000), unitDiscount: cents(2_000), quantity: 1 };

  test('is taxed on the list price and charged without it: 13 % is $13.00, the total $93.00', () => {
    const quoted = quote([{ ...line, discountTaxed: true }], NEW_YORK, TODAY);
    expect(quoted).toMatchObject({ subtotal: 8_000, tax: 1_300, total: 9_300 });
    expect(quoted.lines[0]).toMatchObject({ amount: 8_000, taxBase: 10_000, tax: 1_300, total: 9_300 });
    expect(quoted.taxParts.map(({ base, amount }) => [base, amount])).toEqual([
      [10_000, 900],
      [10_000, 400],
    ]);
  });

  test('is taxed on the charged price if the setting says so: $10.40, the total $90.40', () => {
    const quoted = quote([{ ...line, discountTaxed: false }], NEW_YORK, TODAY);
    expect(quoted).toMatchObject({ subtotal: 8_000, tax: 1_040, total: 9_040 });
    expect(quoted.lines[0]?.taxBase).toBe(8_000);
  });
});

describe('a quote for any cart and any rules', () => {
  const anyLine = fc.record({
    taxClass: fc.constantFrom(...CLASSES),
    unitPrice: fc.integer({ min: 0, max: 10_000_00 }).map(cents),
    unitDiscount: fc.integer({ min: 0, max: 10_000_00 }).map(cents),
    discountTaxed: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 99 }),
  });
  const anyRule = fc.record({
    id: fc.uuid(),
    taxClass: fc.constantFrom('*', ...CLASSES),
    name: fc.constant('Tax'),
    rate: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
    from: fc.constant('2026-01-01'),
    until: fc.constantFrom(null, '2026-06-01'),
  });

  test('adds lines and tax to the total, and every column sums exactly', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 20 }),
        fc.array(anyRule, { maxLength: 5 }),
        (lines, rules) => {
          const quoted = quote(lines, rules, TODAY);
          expect(quoted.subtotal + quoted.tax).toBe(quoted.total);
          expect(sumCents(quoted.lines.map(({ amount }) => amount))).toBe(quoted.subtotal);
          expect(sumCents(quoted.lines.map(({ tax }) => tax))).toBe(quoted.tax);
          expect(sumCents(quoted.lines.map(({ total }) => total))).toBe(quoted.total);
          expect(sumCents(quoted.taxParts.map(({ amount }) => amount))).toBe(quoted.tax);
          for (const each of quoted.lines) {
            expect(each.amount).toBe(each.unitPrice * each.quantity);
            const off = each.discountTaxed ? each.unitDiscount : 0;
            expect(each.taxBase).toBe((each.unitPrice + off) * each.quantity);
            for (const { base } of each.taxParts) expect(base).toBe(each.taxBase);
            expect(each.amount + each.tax).toBe(each.total);
            expect(sumCents(each.taxParts.map(({ amount }) => amount))).toBe(each.tax);
            expect(each.tax).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  test('takes each rule’s tax on the sum it applies to', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), anyRule, (lines, each) => {
        const inForce = { ...each, until: null };
        const applies = lines.filter(({ taxClass }) => each.taxClass === '*' || each.taxClass === taxClass);
        const base = applies.reduce(
          (sum, { unitPrice, unitDiscount, discountTaxed, quantity }) =>
            sum + (unitPrice + (discountTaxed ? unitDiscount : 0)) * quantity,
          0,
        );
        expect(quote(lines, [inForce], TODAY).tax).toBe(Math.floor((base * each.rate + 5_000) / 10_000));
      }),
    );
  });
});

test('a quote passes on other fields of its lines', () => {
  const [quoted] = quote(
    [{ taxClass: 'cannabis', unitPrice: cents(100), quantity: 1, name: 'Pine' }],
    [],
    TODAY,
  ).lines;
  expect(quoted?.name).toBe('Pine');
});
