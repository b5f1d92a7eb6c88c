/** Runs jobs in PostgreSQL (pg-boss): enqueued inside the transaction that causes them, run at least once. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { errorForLog } from './error-for-log.ts';
import { log } from './log.ts';
import { standIns } from './pages/stand-in.ts';
import { whenQuiet } from './quiet.ts';
import { singleton } from './singleton.ts';
import { currentSpan, inTrace } from './tracing/span.ts';

/**
 * A kind of job: its name, the shape of its data and its retries, defined once for both the enqueuer and the handler.
 * The room that causes the work defines it:
 *
 *     export const eventJob = defineJob({ name: 'events', data: z.object({ eventId: z.uuid() }) });
 *     await enqueue(tx, eventJob, { eventId });                    // in the transaction that causes it
 *
 * `server/run/worker.ts` lists every kind with its handler; the platform knows none of them.
 */
export type JobKind<Data extends object> = {
  /** Also the queue's name, which is stored in the database. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Jobs fetched at once: after a burst the queue empties without waiting for the next signal. */
  readonly batch: number;
  /** Jobs of a batch that run concurrently: more than one if most of the time is spent waiting for others. */
  readonly atOnce: number;
  /** Substitutes at the same time, while the last jobs of a batch take long (`pages/stand-in.ts`). */
  readonly substitutes: number;
  /** Seconds until the first retry; later pauses double, up to five minutes, for a day and a half. */
  readonly retryAfter: number;
  /** Retries of a failed job before pg-boss gives up. */
  readonly retryLimit: number;
  /** The cron expression of a scheduled task, in the store's time zone. */
  readonly cron: string | null;
};

export function defineJob<Data extends object>(
  kind: Pick<JobKind<Data>, 'name' | 'data'> & Partial<JobKind<Data>>,
): JobKind<Data> {
  // With pauses of up to five minutes, 500 tries take more than a day and a half.
  return { batch: 20, atOnce: 1, substitutes: 3, retryAfter: 2, retryLimit: 500, cron: null, ...kind };
}

/** A kind and its handler. `handle` must be safe to repeat. */
export type DoneJob = { readonly kind: JobKind<object>; readonly handle: (data: object) => Promise<void> };

/** Pairs a kind with its handler; a job whose data does not match fails. */
export function doing<Data extends object>(
  kind: JobKind<Data>,
  handle: (data: Data) => Promise<void>,
): DoneJob {
  return { kind: kind as unknown as JobKind<object>, handle: (data) => handle(kind.data.parse(data)) };
}

/** A scheduled task's name, schedule and work. `run` must be safe to repeat. */
type ScheduledTask = {
  name: string;
  cron: string;
  /** 0 for a task that runs every minute: its next run is the retry. */
  retryLimit: number;
  run: () => Promise<unknown>;
};

/**
 * A task with its own queue and schedule, so that no other task waits for it or fails with it. The queue has at most
 * one job, waiting or running: a run that takes longer than the interval skips the runs that come due.
 */
export function scheduledTask({ name, cron, retryLimit, run }: ScheduledTask): DoneJob {
  const kind = defineJob({ name, data: z.object({}), batch: 1, retryAfter: 60, retryLimit, cron });
  return doing(kind, async () => {
    await run();
  });
}

type OpenJobs = {
  boss: PgBoss;
  /** The names of the queues with a worker. */
  working: Set<string>;
  /** Set when the stop has started: no further job starts. */
  stopping: boolean;
  /** Aborts at the same moment, for a job that waits. */
  stop: AbortController;
};

const opened = singleton<OpenJobs>('jobs');

/**
 * Milliseconds after which the queue abandons a query and retries on another connection: a silent peer is noticed
 * within half a minute. The queue's own cleanup of old jobs takes far less. Passed through to `pg`.
 */
const limits = { connectionTimeoutMillis: 5000, query_timeout: 20_000, keepAlive: true };

/** Seconds a scheduled task may run. A process that dies stops sending heartbeats and loses its job after 30 s. */
const TASK_SECONDS = 3600;

