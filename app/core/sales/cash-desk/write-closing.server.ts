/** Closes a locked drawer by a count, and opens the next one with the cash as counted if someone takes it over. */
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Transaction } from '#db/client.ts';
import { type drawerCounts, drawerSessions } from '#db/schema/cash-desk.ts';
import { newId } from '#kernel/ids.ts';
import { asDate, type systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { DrawerSession } from './drawer-cash-queries.server.ts';
import type { DrawerPerson } from './drawer-people-queries.server.ts';
import { writeOpening } from './write-opening.server.ts';

/** `variance` in cents: counted minus expected. `next` is the drawer of the person who took over. */
export type ClosedDrawer = {
  kind: 'closed';
  number: number;
  variance: number;
  next: { number: number; holder: string } | null;
};

/** The caller has checked that nothing moved since the count, and that the note is there if one is needed. */
export async function writeClosing(
  tx: Transaction,
  actor: SignedIn,
  closing: {
    drawer: DrawerSession;
    count: typeof drawerCounts.$inferSelect;
    next: DrawerPerson | null;
    note: string | null;
  },
  now: ReturnType<typeof systemClock>,
): Promise<ClosedDrawer> {
  const { drawer, count, next, note } = closing;
  // A payment that this closing waited for may be later than the request: no cash of a drawer is after its end.
  const closedAt = await lastMoment(tx, drawer.id, asDate(now));
  const by = { closedBy: actor.userId, closedByName: actor.name };
  await tx
    .update(drawerSessions)
    .set({ ...by, closedAt, countId: count.id, expected: count.expected, counted: count.amount, note })
    .where(eq(drawerSessions.id, drawer.id));
  await recordAudit(tx, actor, {
    action: next ? 'drawer.handed-over' : 'drawer.closed',
    subject: 'drawer',
    subjectId: drawer.id,
    after: {
      ...{ drawer: drawer.number, holder: drawer.holderName },
      ...{ expectedInCents: count.expected, countedInCents: count.amount },
      varianceInCents: count.amount - count.expected,
      ...(next ? { nextHolder: next.name } : {}),
    },
    reason: note,
  });
  const opened = next
    ? await writeOpening(tx, actor, {
        ...{ key: newId(), amount: count.amount, pieces: count.pieces },
        ...{ holder: next, fromId: drawer.id, openedAt: closedAt },
      })
    : null;
  await announce(tx, 'cash');
  return {
    ...{ kind: 'closed', number: drawer.number, variance: count.amount - count.expected },
    next: next && opened ? { ...opened, holder: next.name } : null,
  };
}

/** `now`, or the moment of the last cash of the drawer if that is later. */
async function lastMoment(tx: Transaction, sessionId: string, now: Date): Promise<Date> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select (extract(epoch from greatest(${now}::timestamptz, opened_at,
      (select max(paid_at) from orders where drawer_session_id = session.id),
      (select max(created_at) from refunds where drawer_session_id = session.id),
      (select max(created_at) from drawer_entries where session_id = session.id))) * 1000)::text as at
    from drawer_sessions as session where id = ${sessionId}`);
  return new Date(Math.ceil(Number(rows[0]?.at ?? now.getTime())));
}
