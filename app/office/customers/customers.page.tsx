/** Customers: all accounts, with search, filters, sorting and paging. */
import { Link } from 'react-router';
import { decisionLabel, decisionOf } from '#core/accounts/customers/age-decision.ts';
import { type CustomerRow, customerList, LOAD_FAILED } from '#core/accounts/customers/list/customer-list.ts';
import { readCustomers } from '#core/accounts/customers/list/customers-queries.server.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { formatNumber } from '#kernel/number.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList } from '#office/kit/read-list.server.ts';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/customers.page';

const PATH = '/admin/customers';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'customers.read', request);
  const state = customerList.parse(new URL(request.url).searchParams);
  const { zone } = await storeClock();
  const failed = { what: 'customers', said: LOAD_FAILED };
  const shown = await readList(actor, customerList, readCustomers(actor, state, zone), failed);
  return { state, ...shown, mayExport: may(actor, 'records.export') };
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
  { head: 'Points', align: 'right', cell: (row) => formatNumber(row.points) },
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
      <Link to={`${PATH}/${row.id}`} className={rowAction}>
        View<span className="sr-only"> {row.name}</span>
      </Link>
    ),
  },
];

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { state, mayExport } = loaderData;
  useLive(['customers']);
  return (
    <ListPage
      title="Customers"
      path={PATH}
      list={customerList}
      shown={loaderData}
      count={['customer', 'customers']}
      actions={mayExport ? <ExportLink path={PATH} list={customerList} state={state} /> : null}
      table={{ caption: 'Customers', columns, rowKey: (row) => row.id }}
      words={{
        unmatched: 'No customers match.',
        all: 'Show all customers',
        none: 'No customers yet. They appear here as they sign up.',
      }}
    />
  );
}
