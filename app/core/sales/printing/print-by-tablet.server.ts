/**
 * What a tablet asks for its printer, which is plugged into it: staff are signed in there, and the tablet says what became of
 * each paper. As with printers that ask themselves, a paper is printed once, or asked about.
 */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { printers, printJobs } from '#db/schema/printing.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { endOn, type Given, nextOn, type Outcome, takeOn } from './jobs-of-printer.server.ts';
import { noteContact, type StoredPrinter, tellPages } from './on-printer.server.ts';
import { jobToken, type PrintingProblem } from './printing.ts';

type Answer<T> = Result<T, PrintingProblem>;

/** The name of the next paper, which is not taken yet; null if there is none. Refused: a printer of no tablet. */
export function nextForTablet(
  actor: Actor,
  printerId: string,
  clock = systemClock,
): Promise<Answer<string | null>> {
  return onTablet<string | null>(actor, printerId, async (tx, printer) => {
    const now = asDate(clock());
    await noteContact(tx, printer, null, now);
    const poll = { paper: null, isBusy: false, failed: null };
    const job = await nextOn(tx, printer, poll, { now, takes: false });
    return succeed(job && jobToken(job));
  });
}

/** The paper of this name, for its bytes. Asked again, it is the same one. Refused: one that it was not told of. */
export function takeForTablet(
  actor: Actor,
  { printerId, job: named }: { printerId: string; job: string },
  clock = systemClock,
): Promise<Answer<Given>> {
  return onTablet<Given>(actor, printerId, async (tx, printer) => {
    const job = await takeOn(tx, printer, named, asDate(clock()));
    return job ? succeed({ printer, job }) : refuse({ kind: 'settled' });
  });
}

/** What became of it. Said again, it changes nothing. */
export function endForTablet(
  actor: Actor,
  { printerId, ...outcome }: { printerId: string } & Omit<Outcome, 'paper'>,
  clock = systemClock,
): Promise<Answer<null>> {
  return onTablet<null>(actor, printerId, async (tx, printer) => {
    await endOn(tx, printer, { ...outcome, paper: null }, asDate(clock()));
    return succeed(null);
  });
}

/** Once for a key. */
export function printTestHere(
  actor: Actor,
  { printerId, key }: { printerId: string; key: string },
): Promise<Answer<null>> {
  return onTablet<null>(actor, printerId, async (tx) => {
    await tx
      .insert(printJobs)
      .values({ printerId, kind: 'test', key: `test:${key}` })
      .onConflictDoNothing();
    await tellPages(tx);
    return succeed(null);
  });
}

/** One request of a printer after the other. Refused: one that asks itself, because a tablet would take its papers. */
function onTablet<T>(
  actor: Actor,
  id: string,
  work: (tx: Transaction, printer: StoredPrinter) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Answer<T>>(async (tx) => {
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const [printer] = await tx
      .select()
      .from(printers)
      .where(and(eq(printers.id, id), eq(printers.connection, 'tablet')))
      .for('no key update');
    return printer ? work(tx, printer) : refuse({ kind: 'not-found' });
  });
}
