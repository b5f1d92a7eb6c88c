/** Computes what a cart costs. Cart, checkout, order and email all show this one computation. */

import { type TaxPart, type TaxRule, taxFor } from '#core/sales/compliance/tax.ts';
import { addCents, type Cents, sumCents, timesQuantity } from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';

/** The fields a quote needs from a line; any other fields stay on the line. */
export type QuoteInput = {
  taxClass: string;
  /** The price charged per unit, before tax. */
  unitPrice: Cents;
  /** The discount off the list price per unit; omitted if none. */
  unitDiscount?: Cents;
  /** Whether tax is due on the price before the discount (docs/law.md, Promotions). */
  discountTaxed?: boolean;
  /** The offer that gives the price; omitted if none. */
  offerId?: number | null | undefined;
  /** Whole, at least 1. */
  quantity: number;
};

/**
 * A line with its money: `amount` = unit price × quantity, `total` = amount + tax; the tax is computed on
 * `taxBase`.
 */
export type QuotedLine<L extends QuoteInput = QuoteInput> = L & {
  amount: Cents;
  taxBase: Cents;
  tax: Cents;
  taxParts: TaxPart[];
  total: Cents;
};

/** Lines in the given order; `total` = subtotal + tax, and each is exactly the sum over the lines. */
export type Quote<L extends QuoteInput = QuoteInput> = {
  lines: QuotedLine<L>[];
  subtotal: Cents;
  tax: Cents;
  /** The tax per rule, for receipts that list each (docs/law.md, Money and tax). */
  taxParts: TaxPart[];
  total: Cents;
};

/** Computes the price of lines by the rules in force on a store-local day, a date or its yyyy-mm-dd. */
export function quote<L extends QuoteInput>(
  lines: readonly L[],
  rules: readonly TaxRule[],
  on: StoreDate | string,
): Quote<L> {
  const priced = lines.map((line) => ({ ...line, ...amountsOf(line) }));
  const tax = taxFor(
    priced.map(({ taxClass, taxBase }) => ({ taxClass, amount: taxBase })),
    rules,
    on,
  );
  const subtotal = sumCents(priced.map((line) => line.amount));
  const quoted = priced.map((line, index): QuotedLine<L> => {
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

/** The amount charged, and the amount that is taxed. */
function amountsOf({ unitPrice, unitDiscount, discountTaxed, quantity }: QuoteInput) {
  const taxed = discountTaxed && unitDiscount ? addCents(unitPrice, unitDiscount) : unitPrice;
  return { amount: timesQuantity(unitPrice, quantity), taxBase: timesQuantity(taxed, quantity) };
}

function missingLine(index: number): never {
  throw new RangeError(`No tax for line ${index}`);
}
