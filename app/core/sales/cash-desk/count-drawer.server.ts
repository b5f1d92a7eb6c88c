/** Records a count of the drawer, and closes it by one. Who counts is not shown what is expected before the count. */
import { and, asc, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, Approver, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { drawerCounts, drawerSessions } from '#db/schema/cash-desk.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatTime, instantOf, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import type { CashCount } from './cash-count.ts';
import { closeWithoutTablets, mayStillApprove } from './close-without-tablets.server.ts';
import { type DrawerProblem, expectedOf, isCurrent, mayCount, needsNote } from './drawer.ts';
import { type DrawerSession, drawerCash } from './drawer-cash-queries.server.ts';
import { type DrawerPerson, nextHolder } from './drawer-people-queries.server.ts';
import { lockDrawer, stillOpen } from './lock-drawer.server.ts';
import { type ClosedDrawer, writeClosing } from './write-closing.server.ts';

/**
 * `next` takes the drawer over with the cash as counted; null closes it. `key` is the form's: sent again, it counts nothing.
 * `without`: why it is closed without tablets that hold work; '' without a reason; `approver` whose yes that has, for a
 * person who may not. `after`: how many counts of this drawer the
 * form was made after; a form that does not say is not compared.
 */
export type CountInput = CashCount & {
  key: string;
  sessionId: string;
  next: string | null;
  without?: string | undefined;
  approver?: Approver | null;
  after?: number | undefined;
};

/** A count that does not close the drawer: it is over or short, and someone must explain it or count again. */
export type Count = { kind: 'counted' } | ClosedDrawer;

type Outcome = Result<Count, DrawerProblem>;

/**
 * An exact count closes the drawer at once; so does one within the owner's limit if someone takes the drawer over. Refused:
 * a count whose form did not know of the last one, which would use up the recount; a third count while nothing moved; a
 * person who may not take over; a drawer that is closed; and any count while a tablet holds work that was not sent, or lost
 * the network in use, without a reason of someone who may say so, or their yes.
 */
export async function countDrawer(actor: Actor, input: CountInput, now = systemClock()): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  const { store, cash: settings } = await readSettings();
  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const { key, sessionId, amount } = input;
    const locked = await lockDrawer(tx);
    const [same] = await tx.select().from(drawerCounts).where(eq(drawerCounts.key, key));
    if (same) return same.amount === amount ? answerAgain(tx, same) : refuse({ kind: 'sent-before' });
    const open = await stillOpen(tx, locked, sessionId, store.zone);
    if (!open.ok) return open;
    const expected = expectedOf(await drawerCash(tx, open.value));
    const counts = await countsOf(tx, sessionId);
    const last = counts.at(-1);
    if (last && counts.length !== (input.after ?? counts.length) && isCurrent(last, expected))
      return refuse({
        ...{ kind: 'counted', by: last.countedByName },
        at: formatTime(instantOf(last.createdAt), store.zone),
      });
    if (!mayCount(counts, expected)) return refuse({ kind: 'counted-twice' });
    const next = input.next === null ? null : await nextHolder(tx, open.value.holderId, input.next);
    if (input.next !== null && !next) return refuse({ kind: 'next-not-found' });
    const closing = closingOf(input, open.value, store.zone);
    const sent = await closeWithoutTablets(tx, actor, closing, now);
    if (!sent.ok) return sent;
    const done = await writeCount(tx, actor, { input, drawer: open.value, expected, next, settings }, now);
    return (await mayStillApprove(tx, actor, sent.value))
      ? succeed(done)
      : abandon(refuse({ kind: 'yes-refused' }));
  });
}

const closingOf = ({ without, approver }: CountInput | CloseInput, drawer: DrawerSession, zone: string) => ({
  ...{ drawer, zone, without: without ?? '', approver: approver ?? null },
});

/** Closes the drawer by it if nothing has to be explained. */
async function writeCount(
  tx: Transaction,
  actor: SignedIn,
  {
    input: { sessionId, key, amount, pieces },
    drawer,
    expected,
    next,
    settings,
  }: {
    input: CountInput;
    drawer: DrawerSession;
    expected: number;
    next: DrawerPerson | null;
    settings: { noteAbove: number };
  },
  now: Temporal.Instant,
): Promise<Count> {
  const [count] = await tx
    .insert(drawerCounts)
    .values({
      ...{ sessionId, key, amount, pieces, expected, nextId: next?.id ?? null },
      ...{ countedBy: actor.userId, countedByName: actor.name, createdAt: asDate(now) },
    })
    .returning();
  if (!count) throw new Error('no count was recorded');
  const variance = amount - expected;
  if (variance === 0 || (next && !needsNote(variance, settings.noteAbove)))
    return writeClosing(tx, actor, { drawer, count, next, note: null }, now);
  await recordAudit(tx, actor, {
    action: 'drawer.counted',
    subject: 'drawer',
    subjectId: sessionId,
    after: { drawer: drawer.number, expectedInCents: expected, countedInCents: amount },
  });
  await announce(tx, 'cash');
  return { kind: 'counted' };
}

