/** Jobs in PostgreSQL (pg-boss): enqueued inside the transaction that causes them, done at least once. */
import { sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle, PgBoss, type WorkOptions } from 'pg-boss';
import { held } from './held.ts';
import { log } from './log.ts';

const boss = held<PgBoss>('jobs');

export type Queue = 'facts' | 'mail' | 'expire-holds' | 'tidy';
const queues: readonly Queue[] = ['facts', 'mail', 'expire-holds', 'tidy'];

/** Opens the queues. With `work: false` this process only enqueues. */
export async function startJobs(options: { url: string }): Promise<void> {
  const opening = new PgBoss({
    connectionString: options.url,
    application_name: 'farmgate jobs',
    max: 4,
    useListenNotify: true,
  });
  // Without a listener an error event would end the process.
  opening.on('error', (error) => log.error({ error: error.message }, 'job queue'));
  await opening.start();
  for (const queue of queues) {
    await opening.createQueue(queue, {
      notify: true,
      retryLimit: queue === 'mail' ? 60 : 10,
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

/** Does the jobs of a queue. A handler that throws is tried again later, so it must be safe to repeat. */
export async function work(
  name: Queue,
  handle: (data: unknown) => Promise<void>,
  options: WorkOptions = {},
): Promise<void> {
  await queue().work<unknown>(name, { batchSize: 1, pollingIntervalSeconds: 5, ...options }, async (jobs) => {
    for (const job of jobs) await handle(job.data);
  });
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
