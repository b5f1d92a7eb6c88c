/** Defines the columns of the list of orders. */
import { Link } from 'react-router';
import { TAKE_OUT_FIRST } from '#core/goods/stock/put-back/put-back.ts';
import { type OrderListState, type OrderRow, orderList } from '#core/sales/orders/list/order-list.ts';
import { OUTSIDE_HOURS, UNITS_MISSING, UNITS_TO_PACK } from '#core/sales/orders/order-status.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Moment } from '#office/kit/moment.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useSettling } from '#ui/form/use-settling.ts';
import { NextStep } from './next-step.tsx';

/** On a desk (from 1,280 px) an order is one line: what is too long ends in '…'. On a tablet a time takes two. */
const moment = 'whitespace-nowrap md:max-xl:block';
const cut = 'line-clamp-3 xl:block xl:truncate xl:[&_wbr]:hidden';
const link = `${rowAction} xl:min-w-9`;

/**
 * The columns of the list in this state, with these rows.
 * @param year the store's present one, which times do not repeat
 */
export function useOrderColumns(state: OrderListState, rows: readonly OrderRow[], year: number) {
  const query = orderList.query(state);
  const isSettling = useSettling({ rows: rows.map(({ id }) => id).join() }, query);
  return orderColumns(query, isSettling('rows'), year);
}

/**
 * @param query of the list that is shown, so that a row's button leads back to it
 * @param settling the rows moved a moment ago
 */
const orderColumns = (
  query: string,
  settling: boolean,
  year: number,
): readonly Column<OrderRow, 'created' | 'pickup' | 'total'>[] => [
  {
    head: 'Order #',
    primary: true,
    fixed: true,
    cell: (row) => (
      <Link to={`/admin/orders/${row.number}`} className="inline-flex items-center pointer-coarse:min-h-11">
        {row.number}
      </Link>
    ),
  },
  {
    head: 'Created',
    sort: 'created',
    wideOnly: true,
    fixed: true,
    cell: (row) => <Moment text={row.created} without={year} className={moment} />,
  },
  {
    head: 'Email',
    wideOnly: true,
    cell: (row) => (
      <span title={row.email}>
        <EmailAddress className={`min-w-20 xl:max-w-20 min-[90rem]:max-w-22 min-[100rem]:max-w-44 ${cut}`}>
          {row.email}
        </EmailAddress>
      </span>
    ),
  },
  {
    head: 'Pickup',
    sort: 'pickup',
    fixed: true,
    cell: (row) =>
      row.pickup ? (
        <Moment text={row.pickup} without={year} className={moment} />
      ) : (
        <span className="whitespace-normal">No time chosen</span>
      ),
  },
  {
    head: 'Customer',
    cell: (row) => (
      <span
        className="block xl:max-w-24 xl:truncate min-[90rem]:max-w-28 min-[100rem]:max-w-36"
        title={whoOf(row)}
      >
        <span className="line-clamp-3 min-w-20 xl:inline">{row.customer}</span>
        {row.pickupName ? (
          <span className="line-clamp-3 min-w-20 text-sm text-ink-soft xl:inline">
            {' '}
            Pickup by {row.pickupName}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    head: 'Status',
    fixed: true,
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        {row.isOutside ? <StatusBadge tone="red">{OUTSIDE_HOURS}</StatusBadge> : null}
        {row.isShort ? <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge> : null}
        {row.mustTakeOut ? <StatusBadge tone="red">{TAKE_OUT_FIRST}</StatusBadge> : null}
        {row.isToPack ? <StatusBadge tone="yellow">{UNITS_TO_PACK}</StatusBadge> : null}
        <StatusBadge tone={row.status.tone}>{row.status.label}</StatusBadge>
        {row.refunded > 0 ? <StatusBadge tone={row.payment.tone}>{row.payment.label}</StatusBadge> : null}
        {row.hasNote ? <StatusBadge tone="blue">Note</StatusBadge> : null}
      </span>
    ),
  },
  { head: 'Units', align: 'right', cell: (row) => row.units },
  {
    head: 'Total',
    sort: 'total',
    align: 'right',
    cell: (row) => (
      <>
        {formatCents(cents(row.total))}
        {row.refunded > 0 ? (
          <span className="block text-sm whitespace-nowrap text-ink-soft">
            net {formatCents(cents(row.total - row.refunded))}
          </span>
        ) : null}
      </>
    ),
  },
  {
    head: 'Actions',
    fixed: true,
    cell: (row) => (
      <div className="inline-flex flex-wrap items-center gap-x-1 gap-y-3 max-md:justify-end md:flex-nowrap">
        <NextStep row={row} query={query} settling={settling} />
        {/* Below 1,440 px the order's number is the link: three actions would make a row of several lines. */}
        <Link
          to={`/admin/orders/${row.number}`}
          className={`${link} ${row.next === null ? '' : 'md:max-[90rem]:hidden'}`}
        >
          View<span className="sr-only"> {row.number}</span>
        </Link>
        {row.next === null ? null : (
          <Link to={`/admin/orders/${row.number}/edit`} className={`${link} md:max-[90rem]:hidden`}>
            Edit<span className="sr-only"> {row.number}</span>
          </Link>
        )}
      </div>
    ),
  },
];

/** 'Alex Rivers. Pickup by Sam Hale': what a cut name says in full. */
const whoOf = ({ customer, pickupName }: OrderRow): string =>
  pickupName ? `${customer}. Pickup by ${pickupName}` : customer;
