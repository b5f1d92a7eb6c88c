/**
 * Reads reports from a replica, if `DATABASE_REPORTS_URL` names one; otherwise from the primary
 * (docs/decisions/0075-reports-from-a-replica.md). A report shows everything that was committed before it was asked for.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { databaseErrorCode, hasLostConnection, hasOutdatedPlan } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { singleton } from '#platform/singleton.ts';
import {
  asSnapshot,
  type Database,
  database,
  databaseOn,
  databasePool,
  inLongSnapshot,
  inSnapshot,
  type Transaction,
} from './client.ts';
import { closePool, type OpenPool, openPool } from './pool.ts';
import { transact } from './transaction.ts';

/** Connections of one instance: a report takes up to a second, and few people read one at a time. */
const CONNECTIONS = 4;
/**
 * The wait for a connection and for the first answer, in milliseconds: a replica that is switched off refuses nothing, it
 * is silent, and a pooler before it lets queries wait.
 */
const PATIENCE_MS = 2000;
/** How long a report waits for the replica to replay what the primary has, and how often it looks, in milliseconds. */
export const BEHIND_MS = 1000;
const LOOK_MS = 20;
/** Milliseconds between two lines of the log that say the same. */
const SAY_AGAIN_MS = 60_000;

type Replica = OpenPool & { url: string };
const replicaSingleton = singleton<Replica>('reports pool');

/** Opens the pool for reports. Writes fail on it, also where the URL leads to a primary. */
export function openReports(url: string): void {
  const opened = openReportsPool(url, CONNECTIONS, false);
  replicaSingleton.set({ ...opened, url });
}

const READ_ONLY = 'set default_transaction_read_only = on;';
/** The role may have the time limits of requests, for a pooler. */
const NO_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;';

const soon = (text: string, values: unknown[] = []) => ({ text, values, query_timeout: PATIENCE_MS });

const openReportsPool = (url: string, max: number, forLongWork: boolean) =>
  openPool(url, max, forLongWork, {
    application_name: 'farmgate reports',
    connectionTimeoutMillis: PATIENCE_MS,
    // Statements, because a pooler does not pass on parameters of the connection.
    onConnect: (client) => client.query(soon(forLongWork ? READ_ONLY + NO_LIMITS : READ_ONLY)),
  });

export async function closeReports(): Promise<void> {
  const closing = replicaSingleton.get();
  replicaSingleton.set(null);
  if (closing) await closePool(closing);
}

/** Like `inSnapshot`, on the replica. */
export function reportSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return onReplica(
    async ({ pool }, written) => transact(onlyOf(await readerOf(pool, written)), asSnapshot(read)),
    () => inSnapshot(read),
  );
}

/** Like `inLongSnapshot`, on the replica. After a failure everything is read again, so what was read must not be sent yet. */
export function longReportSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return onReplica(
    async ({ url }, written) => {
      const own = openReportsPool(url, 1, true);
      try {
        return await transact(onlyOf(await readerOf(own.pool, written)), asSnapshot(read));
      } finally {
        await closePool(own);
      }
    },
    () => inLongSnapshot(read),
  );
}

/**
 * Rows that are sent while they are read: all from the connection that gave the first one. If that one is lost in between,
 * they end with its error.
 * @param read asks `db` alone
 */
export async function* reportRows<Row>(read: (db: Database) => AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* await onReplica(
    async ({ pool }, written) => {
      const client = await readerOf(pool, written);
      return afterFirst(read(databaseOn(onlyOf(client))), (error) => client.release(error !== undefined));
    },
    () => afterFirst(read(database())),
  );
}

/** The same rows, once the first of them is read. @param end gets the error they ended with, or nothing */
async function afterFirst<Row>(
  rows: AsyncIterable<Row>,
  end: (error?: unknown) => void = () => undefined,
): Promise<AsyncGenerator<Row>> {
  const iterator = rows[Symbol.asyncIterator]();
  try {
    return rest(iterator, await iterator.next(), end);
  } catch (error) {
    end(error);
    throw error;
  }
}

