/** /admin/state-tracking/reported: everything that the shop reports to the state's system, with what became of it. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { actList } from '#core/goods/tracking/reports/act-list.ts';
import { readActs } from '#core/goods/tracking/reports/acts-queries.server.ts';
import { countTasks, readReporting } from '#core/goods/tracking/reports/report-figures-queries.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/reported.page';
import { actColumns } from './act-columns.tsx';
import { REPORTED_PATH, TrackingTabs } from './tracking-tabs.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const state = actList.parse(new URL(request.url).searchParams);
  const [page, tasks, reporting] = await Promise.all([
    readActs(actor, state, await storeClock()),
    countTasks(actor),
    readReporting(),
  ]);
  if (!page) throw new Response(null, { status: 403 });
  return { state, page, tasks, isOn: reporting?.isOn === true, mayExport: may(actor, 'inventory.manage') };
}

export const meta: Route.MetaFunction = () => [{ title: 'Everything reported · State Tracking · Admin' }];

export default function Reported({ loaderData }: Route.ComponentProps) {
  const { state, tasks, isOn, mayExport } = loaderData;
  useLive(['inventory']);
  return (
    <ListPage
      title="State Tracking"
      path={REPORTED_PATH}
      list={actList}
      shown={loaderData}
      actions={mayExport ? <ExportLink path={REPORTED_PATH} list={actList} state={state} /> : null}
      above={<TrackingTabs shown="reported" tasks={tasks} />}
      table={{ caption: 'Everything reported', columns: actColumns, rowKey: (row) => String(row.id) }}
      words={{
        unmatched: 'No report matches these filters.',
        all: 'Show everything reported',
        none: isOn
          ? 'Nothing has been reported yet. A sale appears here within a minute of its hand-over.'
          : 'Nothing has been reported yet. An admin starts it in Settings, State tracking.',
      }}
    />
  );
}
