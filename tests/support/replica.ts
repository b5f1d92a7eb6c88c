/** A primary and a replica that follows it: two clusters of the bundled PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectionUrl } from '#platform/embedded-database/connection.ts';
import {
  administratorConnection,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#platform/embedded-database/embedded-database.ts';
import { databaseLayout } from '#platform/embedded-database/layout.ts';

export type ReplicatedDatabase = {
  primaryUrl: string;
  /** The same before and after `stopReplica`. */
  replicaUrl: string;
  /** Runs statements on a server as its superuser. */
  ask(server: 'primary' | 'replica', statement: string): Promise<unknown[]>;
  /** `immediate` ends it as a power failure would. */
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** From now on the replica is a server of its own. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** Cancels queries at once that are in the way of replay, and is never asked to keep rows for them. */
const ofReplica = { max_standby_streaming_delay: '0', hot_standby_feedback: 'off' };

/**
 * @param fill migrates or fills the database before the copy is made.
 * @param replicaSettings in place of `ofReplica`
 */
export async function startReplicated(
  fill: (url: string) => Promise<void>,
  replicaSettings: Record<string, string> = ofReplica,
): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-replica-'));
  const homes = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const settings = { fsync: 'off', full_page_writes: 'off', max_wal_senders: '4' };
  const start = (server: 'primary' | 'replica', others: Record<string, string> = {}) =>
    startEmbeddedDatabase({ dataFolder: homes[server], settings: { ...settings, ...others } });

  const first = await start('primary');
  await fill(first.url);
  await first.stop();
  execFileSync('cp', ['-a', homes.primary, homes.replica]);
  writeFileSync(join(databaseLayout(homes.replica).cluster, 'standby.signal'), '');
  const primary = await start('primary');
  const superuser = administratorConnection(homes.primary);
  if (superuser === null) throw new Error('the primary does not run');
  const { host, port, user, password } = superuser;
  const from = `host='${host}' port=${port} user=${user} password='${password}'`;
  const startReplica = () => start('replica', { ...replicaSettings, primary_conninfo: from });
  let replica: EmbeddedDatabase = await startReplica();

  const ask = async (server: 'primary' | 'replica', statement: string) => {
    const to = administratorConnection(homes[server]);
    if (to === null) throw new Error(`the ${server} does not run`);
    const client = new pg.Client({ connectionString: connectionUrl({ ...to, database: 'farmgate' }) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    primaryUrl: primary.url,
    get replicaUrl() {
      return replica.url;
    },
    ask,
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startReplica();
    },
    promote: async () => void (await ask('replica', 'select pg_promote()')),
    stop: async () => {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
