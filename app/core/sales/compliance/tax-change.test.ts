import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents } from '#kernel/money.ts';
import { parseDate, storeDate } from '#kernel/time.ts';
import { newYorkPreset, shippedTaxRules, type TaxRule, taxFor } from './tax.ts';
import {
  doubles,
  firstUntaxed,
  hasOrders,
  planPreset,
  readNewRule,
  stateOf,
  workedExample,
} from './tax-change.ts';

const dayOf = (text: string) => {
  const day = parseDate(text);
  if (!day) throw new Error(`no day: ${text}`);
  return day;
};
const today = dayOf('2031-01-15');
const texts = { name: 'Sales tax', taxClass: 'merchandise', rate: '8', from: '2031-02-01', last: '' };

test('New York taxes $100 of cannabis and $50 of merchandise to a total of $167.00', () => {
  expect(workedExample(newYorkPreset('2031-02-01'), dayOf('2031-02-01'))).toMatchObject({
    parts: [
      { rate: '9%', base: '$100.00', amount: '$9.00' },
      { rate: '4%', base: '$100.00', amount: '$4.00' },
      { rate: '8%', base: '$50.00', amount: '$4.00' },
    ],
    total: '$167.00',
    untaxed: [],
  });
});

test('the preset ends current rules, deletes rules that have not started, and leaves rules that are over', () => {
  const rule = (id: string, from: string, until: string | null): TaxRule => ({
    ...(shippedTaxRules[0] as TaxRule),
    id,
    from,
    until,
  });
  const rules = [
    rule('over', '2024-01-01', '2025-01-01'),
    rule('now', '2025-01-01', null),
    rule('later', '2032-01-01', null),
    rule('ends then', '2025-01-01', '2031-02-01'),
  ];
  const salesRate = basisPoints(800);
  const planned = planPreset(rules, dayOf('2031-02-01'), { lastOrderDay: today.toString(), salesRate });
  if (!('plan' in planned)) throw new Error(planned.error);
  expect(planned.plan.ending.map(({ id }) => id)).toEqual(['now']);
  expect(planned.plan.dropping.map(({ id }) => id)).toEqual(['later']);
  expect(planned.plan.adding).toHaveLength(3);
});

test('New York applied again corrects the county until orders were placed, and changes nothing that is right', () => {
  const rules = newYorkPreset('2031-01-15');
  const again = (lastOrderDay: string | null, rate: number) =>
    planPreset(rules, today, { lastOrderDay, salesRate: basisPoints(rate) });
  expect(again('2031-01-14', 812.5)).toMatchObject({
    plan: {
      ending: [],
      dropping: [{ id: 'ny-sales', rate: 800 }],
      adding: [{ name: 'Sales tax', rate: 812.5 }],
    },
  });
  expect(again(null, 800)).toEqual({ plan: { ending: [], dropping: [], adding: [] } });
  expect(again('2031-01-15', 800)).toEqual({ plan: { ending: [], dropping: [], adding: [] } });
  expect(again('2031-01-15', 812.5)).toEqual({
    error: '“Sales tax” starts on this date, and orders were placed since. Choose a later date.',
  });
});

test('a rule has orders from the first order on its first day', () => {
  expect(hasOrders({ from: '2031-01-15' }, null)).toBe(false);
  expect(hasOrders({ from: '2031-01-15' }, '2031-01-14')).toBe(false);
  expect(hasOrders({ from: '2031-01-15' }, '2031-01-15')).toBe(true);
});

describe('tax rules at the store’s midnight', () => {
  const zone = 'America/New_York';
  const rules: TaxRule[] = [
    { ...(shippedTaxRules[0] as TaxRule), until: '2031-02-01' },
    ...newYorkPreset('2031-02-01'),
  ];
  const taxAt = (instant: string) =>
    taxFor(
      [{ taxClass: 'cannabis', amount: cents(10_000) }],
      rules,
      storeDate(Temporal.Instant.from(instant), zone),
    ).total;

  test('one rule ends with its day and the next starts, whatever day it is in UTC', () => {
    expect(taxAt('2031-02-01T04:59:59.999Z')).toBe(1200);
    expect(taxAt('2031-02-01T05:00:00Z')).toBe(1300);
  });
});

