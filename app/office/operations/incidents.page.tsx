/** Every incident: when a part of the shop passed its bound, who was notified, and when it was over. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { partLabels } from '#core/running/operations/watch/incident.ts';
import { incidentList } from '#core/running/operations/watch/incident-list.ts';
import { type IncidentLine, readIncidents } from '#core/running/operations/watch/incidents-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { Moment } from '#office/kit/moment.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/incidents.page';
import { IncidentState } from './incident-lines.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const state = incidentList.parse(new URL(request.url).searchParams);
  const page = await readIncidents(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 403 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Incidents · Admin' }];

const columns: readonly Column<IncidentLine, 'opened'>[] = [
  { head: 'Part', primary: true, fixed: true, cell: (line) => partLabels[line.part] },
  { head: 'Opened', sort: 'opened', cell: (line) => <Moment text={line.opened} /> },
  { head: 'Over', cell: (line) => (line.closed ? <Moment text={line.closed} /> : '—') },
  { head: 'Status', cell: (line) => <IncidentState incident={line} /> },
  { head: 'Notified', align: 'right', cell: (line) => line.told },
  { head: 'What it was', cell: (line) => <span className="wrap-anywhere">{line.text}</span> },
];

export default function Incidents({ loaderData }: Route.ComponentProps) {
  useLive(['operations']);
  return (
    <>
      <BackLink to="/admin/operations" label="Operations" />
      <ListPage
        title="Incidents"
        path="/admin/operations/incidents"
        list={incidentList}
        shown={loaderData}
        table={{ caption: 'Incidents', columns, rowKey: (line) => line.id }}
        words={{ unmatched: 'No incidents.', all: 'Show all', none: 'No incidents yet.' }}
      />
    </>
  );
}
