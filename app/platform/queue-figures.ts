/** Counts the jobs of the queue (pg-boss) for those who watch the shop. */

export type QueueFigures = {
  /** Jobs that are due and not started. */
  waiting: number;
  /** Seconds that the oldest of them has been due; null if there is none. */
  oldestSeconds: number | null;
  /** Jobs that failed for good in the last 24 hours. */
  failed: number;
};

type Asked = { query(text: string): Promise<{ rows: unknown[] }> };

/** One short statement over the queue's index of unstarted jobs. */
export async function readQueueFigures(client: Asked): Promise<QueueFigures> {
  const { rows } = await client.query(`
    select waiting::int, "oldestSeconds"::float8, failed::int
    from (select count(*) as waiting, extract(epoch from now() - min(start_after)) as "oldestSeconds"
        from pgboss.job where state < 'active' and start_after <= now()) as due,
      (select count(*) as failed from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day') as ended`);
  return rows[0] as QueueFigures;
}
