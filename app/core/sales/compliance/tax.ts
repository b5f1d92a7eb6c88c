/**
 * Computes tax by rules with dates. Each rule's tax is rounded once, on the sum of the lines it applies to, and then
 * split over the lines, so that the lines always add up exactly to the displayed total.
 */
import {
  allocate,
  type BasisPoints,
  basisPoints,
  type Cents,
  cents,
  percentOf,
  sumCents,
} from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';

/** A tax on lines of one class. */
export type TaxRule = {
  id: string;
  /** Which lines: 'cannabis', 'merchandise', 'clothing', 'food', or '*' for every line. */
  taxClass: string;
  /** Its name on receipts. */
  name: string;
  rate: BasisPoints;
  /** First day in force, yyyy-mm-dd on the store's calendar. */
  from: string;
  /** First day no longer in force; null without a known end. */
  until: string | null;
};

/** A line's taxable amount, not negative. */
export type TaxableLine = { taxClass: string; amount: Cents };

/** One rule's tax on an amount; the order stores each line's snapshot of it (docs/law.md, Money and tax). */
export type TaxPart = { ruleId: string; name: string; rate: BasisPoints; base: Cents; amount: Cents };

/** The tax of all lines, of each line (in the order given), and of each rule that applied to a line. */
export type Tax = {
  total: Cents;
  perLine: { tax: Cents; parts: TaxPart[] }[];
  perRule: TaxPart[];
};

const EVERY_CLASS = '*';

/** Whether a rule is in force on a day. Dates are yyyy-mm-dd, which sorts as text. */
function inForce(rule: TaxRule, day: string): boolean {
  return rule.from <= day && (rule.until === null || day < rule.until);
}

/** The rules in force on a store-local day. */
export function rulesInForce(rules: readonly TaxRule[], on: StoreDate | string): TaxRule[] {
  return rules.filter((rule) => inForce(rule, on.toString()));
}

/**
 * The tax on lines by the rules in force on a store-local day, a date or its yyyy-mm-dd. Rules add up; none builds on
 * another.
 */
export function taxFor(
  lines: readonly TaxableLine[],
  rules: readonly TaxRule[],
  on: StoreDate | string,
): Tax {
  const perLine = lines.map((): TaxPart[] => []);
  const perRule: TaxPart[] = [];
  for (const { id: ruleId, name, rate, taxClass } of rulesInForce(rules, on)) {
    const isTaxed = (line: TaxableLine) => taxClass === EVERY_CLASS || taxClass === line.taxClass;
    if (!lines.some(isTaxed)) continue;
    const bases = lines.map((line) => (isTaxed(line) ? line.amount : cents(0)));
    const base = sumCents(bases);
    const amount = percentOf(base, rate);
    perRule.push({ ruleId, name, rate, base, amount });
    allocate(amount, bases).forEach((share, index) => {
      const line = lines[index];
      if (line && isTaxed(line))
        perLine[index]?.push({ ruleId, name, rate, base: line.amount, amount: share });
    });
  }
  return {
    total: sumCents(perRule.map((part) => part.amount)),
    perLine: perLine.map((parts) => ({ tax: sumCents(parts.map((part) => part.amount)), parts })),
    perRule,
  };
}

/** The rules of a new store: the specification's estimate of 12 % on everything (section 9). */
export const shippedTaxRules: readonly TaxRule[] = [
  {
    id: 'shipped-estimate',
    taxClass: EVERY_CLASS,
    name: 'Estimated Tax',
    rate: basisPoints(1_200),
    from: '2024-01-01',
    until: null,
  },
];

/** Whether a rule is the shipped estimate, whatever its stored id. */
export function isShippedEstimate(rule: TaxRule): boolean {
  return shippedTaxRules.some(
    ({ name, taxClass, rate }) => rule.name === name && rule.taxClass === taxClass && rule.rate === rate,
  );
}

/**
 * New York retail from a day on: 9 % state and 4 % local excise on cannabis (Tax Law §493), which is exempt from sales
 * tax; the county's sales tax on merchandise. Has no rule for clothing, which is exempt below $110 an item, and none for
 * food (Tax Law §1115(a)(1)); candy, soft drinks and heated food are merchandise.
 * @param salesRate state and county together; Delaware County's 8 % if omitted (`new-york-counties`).
 */
export function newYorkPreset(from: string, salesRate = basisPoints(800)): TaxRule[] {
  const rule = (id: string, taxClass: string, name: string, rate: number): TaxRule => ({
    id,
    taxClass,
    name,
    rate: basisPoints(rate),
    from,
    until: null,
  });
  return [
    rule('ny-cannabis-state', 'cannabis', 'NY State cannabis excise tax', 900),
    rule('ny-cannabis-local', 'cannabis', 'Local cannabis excise tax', 400),
    rule('ny-sales', 'merchandise', 'Sales tax', salesRate),
  ];
}
