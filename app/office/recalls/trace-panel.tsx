/** Renders a trace: how many have units of the lots, then who bought them or who holds them. */
import { Link } from 'react-router';
import { orderStatusLabel, orderTones } from '#core/sales/orders/order.ts';
import { UNITS_MISSING } from '#core/sales/orders/order-status.ts';
import { EMAIL_NOT_CONFIRMED } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { nameOfPerson } from '#core/sales/recalls/recall-people.ts';
import {
  peopleCount,
  type TraceHolder,
  type TraceSale,
  type TraceState,
  traceLists,
  unitCount,
} from '#core/sales/recalls/trace.ts';
import { ListTabs } from '#office/kit/list-tabs.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import type { TraceData } from './read-trace.server.ts';

/** The column that a single lot does not need. */
const BATCH = 'Batch';

/** @param hasManyLots shows which batch a row is about. */
export function Trace({ trace, hasManyLots = false }: { trace: TraceData; hasManyLots?: boolean }) {
  const { counts, state, view } = trace;
  const tabs = [
    {
      value: 'sales',
      to: '?',
      count: null,
      label: `Bought: ${peopleCount(counts.buyers)}, ${unitCount(counts.sold)}`,
    },
    {
      value: 'holders',
      to: '?show=holders',
      count: null,
      label: `In open orders: ${unitCount(counts.heldUnits)}`,
    },
  ];
  return (
    <Panel title="Who has it" note={counts.returned > 0 ? `${unitCount(counts.returned)} returned` : null}>
      <ListTabs label="Who has it" shown={view} tabs={tabs} />
      {trace.view === 'sales' ? (
        <DataTable
          caption="Who bought it"
          list={traceLists.sales}
          state={state}
          rows={trace.page.rows}
          rowKey={(row) => `${row.reservationId} ${row.lotId}`}
          columns={hasManyLots ? saleColumns : withoutBatch(saleColumns)}
          empty="No one has bought units of it."
        />
      ) : (
        <Holders page={trace.page} state={state} hasManyLots={hasManyLots} />
      )}
      <div className="mt-4">
        <Pager list={traceLists[view]} state={state} page={trace.page} />
      </div>
    </Panel>
  );
}

/** The open orders and reservations with units of the lots; a recall shows them beside its people. */
export function Holders({
  page,
  state,
  hasManyLots,
}: {
  page: Extract<TraceData, { view: 'holders' }>['page'];
  state: TraceState;
  hasManyLots: boolean;
}) {
  return (
    <DataTable
      caption="Open orders and reservations with units of it"
      list={traceLists.holders}
      state={state}
      rows={page.rows}
      rowKey={(row) => `${row.reservationId} ${row.batch}`}
      columns={hasManyLots ? holderColumns : withoutBatch(holderColumns)}
      empty="No open order or reservation has units of it."
    />
  );
}

const withoutBatch = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ head }) => head !== BATCH);

const customerCell = ({ customerId, customer }: { customerId: string | null; customer: string | null }) =>
  customerId && customer ? (
    <Link to={`/admin/customers/${customerId}`}>{customer}</Link>
  ) : (
    EMAIL_NOT_CONFIRMED
  );

const saleColumns: readonly Column<TraceSale>[] = [
  {
    head: 'Customer',
    primary: true,
    cell: (row) => (row.isDeleted ? nameOfPerson({ ...row, customer: null }) : customerCell(row)),
  },
  {
    head: 'Phone',
    fixed: true,
    cell: (row) => (row.isDeleted ? 'None' : (row.phone ?? 'Not given')),
  },
  {
    head: 'Email',
    cell: (row) => (row.isDeleted ? 'None' : <EmailAddress>{row.email}</EmailAddress>),
  },
  { head: 'Units', align: 'right', cell: (row) => row.units },
  { head: 'Returned', align: 'right', wideOnly: true, cell: (row) => row.returned },
  {
    head: 'Order',
    fixed: true,
    cell: (row) =>
      row.orderNumber ? (
        <Link to={`/admin/orders/${row.orderNumber}`} className={rowAction}>
          {row.orderNumber}
        </Link>
      ) : (
        'Reservation'
      ),
  },
  { head: BATCH, fixed: true, cell: (row) => row.batch },
  { head: 'Picked up', cell: (row) => <Moment text={row.at} /> },
];

/** Its bag may have units of the lot, whatever lot the order uses now. */
const isPacked = ({ orderStatus }: TraceHolder) => orderStatus === 'packing' || orderStatus === 'ready';

const holderColumns: readonly Column<TraceHolder>[] = [
  { head: 'Customer', primary: true, cell: customerCell },
  { head: 'Phone', fixed: true, cell: (row) => row.phone ?? 'Not given' },
  {
    head: 'Email',
    wideOnly: true,
    cell: (row) => (row.email ? <EmailAddress>{row.email}</EmailAddress> : 'Not given'),
  },
  { head: 'Units', align: 'right', cell: (row) => row.held + row.moved },
  { head: BATCH, fixed: true, cell: (row) => row.batch },
  {
    head: 'Now',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        {row.held > 0 ? <StatusBadge tone="yellow">Held</StatusBadge> : null}
        {row.missing > 0 ? (
          <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge>
        ) : row.moved > 0 ? (
          <StatusBadge tone={isPacked(row) ? 'red' : 'plain'}>
            {isPacked(row) ? 'Repack from another lot' : 'Moved to another lot'}
          </StatusBadge>
        ) : null}
      </span>
    ),
  },
  {
    head: 'Order',
    fixed: true,
    cell: (row) =>
      row.orderNumber ? (
        <Link to={`/admin/orders/${row.orderNumber}`} className={rowAction}>
          {row.orderNumber}
        </Link>
      ) : (
        <Link to="/admin/pickup-reservations" className={rowAction}>
          Reservation
        </Link>
      ),
  },
  {
    head: 'Status',
    fixed: true,
    cell: (row) =>
      row.orderStatus ? (
        <StatusBadge tone={orderTones[row.orderStatus]}>{orderStatusLabel[row.orderStatus]}</StatusBadge>
      ) : null,
  },
  { head: 'Pickup', cell: (row) => (row.pickup ? <Moment text={row.pickup} /> : 'Not chosen') },
];
