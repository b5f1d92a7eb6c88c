/**
 * An instance's sign of life, with what it counted and the space on its disk: outside of any request, by one transaction a
 * minute, and within seconds of an error. While the database is down it waits and counts on in memory.
 */
import { statfs } from 'node:fs/promises';
import { eq, like, sql } from 'drizzle-orm';
import { formatOrderNumber } from '#core/sales/orders/order.ts';
import { database, inTransaction } from '#db/client.ts';
import { errorSpans, recentErrors, shopInstances } from '#db/schema/operations.ts';
import { newId } from '#kernel/ids.ts';
import { countEnd, hasCrashed, hasFailures, returnFailures, takeFailures } from '#platform/failures.ts';
import { log } from '#platform/log.ts';
import { nameOf } from './instance-name.ts';

const LOOK_MS = 5000;
/** Between two beats: of a quiet instance, and after one that failed. With errors that wait it is the look above. */
const PAUSE_MS = { quiet: 60_000, failed: 30_000 };
/** A stop waits no longer for the last beat. */
const LAST_MS = 1500;

export type Instance = { id: string; name: string; version: string; startedAt: Date; dataFolder: string };

export const thisInstance = (version: string, dataFolder: string): Instance => ({
  id: newId(),
  name: nameOf(process.pid),
  version,
  startedAt: new Date(),
  dataFolder,
});

/**
 * Stores what was counted since the last beat. @throws when the database does not take it; the counts stay then.
 * @param savingTrouble where the instance cannot save, in a sentence; null if it can; undefined if it did not try
 */
export async function beat(
  { dataFolder, ...instance }: Instance,
  savingTrouble?: string | null,
): Promise<void> {
  const disk = await statfs(dataFolder).catch(() => null);
  const clockMs = await readClock();
  const seen = {
    clockMs,
    ...(savingTrouble === undefined ? {} : { savingTrouble }),
    seenAt: sql`now()`,
    diskFree: disk && disk.bavail * disk.bsize,
    diskTotal: disk && disk.blocks * disk.bsize,
  };
  const taken = takeFailures();
  const { requests, errors, newest } = taken;
  try {
    await inTransaction(async (tx) => {
      await tx
        .insert(shopInstances)
        .values({ ...instance, ...seen })
        .onConflictDoUpdate({ target: shopInstances.id, set: seen });
      if (requests + errors > 0)
        await tx
          .insert(errorSpans)
          .values({
            startsAt: sql`date_bin('5 minutes', now(), timestamptz '2020-01-01')`,
            ...{ requests, errors },
          })
          .onConflictDoUpdate({
            target: errorSpans.startsAt,
            set: {
              requests: sql`${errorSpans.requests} + excluded.requests`,
              errors: sql`${errorSpans.errors} + excluded.errors`,
            },
          });
      if (newest.length > 0) await tx.insert(recentErrors).values(newest);
    });
  } catch (error) {
    returnFailures(taken);
    throw error;
  }
}

/** Milliseconds of this machine's clock minus the database's, as far as one round trip tells. */
async function readClock(): Promise<number> {
  const asked = Date.now();
  const { rows } = await database().execute<{ now: string }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  const answered = Date.now();
  return Math.round((asked + answered) / 2 - Number(rows[0]?.now));
}

/**
 * Counts each process of this machine that ended without signing off, once: this start is the one after. Operations then
 * shows that the shop ended, whatever started it again.
 */
export async function countEnded(): Promise<void> {
  const known = await database()
    .select()
    .from(shopInstances)
    .where(like(shopInstances.name, nameOf('%')));
  for (const { id, name } of known) {
    if (isRunning(Number(/\((\d+)\)$/.exec(name)?.[1]))) continue;
    const [gone] = await database().delete(shopInstances).where(eq(shopInstances.id, id)).returning();
    // Another instance that starts now may have counted it.
    if (gone) countEnd(gone.name, gone.seenAt, await skippedNumbers());
  }
}

/** A checkout that was rolled back, or is running, leaves a number or a few. */
const FEW_NUMBERS = 5;

/**
 * 'Order numbers go on at ORD153 after ORD120. …' where PostgreSQL ended with the process: it logs a sequence up to 32
 * numbers ahead and goes on after them (`SEQ_LOG_VALS`). Null otherwise.
 */
async function skippedNumbers(): Promise<string | null> {
  const { rows } = await database().execute<{ last: number | null; newest: number | null }>(sql`
    select pg_sequence_last_value('order_number_seq')::int as last, (select max(number) from orders) as newest`);
  const { last, newest } = rows[0] ?? {};
  if (!last || !newest || last - newest <= FEW_NUMBERS) return null;
  return `Order numbers go on at ${formatOrderNumber(last + 1)} after ${formatOrderNumber(newest)}, because the database was not stopped either. No order has a number between them.`;
}

/** Whether another process of this machine has this number; in a container a restarted shop has the one of the last. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Beats until `stop`, which stores what is left and signs off.
 * @param trySaving where this instance cannot save, in a sentence; null if it can. Asked once a minute.
 */
export function startBeating(
  instance: Instance,
  trySaving: () => Promise<string | null>,
): { stop(): Promise<void> } {
  let dueAt = 0;
  let isLost = false;
  let running: Promise<void> | null = null;
  const attempt = async ({ isUrgent } = { isUrgent: false }) => {
    const startedAt = performance.now();
    try {
      await beat(instance, isUrgent ? undefined : await trySaving());
      isLost = false;
      if (!isUrgent) dueAt = startedAt + PAUSE_MS.quiet;
    } catch (error) {
      // One line for an outage, not one for each attempt.
      if (!isLost) log.warn({ err: error }, 'the counts of this instance could not be stored');
      isLost = true;
      dueAt = startedAt + PAUSE_MS.failed;
    }
  };
  const look = () => {
    const isUrgent = hasFailures() && !isLost;
    if (running !== null || (performance.now() < dueAt && !isUrgent)) return;
    running = attempt({ isUrgent: performance.now() < dueAt }).finally(() => {
      running = null;
    });
  };
  running = countEnded()
    .catch((error: unknown) => log.warn({ err: error }, 'earlier processes could not be looked up'))
    .then(() => attempt())
    .finally(() => {
      running = null;
    });
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      const last = async () => {
        await running;
        await beat(instance);
        // The next start counts a process that did not sign off.
        if (!hasCrashed()) await database().delete(shopInstances).where(eq(shopInstances.id, instance.id));
      };
      const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref());
      await Promise.race([last().catch(() => undefined), tooLong]);
    },
  };
}
