/** Reads the cash drawer for the counter. What it is expected to hold is left out until someone has counted it. */
import { asc, desc, eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inSnapshot, type Transaction } from '#db/client.ts';
import { drawerCounts, drawerEntries } from '#db/schema/cash-desk.ts';
import type { DrawerEntryKind } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { expectedOf, isCurrent, mayCount, needsNote } from './drawer.ts';
import { type DrawerSession, drawerCash, lastClosed, openSession } from './drawer-cash-queries.server.ts';
import { type DrawerPerson, drawerPeople } from './drawer-people-queries.server.ts';

/** The open drawer in one line. */
export type OpenDrawer = { id: string; number: number; holder: string; since: string };

export type DrawerEntry = {
  id: string;
  kind: DrawerEntryKind;
  /** Cents. */
  amount: number;
  reason: string;
  by: string;
  at: string;
  /** Takes back an earlier entry. */
  isReversal: boolean;
  /** Was taken back; null while it counts. */
  reversedBy: string | null;
};

/** The last count of a drawer that is still open, with what was expected; in cents. */
export type DrawerCount = {
  id: string;
  amount: number;
  expected: number;
  by: string;
  at: string;
  /** Who was to take the drawer over; null to close it. */
  nextId: string | null;
  needsNote: boolean;
  mayCountAgain: boolean;
};

export type DrawerView = {
  open:
    | (OpenDrawer & {
        float: number;
        entries: DrawerEntry[];
        /** null if nothing was counted, or if cash moved since. */
        count: DrawerCount | null;
        /** Cash moved since the last count, so it no longer counts. */
        isCountOld: boolean;
        /** How many entries the viewer made, and how often it was counted: after each, its form starts over. */
        ownEntries: number;
        counts: number;
        people: DrawerPerson[];
      })
    | null;
  last: ClosedSession | null;
  /** The variance, in cents, above which a note is required. */
  noteAbove: number;
};

/** The drawer closed last. Amounts in cents, for who closed it and for admins; null for others. */
export type ClosedSession = {
  number: number;
  by: string;
  at: string;
  result: { expected: number; counted: number } | null;
  /** Cents that it was opened with: proposed for the next one. */
  float: number;
  /** Whether the viewer closed it, today. */
  isOwnToday: boolean;
};

/** null if none is open. Checks no permission: for pages of staff. */
export async function readOpenDrawer(): Promise<OpenDrawer | null> {
  const { zone } = (await readSettings()).store;
  const open = await openSession(database());
  return open && headOf(open, zone);
}

/** null for actors who may not use the drawer. */
export async function readDrawer(actor: Actor, now = systemClock()): Promise<DrawerView | null> {
  if (actor.kind !== 'user' || !may(actor, 'cash.handle')) return null;
  const { store, cash } = await readSettings();
  const { zone } = store;
  return inSnapshot(async (tx) => {
    const open = await openSession(tx);
    const last = await lastClosed(tx);
    const at = (date: Date) => formatDateTime(instantOf(date), zone);
    return {
      noteAbove: cash.noteAbove,
      open: open && {
        ...headOf(open, zone),
        float: open.float,
        ...(await entriesOf(tx, open.id, { zone, viewer: actor.userId })),
        ...(await countOf(tx, open, { zone, noteAbove: cash.noteAbove })),
        people: await drawerPeople(tx, open.holderId),
      },
      last: last && {
        number: last.number,
        float: last.float,
        by: last.closedByName ?? '',
        at: at(last.closedAt ?? last.openedAt),
        result:
          last.closedBy === actor.userId || may(actor, 'cash.report')
            ? { expected: last.expected ?? 0, counted: last.counted ?? 0 }
            : null,
        isOwnToday:
          last.closedBy === actor.userId &&
          last.closedAt !== null &&
          storeDate(instantOf(last.closedAt), zone).equals(storeDate(now, zone)),
      },
    };
  });
}

const headOf = ({ id, number, holderName, openedAt }: DrawerSession, zone: string): OpenDrawer => ({
  ...{ id, number, holder: holderName },
  since: formatDateTime(instantOf(openedAt), zone),
});

/** Newest first. */
async function entriesOf(
  tx: Transaction,
  sessionId: string,
  { zone, viewer }: { zone: string; viewer: string },
): Promise<{ entries: DrawerEntry[]; ownEntries: number }> {
  const rows = await tx
    .select()
    .from(drawerEntries)
    .where(eq(drawerEntries.sessionId, sessionId))
    .orderBy(desc(drawerEntries.createdAt), desc(drawerEntries.id));
  const reversals = new Map(rows.map(({ corrects, enteredByName }) => [corrects, enteredByName]));
  const entries = rows.map(({ id, kind, amount, reason, enteredByName, createdAt, corrects }) => ({
    ...{ id, kind, amount, reason, by: enteredByName },
    at: formatTime(instantOf(createdAt), zone),
    isReversal: corrects !== null,
    reversedBy: reversals.get(id) ?? null,
  }));
  return { entries, ownEntries: rows.filter(({ enteredBy }) => enteredBy === viewer).length };
}

async function countOf(
  tx: Transaction,
  open: DrawerSession,
  { zone, noteAbove }: { zone: string; noteAbove: number },
): Promise<{ count: DrawerCount | null; isCountOld: boolean; counts: number }> {
  const counts = await tx
    .select()
    .from(drawerCounts)
    .where(eq(drawerCounts.sessionId, open.id))
    .orderBy(asc(drawerCounts.createdAt), asc(drawerCounts.id));
  const last = counts.at(-1);
  if (!last) return { count: null, isCountOld: false, counts: 0 };
  const expected = expectedOf(await drawerCash(tx, open));
  if (!isCurrent(last, expected)) return { count: null, isCountOld: true, counts: counts.length };
  const { id, amount, nextId, countedByName, createdAt } = last;
  return {
    count: {
      ...{ id, amount, expected, nextId, by: countedByName },
      at: formatTime(instantOf(createdAt), zone),
      needsNote: needsNote(amount - expected, noteAbove),
      mayCountAgain: mayCount(counts, expected),
    },
    isCountOld: false,
    counts: counts.length,
  };
}
