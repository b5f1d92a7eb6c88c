/** The process's connection to PostgreSQL, and the transaction every verb runs in. */
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { held } from '#platform/held.ts';
import { log } from '#platform/log.ts';
import * as schema from './schema/index.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

type OpenPool = { pool: pg.Pool; connections: ReadonlySet<pg.PoolClient> };

const heldPool = held<OpenPool>('database pool');
const heldDatabase = held<Database>('database');

/** Opens the pool that `database()` and `inTransaction()` use from then on. */
export function openDatabase(options: { url: string; max?: number }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'farmgate',
  });
  // An idle connection that breaks (database restarted) is replaced on next use; without this it would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'));
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (connection) => connections.add(connection));
  pool.on('remove', (connection) => connections.delete(connection));
  const opened = drizzle({ client: pool, schema, casing: 'snake_case' });
  heldPool.set({ pool, connections });
  heldDatabase.set(opened);
  return opened;
}

/** The open database, for reads outside a transaction. */
export function database(): Database {
  return heldDatabase.demand();
}

/** The open pool, for libraries that speak `pg` themselves (jobs, LISTEN, COPY). */
export function databasePool(): pg.Pool {
  return heldPool.demand().pool;
}

/** Ends every connection; what is under way finishes first. */
export async function closeDatabase(): Promise<void> {
  const closing = heldPool.get();
  heldPool.set(null);
  heldDatabase.set(null);
  if (!closing) return;
  await closing.pool.end();
  // The pool calls itself ended as soon as it has said goodbye; the database may be stopped only after that was heard.
  while (closing.connections.size > 0) await new Promise((gone) => closing.pool.once('remove', gone));
}

/** PostgreSQL asks for another try: serialization failure, deadlock. Nothing of the attempt has happened. */
const worthRetrying = new Set(['40001', '40P01']);
const MAXIMUM_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction: all of it happens or none. A deadlock or serialization failure is tried
 * again (up to five times, with a growing random pause), so `work` must do nothing but speak to `tx`.
 */
export async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database().transaction(work);
    } catch (error) {
      if (attempt === MAXIMUM_ATTEMPTS || !worthRetrying.has(databaseErrorCode(error) ?? '')) throw error;
      log.info({ attempt, code: databaseErrorCode(error) }, 'transaction tried again');
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * attempt));
    }
  }
}

/** Undoes the transaction and hands `value` to the caller of `inTransactionOr`. A refusal, not a bug. */
class Abandoned<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('transaction abandoned');
    this.value = value;
  }
}

/**
 * Like `inTransaction`, and `abandon(value)` inside rolls everything back and returns `value`: how a verb
 * refuses after it has already written.
 */
export async function inTransactionOr<T>(
  work: (tx: Transaction, abandon: (value: T) => never) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction((tx) =>
      work(tx, (value) => {
        throw new Abandoned(value);
      }),
    );
  } catch (error) {
    if (error instanceof Abandoned) return error.value as T;
    throw error;
  }
}

/** The SQLSTATE of an error, looking through the wrapper Drizzle puts around it. */
export function databaseErrorCode(error: unknown): string | null {
  for (let seen: unknown = error; seen instanceof Error; seen = seen.cause) {
    if ('code' in seen && typeof seen.code === 'string' && /^[0-9A-Z]{5}$/.test(seen.code)) return seen.code;
  }
  return null;
}

/** Whether the database answers. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await database().execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
