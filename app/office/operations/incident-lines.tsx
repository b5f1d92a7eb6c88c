/** Renders the newest incidents. */
import { Link } from 'react-router';
import { partLabels } from '#core/running/operations/watch/incident.ts';
import type { IncidentLine } from '#core/running/operations/watch/incidents-queries.server.ts';
import { Panel } from '#office/kit/panel.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { StatusBadge } from '#ui/badge.tsx';

export function IncidentsSection({ incidents }: { incidents: readonly IncidentLine[] }) {
  return (
    <Panel
      title="Incidents"
      note={
        <Link to="/admin/operations/incidents" className={rowAction}>
          All incidents
        </Link>
      }
    >
      <IncidentLines incidents={incidents} />
    </Panel>
  );
}

function IncidentLines({ incidents }: { incidents: readonly IncidentLine[] }) {
  if (incidents.length === 0)
    return (
      <p className="text-ink-soft">
        None yet. When one of these goes over its limit, admins get an email, and another when it is over.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {incidents.map((incident) => (
        <li key={incident.id} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{partLabels[incident.part]}</span>
            <IncidentState incident={incident} />
            <span className="figures text-sm text-ink-soft">
              {incident.opened}
              {incident.closed ? ` to ${incident.closed}` : ''}
            </span>
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">{incident.text}</p>
        </li>
      ))}
    </ul>
  );
}

export function IncidentState({ incident }: { incident: IncidentLine }) {
  if (incident.closed !== null) return <StatusBadge tone="plain">Over</StatusBadge>;
  return incident.fineSince === null ? (
    <StatusBadge tone="red">Open</StatusBadge>
  ) : (
    <StatusBadge tone="yellow">Fine again</StatusBadge>
  );
}
