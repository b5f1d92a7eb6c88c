/** What the doctor says about a replica that follows, is stopped, behind, promoted, or another shop's. */

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { closeReports, openReports, reportSnapshot } from '#db/reports.ts';
import { type ReplicatedDatabase, startReplicated } from '#tests/support/replica.ts';
import { examineReplica, readReplica } from './examine-replica.server.ts';

let servers: ReplicatedDatabase;
let others: ReplicatedDatabase;
beforeAll(async () => {
  [servers, others] = await Promise.all([startReplicated(make), startReplicated(make)]);
  openDatabase({ url: servers.primaryUrl, max: 2 });
});
afterAll(async () => {
  await closeDatabase();
  await Promise.all([servers.stop(), others.stop()]);
});

async function make(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table news (id int)');
  await client.end();
}

const write = () => servers.ask('primary', 'insert into news values (1)');

test('nothing without the setting', async () => {
  expect(await examineReplica(undefined)).toEqual([]);
});

test('a replica that follows is fine, whenever its primary wrote last', async () => {
  await write();
  expect(await examineReplica(servers.replicaUrl)).toEqual([
    { what: 'Replica', state: 'ok', text: 'Reports are read from it.' },
  ]);
});

test('a replica that stopped to replay is behind', async () => {
  const behind = async () => (await readReplica(servers.replicaUrl))?.behindSeconds;
  await servers.ask('replica', 'select pg_wal_replay_pause()');
  // It has all that there is.
  expect(await behind()).toBeNull();
  await write();
  // Of the transaction that it replayed last, which is as old as the wait for it, or nearly.
  expect(await behind()).toBeGreaterThan(0.5);
  await servers.ask('replica', 'select pg_wal_replay_resume()');
  await expect.poll(behind).toBeNull();
});

test('the doctor calls a replica fine exactly when reports are read from it', async () => {
  openReports(servers.replicaUrl);
  const both = async () => {
    const [finding] = await examineReplica(servers.replicaUrl);
    const { rows } = await reportSnapshot((tx) =>
      tx.execute<{ from: string }>(
        sql`select case when pg_is_in_recovery() then 'replica' else 'primary' end as from`,
      ),
    );
    return [finding?.state, rows[0]?.from];
  };
  await servers.ask('replica', 'select pg_wal_replay_pause()');
  await write();
  expect(await both()).toEqual(['warning', 'primary']);
  await servers.ask('replica', 'select pg_wal_replay_resume()');
  await expect.poll(both).toEqual(['ok', 'replica']);
  await closeReports();
});

test('another shop’s replica, another database of the same server, the primary, and no server', async () => {
  const told = async (url: string) => {
    const [finding] = await examineReplica(url);
    return `${finding?.state}: ${finding?.text}`;
  };
  expect(await told(others.replicaUrl)).toMatch(
    /^warning: .* another database, so reports are read from the primary/,
  );
  const postgres = new URL(servers.replicaUrl);
  postgres.pathname = '/postgres';
  expect(await told(postgres.href)).toMatch(/^warning: .* another database/);
  expect(await told(servers.primaryUrl)).toMatch(/^warning: .* follows no primary/);
  await servers.stopReplica();
  expect(await told(servers.replicaUrl)).toMatch(/^warning: It does not answer/);
  await servers.startReplica();
  await expect.poll(() => told(servers.replicaUrl)).toMatch(/^ok/);
  await servers.promote();
  expect(await told(servers.replicaUrl)).toMatch(/^warning: .* follows no primary/);
});