/** Opens the queues of these kinds, for enqueuing and for `work`. */
export async function startJobs(options: {
  url: string;
  kinds: readonly Pick<JobKind<never>, 'name' | 'retryAfter' | 'retryLimit' | 'cron'>[];
}): Promise<void> {
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
  const policies = new Map((await opening.getQueues()).map(({ name, policy }) => [name, policy]));
  for (const { name, retryAfter, retryLimit, cron } of options.kinds) {
    const policy = cron === null ? 'standard' : 'exclusive';
    const settings = {
      notify: true,
      retryLimit,
      retryDelay: retryAfter,
      retryBackoff: true,
      retryDelayMax: 300,
      heartbeatSeconds: 30,
      expireInSeconds: cron === null ? 300 : TASK_SECONDS,
    };
    // A queue's policy cannot be changed. A task loses nothing: its schedule creates the next job.
    if (cron !== null && policies.has(name) && policies.get(name) !== policy) await opening.deleteQueue(name);
    await opening.createQueue(name, { policy, ...settings });
  }
  opened.set({ boss: opening, working: new Set(), stopping: false, stop: new AbortController() });
}

/** What the queue needs of a transaction: its connection. */
type Asked = {
  readonly $client: { query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }> };
};

const inside = ({ $client }: Asked) => ({
  executeSql: (text: string, values?: unknown[]) => $client.query({ text, ...(values ? { values } : {}) }),
});

/**
 * Enqueues within `tx`: the job exists if and only if the transaction commits.
 * @param after seconds until it is due; 0 if omitted.
 */
export async function enqueue<Data extends object>(
  tx: Asked,
  kind: JobKind<Data>,
  data: Data,
  after = 0,
): Promise<void> {
  const due = after > 0 ? { startAfter: after } : {};
  await opened.demand().boss.send(kind.name, withCause(data), { db: inside(tx), ...due });
}

/** While traces are on, a job names the span that enqueued it; its kind's schema drops the name before the handler. */
function withCause<Data extends object>(data: Data): Data {
  const span = currentSpan();
  return span === null ? data : { ...data, traceparent: span.traceparent };
}

/** The number of waiting jobs of a kind. It reads all of them, so only for a kind whose enqueuer stops at some hundreds. */
export async function countWaiting({ name }: Pick<JobKind<never>, 'name'>): Promise<number> {
  return (await opened.demand().boss.findJobs(name, { queued: true })).length;
}

/** Seconds until a worker checks the queue by itself, in case it missed a signal. */
const BACKSTOP = 5;
/** The same for scheduled tasks: many queues that no one waits for. */
const TASK_BACKSTOP = 30;

/**
 * Runs the jobs of a kind, `atOnce` concurrently, yielding while people are being served. A job whose handler throws is
 * retried later, so the handler must be safe to repeat; the rest of its batch is not delayed. Jobs that were fetched
 * but not started when the application stops return to the queue. A scheduled task runs once per tick, however many
 * instances there are.
 * @param zone the store's time zone, for scheduled tasks.
 */
export async function work({ kind, handle }: DoneJob, zone: string): Promise<void> {
  const { name, batch, atOnce, substitutes, cron } = kind;
  const backstop = cron === null ? BACKSTOP : TASK_BACKSTOP;
  const options = {
    batchSize: batch,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: backstop,
    notifyPollingIntervalSeconds: backstop,
  } as const;
  const open = opened.demand();
  open.working.add(name);
  const begin = () => open.boss.work<object, unknown, typeof options>(name, options, doBatch);
  const end = (worker: string) => open.boss.offWork(name, { id: worker, wait: false });
  const lastHasBegun = standIns(begin, end, substitutes);
  const doBatch = async (jobs: readonly Job<object>[]): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    let next = 0;
    let allAreDone = () => {};
    // Each lane takes the next job when it finishes one, so a slow job delays no other in its batch.
    const lane = async () => {
      while (next < jobs.length) {
        await whenQuiet();
        if (open.stopping) return;
        const job = jobs[next++];
        // A slow job does not delay the next batch either, for kinds that mostly wait for others.
        if (next === jobs.length && atOnce > 1) allAreDone = lastHasBegun();
        if (job) results.push(await outcomeOf(name, job.id, () => traced(name, job.data, handle)));
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, lane));
    allAreDone();
    if (next === jobs.length) return results;
    // An exclusive queue accepts no second job next to this one. The task fails and is retried, or runs when it is next
    // due.
    if (cron !== null) return jobs.map(({ id }) => ({ id, status: 'failed' }));
    return [...results, ...(await putBack(open.boss, name, jobs.slice(next)))];
  };
  await begin();
  if (cron) await open.boss.schedule(name, cron, {}, { tz: zone });
}

