/** Tests which figure of a quarter goes into which line of New York's returns. */
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { BookFigures, RuleFigures } from './figures.ts';
import { taxReturnOf } from './tax-return.ts';

const days = (from: string, to: string) => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
});
const rule = (ruleId: string, name: string, rate: number, base: number, refundedBase = 0): RuleFigures => {
  const tax = (of: number) => Math.round((of * rate) / 10_000);
  return { ruleId, name, rate, base, amount: tax(base), refundedBase, refunded: tax(refundedBase) };
};
const taxClasses = { state: 'cannabis', local: 'cannabis', county: 'merchandise', all: '*' };
const inventory = { day: '2026-11-30', units: 0, value: 0, unitsWithoutCost: 0, isLate: false };
const figures: BookFigures = {
  ...{ from: '2026-09-01', to: '2026-11-30', basis: 'hand-over', orders: 9 },
  classes: [
    {
      ...{ taxClass: 'cannabis', units: 9, gross: 110_000, discount: 0, refunded: 10_000 },
      ...{ net: 100_000, tax: 13_000, cost: 0, uncosted: 0 },
    },
    {
      ...{ taxClass: 'merchandise', units: 9, gross: 20_000, discount: 0, refunded: 0 },
      ...{ net: 20_000, tax: 1_600, cost: 0, uncosted: 0 },
    },
    {
      ...{ taxClass: 'clothing', units: 9, gross: 5_000, discount: 0, refunded: 0 },
      ...{ net: 5_000, tax: 0, cost: 0, uncosted: 0 },
    },
  ],
  rules: [
    rule('state', 'State excise', 900, 110_000, 10_000),
    rule('local', 'Local excise', 400, 110_000, 10_000),
    rule('county', 'Delaware County', 800, 20_000),
  ],
  ...{ cash: [], corrections: [], correctedClasses: [], correctedRules: [] },
  inventory: { opening: inventory, closing: inventory },
};
const quarter = days('2026-09-01', '2026-11-30');
const filed = (isMicrobusiness = true, of = figures) => taxReturnOf(of, quarter, taxClasses, isMicrobusiness);

test('both returns of a quarter name their figures, and when they are due', () => {
  expect(filed()).toEqual({
    ...{ dueOn: '2026-12-20', isPartial: false, isEstimated: false },
    cannabis: [
      { where: 'Retail sales', what: 'Amount charged to customers', amount: 100_000 },
      { where: 'Retail tax', what: 'State excise 9%', amount: 9_000 },
      { where: 'Retail tax', what: 'Local excise 4%', amount: 4_000 },
      { where: 'Distributor tax, own retail sales', what: '75% of the amount charged', amount: 75_000 },
      { where: 'Distributor tax', what: '9% of it, a cost of yours: on no receipt', amount: 6_750 },
    ],
    sales: [
      { where: 'Line 1', what: 'Gross sales and services, without tax', amount: 125_000 },
      { where: 'Line 1a', what: 'Nontaxable sales: cannabis and exempt goods', amount: 105_000 },
      { where: 'Your county, column C', what: 'Taxable sales at Delaware County 8%', amount: 20_000 },
      { where: 'Your county, column F', what: 'Tax due at Delaware County 8%', amount: 1_600 },
    ],
  });
});

test('only a microbusiness owes the distributor’s tax on its retail sales', () => {
  expect(filed(false)?.cannabis).toHaveLength(3);
});

test('a correction of an earlier month is filed with its quarter', () => {
  const corrected = { ...figures, correctedRules: [rule('state', 'State excise', 900, -1_000)] };
  const amounts = filed(false, corrected)?.cannabis.map(({ amount }) => amount);
  expect(amounts).toEqual([100_000, 9_000, 4_000, -90]);
});

test('an estimate on every class is in neither return, and is named', () => {
  const estimated = { ...figures, rules: [rule('all', 'Estimated Tax', 1_200, 125_000)] };
  expect(filed(true, estimated)).toMatchObject({ isEstimated: true });
  expect(filed(true, estimated)?.sales.map(({ amount }) => amount)).toEqual([125_000, 125_000]);
});

test.each([
  ['2026-09-01', '2026-11-30', false],
  ['2026-09-01', '2026-10-05', true],
  ['2027-12-01', '2028-02-29', false],
  ['2026-12-01', '2027-02-28', false],
])('%s to %s are of a tax quarter', (from, to, isPartial) => {
  expect(taxReturnOf(figures, days(from, to), taxClasses, true)?.isPartial).toBe(isPartial);
});

test.each([
  ['2026-10-01', '2026-12-31'],
  ['2026-09-02', '2026-11-30'],
  ['2026-09-01', '2026-12-01'],
])('%s to %s are of no tax quarter', (from, to) => {
  expect(taxReturnOf(figures, days(from, to), taxClasses, true)).toBeNull();
});
