/** Defines the columns of the lots' table and of a lot's ledger. */
import { Form, Link } from 'react-router';
import { type LedgerRow, ledgerReasonLabel } from '#core/goods/stock/ledger-list.ts';
import type { LotRow, LotSort } from '#core/goods/stock/lots/lot-list.ts';
import { dayLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import { Moment } from '#office/kit/moment.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { Button } from '#ui/button.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { LotBadge } from './lot-summary.tsx';

const signed = (units: number) => `${units > 0 ? '+' : units < 0 ? '−' : ''}${formatNumber(Math.abs(units))}`;

const productOf = ({ product, size }: LotRow) => [product, size].filter(Boolean).join(', ');

export const lotColumns: readonly Column<LotRow, LotSort>[] = [
  {
    head: 'Batch',
    primary: true,
    cell: (row) => (
      // On a desk as wide as a state's tag, which is one line then.
      <span className="block md:min-w-38 xl:min-w-52 min-[90rem]:whitespace-nowrap">
        <Link to={`/admin/lots/${row.id}`} className="wrap-anywhere">
          {row.batchNumber}
        </Link>
        {row.packageTag ? (
          <span className="block min-[90rem]:ml-2 min-[90rem]:inline text-xs font-normal text-ink-soft wrap-anywhere">
            {row.packageTag}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    head: 'Product',
    sort: 'product',
    cell: (row) => (
      <Link
        to={`/admin/products/${row.productId}/lots`}
        title={productOf(row)}
        className={`${rowAction} justify-start`}
      >
        <span className="xl:max-[90rem]:line-clamp-2 min-[90rem]:max-w-50 min-[90rem]:truncate min-[100rem]:max-w-96">
          {productOf(row)}
        </span>
      </Link>
    ),
  },
  { head: 'Status', fixed: true, cell: (row) => <LotBadge lot={row} /> },
  { head: 'Shelf', align: 'right', cell: (row) => formatNumber(row.onHand) },
  { head: 'Held', align: 'right', cell: (row) => formatNumber(row.held) },
  { head: 'Available', align: 'right', cell: (row) => formatNumber(row.available) },
  {
    head: 'Received',
    sort: 'received',
    fixed: true,
    wideOnly: true,
    cell: (row) => <span className="figures">{row.received}</span>,
  },
  {
    head: 'Last day',
    sort: 'expires',
    fixed: true,
    cell: (row) => <span className="figures">{row.expiresOn ? dayLabel(row.expiresOn) : 'None'}</span>,
  },
  {
    head: 'Test',
    wideOnly: true,
    fixed: true,
    cell: (row) => (row.testStatus ? testStatusLabel[row.testStatus] : 'None'),
  },
];

export const ledgerColumns: readonly Column<LedgerRow, 'time'>[] = [
  { head: 'Time', sort: 'time', primary: true, cell: (row) => <Moment text={row.at} /> },
  {
    head: 'Reason',
    cell: (row) => (
      <>
        {ledgerReasonLabel[row.reason]}
        {row.isUndone ? <span className="text-ink-soft"> (undone)</span> : null}
        {row.note ? <span className="block text-ink-soft wrap-anywhere">{row.note}</span> : null}
      </>
    ),
  },
  { head: 'Change', align: 'right', cell: (row) => signed(row.change) },
  { head: 'Held', align: 'right', cell: (row) => signed(row.held) },
  { head: 'Balance', align: 'right', cell: (row) => formatNumber(row.balance) },
  { head: 'Who', cell: (row) => row.who ?? 'The shop' },
  {
    head: 'Order',
    fixed: true,
    cell: (row) =>
      row.orderId ? (
        <Link to={`/admin/orders/${row.orderId}`} className={rowAction}>
          {row.orderId}
        </Link>
      ) : (
        'None'
      ),
  },
  {
    head: 'Actions',
    fixed: true,
    cell: (row) =>
      row.mayUndo ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="ledgerId" value={row.id} />
          <Button type="submit" rank="quiet" size="small" className="min-h-11">
            Undo
            <span className="sr-only">
              {' '}
              {ledgerReasonLabel[row.reason].toLowerCase()} of {row.at}
            </span>
          </Button>
        </Form>
      ) : null,
  },
];
