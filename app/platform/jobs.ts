/** Jobs in PostgreSQL (pg-boss): enqueued inside the transaction that causes them, done at least once. */
import { sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle, type JobResult, PgBoss } from 'pg-boss';
import { held } from './held.ts';
import { log } from './log.ts';
import { whenQuiet } from './quiet.ts';

const boss = held<PgBoss>('jobs');

export type Queue = 'facts' | 'mail' | 'expire-holds' | 'tidy';
const queues: readonly Queue[] = ['facts', 'mail', 'expire-holds', 'tidy'];

/** Opens the queues, for enqueuing and for `work`. */
export async function startJobs(options: { url: string }): Promise<void> {
  const opening = new PgBoss({
    connectionString: options.url,
    application_name: 'farmgate jobs',
    max: 2,
    useListenNotify: true,
  });
  // Without a listener an error event would end the process.
  opening.on('error', (error) => log.error({ error: error.message }, 'job queue'));
  await opening.start();
  for (const queue of queues) {
    await opening.createQueue(queue, {
      notify: true,
      // With pauses of up to five minutes: nothing is given up within a day and a half.
      retryLimit: 500,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: 30,
      expireInSeconds: 300,
    });
  }
  boss.set(opening);
}

function queue(): PgBoss {
  return boss.demand();
}

/** Enqueues within `tx`: the job exists if and only if the transaction commits. */
export async function enqueue(tx: DrizzleTransactionLike, name: Queue, data: object): Promise<void> {
  await queue().send(name, data, { db: fromDrizzle(tx, sql) });
}

/**
 * Jobs fetched at once: after a burst the queue empties without waiting for the next signal. Few mails, because
 * a slow mail server may take twenty seconds for each, and a batch must end before it counts as lost.
 */
const batchOf = (name: Queue) => (name === 'mail' ? 5 : 20);
/** Seconds until a worker looks by itself, should a signal have been missed. */
const BACKSTOP = 5;

/**
 * Does the jobs of a queue, one after the other, stepping back while people are being served. A handler that
 * throws is tried again later, so it must be safe to repeat; the others of its batch are not held up.
 */
export async function work(name: Queue, handle: (data: unknown) => Promise<void>): Promise<void> {
  const options = {
    batchSize: batchOf(name),
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: BACKSTOP,
    notifyPollingIntervalSeconds: BACKSTOP,
  } as const;
  await queue().work<unknown, unknown, typeof options>(name, options, async (jobs) => {
    const results: JobResult[] = [];
    for (const job of jobs) {
      await whenQuiet();
      results.push(await outcomeOf(name, job.id, () => handle(job.data)));
    }
    return results;
  });
}

async function outcomeOf(name: Queue, id: string, handle: () => Promise<void>): Promise<JobResult> {
  try {
    await handle();
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ queue: name, job: id, err: error }, 'a job failed and will be tried again');
    return {
      id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** Runs a queue's job on a cron expression in a time zone, once per tick however many instances there are. */
export async function every(name: Queue, cron: string, zone: string): Promise<void> {
  await queue().schedule(name, cron, {}, { tz: zone });
}

/** Lets running jobs finish, at most `timeout` ms. */
export async function stopJobs(timeout = 5000): Promise<void> {
  const closing = boss.get();
  boss.set(null);
  await closing?.stop({ graceful: true, timeout, close: true });
}