/**
 * Enqueues the only job of a kind within `tx`, at once: in place of one that waits for its next try. False if one is
 * waiting to start, or running.
 */
export async function enqueueOnly<Data extends object>(
  tx: Asked,
  kind: JobKind<Data>,
  data: Data,
): Promise<boolean> {
  const db = inside(tx);
  await db.executeSql(`delete from pgboss.job where name = $1 and state = 'retry'`, [kind.name]);
  return (await opened.demand().boss.send(kind.name, withCause(data), { db })) !== null;
}

/**
 * Enqueues the jobs of a kind again that failed for good in the last 24 hours, within `tx`; returns how many. Who asks at
 * the same time waits, and finds none.
 */
export async function retryFailed(tx: Asked, name: string): Promise<number> {
  const db = inside(tx);
  const { rows } = await db.executeSql(
    `select id from pgboss.job where name = $1 and state = 'failed' and completed_on > now() - interval '1 day'
     order by completed_on limit 1000 for no key update`,
    [name],
  );
  const ids = rows.map((row) => (row as { id: string }).id);
  if (ids.length > 0) await opened.demand().boss.retry(name, ids, { db });
  return ids.length;
}

/** Deletes the jobs of these queues that are not finished, running ones too; returns how many. For a restored database. */
export async function dropJobs(names: readonly string[]): Promise<number> {
  const { boss } = opened.demand();
  const { rows } = await boss.getDb().executeSql(
    `with dropped as (
      delete from pgboss.job where name = any($1) and state < 'completed' returning id
    ) select count(*)::int as count from dropped`,
    [[...names]],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Deletes the schedules and queues of tasks that an earlier version had and `tasks` no longer contains. */
export async function dropOldSchedules(tasks: readonly DoneJob[]): Promise<void> {
  const { boss } = opened.demand();
  const known = new Set(tasks.map(({ kind }) => kind.name));
  for (const { name } of await boss.getSchedules()) {
    if (known.has(name)) continue;
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

/**
 * Returns unstarted jobs to the queue. Enqueues copies and completes the originals, because a job can only complete or
 * fail, and a failure would count as an attempt and delay it. The copies come first: in the worst case a job runs
 * twice.
 */
async function putBack(boss: PgBoss, name: string, jobs: readonly Job<object>[]): Promise<JobResult[]> {
  await boss.insert(
    name,
    jobs.map(({ data }) => ({ data })),
  );
  return jobs.map(({ id }) => ({ id, status: 'completed' }));
}

/** A job is a trace of its own, linked to what enqueued it: many run long after the answer. */
function traced(queue: string, data: object, handle: DoneJob['handle']): Promise<void> {
  const attributes = {
    ...{ 'messaging.system': 'pg-boss', 'messaging.destination.name': queue },
    ...{ 'messaging.operation.name': 'process', 'messaging.operation.type': 'process' },
  };
  const { traceparent } = data as { traceparent?: unknown };
  const cause = typeof traceparent === 'string' ? traceparent : undefined;
  return inTrace({ name: `process ${queue}`, kind: 'consumer', attributes }, () => handle(data), { cause });
}

async function outcomeOf(queue: string, id: string, handle: () => Promise<void>): Promise<JobResult> {
  try {
    await handle();
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ queue, job: id, err: error }, 'a job failed and will be tried again');
    return {
      id,
      status: 'failed',
      // Stored with the job for weeks, so without any values from the row.
      output: { message: errorForLog(error).message },
    };
  }
}

/** Aborts when the application stops, so that a job that waits ends early. Never where no jobs run. */
export function stopSignal(): AbortSignal {
  return opened.get()?.stop.signal ?? new AbortController().signal;
}

/** Lets running jobs finish, for at most `timeout` ms; they can enqueue others until then. */
export async function stopJobs(timeout = 5000): Promise<void> {
  const closing = opened.get();
  if (!closing) return;
  const { boss, working } = closing;
  closing.stopping = true;
  closing.stop.abort();
  const finished = Promise.all([...working].map((name) => boss.offWork(name)));
  await Promise.race([finished, pause(timeout, undefined, { ref: false })]);
  // From here on, connections close on purpose, so their errors are expected.
  boss.removeAllListeners('error').on('error', () => undefined);
  // Jobs still running count as failed and run again after the next start.
  await boss.stop({ graceful: false, close: true });
  opened.set(null);
}