/** Closes the drawer with its last count. */
export type CloseInput = {
  sessionId: string;
  countId: string;
  next: string | null;
  note: string;
  without?: string | undefined;
  approver?: Approver | null;
};

/**
 * Sent again by the same person, with the same note and next holder, it gets the same answer. Refused: a count that is not
 * the last or is older than some cash, more over or short than the owner's limit without a note, a person who may not take over, a drawer that is closed, and tablets that hold work.
 */
export async function closeDrawer(
  actor: Actor,
  input: CloseInput,
  now = systemClock(),
): Promise<Result<ClosedDrawer, DrawerProblem>> {
  const asStaff = staffTransaction(actor, 'cash.handle', refuse({ kind: 'not-allowed' }));
  const { store, cash: settings } = await readSettings();
  return asStaff<Result<ClosedDrawer, DrawerProblem>>(async (tx, actor, abandon) => {
    const { sessionId, countId, note } = input;
    const open = await stillOpen(tx, await lockDrawer(tx), sessionId, store.zone);
    if (!open.ok) {
      const again = open.problem.kind === 'closed' ? await closedBy(tx, sessionId, countId) : null;
      return again && isOwn(again, actor.userId, input) ? succeed(again.drawer) : open;
    }
    const count = (await countsOf(tx, sessionId)).at(-1);
    const expected = expectedOf(await drawerCash(tx, open.value));
    if (count?.id !== countId || !isCurrent(count, expected)) return refuse({ kind: 'count-old' });
    if (needsNote(count.amount - expected, settings.noteAbove) && note === '')
      return refuse({ kind: 'note-missing', limit: settings.noteAbove });
    const next = input.next === null ? null : await nextHolder(tx, open.value.holderId, input.next);
    if (input.next !== null && !next) return refuse({ kind: 'next-not-found' });
    const closing = closingOf(input, open.value, store.zone);
    const sent = await closeWithoutTablets(tx, actor, closing, now);
    if (!sent.ok) return sent;
    const closed = { drawer: open.value, count, next, note: note || null };
    const done = await writeClosing(tx, actor, closed, now);
    return (await mayStillApprove(tx, actor, sent.value))
      ? succeed(done)
      : abandon(refuse({ kind: 'yes-refused' }));
  });
}

const countsOf = (tx: Transaction, sessionId: string) =>
  tx
    .select()
    .from(drawerCounts)
    .where(eq(drawerCounts.sessionId, sessionId))
    .orderBy(asc(drawerCounts.createdAt), asc(drawerCounts.id));

async function answerAgain(tx: Transaction, count: typeof drawerCounts.$inferSelect): Promise<Outcome> {
  return succeed((await closedBy(tx, count.sessionId, count.id))?.drawer ?? { kind: 'counted' });
}

/** A closing, and what its form said. */
type Closing = { drawer: ClosedDrawer; by: string | null; note: string; next: string | null };

/** Whether it is what this form asked for: another person, note or next holder is another closing. */
const isOwn = (closing: Closing, userId: string, { note, next }: CloseInput): boolean =>
  closing.by === userId && closing.note === note && closing.next === next;

/** The closing by this count; null if the drawer is open or was closed by another. */
async function closedBy(tx: Transaction, sessionId: string, countId: string): Promise<Closing | null> {
  const [closed] = await tx
    .select()
    .from(drawerSessions)
    .where(and(eq(drawerSessions.id, sessionId), eq(drawerSessions.countId, countId)));
  if (!closed) return null;
  const [next] = await tx.select().from(drawerSessions).where(eq(drawerSessions.fromId, sessionId));
  return {
    drawer: {
      ...{ kind: 'closed', number: closed.number },
      variance: (closed.counted ?? 0) - (closed.expected ?? 0),
      next: next ? { number: next.number, holder: next.holderName } : null,
    },
    ...{ by: closed.closedBy, note: closed.note ?? '', next: next?.holderId ?? null },
  };
}