async function* rest<Row>(
  iterator: AsyncIterator<Row>,
  first: IteratorResult<Row>,
  end: (error?: unknown) => void,
): AsyncGenerator<Row> {
  let failed: unknown;
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // Who reads the rows may stop before their end.
    await iterator.return?.();
    end(failed);
  }
}

/** A pool of this one connection, which its user releases. */
const onlyOf = (client: pg.PoolClient): pg.Pool =>
  ({
    connect: () => Promise.resolve(client),
    query: (...asked: Parameters<pg.PoolClient['query']>) => client.query(...asked),
  }) as unknown as pg.Pool;

/** Asks the replica; once more the primary, if the replica cannot answer now. */
async function onReplica<T>(
  ask: (replica: Replica, written: Written) => Promise<T>,
  askPrimary: () => Promise<T>,
): Promise<T> {
  const replica = replicaSingleton.get();
  if (replica === null) return askPrimary();
  // What the primary cannot answer is not the replica's fault.
  const written = await writtenNow();
  if (written === null) return askPrimary();
  try {
    return await ask(replica, written);
  } catch (error) {
    if (!cannotAnswer(error)) throw error;
    say(error);
    return askPrimary();
  }
}

/** How far the primary's log is, and whose log it is. */
type Written = { of: string; at: string };

/** null where the database is no primary: then no replica can be compared with it. */
async function writtenNow(): Promise<Written | null> {
  try {
    const { rows } = await databasePool().query<Written>(
      `select ${IDENTITY} as of, pg_current_wal_flush_lsn() as at`,
    );
    return rows[0] ?? null;
  } catch (error) {
    if (databaseErrorCode(error) === '55000') return null;
    throw error;
  }
}

/** A replica has the identifier that its primary got when it was made; the name, because a server has several databases. */
export const IDENTITY = `(select system_identifier from pg_control_system()) || ' ' || current_database()`;

const STATE = `
  select ${IDENTITY} as of, pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as "isReplica",
    pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCaughtUp"`;

/** The replica was not reached, or is not one that has everything. */
class NotThere extends Error {
  override name = 'NotThere';
}

/**
 * A connection to a replica of this database that has everything up to `written`; for its user to release. Otherwise a
 * person would not find in a report what they did a moment before, and a cut cable would show the figures of last week. A
 * server that receives nothing is no replica, whatever it has: after a failover it may be the former primary, with orders
 * that were never acknowledged. And positions of two servers that are no pair say nothing.
 */
async function readerOf(pool: pg.Pool, written: Written): Promise<pg.PoolClient> {
  let client: pg.PoolClient | null = null;
  try {
    client = await pool.connect();
    for (const end = performance.now() + BEHIND_MS; ; await pause(LOOK_MS)) {
      const { rows } = await client.query(soon(STATE, [written.at]));
      if (rows[0]?.isReplica !== true) throw new Error('it is no replica that receives changes');
      if (rows[0].of !== written.of) throw new Error('it is a replica of another database');
      if (rows[0].isCaughtUp === true) return client;
      if (performance.now() > end) throw new Error('it is behind the primary');
    }
  } catch (cause) {
    client?.release(true);
    throw new NotThere('the replica cannot answer', { cause });
  }
}

/** What a statement itself is to blame for, on any server: its data, a bug, a write, its own time limit. */
const OWN_FAULT = /^(?:22|23|25006|42|57014|P0)/;

/** For instance a query that lasted too long for replay (40001), a full disk, a lost connection. */
function cannotAnswer(error: unknown): boolean {
  if (error instanceof NotThere || hasLostConnection(error) || hasOutdatedPlan(error)) return true;
  const code = databaseErrorCode(error);
  return code !== null && !OWN_FAULT.test(code);
}

let fellBack = 0;
let saidAt = Number.NEGATIVE_INFINITY;

function say(error: unknown): void {
  fellBack += 1;
  if (performance.now() - saidAt < SAY_AGAIN_MS) return;
  saidAt = performance.now();
  log.warn({ err: error }, 'the replica cannot answer: reports are read from the primary');
}

/** How many reports the primary has read for the replica, since the start. */
export const reportsFromPrimary = (): number => fellBack;
