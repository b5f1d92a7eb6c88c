/** All closures, undone ones included. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { closureName, closureStatusLabel, closureTones } from '#core/sales/closures/closure.ts';
import { formatNumber } from '#kernel/number.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/closures.page';
import { closureList } from './closure-list.ts';
import { type ClosureLine, readClosures } from './closure-list-queries.server.ts';

const PATH = '/admin/closures';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const state = closureList.parse(new URL(request.url).searchParams);
  const page = await readClosures(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page, mayManage: may(actor, 'closures.manage'), mayPause: may(actor, 'ordering.pause') };
}

export const meta: Route.MetaFunction = () => [{ title: 'Closures · Admin' }];

const columns: readonly Column<ClosureLine, 'saved'>[] = [
  {
    head: 'Closure',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`${PATH}/${row.number}`}>{closureName(row)}</Link>,
  },
  { head: 'Days', cell: (row) => row.days },
  { head: 'Reason', cell: (row) => <span className="line-clamp-3 min-w-28">{row.reason}</span> },
  {
    head: 'Status',
    fixed: true,
    cell: (row) => (
      <StatusBadge tone={closureTones[row.status]}>{closureStatusLabel[row.status]}</StatusBadge>
    ),
  },
  { head: 'Orders', align: 'right', cell: (row) => formatNumber(row.orders) },
  {
    head: 'No answer',
    align: 'right',
    cell: (row) => (row.status === 'undone' ? 'Undone' : formatNumber(row.open)),
  },
  { head: 'Saved', sort: 'saved', cell: (row) => <Moment text={row.at} /> },
  { head: 'By', wideOnly: true, cell: (row) => row.by },
];

export default function Closures({ loaderData }: Route.ComponentProps) {
  useLive(['orders']);
  return (
    <ListPage
      title="Closures"
      path={PATH}
      list={closureList}
      shown={loaderData}
      actions={
        <div className="flex flex-wrap gap-3">
          {loaderData.mayPause ? (
            <ButtonLink to="/admin/settings/pause" rank="secondary">
              Pause reservations
            </ButtonLink>
          ) : null}
          {loaderData.mayManage ? <ButtonLink to={`${PATH}/new`}>Close days</ButtonLink> : null}
        </div>
      }
      above={
        <p className="mb-6 max-w-3xl text-ink-soft">
          Close or shorten days for a storm, an illness or a closed road, and notify the customers affected.
          They choose a new time with one press.
        </p>
      }
      table={{ caption: 'Closures', columns, rowKey: (line) => String(line.number) }}
      words={{
        unmatched: 'No closures match these filters.',
        all: 'Show all closures',
        none: 'No closures yet.',
      }}
    />
  );
}
