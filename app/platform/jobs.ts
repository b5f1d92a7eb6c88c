/** Jobs in PostgreSQL (pg-boss): enqueued inside the transaction that causes them, done at least once. */
import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { errorForLog } from './error-for-log.ts';
import { log } from './log.ts';
import { standIns } from './pages/stand-in.ts';
import { whenQuiet } from './quiet.ts';
import { singleton } from './singleton.ts';

/**
 * A kind of job: its name, the shape of its data and how it is tried again, in one place, where both who enqueues
 * and who does it find them. The room that causes the work defines it:
 *
 *     export const eventJob = defineJob({ name: 'events', data: z.object({ eventId: z.uuid() }) });
 *     await enqueue(tx, eventJob, { eventId });                    // in the transaction that causes it
 *
 * `server/worker.ts` lists every kind with what does it; the platform knows none of them.
 */
export type JobKind<Data extends object> = {
  /** Also the queue's name, which the database keeps. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Fetched at once: after a burst the queue empties without waiting for the next signal. */
  readonly batch: number;
  /** How many of a batch are done side by side: more than one where most of the time is waiting for others. */
  readonly atOnce: number;
  /** Seconds to the first repetition; pauses double from there, up to five minutes, for a day and a half. */
  readonly retryAfter: number;
  /** How often a failed job is tried again before pg-boss gives it up. */
  readonly retryLimit: number;
  /** Cron expression in the store's time zone, for a scheduled task. */
  readonly cron: string | null;
};

export function defineJob<Data extends object>(
  kind: Pick<JobKind<Data>, 'name' | 'data'> & Partial<JobKind<Data>>,
): JobKind<Data> {
  // With pauses of up to five minutes, 500 tries take more than a day and a half.
  return { batch: 20, atOnce: 1, retryAfter: 2, retryLimit: 500, cron: null, ...kind };
}

/** A kind and what does it. `handle` must be safe to repeat. */
export type DoneJob = { readonly kind: JobKind<object>; readonly handle: (data: object) => Promise<void> };

/** Pairs a kind with what does its jobs; data that does not fit it is a failure of the job. */
export function doing<Data extends object>(
  kind: JobKind<Data>,
  handle: (data: Data) => Promise<void>,
): DoneJob {
  return { kind: kind as unknown as JobKind<object>, handle: (data) => handle(kind.data.parse(data)) };
}

/** What a scheduled task is called, when it runs, and what it does. `run` must be safe to repeat. */
type ScheduledTask = {
  name: string;
  cron: string;
  /** 0 for a task that runs every minute: its next run is its next try. */
  retryLimit: number;
  run: () => Promise<unknown>;
};

/**
 * A task with a queue and a schedule of its own, so that no other task waits for it or fails with it. The queue holds
 * one job at most, waiting or running: a run that takes longer than the interval skips the runs that fall due.
 */
export function scheduledTask({ name, cron, retryLimit, run }: ScheduledTask): DoneJob {
  const kind = defineJob({ name, data: z.object({}), batch: 1, retryAfter: 60, retryLimit, cron });
  return doing(kind, async () => {
    await run();
  });
}

type OpenJobs = {
  boss: PgBoss;
  /** Names of the queues that are worked on. */
  working: Set<string>;
  /** Set when the end has begun: the job under way is the last. */
  stopping: boolean;
};

const opened = singleton<OpenJobs>('jobs');

/**
 * Milliseconds after which the queue gives a question up and asks anew over another connection: a silent peer is
 * noticed within half a minute. Its own clearing-up of old jobs takes far less. Passed through to `pg`.
 */
const limits = { connectionTimeoutMillis: 5000, query_timeout: 20_000, keepAlive: true };

/** Longest a scheduled task may run. A process that dies stops sending heartbeats, and loses its job after 30 s. */
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
    // A queue's policy cannot be changed. A task loses nothing: its schedule brings the next job.
    if (cron !== null && policies.has(name) && policies.get(name) !== policy) await opening.deleteQueue(name);
    await opening.createQueue(name, { policy, ...settings });
  }
  opened.set({ boss: opening, working: new Set(), stopping: false });
}

/**
 * Enqueues within `tx`: the job exists if and only if the transaction commits.
 * @param after seconds until it is due; at once when left out.
 */
export async function enqueue<Data extends object>(
  tx: DrizzleTransactionLike,
  kind: JobKind<Data>,
  data: Data,
  after = 0,
): Promise<void> {
  const due = after > 0 ? { startAfter: after } : {};
  await opened.demand().boss.send(kind.name, data, { db: asked(tx), ...due });
}

/** The long statements of the queue, cut where their one parameter stands. */
const cut = new Map<string, readonly [SQL, SQL]>();
const MOST_CUT = 50;

