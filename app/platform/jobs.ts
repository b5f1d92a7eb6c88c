/** Jobs in PostgreSQL (pg-boss): enqueued inside the transaction that causes them, done at least once. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { errorForLog } from './error-for-log.ts';
import { held } from './held.ts';
import { log } from './log.ts';
import { whenQuiet } from './quiet.ts';

type OpenJobs = {
  boss: PgBoss;
  /** Set when the end has begun: the job under way is the last. */
  stopping: boolean;
};

const opened = held<OpenJobs>('jobs');

export type Queue = 'facts' | 'mail' | 'expire-holds' | 'tidy';
const queues: readonly Queue[] = ['facts', 'mail', 'expire-holds', 'tidy'];

/**
 * Milliseconds after which the queue gives a question up and asks anew over another connection: a silent peer is
 * noticed within half a minute. Its own clearing-up of old jobs takes far less. Passed through to `pg`.
 */
const limits = { connectionTimeoutMillis: 5000, query_timeout: 20_000, keepAlive: true };

/** Opens the queues, for enqueuing and for `work`. */
export async function startJobs(options: { url: string }): Promise<void> {
  const opening = new PgBoss({
    connectionString: options.url,
    application_name: 'farmgate jobs',
    max: 2,
    useListenNotify: true,
    ...limits,
  });
  // Without a listener an error event would end the process.
  opening.on('error', (error) => log.error({ err: error }, 'job queue'));
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
  opened.set({ boss: opening, stopping: false });
}

/** Enqueues within `tx`: the job exists if and only if the transaction commits. */
export async function enqueue(tx: DrizzleTransactionLike, name: Queue, data: object): Promise<void> {
  await opened.demand().boss.send(name, data, { db: fromDrizzle(tx, sql) });
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
 * throws is tried again later, so it must be safe to repeat; the others of its batch are not held up. Jobs that
 * were fetched but not begun when the application stops go back to the queue.
 */
export async function work(name: Queue, handle: (data: unknown) => Promise<void>): Promise<void> {
  const options = {
    batchSize: batchOf(name),
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: BACKSTOP,
    notifyPollingIntervalSeconds: BACKSTOP,
  } as const;
  const open = opened.demand();
  await open.boss.work<object, unknown, typeof options>(name, options, async (jobs) => {
    const results: JobResult[] = [];
    for (const [index, job] of jobs.entries()) {
      await whenQuiet();
      if (open.stopping) return [...results, ...(await putBack(open.boss, name, jobs.slice(index)))];
      results.push(await outcomeOf(name, job.id, () => handle(job.data)));
    }
    return results;
  });
}

/**
 * Gives jobs back that nobody began. They are enqueued anew and these ended, because a job can only end done or
 * failed, and a failure would count as a try and make it wait. The new ones come first: at worst a job is done twice.
 */
async function putBack(boss: PgBoss, name: Queue, jobs: readonly Job<object>[]): Promise<JobResult[]> {
  await boss.insert(
    name,
    jobs.map(({ data }) => ({ data })),
  );
  return jobs.map(({ id }) => ({ id, status: 'completed' }));
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
      // Kept with the job for weeks, so without what was in the row.
      output: { message: errorForLog(error).message },
    };
  }
}

/** Runs a queue's job on a cron expression in a time zone, once per tick however many instances there are. */
export async function every(name: Queue, cron: string, zone: string): Promise<void> {
  await opened.demand().boss.schedule(name, cron, {}, { tz: zone });
}

/** Lets the jobs under way finish, at most `timeout` ms; they can enqueue others until then. */
export async function stopJobs(timeout = 5000): Promise<void> {
  const closing = opened.get();
  if (!closing) return;
  const { boss } = closing;
  closing.stopping = true;
  const finished = Promise.all(queues.map((name) => boss.offWork(name)));
  await Promise.race([finished, pause(timeout, undefined, { ref: false })]);
  // From here on connections are closed on purpose, and whoever still misses one is no news.
  boss.removeAllListeners('error').on('error', () => undefined);
  // What is running even now counts as failed and is done again after the next start.
  await boss.stop({ graceful: false, close: true });
  opened.set(null);
}
