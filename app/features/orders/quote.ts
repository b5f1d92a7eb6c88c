/** What a cart costs. Cart, checkout, order and mail all show this one computation. */

import { type TaxPart, type TaxRule, taxFor } from '#features/compliance/tax.ts';
import { addCents, type Cents, sumCents, timesQuantity } from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';

/** What a quote needs of a line; whatever else the line carries stays on it. */
export type QuoteInput = {
  taxClass: string;
  /** Price of one, before tax. */
  unitPrice: Cents;
  /** Whole, at least 1. */
  quantity: number;
};

/** A line with its money: `amount` = unit price × quantity, `total` = amount + tax. */
export type QuotedLine<L extends QuoteInput = QuoteInput> = L & {
  amount: Cents;
  tax: Cents;
  taxParts: TaxPart[];
  total: Cents;
};

/** Lines in the order given; `total` = subtotal + tax, and each is exactly the sum over the lines. */
export type Quote<L extends QuoteInput = QuoteInput> = {
  lines: QuotedLine<L>[];
  subtotal: Cents;
  tax: Cents;
  /** The tax by rule, for receipts that list each (docs/law.md, Money and tax). */
  taxParts: TaxPart[];
  total: Cents;
};

/** The price of lines by the rules in force on a store-local day. */
export function quote<L extends QuoteInput>(
  lines: readonly L[],
  rules: readonly TaxRule[],
  on: StoreDate,
): Quote<L> {
  const taxable = lines.map((line) => ({ ...line, amount: timesQuantity(line.unitPrice, line.quantity) }));
  const tax = taxFor(taxable, rules, on);
  const subtotal = sumCents(taxable.map((line) => line.amount));
  const quoted = taxable.map((line, index): QuotedLine<L> => {
    const { tax: lineTax, parts } = tax.perLine[index] ?? missingLine(index);
    return { ...line, tax: lineTax, taxParts: parts, total: addCents(line.amount, lineTax) };
  });
  return {
    lines: quoted,
    subtotal,
    tax: tax.total,
    taxParts: tax.perRule,
    total: addCents(subtotal, tax.total),
  };
}

function missingLine(index: number): never {
  throw new RangeError(`No tax for line ${index}`);
}
