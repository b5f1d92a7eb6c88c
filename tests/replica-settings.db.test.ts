/** What the replica's settings in deploy/three-instances/postgresql.conf do for reports, and for a failover. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase, type Transaction } from '#db/client.ts';
import { closeReports, longReportSnapshot, openReports } from '#db/reports.ts';
import { type ReplicatedDatabase, startReplicated } from './support/replica.ts';

const ROWS = 5000;
const shipped = readFileSync(join(import.meta.dirname, '../deploy/three-instances/postgresql.conf'), 'utf8');
const ofReplica = Object.fromEntries(
  ['hot_standby_feedback', 'max_standby_streaming_delay', 'max_standby_archive_delay'].map((name) => [
    name,
    new RegExp(`^${name} = (\\S+)$`, 'm').exec(shipped)?.[1] ?? 'missing',
  ]),
);

let servers: ReplicatedDatabase;
beforeAll(async () => {
  servers = await startReplicated(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table sales (id int)');
    await client.end();
  }, ofReplica);
  openDatabase({ url: servers.primaryUrl, max: 2 });
  openReports(servers.replicaUrl);
});
afterAll(async () => {
  await closeReports();
  await closeDatabase();
  await servers.stop();
});
beforeEach(async () => {
  await servers.ask('primary', `truncate sales; insert into sales select generate_series(1, ${ROWS})`);
});

/** The server that answers, and the rows that the report sees there. */
async function read(tx: Transaction): Promise<[server: string, rows: number]> {
  const { rows } = await tx.execute<{ isReplica: boolean; many: number }>(
    sql`select pg_is_in_recovery() as "isReplica", count(*)::int as many from sales`,
  );
  return [rows[0]?.isReplica ? 'replica' : 'primary', rows[0]?.many ?? 0];
}

const written = () =>
  servers.ask('primary', 'select pg_current_wal_flush_lsn() as at') as Promise<{ at: string }[]>;

/** Whether the replica has replayed what the primary had. */
async function hasReplayed(at: string | undefined): Promise<boolean> {
  const rows = await servers.ask(
    'replica',
    `select from pg_control_system() where pg_last_wal_replay_lsn() >= '${at}'`,
  );
  return rows.length === 1;
}

test('a report outlives the cleanup of the rows that it reads', async () => {
  await expect
    .poll(() => servers.ask('primary', 'select from pg_stat_replication where backend_xmin is not null'))
    .toHaveLength(1);
  const seen = await longReportSnapshot(async (tx) => {
    const first = await read(tx);
    await servers.ask('primary', 'delete from sales where id > 100');
    await servers.ask('primary', 'vacuum (freeze) sales');
    const [end] = await written();
    await expect.poll(() => hasReplayed(end?.at)).toBe(true);
    return [first, await read(tx)];
  });
  expect(seen).toEqual([
    ['replica', ROWS],
    ['replica', ROWS],
  ]);
});

test('replay waits only a moment for a report that is in its way, and the primary reads that one', async () => {
  const waited: number[] = [];
  const seen = await longReportSnapshot(async (tx) => {
    const first = await read(tx);
    if (first[0] === 'replica') {
      await servers.ask('primary', 'alter table sales add column day date');
      const [end] = await written();
      const from = performance.now();
      await expect.poll(() => hasReplayed(end?.at)).toBe(true);
      waited.push(performance.now() - from);
    }
    return [first, await read(tx)];
  });
  expect(seen).toEqual([
    ['primary', ROWS],
    ['primary', ROWS],
  ]);
  expect(waited).toHaveLength(1);
  expect(waited[0]).toBeLessThan(10_000);
});
