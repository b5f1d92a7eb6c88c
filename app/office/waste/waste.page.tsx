/** Waste: what left sale, why, who saw it, and how it was destroyed. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { wasteList } from '#core/goods/stock/waste/waste-list.ts';
import { readWasteList } from '#core/goods/stock/waste/waste-queries.server.ts';
import { readActsOfWaste } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/waste.page';
import { wasteColumns } from './waste-columns.tsx';

const PATH = '/admin/waste';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const state = wasteList.parse(new URL(request.url).searchParams);
  const { now, zone } = await storeClock();
  const page = await readWasteList(actor, state, zone);
  if (!page) throw new Response(null, { status: 404 });
  const numbers = page.rows.map(({ number }) => number);
  const stateLines = await readActsOfWaste(actor, numbers, { now, zone });
  const rows = page.rows.map((row) => ({ ...row, stateLine: stateLines[row.number] }));
  return { state, page: { ...page, rows }, mayExport: may(actor, 'inventory.manage') };
}

export const meta: Route.MetaFunction = () => [{ title: 'Waste · Admin' }];

export default function Waste({ loaderData }: Route.ComponentProps) {
  useLive(['inventory']);
  return (
    <ListPage
      title="Waste"
      path={PATH}
      list={wasteList}
      shown={loaderData}
      actions={
        <span className="flex flex-wrap gap-2">
          <ButtonLink to="/counter/waste" rank="secondary" size="small" className="min-h-11">
            Move to waste
          </ButtonLink>
          <ButtonLink to={`${PATH}/destroy`} rank="secondary" size="small" className="min-h-11">
            Record destruction
          </ButtonLink>
          {loaderData.mayExport ? <ExportLink path={PATH} list={wasteList} state={loaderData.state} /> : null}
        </span>
      }
      table={{ caption: 'Waste', columns: wasteColumns, rowKey: (row) => String(row.number) }}
      words={{
        unmatched: 'No waste matches these filters.',
        all: 'Show all waste',
        none: 'No waste yet. Staff record it at the counter; returned cannabis is added automatically.',
      }}
    />
  );
}
