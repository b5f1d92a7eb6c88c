/** Every lot: what is on the shelf, what is held, and why the rest is not for sale. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { lotList } from '#core/goods/stock/lots/lot-list.ts';
import { readLotOptions, readLots } from '#core/goods/stock/lots/lot-list-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList } from '#office/kit/read-list.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/lots.page';
import { lotColumns } from './lot-columns.tsx';

const PATH = '/admin/lots';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const [options, clock] = await Promise.all([readLotOptions(), storeClock()]);
  const list = lotList(options);
  const state = list.parse(new URL(request.url).searchParams);
  const failed = { what: 'lots', said: 'Failed to load lots' };
  const shown = await readList(actor, list, readLots(actor, state, clock), failed);
  return { options, state, ...shown, mayExport: may(actor, 'inventory.manage') };
}

export const meta: Route.MetaFunction = () => [{ title: 'Lots · Admin' }];

export default function Lots({ loaderData }: Route.ComponentProps) {
  const { options, state, mayExport } = loaderData;
  const list = lotList(options);
  useLive(['inventory']);
  return (
    <ListPage
      title="Lots"
      path={PATH}
      list={list}
      shown={loaderData}
      count={['lot', 'lots']}
      actions={
        <span className="flex flex-wrap gap-2">
          <ButtonLink to="/admin/counts" rank="secondary" size="small" className="min-h-11">
            Counts
          </ButtonLink>
          {mayExport ? <ExportLink path={PATH} list={list} state={state} /> : null}
        </span>
      }
      table={{ caption: 'Lots', columns: lotColumns, rowKey: (row) => String(row.id) }}
      words={{
        unmatched: 'No lots match.',
        all: 'Show all lots',
        none: 'No lots yet. Receive the first on the page of its product.',
      }}
    />
  );
}
