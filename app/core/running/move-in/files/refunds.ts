/**
 * A sale without its refunds. History has no partial refunds (decision 127), so its amounts are those that were not
 * refunded. Amounts in cents. Pure.
 */
import { allocate, cents } from '#kernel/money.ts';
import { productKey, type SaleLine } from './sale-lines.ts';

/** `total` and `tax` as the sale says them; null where it does not. */
export type SaleAmounts = { lines: readonly SaleLine[]; total: number | null; tax: number | null };

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const netOf = ({ net }: SaleLine) => net ?? 0;
const taxOf = ({ tax }: SaleLine) => Math.max(0, tax ?? 0);
/** What a line cost, with its tax. */
export const amountOf = (line: SaleLine): number => netOf(line) + taxOf(line);

/** What the customer paid. */
export const totalOf = ({ lines, total, tax }: SaleAmounts): number =>
  total ?? sum(lines.map(amountOf)) + (tax === null ? 0 : tax - sum(lines.map(taxOf)));

/**
 * The sale without the refund, whose total is exactly `totalOf(sale) - refunded`. Returned lines lose their units and money;
 * what is refunded beyond them is taken off every line alike.
 * @param refunded more than 0, and less than the total
 */
export function withoutRefund(
  sale: SaleAmounts,
  refunded: number,
  returned: readonly SaleLine[],
): SaleAmounts & { total: number } {
  const total = totalOf(sale) - refunded;
  const there = sale.lines.filter(({ isGone }) => !isGone);
  const { lines, taken } = withoutReturned(there.length > 0 ? there : sale.lines, returned);
  const before = totalOf(sale) - taken.net - taken.tax;
  const nets = sum(lines.map(netOf));
  const isOfUnitsLeft = lines.some((line) => line.isOfUnitsLeft);
  const above = isOfUnitsLeft ? total - nets : Math.floor(((before - nets) * total) / before);
  const rest = isOfUnitsLeft || nets === 0 ? nets : total - above;
  const shares = rest === nets ? lines.map(netOf) : allocate(cents(rest), lines.map(netOf));
  const declared = declaredTax(sale);
  const ofRest = declared === null ? null : Math.round((Math.max(0, declared - taken.tax) * total) / before);
  return {
    lines: lines.map((line, at) => ({ ...line, net: shares[at] ?? 0, tax: null })),
    total,
    tax: ofRest === null ? null : Math.max(0, Math.min(ofRest, total - rest)),
  };
}

const declaredTax = ({ lines, tax }: SaleAmounts): number | null =>
  tax ?? (lines.some((line) => line.tax !== null) ? sum(lines.map(taxOf)) : null);

/** Lines less the units that were returned, and what those cost. */
function withoutReturned(
  sold: readonly SaleLine[],
  returned: readonly SaleLine[],
): { lines: SaleLine[]; taken: { net: number; tax: number } } {
  const lines = sold.map((line) => ({ ...line }));
  const taken = { net: 0, tax: 0 };
  for (const back of returned) {
    const line = lines.find(
      (each) =>
        productKey(each) === productKey(back) && netOf(each) >= netOf(back) && each.quantity >= back.quantity,
    );
    if (!line) continue;
    const tax = Math.min(taxOf(line), taxOf(back));
    line.net = netOf(line) - netOf(back);
    if (line.tax !== null) line.tax = taxOf(line) - tax;
    taken.net += netOf(back);
    taken.tax += tax;
    line.quantity -= back.quantity;
  }
  const left = lines.filter(({ quantity, net, tax }) => quantity > 0 || (net ?? 0) > 0 || (tax ?? 0) > 0);
  return { lines: left.map((line) => ({ ...line, quantity: Math.max(1, line.quantity) })), taken };
}
