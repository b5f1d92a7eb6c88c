/** Renders a receipt, or an order slip, as a PDF on letter paper. */

import { CASH_ROUNDING, PAID_IN_CASH, RETURNED_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import { openPaper, type Paper } from '#platform/drawing/paper.server.ts';
import { type Cell, PAGE, PAGES, SOFT, SPRUCE } from '#platform/paper/paper.ts';
import { CASH_RECEIVED, CHANGE, paperTitle, type Receipt, receiptCourse } from './receipt.ts';

const AMOUNT = 80;
const UNIT = 70;
const COUNT = 40;

/**
 * Returns the bytes of the receipt's PDF.
 * @param at when it is rendered; appears only in the file's properties
 */
export function drawReceipt(receipt: Receipt, at = new Date()): Promise<Buffer> {
  const { store } = receipt;
  const title = paperTitle(receipt);
  const paper = openPaper({ title, author: store.name, at, mark: receipt.mark });
  paper.write(store.name, { size: 22, font: 'display', color: SPRUCE });
  paper.write(`${store.legalName} · ${store.address} · ${store.phone}`, { color: SOFT });
  paper.write(`New York State cannabis license ${store.license}`, { color: SOFT });
  paper.space(14);
  paper.heading(title, 1, { size: 15, font: 'strong' });
  paper.write(receiptCourse(receipt));
  if (!receipt.isPaid) paper.write('This is not a receipt: nothing has been paid.', { font: 'strong' });
  paper.space(10);
  drawLines(paper, receipt);
  drawSums(paper, receipt);
  if (receipt.warnings.length > 0) {
    paper.space(16);
    for (const warning of receipt.warnings) paper.write(warning, { size: 9 });
  }
  return paper.finish([
    [
      { text: `${store.name}, license ${store.license}`, width: paper.width - 180, size: 8, color: SOFT },
      { text: `${title}, page ${PAGE} of ${PAGES}`, width: 180, size: 8, color: SOFT, align: 'right' },
    ],
  ]);
}

function drawLines(paper: Paper, { lines }: Receipt): void {
  const name = paper.width - COUNT - UNIT - AMOUNT;
  const head = { size: 9, color: SOFT };
  paper.head([
    { ...head, text: 'Qty', width: COUNT },
    { ...head, text: 'Item', width: name },
    { ...head, text: 'Each', width: UNIT, align: 'right' },
    { ...head, text: 'Amount', width: AMOUNT, align: 'right' },
  ]);
  paper.rule();
  for (const line of lines) {
    // An item, its discount and its batch stay on one page.
    const notes = [line.discount, line.batches].filter((note) => note !== null);
    paper.room(20 + 12 * notes.length);
    const cells: Cell[] = [
      { text: String(line.quantity), width: COUNT },
      { text: line.name, width: name, inset: 12 },
      { text: line.unitPrice, width: UNIT, align: 'right' },
      { text: line.amount, width: AMOUNT, align: 'right' },
    ];
    paper.row(cells, notes.length > 0 ? 0 : 6);
    for (const [at, text] of notes.entries())
      paper.row(
        [
          { text: '', width: COUNT },
          { text, width: name, size: 8.5, color: SOFT },
        ],
        at === notes.length - 1 ? 6 : 0,
      );
  }
  paper.rule();
}

function drawSums(
  paper: Paper,
  { subtotal, taxes, total, taxNote, rounding, exchange, tendered, refunds }: Receipt,
): void {
  const sums = [{ name: 'Subtotal', amount: subtotal }, ...taxes];
  // The totals stay on one page.
  paper.room(
    (sums.length +
      (taxNote === null ? 1 : 2) +
      [rounding, exchange, tendered].filter((part) => part !== null).length * 2) *
      20,
  );
  const label = paper.width - AMOUNT;
  const pair = (name: string, amount: string, font?: Cell['font']) =>
    paper.row([
      { text: name, width: label, align: 'right', ...(font ? { font } : { color: SOFT }) },
      { text: amount, width: AMOUNT, align: 'right', ...(font ? { font } : {}) },
    ]);
  for (const { name, amount } of sums) pair(name, amount);
  paper.row([
    { text: 'Total', width: label, align: 'right', font: 'strong', size: 12 },
    { text: total, width: AMOUNT, align: 'right', font: 'strong', size: 12 },
  ]);
  if (taxNote !== null)
    paper.row([{ text: taxNote, width: paper.width, size: 8.5, color: SOFT, align: 'right' }]);
  if (rounding) {
    pair(CASH_ROUNDING, rounding.amount);
    pair(PAID_IN_CASH, rounding.cash, 'strong');
  }
  if (exchange) {
    pair(exchange.back, `−${exchange.amount}`);
    pair(exchange.label, exchange.due, 'strong');
  }
  if (tendered) {
    pair(CASH_RECEIVED, tendered.received);
    pair(CHANGE, tendered.change);
  }
  for (const { what, amount, rounding } of refunds) {
    paper.row([
      { text: what, width: label, inset: 12, align: 'right', color: SOFT },
      { text: `−${amount}`, width: AMOUNT, align: 'right' },
    ]);
    if (rounding) {
      pair(CASH_ROUNDING, rounding.amount);
      pair(RETURNED_IN_CASH, `−${rounding.cash}`);
    }
  }
}
