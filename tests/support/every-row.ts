/** Whether anything was written: a checksum of every row. */
import pg from 'pg';

export type EveryRow = {
  /** A checksum of each table, as text. */
  read(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Reads every row in the shop's tables and every job, except attempt counters and the jobs that pg-boss sends itself.
 * `only` has a condition for the rows of a table that count.
 */
export async function openEveryRow(url: string, only: Record<string, string> = {}): Promise<EveryRow> {
  const client = new pg.Client(url);
  await client.connect();
  // Starting the processes takes a hundred times as long as reading a test's rows.
  await client.query('set max_parallel_workers_per_gather = 0');
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by 1`,
  );
  const sources = tables.map(({ name }) => `${pg.escapeIdentifier(name)} t where ${only[name] ?? 'true'}`);
  const sums = [...sources, "pgboss.job t where name not like '\\_\\_pgboss%'"].map(
    (source, nth) =>
      `select ${nth} as nth, md5(string_agg(t::text, '|' order by t::text)) as sum from ${source}`,
  );
  // Named, so that PostgreSQL plans it once: that takes longer than reading, too.
  const query = { name: 'every-row', text: `${sums.join(' union all ')} order by 1` };
  return {
    read: async () => {
      const { rows } = await client.query<{ nth: number; sum: string }>(query);
      return rows.map(({ nth, sum }) => `${tables[nth]?.name ?? 'jobs'} ${sum}`).join('\n');
    },
    stop: () => client.end(),
  };
}