/** The transaction as the queue asks it. Its own way to do so would take every statement apart anew. */
function asked(tx: DrizzleTransactionLike): ReturnType<typeof fromDrizzle> {
  const slowly = fromDrizzle(tx, sql);
  return {
    executeSql: async (text, values) => {
      const [before, behind] = cut.get(text) ?? cutAtParameter(text);
      if (!before || !behind || values?.length !== 1) return slowly.executeSql(text, values);
      return (await tx.execute(sql`${before}${sql.param(values[0])}${behind}`)) as { rows: unknown[] };
    },
  };
}

function cutAtParameter(text: string): readonly [SQL, SQL] | readonly [] {
  const [before, behind, ...others] = text.split('$1');
  if (before === undefined || behind === undefined || others.length > 0 || text.includes('$2')) return [];
  const made = [sql.raw(before), sql.raw(behind)] as const;
  if (cut.size < MOST_CUT) cut.set(text, made);
  return made;
}

/** How many jobs of a kind nobody has begun yet, counted up to a bound: what a long piece of work waits for. */
export async function countWaiting(
  tx: DrizzleTransactionLike,
  { name }: Pick<JobKind<never>, 'name'>,
  bound: number,
): Promise<number> {
  const { rows } = (await tx.execute(sql`
    select count(*)::int as waiting from (
      select from pgboss.job where name = ${name} and state < 'active' limit ${bound}
    ) found`)) as unknown as { rows: { waiting: number }[] };
  return rows[0]?.waiting ?? 0;
}

/** Seconds until a worker looks by itself, should a signal have been missed. */
const BACKSTOP = 5;
/** The same for scheduled tasks: many queues, none of which anyone waits for. */
const TASK_BACKSTOP = 30;

/**
 * Does the jobs of a kind, `atOnce` side by side, stepping back while people are being served. A handler that
 * throws is tried again later, so it must be safe to repeat; the others of its batch are not held up. Jobs that
 * were fetched but not begun when the application stops go back to the queue. What is scheduled runs once per
 * tick, however many instances there are.
 * @param zone the store's time zone, for what is scheduled.
 */
export async function work({ kind, handle }: DoneJob, zone: string): Promise<void> {
  const { name, batch, atOnce, cron } = kind;
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
  const lastHasBegun = standIns(begin, (worker) => open.boss.offWork(name, { id: worker, wait: false }));
  const doBatch = async (jobs: readonly Job<object>[]): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    let next = 0;
    let allAreDone = () => {};
    // Side by side, each taking the next one when it is through: one that is slow holds up no other of its batch.
    const lane = async () => {
      while (next < jobs.length) {
        await whenQuiet();
        if (open.stopping) return;
        const job = jobs[next++];
        // Nor the next batch, where most of the time is waiting for others.
        if (next === jobs.length && atOnce > 1) allAreDone = lastHasBegun();
        if (job) results.push(await outcomeOf(name, job.id, () => handle(job.data)));
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, lane));
    allAreDone();
    if (next === jobs.length) return results;
    // An exclusive queue takes no second job beside this one. The task fails and is tried again, or runs when it is due.
    if (cron !== null) return jobs.map(({ id }) => ({ id, status: 'failed' }));
    return [...results, ...(await putBack(open.boss, name, jobs.slice(next)))];
  };
  await begin();
  if (cron) await open.boss.schedule(name, cron, {}, { tz: zone });
}

/** Removes the schedules and queues of tasks that an earlier version had and `tasks` has no more. */
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
 * Gives jobs back that nobody began. They are enqueued anew and these ended, because a job can only end done or
 * failed, and a failure would count as a try and make it wait. The new ones come first: at worst a job is done twice.
 */
async function putBack(boss: PgBoss, name: string, jobs: readonly Job<object>[]): Promise<JobResult[]> {
  await boss.insert(
    name,
    jobs.map(({ data }) => ({ data })),
  );
  return jobs.map(({ id }) => ({ id, status: 'completed' }));
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
      // Kept with the job for weeks, so without what was in the row.
      output: { message: errorForLog(error).message },
    };
  }
}

/** Lets the jobs under way finish, at most `timeout` ms; they can enqueue others until then. */
export async function stopJobs(timeout = 5000): Promise<void> {
  const closing = opened.get();
  if (!closing) return;
  const { boss, working } = closing;
  closing.stopping = true;
  const finished = Promise.all([...working].map((name) => boss.offWork(name)));
  await Promise.race([finished, pause(timeout, undefined, { ref: false })]);
  // From here on connections are closed on purpose, and whoever still misses one is no news.
  boss.removeAllListeners('error').on('error', () => undefined);
  // What is running even now counts as failed and is done again after the next start.
  await boss.stop({ graceful: false, close: true });
  opened.set(null);
}
