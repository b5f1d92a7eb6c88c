/** The process's connections to PostgreSQL, and the transaction every command runs in. */
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { databaseErrorCode, hasOutdatedPlan } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { singleton } from '#platform/singleton.ts';
import { closePool, type OpenPool, openPool } from './pool.ts';
import { type Transaction, transact } from './transaction.ts';

export { type Transaction, together } from './transaction.ts';
/** Drizzle on the pool, with our own `transaction`: Drizzle's leaks the connection when BEGIN fails. */
export type Database = Omit<NodePgDatabase, 'transaction'> & {
  readonly $client: pg.Pool;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

const poolSingleton = singleton<OpenPool & { sessionUrl: string }>('database pool');
const databaseSingleton = singleton<Database>('database');

/**
 * Opens the pool that `database()` and `inTransaction()` use from then on. Statements for requests have time limits;
 * with `forLongWork` (seeds, measurements) they have none.
 * @param options.sessionUrl where `inLongTransaction` connects, when `url` leads to a pooler; `url` if omitted.
 */
export function openDatabase(options: {
  url: string;
  sessionUrl?: string;
  max?: number;
  forLongWork?: boolean;
}): Database {
  const { url, sessionUrl = url, max = 20, forLongWork = false } = options;
  const opening = openPool(url, max, forLongWork);
  const opened = databaseOn(opening.pool);
  poolSingleton.set({ sessionUrl, ...opening });
  databaseSingleton.set(opened);
  return opened;
}

/** The database behind a pool, for tests with a pool of their own. */
export function databaseOn(pool: pg.Pool): Database {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => transact(pool, work);
  return Object.assign(drizzle({ client: pool, casing: 'snake_case' }), { transaction });
}

/** The open database, for reads outside a transaction. */
export function database(): Database {
  return databaseSingleton.demand();
}

/** The open pool, for libraries that use `pg` themselves (jobs, LISTEN, COPY). */
export function databasePool(): pg.Pool {
  return poolSingleton.demand().pool;
}

/** Closes every connection; running statements finish first. */
export async function closeDatabase(): Promise<void> {
  const closing = poolSingleton.get();
  poolSingleton.set(null);
  databaseSingleton.set(null);
  if (closing) await closePool(closing);
}

/** Errors after which PostgreSQL wants a retry: serialization failure, deadlock. The attempt changed nothing. */
const worthRetrying = new Set(['40001', '40P01']);
const MAXIMUM_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction: all of it happens or none. Retries after a deadlock or serialization failure (up to
 * five times, with a growing random pause), and at once where a migration has outdated a connection's plans, so `work` must have no effects outside `tx`.
 * @throws OutcomeUnknown when the connection was lost during COMMIT.
 */
export function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return attempts(poolSingleton.demand().pool, work);
}

/**
 * Like `inTransaction`, for work that takes longer than any request may: on a separate connection without time limits.
 */
export async function inLongTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const own = openPool(poolSingleton.demand().sessionUrl, 1, true);
  try {
    return await attempts(own.pool, work);
  } finally {
    await closePool(own);
  }
}

/** Reads in one transaction in which every statement sees the same moment: all figures include the same orders. */
export function inSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(asSnapshot(read));
}

/** Like `inSnapshot`, for reads that take longer than any request may: on a separate connection without time limits. */
export function inLongSnapshot<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
  return inLongTransaction(asSnapshot(read));
}

/** The same read, in a transaction in which every statement sees the same moment. */
export function asSnapshot<T>(read: (tx: Transaction) => Promise<T>) {
  return async (tx: Transaction): Promise<T> => {
    await tx.execute(sql`set transaction isolation level repeatable read read only`);
    return read(tx);
  };
}

async function attempts<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // Each attempt that meets an outdated plan closes its connection, so there are no more of them than connections.
  let mostOutdated = pool.options.max;
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(pool, work);
    } catch (error) {
      if (hasOutdatedPlan(error) && mostOutdated > 0) {
        mostOutdated -= 1;
        attempt -= 1;
        continue;
      }
      const code = databaseErrorCode(error) ?? '';
      if (attempt === MAXIMUM_ATTEMPTS || !worthRetrying.has(code)) throw error;
      log.info({ attempt, code }, 'transaction tried again');
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * attempt));
    }
  }
}

/** Rolls back the transaction and passes `value` to the caller of `inTransactionOr`. A refusal, not a bug. */
class Abandoned<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('transaction abandoned');
    this.value = value;
  }
}

/**
 * Rolls everything back and returns `value` from the transaction: how a command refuses after it has already written.
 */
type Abandon<T> = (value: T) => never;

/** Like `inTransaction`, with a way to abandon it. */
export function inTransactionOr<T>(work: (tx: Transaction, abandon: Abandon<T>) => Promise<T>): Promise<T> {
  return orAbandoned(inTransaction, work);
}

/** Like `inLongTransaction`, with a way to abandon it. */
export function inLongTransactionOr<T>(
  work: (tx: Transaction, abandon: Abandon<T>) => Promise<T>,
): Promise<T> {
  return orAbandoned(inLongTransaction, work);
}

async function orAbandoned<T>(
  run: (work: (tx: Transaction) => Promise<T>) => Promise<T>,
  work: (tx: Transaction, abandon: Abandon<T>) => Promise<T>,
): Promise<T> {
  try {
    return await run((tx) =>
      work(tx, (value) => {
        throw new Abandoned(value);
      }),
    );
  } catch (error) {
    if (error instanceof Abandoned) return error.value as T;
    throw error;
  }
}
