/** Asks the database what the doctor judges. Reads only. */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Connection, connectionSettings } from '#db/connection.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import {
  judgeClock,
  judgeConnections,
  judgeLatency,
  judgeMigrations,
  judgeSettings,
  judgeVersion,
  unreachable,
} from './database-rules.ts';
import { examineSchema } from './examine-schema.server.ts';
import type { Finding } from './finding.ts';

/** Round trips that are timed. */
const TIMED = 9;
/** Settings of the server that matter. */
const SETTINGS = [
  ...['fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'autovacuum', 'track_counts'],
  ...['default_transaction_read_only', 'max_connections', 'superuser_reserved_connections'],
  ...['lock_timeout', 'statement_timeout'],
];

type Examined = {
  findings: Finding[];
  /** Whether it answered and was never migrated. */
  isEmpty: boolean;
  /** Whether it has this version's tables, so that they can be asked. */
  isMigrated: boolean;
};

/**
 * Examines the server and the schema on a connection of its own.
 * @param migrationsFolder this version's migrations.
 */
export async function examineServer(url: string, migrationsFolder: string): Promise<Examined> {
  const client = new Connection(connectionSettings({ url, name: 'farmgate doctor', forLongWork: false }));
  try {
    await client.connect();
    const { settings, used } = await readServer(client);
    const { latency, clock } = await timeServer(client);
    const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
    const applied = await newestMigration(client);
    const isMigrated = applied === Math.max(...known);
    const [most, reserved] = [settings.max_connections, settings.superuser_reserved_connections];
    return {
      findings: [
        judgeVersion(settings.server_version ?? ''),
        judgeLatency(latency),
        judgeConnections({ used, most: Number(most), reserved: Number(reserved) }),
        judgeMigrations(applied, known),
        ...(isMigrated ? await examineOwnSchema(client) : []),
        judgeSettings(settings),
        judgeClock(clock),
      ],
      isEmpty: applied === null,
      isMigrated,
    };
  } catch (error) {
    const finding = unreachable(databaseErrorCode(error) ?? '');
    return { findings: [finding], isEmpty: false, isMigrated: false };
  } finally {
    await client.end();
  }
}

async function examineOwnSchema(client: Connection): Promise<Finding[]> {
  await client.query('begin read only');
  const findings = await examineSchema(client);
  await client.query('commit');
  return findings;
}

async function readServer(client: Connection): Promise<{ settings: Record<string, string>; used: number }> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any ($1)
     union all select 'server_version', current_setting('server_version')
     union all select 'is_in_recovery', case when pg_is_in_recovery() then 'on' else 'off' end`,
    [SETTINGS],
  );
  const { rows: counted } = await client.query<{ used: string }>(
    `select count(*) as used from pg_stat_activity where backend_type = 'client backend'`,
  );
  return {
    settings: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
    used: Number(counted[0]?.used ?? 0),
  };
}

/** Milliseconds of the middle round trip, and seconds by which the database's clock is ahead of ours. */
async function timeServer(client: Connection): Promise<{ latency: number; clock: number }> {
  const trips: { took: number; ahead: number }[] = [];
  for (let trip = 0; trip < TIMED; trip++) {
    const [asked, sentAt] = [performance.now(), Date.now()];
    const { rows } = await client.query<{ at: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as at',
    );
    const took = performance.now() - asked;
    trips.push({ took, ahead: (Number(rows[0]?.at) - sentAt - took / 2) / 1000 });
  }
  trips.sort((one, other) => one.took - other.took);
  // The fastest trip leaves the least room for an error of the clock.
  return { latency: trips[Math.floor(TIMED / 2)]?.took ?? 0, clock: trips[0]?.ahead ?? 0 };
}

async function newestMigration(client: Connection): Promise<number | null> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('${table}') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return null;
  const newest = await client.query<{ at: string | null }>(`select max(created_at) as at from ${table}`);
  const at = newest.rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}
