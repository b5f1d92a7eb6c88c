/** The books as rows for a spreadsheet: one figure per row, so that every program can add them up. */

import { CASH_ROUNDING } from '#core/sales/cash-desk/cash-rounding.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';
import { type BookFigures, isRounded, sumOfCash } from './figures.ts';
import {
  openOrders,
  personLabel,
  rate,
  salesColumns,
  salesRows,
  taxClassLabel,
  taxRows,
} from './present-books.ts';

/** Amounts in dollars, counts as numbers. `day` is a store day, yyyy-mm-dd. */
export const bookColumns = {
  from: 'From',
  to: 'To',
  section: 'Section',
  item: 'Item',
  day: 'Day',
  figure: 'Figure',
  value: 'Value',
} as const;

type BookRow = Record<keyof typeof bookColumns, Cell>;

/** Depends on the figures alone: the rows of a closed month are always the same. */
export function bookRows(figures: BookFigures): BookRow[] {
  const { from, to } = figures;
  const row = (section: string, item: string, figure: string, value: Cell, day: string | null = null) => ({
    from,
    to,
    section,
    item,
    day,
    figure,
    value,
  });
  const { classes, corrections, total } = salesRows(figures);
  const taxes = taxRows(figures);
  const cash = sumOfCash(figures.cash);
  const open = openOrders(figures);
  const sales = [
    ...classes.map((sums) => ({ item: taxClassLabel(sums.taxClass), sums })),
    ...(corrections ? [{ item: 'Corrections of earlier months', sums: corrections }] : []),
    { item: 'Total', sums: total },
  ];
  const stock = [
    ['At the start', figures.inventory.opening],
    ['At the end', figures.inventory.closing],
  ] as const;
  return [
    row('Sales', 'Total', 'Orders', figures.orders),
    ...sales.flatMap(({ item, sums }) => [
      row('Sales', item, 'Units', sums.units),
      ...salesColumns.map(([name, label]) => row('Sales', item, label, dollars(sums[name]))),
      row('Sales', item, 'Net sales without a cost on file', dollars(sums.uncosted)),
    ]),
    ...taxes.rows.flatMap((rule) => [
      row('Tax', rule.label, 'Rate', rate(rule.rate)),
      row('Tax', rule.label, 'Taxed amount', dollars(rule.netBase)),
      row('Tax', rule.label, 'Tax before refunds', dollars(rule.amount)),
      row('Tax', rule.label, 'Tax refunded', dollars(rule.refunded)),
      row('Tax', rule.label, 'Tax', dollars(rule.net)),
    ]),
    row('Tax', 'Total', 'Tax', dollars(taxes.total)),
    ...figures.cash.flatMap(({ day, person, taken, returned, rounding = 0 }) => [
      row('Cash', personLabel(person), 'Taken', dollars(taken), day),
      row('Cash', personLabel(person), 'Returned', dollars(returned), day),
      ...(rounding === 0 ? [] : [row('Cash', personLabel(person), CASH_ROUNDING, dollars(rounding), day)]),
    ]),
    ...(isRounded(figures.cash)
      ? [
          row('Cash', 'Total', CASH_ROUNDING, dollars(cash.rounding)),
          row('Cash', 'Total', 'Cash', dollars(cash.cash)),
        ]
      : []),
    row(open.label, 'Total', 'Orders', open.orders),
    row(open.label, 'Total', 'Amount with tax', dollars(open.total)),
    ...stock.flatMap(([item, { day, units, value, unitsWithoutCost }]) => [
      row('Inventory', item, 'Units', units, day),
      row('Inventory', item, 'Value at wholesale prices', dollars(value), day),
      row('Inventory', item, 'Units without a cost on file', unitsWithoutCost, day),
    ]),
    ...figures.corrections.flatMap(({ number, day, cause, net, tax, cash }) => [
      row('Corrections', `${number}: ${cause}`, 'Net sales', dollars(net), day),
      row('Corrections', `${number}: ${cause}`, 'Tax', dollars(tax), day),
      row('Corrections', `${number}: ${cause}`, 'Cash', dollars(cash), day),
    ]),
  ];
}
