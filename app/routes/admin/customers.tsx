/** Customers: everybody with an account, searched, filtered, sorted and paged. */
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { may } from '#features/access/actor.ts';
import { decisionLabel, decisionOf } from '#features/customers/age-decision.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { type CustomerRow, customerList, LOAD_FAILED } from '#features/people/customer-list.ts';
import { readCustomers } from '#features/people/customers-queries.server.ts';
import { readSavedViews } from '#features/saved-views/saved-views-queries.server.ts';
import { SavedViews } from '#features/saved-views/ui/saved-views.tsx';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { countText } from '#kernel/list-state.ts';
import { log } from '#platform/log.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/customers';

const PATH = '/admin/customers';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  const state = customerList.parse(new URL(request.url).searchParams);
  const { zone } = await storeClock();
  const [page, views] = await Promise.all([
    // A list that cannot be read says so in its place; the filters that may be the cause stay usable.
    readCustomers(actor, state, zone).catch((error: unknown) => {
      log.error({ err: error }, 'customers could not be read');
      return null;
    }),
    readSavedViews(actor, customerList.name),
  ]);
  return {
    state,
    views,
    page: page ?? { rows: [], previous: null, next: null, counted: 0 },
    error: page ? null : LOAD_FAILED,
    mayExport: may(actor, 'records.export'),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Customers · Admin' }];

const tones: Readonly<Record<'approved' | 'rejected' | 'undecided', Tone>> = {
  approved: 'green',
  rejected: 'red',
  undecided: 'yellow',
};

const columns: readonly Column<CustomerRow, 'joined' | 'name'>[] = [
  {
    head: 'Name',
    sort: 'name',
    primary: true,
    cell: (row) => <Link to={`${PATH}/${row.id}`}>{row.name}</Link>,
  },
  { head: 'Email', cell: (row) => <EmailAddress>{row.email}</EmailAddress> },
  { head: 'Phone', fixed: true, wideOnly: true, cell: (row) => row.phone ?? 'Not given' },
  { head: 'City', wideOnly: true, cell: (row) => row.place ?? 'Not given' },
  { head: 'Points', align: 'right', cell: (row) => row.points.toLocaleString('en-US') },
  {
    head: 'Age',
    fixed: true,
    cell: (row) => {
      const decision = decisionOf(row.isVerified);
      return (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge tone={tones[decision]}>{decisionLabel[decision]}</StatusBadge>
          {row.isBanned ? <StatusBadge tone="red">Banned</StatusBadge> : null}
        </span>
      );
    },
  },
  {
    head: 'Joined',
    sort: 'joined',
    fixed: true,
    cell: (row) => <span className="figures">{row.joined}</span>,
  },
  {
    head: 'Actions',
    fixed: true,
    cell: (row) => (
      <Link
        to={`${PATH}/${row.id}`}
        className="-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4"
      >
        View<span className="sr-only"> {row.name}</span>
      </Link>
    ),
  },
];

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { state, page, views, error, mayExport } = loaderData;
  useLive(['customers']);
  const query = customerList.query(state, { position: null });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Customers</h1>
        {mayExport ? (
          <a
            href={`${PATH}/export${query ? `?${query}` : ''}`}
            download
            className={buttonClass('secondary', 'small', 'min-h-11')}
          >
            <Download aria-hidden="true" className="size-4" /> Export CSV
          </a>
        ) : null}
      </div>
      <div className="mb-5 flex flex-col gap-4">
        <SavedViews list={customerList.name} path={PATH} query={query} views={views} />
        <FilterBar list={customerList} state={state} />
      </div>
      <p role="status" className="figures mb-2 text-ink-soft">
        {error ? '' : countText(page.counted, 'customer', 'customers')}
      </p>
      <DataTable
        caption="Customers"
        list={customerList}
        state={state}
        rows={page.rows}
        rowKey={(row) => row.id}
        columns={columns}
        error={error}
        empty={
          customerList.isFiltered(state) ? (
            <>
              <p>No customers match.</p>
              <Link
                to={PATH}
                className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
              >
                Show all customers
              </Link>
            </>
          ) : (
            <p>No customers yet. They appear here as they sign up.</p>
          )
        }
      />
      <div className="mt-4">
        <Pager list={customerList} state={state} previous={page.previous} next={page.next} />
      </div>
    </>
  );
}
