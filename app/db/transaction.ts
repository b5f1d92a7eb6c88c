/** Runs one transaction on one connection, which always returns to the pool or is destroyed. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import {
  databaseErrorCode,
  hasLostConnection,
  hasOutdatedPlan,
  isRefusedByServer,
  OutcomeUnknown,
} from '#platform/database-error.ts';
import { inSpan } from '#platform/tracing/span.ts';
import { knownStatements } from './known-statements.ts';
import { inStatement } from './statement-span.ts';

/** Without Drizzle's nested `transaction`, which would commit this one. */
export type Transaction = Omit<NodePgDatabase, 'transaction'> & { readonly $client: pg.PoolClient };

/** The longest a rollback may take: it waits for no lock, so a slow one means a lost connection. */
const ROLLBACK_MS = 2000;

/**
 * Runs `work` between BEGIN and COMMIT. Drizzle's own version leaks the connection when BEGIN fails, and returns one to
 * the pool that could not be rolled back.
 * @throws OutcomeUnknown when the connection broke during COMMIT: the changes may or may not be saved, so the work must
 * not simply be repeated.
 */
export function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inSpan({ name: 'transaction', kind: 'internal' }, () => transactOn(pool, work));
}

async function transactOn<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const guarded = guard(client);
  let isGood = false;
  try {
    await client.query('begin');
    const tx = drizzle({ client: guarded.client, casing: 'snake_case' });
    const result = await work(tx).catch(async (error: unknown) => {
      guarded.close();
      isGood = !hasLostConnection(error) && !hasOutdatedPlan(error) && (await rollback(client));
      throw error;
    });
    guarded.close();
    isGood = await commit(client);
    if (!isGood) throw new Error('a statement of the transaction had failed, so nothing of it was done');
    return result;
  } finally {
    guarded.close();
    client.release(!isGood);
  }
}

/** The named statements of all transactions, on any connection. */
const statements = knownStatements();

/**
 * Wraps the client for the length of one transaction: a later query would run in someone else's. Runs repeated
 * statements by name.
 */
function guard(client: pg.PoolClient): { client: pg.PoolClient; close(): void } {
  let isOpen = true;
  const query = (statement: pg.QueryConfig | string, values?: unknown[]) => {
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'));
    const asked = typeof statement === 'string' ? { text: statement } : statement;
    const name = asked.name ?? statements.nameOf(asked.text);
    return inStatement(asked.text, () =>
      client.query(name === undefined ? asked : { ...asked, name }, values),
    );
  };
  return {
    client: Object.create(client, { query: { value: query } }) as pg.PoolClient,
    close: () => {
      isOpen = false;
    },
  };
}

/**
 * Waits for several queries of one transaction that share a round trip: the driver sends each as soon as it is asked,
 * and PostgreSQL runs them one after the other, each seeing what the ones before it changed and everything committed
 * until it started. So locks are taken in this order, and reads after a lock happen under it. A `statement` is asked
 * where it stands; a query of Drizzle's a few ticks later.
 * @throws the first failure; not the 'transaction is aborted' that PostgreSQL returns for everything after it.
 */
export async function together<const Queries extends readonly (PromiseLike<unknown> | null)[]>(
  ...queries: Queries
): Promise<{ -readonly [N in keyof Queries]: Awaited<Queries[N]> }> {
  const outcomes = await Promise.allSettled(queries);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as never;
}

/** This error only says that an earlier statement failed. */
const isAborted = (failure: unknown) => databaseErrorCode(failure) === '25P02';

/** False when PostgreSQL rolled back instead, because a statement failed and its error was ignored. */
async function commit(client: pg.PoolClient): Promise<boolean> {
  try {
    return (await client.query('commit')).command === 'COMMIT';
  } catch (error) {
    // A refusal (a deferred constraint, a serialization failure) is a definite answer: nothing was committed.
    if (isRefusedByServer(error)) throw error;
    throw new OutcomeUnknown({ cause: error });
  }
}

/** Whether the connection is clean enough to reuse. */
async function rollback(client: pg.PoolClient): Promise<boolean> {
  const statement = { text: 'rollback', query_timeout: ROLLBACK_MS };
  return client.query(statement).then(
    () => true,
    () => false,
  );
}
