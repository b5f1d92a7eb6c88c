/** Reads incidents for admins. */
import { isNull } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { incidents } from '#db/schema/operations.ts';
import type { WatchedPart } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { IncidentListState } from './incident-list.ts';

export type IncidentLine = {
  id: string;
  part: WatchedPart;
  text: string;
  /** In the store's zone. */
  opened: string;
  /** null while it is open. */
  closed: string | null;
  /** Set while it is open and the part is fine again. */
  fineSince: string | null;
  told: number;
};

const SHOWN = 25;

function lineOf(row: typeof incidents.$inferSelect, zone: string): IncidentLine {
  const words = (at: Date | null) => at && formatDateTime(instantOf(at), zone);
  const { id, part, text, told } = row;
  return {
    ...{ id, part, text, told },
    opened: words(row.openedAt) ?? '',
    closed: words(row.closedAt),
    fineSince: words(row.fineSince),
  };
}

/** Open ones, the oldest first; none for people who may not manage settings. */
export async function readOpenIncidents(actor: Actor, zone: string): Promise<IncidentLine[]> {
  if (!may(actor, 'settings.manage')) return [];
  const rows = await database()
    .select()
    .from(incidents)
    .where(isNull(incidents.closedAt))
    .orderBy(incidents.openedAt);
  return rows.map((row) => lineOf(row, zone));
}

/** The newest ones, open or not; null for people who may not manage settings. */
export async function readIncidents(
  actor: Actor,
  { position, sort }: IncidentListState,
  zone: string,
  shown = SHOWN,
): Promise<KeysetPage<IncidentLine> | null> {
  if (!may(actor, 'settings.manage')) return null;
  const page = await readKeysetPage(
    byMoment(incidents.openedAt, incidents.id, sort.startsWith('-')),
    position,
    shown,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ incident: incidents, key })
        .from(incidents)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  );
  return { ...page, rows: page.rows.map(({ incident }) => lineOf(incident, zone)) };
}
