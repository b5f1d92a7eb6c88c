/**
 * What becomes of a printer's papers, under its lock. A paper that was given is given again only if the printer says that it
 * failed, or a person says so: it may have been printed.
 */
import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { printJobs } from '#db/schema/printing.ts';
import type { PaperState } from '#kernel/statuses.ts';
import { before, type StoredPrinter, tellPages } from './on-printer.server.ts';
import {
  DRAWER_SECONDS,
  jobToken,
  MOST_ATTEMPTS,
  OFFER_SECONDS,
  PRINT_SECONDS,
  readJobToken,
} from './printing.ts';

export type StoredJob = typeof printJobs.$inferSelect;
export type Given = { printer: StoredPrinter; job: StoredJob };

/** What a printer says when it asks. */
export type Poll = {
  paper: PaperState | null;
  /** It cannot print now, or is printing. */
  isBusy: boolean;
  /** It says that what it was printing failed, by this code; null if it says nothing of it. */
  failed: string | null;
};

/** Offers the next paper; null if there is none, or it is still busy with the one before. */
export async function nextOn(
  tx: Transaction,
  printer: StoredPrinter,
  poll: Poll,
  { now, takes }: { now: Date; takes: boolean },
): Promise<StoredJob | null> {
  await dropLateOpenings(tx, printer, now);
  const current = await sentTo(tx, printer);
  if (current && poll.failed !== null) await comeBack(tx, current, poll.failed);
  if (poll.isBusy || poll.failed !== null) return null;
  if (current && !(await isLost(tx, current, now))) {
    const isOnItsWay = current.takenAt !== null || secondsSince(current.offeredAt, now) < OFFER_SECONDS;
    return isOnItsWay ? null : offer(tx, current, { now, takes });
  }
  const next = await firstWaiting(tx, printer);
  return next ? offer(tx, next, { now, takes }) : null;
}

/** The paper that was offered, which is taken from now on; null if none was, or another one is named. */
export async function takeOn(
  tx: Transaction,
  printer: StoredPrinter,
  named: string | null,
  now: Date,
): Promise<StoredJob | null> {
  const job = await sentTo(tx, printer);
  if (!job || (named !== null && named !== jobToken(job))) return null;
  if (job.takenAt === null) await tx.update(printJobs).set({ takenAt: now }).where(eq(printJobs.id, job.id));
  return job;
}

/**
 * What became of a paper. `problem` is the printer's code; null if it was printed. `lost`: no one knows whether it was
 * printed, or it is known that nothing was.
 */
export type Outcome = {
  named: string | null;
  problem: string | null;
  paper: PaperState | null;
  lost?: 'perhaps-printed' | 'not-printed';
};

/** Said again, it changes nothing. */
export async function endOn(
  tx: Transaction,
  printer: StoredPrinter,
  { named, problem, lost }: Outcome,
  now: Date,
): Promise<void> {
  const job = await jobNamed(tx, printer, named);
  if (!job) return;
  const isOpen = job.status === 'sent' || job.status === 'asked';
  if (lost === 'not-printed') {
    if (isOpen) await comeBack(tx, job, problem);
  } else if (lost === 'perhaps-printed') {
    if (job.status === 'sent') await giveUp(tx, job, { status: 'asked' });
  } else if (problem !== null) {
    // A late word that it was printed also counts while it waits for another time: no one wants it twice.
    if (isOpen) await giveUp(tx, job, { status: 'failed', problem });
  } else {
    const done = { status: 'printed' as const, endedAt: now, problem };
    await tx.update(printJobs).set(done).where(eq(printJobs.id, job.id));
    await tellPages(tx);
  }
}

/** The paper that an answer names, unless it was printed or is given another time by now. */
async function jobNamed(
  tx: Transaction,
  printer: StoredPrinter,
  named: string | null,
): Promise<StoredJob | null> {
  if (named === null) {
    const job = await sentTo(tx, printer);
    return job && job.takenAt !== null ? job : null;
  }
  const token = readJobToken(named);
  if (!token) return null;
  const [job] = await tx
    .select()
    .from(printJobs)
    .where(and(eq(printJobs.printerId, printer.id), eq(printJobs.number, token.number)));
  return job && job.status !== 'printed' && job.attempts === token.attempt ? job : null;
}

async function sentTo(tx: Transaction, { id }: StoredPrinter): Promise<StoredJob | null> {
  const [job] = await tx
    .select()
    .from(printJobs)
    .where(and(eq(printJobs.printerId, id), eq(printJobs.status, 'sent')))
    .orderBy(asc(printJobs.number))
    .limit(1);
  return job ?? null;
}

/** A printer that was away opens no drawer for earlier sales. */
async function dropLateOpenings(tx: Transaction, { id }: StoredPrinter, now: Date): Promise<void> {
  const late = await tx
    .delete(printJobs)
    .where(
      and(
        eq(printJobs.printerId, id),
        eq(printJobs.kind, 'drawer'),
        isNull(printJobs.takenAt),
        inArray(printJobs.status, ['waiting', 'sent']),
        lt(printJobs.createdAt, before(now, DRAWER_SECONDS)),
      ),
    )
    .returning({ id: printJobs.id });
  if (late.length > 0) await tellPages(tx);
}

async function firstWaiting(tx: Transaction, { id }: StoredPrinter): Promise<StoredJob | null> {
  const [job] = await tx
    .select()
    .from(printJobs)
    .where(and(eq(printJobs.printerId, id), eq(printJobs.status, 'waiting')))
    .orderBy(asc(printJobs.number))
    .limit(1);
  return job ?? null;
}

async function offer(
  tx: Transaction,
  job: StoredJob,
  { now, takes }: { now: Date; takes: boolean },
): Promise<StoredJob> {
  const [offered] = await tx
    .update(printJobs)
    .set({
      ...{ status: 'sent', attempts: job.attempts + 1, problem: null },
      ...{ offeredAt: now, takenAt: takes ? now : null },
    })
    .where(eq(printJobs.id, job.id))
    .returning();
  if (!offered) throw new Error('a paper went away under the lock on its printer');
  return offered;
}

/** It took the paper and never said what became of it: a person looks. */
async function isLost(tx: Transaction, job: StoredJob, now: Date): Promise<boolean> {
  if (job.takenAt === null || secondsSince(job.takenAt, now) < PRINT_SECONDS) return false;
  await giveUp(tx, job, { status: 'asked' });
  return true;
}

/** An opening of the drawer is never tried again and never asked about: it is seen at once whether it opened. */
async function giveUp(
  tx: Transaction,
  job: StoredJob,
  set: Partial<typeof printJobs.$inferInsert>,
): Promise<void> {
  const mine = eq(printJobs.id, job.id);
  if (job.kind === 'drawer') await tx.delete(printJobs).where(mine);
  else await tx.update(printJobs).set(set).where(mine);
  await tellPages(tx);
}

/** The printer gives it back: it is tried again when the printer is well, and after some times a person decides. */
async function comeBack(tx: Transaction, job: StoredJob, problem: string | null): Promise<void> {
  const status = job.attempts % MOST_ATTEMPTS === 0 ? 'failed' : 'waiting';
  await giveUp(tx, job, { status, problem, takenAt: null });
}

const secondsSince = (moment: Date | null, now: Date): number =>
  moment === null ? Number.POSITIVE_INFINITY : (now.getTime() - moment.getTime()) / 1000;
