import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents } from '#kernel/money.ts';
import { newYorkPreset, shippedTaxRules, type TaxRule, taxFor } from './tax.ts';

const TODAY = Temporal.PlainDate.from('2026-11-20');
const NEW_YORK = newYorkPreset('2026-01-01');
const line = (taxClass: string, amount: number) => ({ taxClass, amount: cents(amount) });
const rule = (inputs: Partial<TaxRule>): TaxRule => ({
  id: 'rule',
  taxClass: '*',
  name: 'Tax',
  rate: basisPoints(1_000),
  from: '2026-01-01',
  until: null,
  ...inputs,
});

test('the shipped estimate is 12 % of the subtotal', () => {
  const tax = taxFor([line('cannabis', 4_500), line('clothing', 2_899)], shippedTaxRules, TODAY);
  expect(tax.total).toBe(888);
});

test('New York charges no tax on clothing, and lists none', () => {
  const tax = taxFor([line('clothing', 4_000)], NEW_YORK, TODAY);
  expect(tax).toEqual({ total: 0, perLine: [{ tax: 0, parts: [] }], perRule: [] });
});

test('tax is rounded once on the sum, not line by line', () => {
  const tax = taxFor(
    [line('cannabis', 104), line('cannabis', 104), line('cannabis', 104)],
    shippedTaxRules,
    TODAY,
  );
  expect(tax.total).toBe(37);
  expect(tax.perLine.map((each) => each.tax)).toEqual([13, 12, 12]);
});

describe('a tax rule with dates', () => {
  const dated = [rule({ from: '2026-11-20', until: '2026-11-25' })];
  test.each([
    ['2026-11-19', 0],
    ['2026-11-20', 100],
    ['2026-11-24', 100],
    ['2026-11-25', 0],
  ])('on %s takes %i cents', (on, expected) => {
    expect(taxFor([line('cannabis', 1_000)], dated, Temporal.PlainDate.from(on)).total).toBe(expected);
  });
});

test('where one rule ends the day the next begins, each day is taxed by one of them', () => {
  const rules = [
    rule({ id: 'old', rate: basisPoints(1_000), from: '2026-11-01', until: '2026-11-25' }),
    rule({ id: 'new', rate: basisPoints(1_300), from: '2026-11-25', until: null }),
  ];
  const taxOn = (day: string) => taxFor([line('cannabis', 1_000)], rules, day);
  expect(taxOn('2026-11-24').perRule.map(({ ruleId, amount }) => [ruleId, amount])).toEqual([['old', 100]]);
  expect(taxOn('2026-11-25').perRule.map(({ ruleId, amount }) => [ruleId, amount])).toEqual([['new', 130]]);
});

test('a line stores a snapshot of each rule, its base and its amount', () => {
  const tax = taxFor([line('merchandise', 1_000), line('cannabis', 2_000)], NEW_YORK, TODAY);
  expect(tax.perLine[1]?.parts).toEqual([
    {
      ruleId: 'ny-cannabis-state',
      name: 'NY State cannabis excise tax',
      rate: 900,
      base: 2_000,
      amount: 180,
    },
    { ruleId: 'ny-cannabis-local', name: 'Local cannabis excise tax', rate: 400, base: 2_000, amount: 80 },
  ]);
});

test('the shipped rules have names, dates and tax classes', () => {
  expect(shippedTaxRules).toEqual([
    {
      id: 'shipped-estimate',
      taxClass: '*',
      name: 'Estimated Tax',
      rate: 1200,
      from: '2024-01-01',
      until: null,
    },
  ]);
  expect(
    newYorkPreset('2026-12-01').map(({ id, taxClass, name, rate }) => [id, taxClass, name, rate]),
  ).toEqual([
    ['ny-cannabis-state', 'cannabis', 'NY State cannabis excise tax', 900],
    ['ny-cannabis-local', 'cannabis', 'Local cannabis excise tax', 400],
    ['ny-sales', 'merchandise', 'Sales tax', 800],
  ]);
});