describe('a new tax rule', () => {
  test('has eighths of a percent, as seven counties and New York City do', () => {
    expect(readNewRule({ ...texts, rate: '8.375' }, today)).toMatchObject({ rule: { rate: 837.5 } });
    expect(readNewRule({ ...texts, rate: '8.120 %' }, today)).toMatchObject({ rule: { rate: 812 } });
  });

  test('applies from its first day to the end of its last', () => {
    expect(readNewRule({ ...texts, rate: '8.25 %', last: '2031-02-28' }, today)).toEqual({
      rule: {
        name: 'Sales tax',
        taxClass: 'merchandise',
        rate: 825,
        from: '2031-02-01',
        until: '2031-03-01',
      },
    });
    expect(readNewRule({ ...texts, from: '2031-01-15' }, today)).toMatchObject({ rule: { until: null } });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ taxClass: 'toys' }, 'taxClass'],
    [{ rate: '' }, 'rate'],
    [{ rate: '-1' }, 'rate'],
    [{ rate: '100.01' }, 'rate'],
    [{ rate: '8.253' }, 'rate'],
    [{ rate: '8.1255' }, 'rate'],
    [{ rate: '1e1' }, 'rate'],
    [{ from: '2031-01-14' }, 'from'],
    [{ from: '2031-02-30' }, 'from'],
    [{ from: '9999-01-01' }, 'from'],
    [{ last: '2031-01-31' }, 'last'],
    [{ last: 'soon' }, 'last'],
  ])('%j is refused beside %s', (wanted, field) => {
    expect(readNewRule({ ...texts, ...wanted }, today)).toEqual({
      errors: { [field]: [expect.any(String)] },
    });
  });

  test('is refused if a rule of the same name and tax class covers some of its days', () => {
    const there: TaxRule = {
      ...(shippedTaxRules[0] as TaxRule),
      name: 'SALES tax',
      taxClass: 'merchandise',
      from: '2031-01-01',
      until: '2031-03-01',
    };
    const wanted = (from: string) => {
      const read = readNewRule({ ...texts, from }, today);
      if (!('rule' in read)) throw new Error('not read');
      return read.rule;
    };
    expect(doubles([there], wanted('2031-02-28'))).toBe(there);
    expect(doubles([there], wanted('2031-03-01'))).toBeUndefined();
    expect(doubles([{ ...there, taxClass: '*' }], wanted('2031-02-28'))).toBeUndefined();
    const ending = (until: string) => ({ ...wanted('2031-02-01'), from: '2030-12-01', until });
    expect(doubles([there], ending('2031-01-01'))).toBeUndefined();
    expect(doubles([there], ending('2031-01-02'))).toBe(there);
  });
});

test('a rule is to come before its first day, in force from that day on, and over after its last', () => {
  const rule = { from: '2031-01-15', until: '2031-01-17' };
  expect(
    ['2031-01-14', '2031-01-15', '2031-01-16', '2031-01-17'].map((day) => stateOf(rule, dayOf(day))),
  ).toEqual(['to-come', 'in-force', 'in-force', 'over']);
});

test('the first day without any tax on something is found', () => {
  expect(firstUntaxed(shippedTaxRules, today)).toBeNull();
  const ended = [{ ...(shippedTaxRules[0] as TaxRule), until: '2031-02-01' }, ...newYorkPreset('2031-02-03')];
  expect(firstUntaxed(ended, today)).toMatchObject({
    day: 'Feb 1, 2031',
    untaxed: ['Cannabis', 'Merchandise'],
  });
  expect(firstUntaxed([], today)).toMatchObject({ day: 'Jan 15, 2031' });
});
