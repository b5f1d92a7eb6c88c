/** Asks the replica of `DATABASE_REPORTS_URL` what the doctor and the Operations page judge. Reads only. */
import { setTimeout as pause } from 'node:timers/promises';
import { databasePool } from '#db/client.ts';
import { Connection, connectionSettings } from '#db/connection.ts';
import { BEHIND_MS, IDENTITY } from '#db/reports.ts';
import { judgeReplica, type ReplicaFacts } from './database-rules.ts';
import type { Finding } from './finding.ts';

/** The wait for a connection, and for an answer, in milliseconds: a page may be waiting. */
const CONNECT_MS = 2000;
const LOOK_MS = 50;

/** Compares it with the open database. @param url of the replica; without one there is no finding */
export async function examineReplica(url: string | undefined): Promise<Finding[]> {
  return url === undefined ? [] : [judgeReplica(await readReplica(url))];
}

/** What it is and has; null if it does not answer. */
export async function readReplica(url: string): Promise<ReplicaFacts | null> {
  const settings = connectionSettings({ url, name: 'farmgate doctor', forLongWork: false });
  const client = new Connection({
    ...settings,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  const primary = await databasePool().query<{ of: string; at: string }>(
    `select ${IDENTITY} as of, pg_current_wal_flush_lsn() as at`,
  );
  try {
    await client.connect();
    const { rows } = await client.query<{ of: string; follows: boolean }>(
      `select ${IDENTITY} as of, pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as follows`,
    );
    const [found] = rows;
    const follows = found?.follows === true;
    const behindSeconds = follows ? await secondsBehind(client, primary.rows[0]?.at ?? '') : null;
    return { isOfPrimary: found?.of === primary.rows[0]?.of, follows, behindSeconds };
  } catch {
    // Whatever keeps it from answering, such as a certificate that has expired: reports do without it.
    return null;
  } finally {
    await client.end();
  }
}

/**
 * null for one that has all within the time that a report waits. The time since its newest transaction says nothing by
 * itself: it grows while the primary has nothing to write.
 * @param written where the primary was
 */
async function secondsBehind(client: Connection, written: string): Promise<number | null> {
  for (const end = performance.now() + BEHIND_MS; ; await pause(LOOK_MS)) {
    const { rows } = await client.query<{ isBehind: boolean; seconds: number }>(
      `select coalesce(pg_last_wal_replay_lsn() < $1::pg_lsn, true) as "isBehind",
        extract(epoch from clock_timestamp() -
          coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as seconds`,
      [written],
    );
    if (rows[0]?.isBehind !== true) return null;
    if (performance.now() > end) return rows[0].seconds;
  }
}
