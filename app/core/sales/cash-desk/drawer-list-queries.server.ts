/** Reads the list of drawers, with what was over and short, for admins. */
import { and, gte, ilike, lt, or, sql } from 'drizzle-orm';
import { isAccount } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type Keyset, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay, storeDate } from '#kernel/time.ts';
import type { DrawerListState, DrawerRow } from './drawer-list.ts';

const SHOWN = 25;

/** null for actors who may not read cash reports. Dates are the store days on which drawers were opened. */
export async function readDrawers(
  actor: Actor,
  state: DrawerListState,
  zone: string,
): Promise<KeysetPage<DrawerRow> | null> {
  if (!may(actor, 'cash.report')) return null;
  const { openedAt, id, holderId, holderName } = drawerSessions;
  const keyset: Keyset = byMoment(openedAt, id, state.sort.startsWith('-'));
  const { from, to, person, only } = state.filters;
  const [first, last] = [from ? parseDate(from) : null, to ? parseDate(to) : null];
  const page = await readKeysetPage(keyset, state.position, SHOWN, ({ where, orderBy, limit, key }) =>
    database()
      .select({ session: drawerSessions, key })
      .from(drawerSessions)
      .where(
        and(
          first ? gte(openedAt, asDate(startOfDay(first, zone))) : undefined,
          last ? lt(openedAt, asDate(startOfDay(last.add({ days: 1 }), zone))) : undefined,
          person
            ? or(ilike(holderName, `%${person.replaceAll(/[\\%_]/g, '\\$&')}%`), isAccount(holderId, person))
            : undefined,
          only === 'differs' ? sql`${drawerSessions.counted} <> ${drawerSessions.expected}` : undefined,
          where,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit),
  );
  return { ...page, rows: page.rows.map(({ session }) => rowOf(session, zone)) };
}

function rowOf(session: typeof drawerSessions.$inferSelect, zone: string): DrawerRow {
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const { id, number, holderName, openedAt, closedAt, closedByName, expected, counted, note } = session;
  return {
    ...{ id, number, expected, counted, note, holder: holderName, closedBy: closedByName },
    opened: at(openedAt),
    day: storeDate(instantOf(closedAt ?? openedAt), zone).toString(),
    closed: closedAt && at(closedAt),
  };
}
