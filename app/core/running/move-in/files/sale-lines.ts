/** Reads the rows of one sale as lines: what was sold, and what was returned. Amounts in cents. Pure. */
import { centsIn, numberIn, type Texts, type Writing } from './cells.ts';
import { labelOf } from './product-rows.ts';

/** One row of a sale. */
export type SaleRow = { get: Texts; where: string };

export type SaleLine = {
  where: string;
  code: string;
  /** Of the name and size, as products have it. */
  label: string;
  name: string;
  /** Whole units; one for what was weighed. A return has them without its sign, and its amounts, too. */
  quantity: number;
  isCounted: boolean;
  /** Every unit of it was returned, by a column that says how many are left. */
  isGone: boolean;
  /** Its units, and so its amount, are those that are left after a refund. */
  isOfUnitsLeft: boolean;
  /** Before tax; null where the row does not say it. */
  net: number | null;
  tax: number | null;
  /** The number of the sale that a return names; '' for none. */
  returnOf: string;
};

const RETURN = /refund|return|exchange|chargeback/i;
/** Some systems name each row’s type: then a sale has a row of its own, and so have its payments. */
const LINE = /^(?:sale )?(?:line|item)$/i;
const NO_LINE = /^(?:payment|tender|tip|rounding)$/i;

/** What tells products of one system apart on a line. */
export const productKey = ({ code, label }: Pick<SaleLine, 'code' | 'label'>): string =>
  code.toLowerCase() || label;

/** The lines that were sold, and those that were returned. */
export function linesIn(
  rows: readonly SaleRow[],
  writing: Writing,
): { sold: SaleLine[]; returned: SaleLine[] } {
  const lines = linesAmong(rows).filter(isLine);
  return {
    sold: lines.filter((row) => !isReturn(row, writing)).map((row) => lineOf(row, writing)),
    returned: lines.filter((row) => isReturn(row, writing)).map((row) => withoutSigns(lineOf(row, writing))),
  };
}

/** Where every row is called a payment, as Square calls a sale, each is a line. */
function linesAmong(rows: readonly SaleRow[]): readonly SaleRow[] {
  const named = rows.filter(({ get }) => LINE.test(get('type')));
  if (named.length > 0) return named;
  const others = rows.filter(({ get }) => !NO_LINE.test(get('type')));
  return others.length > 0 ? others : rows;
}

const isLine = ({ get }: SaleRow): boolean =>
  get('product') !== '' || get('code') !== '' || get('net') !== '' || get('gross') !== '';

function isReturn({ get }: SaleRow, writing: Writing): boolean {
  const amount = centsIn(get('net'), writing) ?? centsIn(get('gross'), writing);
  return (
    RETURN.test(get('type')) ||
    (numberIn(get('quantity'), writing) ?? 1) < 0 ||
    (amount !== null && amount < 0)
  );
}

function lineOf({ get, where }: SaleRow, writing: Writing): SaleLine {
  const cents = (field: string) => centsIn(get(field), writing);
  const left = numberIn(get('unitsLeft'), writing);
  const isGone = get('quantity') === '' && left === 0;
  const told = isGone ? 1 : (numberIn(get('quantity'), writing) ?? left ?? 1);
  const isCounted = Number.isInteger(told) && told !== 0;
  const quantity = isCounted ? Math.abs(told) : 1;
  const discount = Math.abs(cents('discount') ?? 0);
  const price = cents('price');
  const tax = cents('tax');
  const lineTotal = cents('lineTotal');
  const before = cents('gross') ?? (price === null ? null : Math.round(price * told));
  const net =
    cents('net') ??
    (lineTotal !== null
      ? lineTotal - (tax ?? 0)
      : before === null
        ? null
        : before < 0
          ? Math.min(0, before + discount)
          : Math.max(0, before - discount));
  const [product, size] = [get('product'), get('size')];
  const sized = size === '' || /^(?:regular|default title)$/i.test(size) ? '' : size;
  return {
    ...{ where, code: get('code'), label: labelOf(product, sized) },
    name: [product, sized, isCounted ? '' : get('quantity')].filter(Boolean).join(' · '),
    ...{ quantity, isCounted, isGone, net, tax, returnOf: get('returnOf') },
    isOfUnitsLeft:
      left !== null && ['quantity', 'net', 'gross', 'lineTotal'].every((field) => get(field) === ''),
  };
}

const withoutSigns = (line: SaleLine): SaleLine => ({
  ...line,
  net: line.net === null ? null : Math.abs(line.net),
  tax: line.tax === null ? null : Math.abs(line.tax),
});
