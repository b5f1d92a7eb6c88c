/** Writes the books on paper. */
import { formatNumber } from '#kernel/number.ts';
import { openPaper } from '#platform/drawing/paper.server.ts';
import { type Cell, PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import { type BookFigures, isRounded, sumOfCash } from './figures.ts';
import {
  basisWords,
  cashDifference,
  dayLabel,
  daysLabel,
  money,
  openOrders,
  personLabel,
  salesColumns,
  salesRows,
  taxClassLabel,
  taxRows,
} from './present-books.ts';

/**
 * The bytes depend on the arguments alone: those of a closed month are always the same.
 * @param status 'Closed Nov 1, 2026 9:00 AM by Ada Owner', or that the month is open
 * @param at the moment of the closing, or of printing
 */
export function drawBooks(
  figures: BookFigures,
  { store, status, at, mark }: { store: string; status: string; at: Date; mark: string | null },
): Promise<Buffer> {
  const paper = openPaper({ title: `Books ${daysLabel(figures)}`, author: store, at, mark });
  const heading = (text: string) => {
    paper.space(12);
    paper.room(60);
    paper.heading(text, 2, { size: 13, font: 'display', color: SPRUCE });
  };
  const table =
    (widths: readonly number[], look: Pick<Cell, 'font'> & { isHead?: true } = {}) =>
    (texts: readonly string[]) =>
      paper[look.isHead ? 'head' : 'row'](
        texts.map((text, index) => ({
          ...{ size: 8.5, text, width: widths[index] ?? 60, font: look.font },
          ...(look.isHead ? { color: SOFT } : {}),
          align: index === 0 ? ('left' as const) : ('right' as const),
        })),
      );
  paper.write(store, { size: 20, font: 'display', color: SPRUCE });
  paper.heading(`Books, ${daysLabel(figures)}`, 1, { size: 14, font: 'strong' });
  paper.write(status, { color: SOFT });

  heading('Sales by tax class');
  const widths = [96, 48, ...salesColumns.map(() => 60)];
  const [line, strong, head] = [
    table(widths),
    table(widths, { font: 'strong' }),
    table(widths, { isHead: true }),
  ];
  head(['', 'Units', ...salesColumns.map(([, label]) => label)]);
  const { classes, corrections, total } = salesRows(figures);
  const cells = (sums: (typeof classes)[number] | typeof total) => [
    formatNumber(sums.units),
    ...salesColumns.map(([name]) => money(sums[name])),
  ];
  for (const sums of classes) line([taxClassLabel(sums.taxClass), ...cells(sums)]);
  if (corrections) line(['Corrections', ...cells(corrections)]);
  paper.rule();
  strong(['Total', ...cells(total)]);
  paper.write(`${formatNumber(figures.orders)} orders. Tax is after refunds. ${basisWords(figures)}`, {
    size: 8.5,
    color: SOFT,
  });
  if (total.uncosted !== 0)
    paper.write(
      `Cost of goods leaves out ${money(total.uncosted)} of net sales: no wholesale price on file.`,
      {
        ...{ size: 8.5, color: SOFT },
      },
    );

  heading('Tax by rule');
  const taxes = taxRows(figures);
  const taxWidths = [204, 75, 75, 75, 75];
  table(taxWidths, { isHead: true })(['', 'Taxed amount', 'Tax', 'Refunded', 'Tax due']);
  for (const rule of taxes.rows)
    table(taxWidths)([
      rule.label,
      money(rule.netBase),
      money(rule.amount),
      money(rule.refunded),
      money(rule.net),
    ]);
  paper.rule();
  table(taxWidths, { font: 'strong' })(['Total', '', '', '', money(taxes.total)]);

  heading('Cash expected');
  const rounded = <T>(cell: T) => (isRounded(figures.cash) ? [cell] : []);
  const cashWidths = [84, 192 - rounded(64).length * 64, 76, 76, ...rounded(64), 76];
  table(cashWidths, { isHead: true })(['Day', 'Person', 'Taken', 'Returned', ...rounded('Rounding'), 'Cash']);
  for (const { day, person, taken, returned, rounding = 0 } of figures.cash)
    table(cashWidths)([
      dayLabel(day),
      personLabel(person),
      money(taken),
      money(returned),
      ...rounded(money(rounding)),
      money(taken - returned + rounding),
    ]);
  const sum = sumOfCash(figures.cash);
  paper.rule();
  table(cashWidths, { font: 'strong' })([
    ...['Total', '', '', ''],
    ...[...rounded(money(sum.rounding)), money(sum.cash)],
  ]);
  const difference = cashDifference(figures);
  if (difference) paper.write(difference, { size: 8.5, color: SOFT });
  const open = openOrders(figures);
  if (open.orders > 0)
    paper.write(
      `${open.label}: ${formatNumber(open.orders)} ${open.orders === 1 ? 'order' : 'orders'} placed on these days, ${money(open.total)} with tax${open.inSales ? '' : ', not in the sales above'}.`,
      { size: 8.5, color: SOFT },
    );

  heading('Inventory at wholesale prices');
  for (const [label, { day, units, value, unitsWithoutCost }] of [
    ['At the start', figures.inventory.opening],
    ['At the end', figures.inventory.closing],
  ] as const) {
    const without =
      unitsWithoutCost > 0 ? `, ${formatNumber(unitsWithoutCost)} more units without a cost on file` : '';
    paper.write(
      `${label}, end of ${dayLabel(day)}: ${money(value)} for ${formatNumber(units - unitsWithoutCost)} units${without}.`,
    );
  }

  if (figures.corrections.length > 0) {
    heading('Corrections of earlier months');
    const corrected = [64, 200, 80, 80, 80];
    table(corrected, { isHead: true })(['Order', 'What happened', 'Net sales', 'Tax', 'Cash']);
    for (const { number, cause, by, day, net, tax, cash } of figures.corrections)
      table(corrected)([
        number,
        `${cause}${by ? ` by ${by}` : ''}, of ${dayLabel(day)}`,
        ...[money(net), money(tax), money(cash)],
      ]);
  }
  return paper.finish([
    [
      { text: `${store} · Books ${daysLabel(figures)}`, width: 380, size: 8, color: SOFT },
      { text: `Page ${PAGE} of ${PAGES}`, width: paper.width - 380, size: 8, color: SOFT, align: 'right' },
    ],
  ]);
}
