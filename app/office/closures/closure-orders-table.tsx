/** Renders the orders of a closure; the call list is a filter of it. */
import { Form, Link, useNavigation } from 'react-router';
import { callLabel } from '#core/sales/closures/closure.ts';
import { closedOrderLabel, closureOrderList } from '#core/sales/closures/closure-orders.ts';
import { closureCalls } from '#kernel/statuses.ts';
import { Moment } from '#office/kit/moment.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { PhoneOf, type ShownPhones, ShowPhones } from '#office/kit/shown-phones.tsx';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { Select } from '#ui/field.tsx';
import type { ClosureLine, ClosureView } from './closure-view.server.ts';

export function ClosureOrders({
  list: { state, page },
  isActive,
  phones,
  confirm,
}: {
  list: ClosureView['list'];
  isActive: boolean;
  phones: ShownPhones;
  /** The re-check page; null if the re-check is recent. */
  confirm: string | null;
}) {
  const sending = useNavigation().formData?.get('intent') ?? null;
  const people = page.rows.map(({ personNumber, phone }) => ({ number: personNumber, phone }));
  const columns = columnsOf(phones);
  return (
    <Panel title="Orders" id="orders">
      <div className="mb-4">
        <FilterBar list={closureOrderList} state={state} />
      </div>
      <ShowPhones rows={people} shown={phones} confirm={confirm} sending={sending} />
      <DataTable
        caption="Orders outside the new hours"
        list={closureOrderList}
        state={state}
        rows={page.rows}
        rowKey={(row) => row.number}
        columns={isActive ? [...columns, calls] : columns}
        empty="No orders match this filter."
      />
      <div className="mt-4">
        <Pager list={closureOrderList} state={state} page={page} />
      </div>
    </Panel>
  );
}

const tones: Readonly<Record<ClosureLine['state'], Tone>> = {
  open: 'red',
  moved: 'green',
  cancelled: 'plain',
  ended: 'plain',
};

const columnsOf = (phones: ShownPhones): readonly Column<ClosureLine>[] => [
  {
    head: 'Order #',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`/admin/orders/${row.number}`}>{row.number}</Link>,
  },
  { head: 'Customer', cell: (row) => <span className="line-clamp-3 min-w-20">{row.customer}</span> },
  {
    head: 'Phone',
    fixed: true,
    cell: ({ personNumber, phone }) => <PhoneOf masked={phone} whole={phones?.[personNumber]} />,
  },
  {
    head: 'Closed pickup',
    cell: (row) => <Moment text={row.oldPickup} className="md:block lg:whitespace-nowrap" />,
  },
  {
    head: 'Answer',
    cell: (row) => (
      <span className="figures">
        <StatusBadge tone={tones[row.state]}>
          {row.state === 'open' ? 'None' : row.state === 'ended' ? row.status : closedOrderLabel[row.state]}
        </StatusBadge>{' '}
        {row.state === 'moved' ? row.pickup ? <Moment text={row.pickup} /> : 'No time chosen' : null}
      </span>
    ),
  },
  { head: 'Message', wideOnly: true, cell: (row) => row.message },
];

const calls: Column<ClosureLine> = {
  head: 'Call',
  cell: (row) => (
    <>
      {row.call ? (
        <span className="figures mb-1 block text-sm">
          {callLabel[row.call]}, {row.called}
        </span>
      ) : null}
      {row.state === 'open' ? (
        <Form
          method="post"
          preventScrollReset
          className="flex flex-wrap items-center gap-2 print:hidden xl:flex-nowrap"
        >
          <input type="hidden" name="person" value={row.personNumber} />
          <input type="hidden" name="order" value={row.number} />
          <Select
            name="call"
            required
            defaultValue=""
            aria-label={`How the call about ${row.number} went`}
            className="w-36 lg:w-44 xl:w-56"
          >
            <option value="" disabled>
              Choose…
            </option>
            {closureCalls.map((call) => (
              <option key={call} value={call}>
                {callLabel[call]}
              </option>
            ))}
          </Select>
          <Button type="submit" rank="secondary" size="small" className="min-h-11">
            Record<span className="sr-only"> the call about {row.number}</span>
          </Button>
        </Form>
      ) : null}
    </>
  ),
};
