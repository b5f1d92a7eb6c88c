/** Cash: every drawer with what was expected and counted, by day and person; each leads to the report of its day. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { drawerList } from '#core/sales/cash-desk/drawer-list.ts';
import { readDrawers } from '#core/sales/cash-desk/drawer-list-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/cash.page';
import { drawerColumns } from './drawer-columns.tsx';

const PATH = '/admin/cash';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.report', request);
  const state = drawerList.parse(new URL(request.url).searchParams);
  const { zone, today } = await storeClock();
  const page = await readDrawers(actor, state, zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page, today: today.toString() };
}

export const meta: Route.MetaFunction = () => [{ title: 'Cash · Admin' }];

export default function Cash({ loaderData }: Route.ComponentProps) {
  useLive(['cash']);
  return (
    <ListPage
      title="Cash"
      path={PATH}
      list={drawerList}
      shown={loaderData}
      actions={
        <ButtonLink to={`/admin/cash/${loaderData.today}`} rank="secondary" size="small" className="min-h-11">
          Today’s report
        </ButtonLink>
      }
      table={{ caption: 'Drawers', columns: drawerColumns, rowKey: (row) => row.id }}
      words={{
        unmatched: 'No drawers match these filters.',
        all: 'Show all drawers',
        none: 'No drawers yet. Staff open one at the counter.',
      }}
    />
  );
}
