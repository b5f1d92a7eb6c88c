/** Defines the columns of the list of receipts. */
import { Link } from 'react-router';
import { money } from '#core/records/books/present-books.ts';
import type { ReceiptRow } from '#core/records/books/receipt-list.ts';
import { Moment } from '#office/kit/moment.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';

const when: Column<ReceiptRow, 'at'> = {
  head: 'When',
  sort: 'at',
  cell: (row) => <Moment text={row.at} />,
};
const order: Column<ReceiptRow, 'at'> = {
  head: 'Order #',
  primary: true,
  fixed: true,
  cell: (row) => <Link to={`/admin/orders/${row.number}`}>{row.number}</Link>,
};
const customer: Column<ReceiptRow, 'at'> = { head: 'Customer', cell: (row) => row.customer };
const amount = (
  head: string,
  name: 'amount' | 'discount' | 'tax' | 'cost' | 'rounding',
): Column<ReceiptRow, 'at'> => ({
  head,
  align: 'right',
  cell: (row) => money(row[name]),
});

const salesColumns = [
  ...[when, order, customer],
  amount('Amount', 'amount'),
  amount('Discount', 'discount'),
  ...[amount('Tax', 'tax'), amount('Cost', 'cost')],
];
const refundColumns = [...[when, order, customer], ...[amount('Amount', 'amount'), amount('Tax', 'tax')]];
const cashColumns: Column<ReceiptRow, 'at'>[] = [
  ...[when, order, customer],
  { head: 'Person', cell: (row) => row.by ?? 'Not on file' },
  amount('Cash', 'amount'),
];
const roundedColumns: Column<ReceiptRow, 'at'>[] = [
  ...cashColumns.slice(0, -1),
  ...[amount('Amount', 'amount'), amount('Rounding', 'rounding')],
  { head: 'Cash', align: 'right', cell: (row) => money(row.amount + row.rounding) },
];

/** Cash has a person, sales and refunds their amounts. @param isRounded whether cash on the page was rounded */
export function receiptColumns(
  kind: string | undefined,
  isRounded: boolean,
): readonly Column<ReceiptRow, 'at'>[] {
  if (kind === 'taken' || kind === 'returned') return isRounded ? roundedColumns : cashColumns;
  return kind === 'refund' ? refundColumns : salesColumns;
}
