/** Lots that wait for their test, as after an import: select them and put them on sale together. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { countText } from '#kernel/list-state.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readOrNull } from '#office/kit/read-list.server.ts';
import { BulkBar } from '#ui/data-table/bulk-bar.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/waiting-lots.page';
import { waitingLotsColumns } from './waiting-lots-columns.tsx';
import { waitingLotsList } from './waiting-lots-list.ts';
import { readWaitingLots } from './waiting-lots-queries.server.ts';

const PATH = '/admin/inventory/waiting-lots';
const BULK = 'selected-lots';
const NOUNS = ['lot', 'lots'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'lots.release', request);
  const state = waitingLotsList.parse(new URL(request.url).searchParams);
  const { zone } = (await readSettings()).store;
  const page = await readOrNull('waiting lots', readWaitingLots(actor, state, zone));
  const nothing = { rows: [], previous: null, next: null, counted: 0 };
  return { state, page: page ?? nothing, error: page ? null : 'Failed to fetch lots' };
}

export const meta: Route.MetaFunction = () => [{ title: 'Lots not on sale yet · Admin' }];

export default function WaitingLots({ loaderData }: Route.ComponentProps) {
  const { state, page } = loaderData;
  useLive(['inventory']);
  return (
    <>
      <BackLink to="/admin/inventory" label="Inventory" />
      <ListPage
        title="Lots not on sale yet"
        path={PATH}
        list={waitingLotsList}
        shown={loaderData}
        count={NOUNS}
        table={{
          caption: 'Lots',
          columns: waitingLotsColumns,
          rowKey: ({ id }) => String(id),
          selection: { form: BULK, label: ({ batchNumber, product }) => `${batchNumber}, ${product}` },
        }}
        words={{
          unmatched: 'No lots match these filters.',
          all: 'Show all waiting lots',
          none: 'No lots are waiting to go on sale.',
        }}
        beforePager={
          page.rows.length > 0 ? (
            <BulkBar
              id={BULK}
              action={`${PATH}/release`}
              query={waitingLotsList.query(state, { position: null })}
              rowsOf={waitingLotsList.query(state)}
              matching={countText(page.counted, ...NOUNS)}
              nouns={NOUNS}
              actions={[{ intent: 'review', label: 'Put on sale…' }]}
            />
          ) : null
        }
      />
    </>
  );
}
