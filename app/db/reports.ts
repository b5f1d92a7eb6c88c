/**
 * Reads reports from a replica, if `DATABASE_REPORTS_URL` names one; otherwise from the primary
 * (docs/decisions/0075-reports-from-a-replica.md). A report shows everything that was committed before it was asked for.
 */
import { setTimeout as pause } from 'node:timers/promises';
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
/** How long a report waits for the replica to replay what the primary has, and how often it looks. */
const BEHIND_MS = 1000;
const LOOK_MS = 20;
/** Milliseconds between two lines of the log that say the same. */
const SAY_AGAIN_MS = 60_000;

type Replica = OpenPool & { url: string; db: Database };
const replicaSingleton = singleton<Replica>('reports pool');

/** Opens the pool for reports. Writes fail on it, also where the URL leads to a primary. */
export function openReports(url: string): void {
  const opened = openReportsPool(url, CONNECTIONS, false);
  replicaSingleton.set({ ...opened, url, db: databaseOn(opened.pool) });
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
    ({ pool }) => transact(pool, asSnapshot(read)),
    () => inSnapshot(read),
  );
}

/** Like `inLongSnapshot`, on the replica. After a failure everything is read again, so what was read must not be sent yet. */
export function longReportSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return onReplica(
    async ({ url }) => {
      const own = openReportsPool(url, 1, true);
      try {
        return await transact(own.pool, asSnapshot(read));
      } finally {
        await closePool(own);
      }
    },
    () => inLongSnapshot(read),
  );
}

/**
 * Rows that are sent while they are read: all from the server that gave the first one. If that one stops in between, they
 * end with its error.
 * @param read asks `db` alone
 */
export async function* reportRows<Row>(read: (db: Database) => AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* await onReplica(
    ({ db }) => begun(read(db)),
    () => begun(read(database())),
  );
}

/** The same rows, once the first of them has been read. */
async function begun<Row>(rows: AsyncIterable<Row>): Promise<AsyncGenerator<Row>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

/** Asks the replica; once more the primary, if the replica cannot answer now. */
async function onReplica<T>(ask: (replica: Replica) => Promise<T>, askPrimary: () => Promise<T>): Promise<T> {
  const replica = replicaSingleton.get();
  if (replica === null) return askPrimary();
  try {
    await untilCaughtUp(replica);
    return await ask(replica);
  } catch (error) {
    if (!cannotAnswer(error)) throw error;
    say(error);
    return askPrimary();
  }
}

const STATE = `
  select pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as "isReplica",
    pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCaughtUp"`;

class NotUpToDate extends Error {
  override name = 'NotUpToDate';
}

/**
 * Otherwise a person would not find in a report what they did a moment before, and a cut cable would show the figures of
 * last week. A server that receives nothing is no replica, whatever it has: after a failover it may be the former primary,
 * with orders that were never acknowledged.
 */
async function untilCaughtUp({ pool }: Replica): Promise<void> {
  const { rows: written } = await databasePool().query('select pg_current_wal_flush_lsn() as at');
  for (const end = performance.now() + BEHIND_MS; ; await pause(LOOK_MS)) {
    const { rows } = await pool.query(soon(STATE, [written[0]?.at]));
    if (rows[0]?.isReplica !== true) throw new NotUpToDate('it is no replica that receives changes');
    if (rows[0].isCaughtUp === true) return;
    if (performance.now() > end) throw new NotUpToDate('it is behind the primary');
  }
}

/** A query that lasted too long for replay (40001, 40P01), and a pool that was told to write (25006). */
const notHere = new Set(['40001', '40P01', '25006']);

const cannotAnswer = (error: unknown): boolean =>
  error instanceof NotUpToDate ||
  hasLostConnection(error) ||
  hasOutdatedPlan(error) ||
  notHere.has(databaseErrorCode(error) ?? '');

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
