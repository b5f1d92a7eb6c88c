/** Counts the jobs of the queue (pg-boss) for those who watch the shop. */

export type QueueFigures = {
  /** Jobs that are due and not started. */
  waiting: number;
  /** Seconds that the oldest of them has been due; null if there is none. */
  oldestSeconds: number | null;
  /** Jobs that failed for good in the last 24 hours. */
  failed: number;
};

type Asked = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

/** One short statement over the queue's index of unstarted jobs. */
export async function readQueueFigures(client: Asked): Promise<QueueFigures> {
  const { rows } = await client.query(`
    select waiting::int, "oldestSeconds"::float8, failed::int
    from (select count(*) as waiting, extract(epoch from now() - min(start_after)) as "oldestSeconds"
        from pgboss.job where state < 'active' and start_after <= now()) as due,
      (select count(*) as failed from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day') as ended`);
  return rows[0] as QueueFigures;
}

/** Jobs of one kind that failed for good in the last 24 hours. */
export type FailedJobs = {
  queue: string;
  count: number;
  lastAt: Date;
  /** The newest one's reason, which was stored without values of people. */
  reason: string;
  /** Runs again automatically. */
  isScheduled: boolean;
};

/** By kind, the newest first. */
export async function readFailedJobs(client: Asked): Promise<FailedJobs[]> {
  const { rows } = await client.query(`
    select name as queue, count(*)::int as count, max(completed_on) as "lastAt",
      coalesce((array_agg(coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value') order by completed_on desc))[1], '') as reason,
      coalesce((select policy = 'exclusive' from pgboss.queue where queue.name = job.name), false) as "isScheduled"
    from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day' and name not like '\\_\\_%'
    group by name order by max(completed_on) desc`);
  return rows as FailedJobs[];
}

/** What pg-boss stores for a job whose process was killed, and for one that a stop did not wait for. */
const CUT_OFF = ['job heartbeat timeout', 'pg-boss shut down while active'];

/** Whether a job failed because its process ended. @param reason as `readFailedJobs` has it */
export const isCutOff = (reason: string): boolean => CUT_OFF.includes(reason);

/** Jobs of one kind whose process ended while they ran, and that wait for their next try or have it now. */
export type CutOffJobs = {
  queue: string;
  count: number;
  /** When the next try starts, or started. */
  nextAt: Date;
};

export async function readCutOffJobs(client: Asked): Promise<CutOffJobs[]> {
  const { rows } = await client.query(
    `select name as queue, count(*)::int as count, min(case state when 'retry' then start_after else started_on end) as "nextAt"
     from pgboss.job where state in ('retry', 'active')
       and coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value') = any ($1)
     group by name order by name`,
    [CUT_OFF],
  );
  return rows as CutOffJobs[];
}

/** `startedAt` is of its last try; null before the first. */
export type OnlyJob = { state: 'created' | 'retry' | 'active'; dueAt: Date; startedAt: Date | null };

/** The unfinished job of a kind that has one at most; null if there is none. */
export async function readOnlyJob(client: Asked, name: string): Promise<OnlyJob | null> {
  const { rows } = await client.query(
    `select state, start_after as "dueAt", started_on as "startedAt" from pgboss.job where name = $1 and state <= 'active'
     order by state desc limit 1`,
    [name],
  );
  return (rows[0] as OnlyJob | undefined) ?? null;
}
