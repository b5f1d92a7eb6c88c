/** Runs one transaction on one connection, which always returns to the pool or is destroyed. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import {
  databaseErrorCode,
  hasLostConnection,
  isRefusedByServer,
  OutcomeUnknown,
} from '#platform/database-error.ts';
import { knownStatements } from './known-statements.ts';
import * as schema from './schema/index.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;
/** Omits the relational query builders: nothing uses them, and every transaction would create one per table. */
const described = { fullSchema: schema, schema: {} as Tables, tableNamesMap: {} };
const dialect = new PgDialect({ casing: 'snake_case' });

export type Transaction = NodePgTransaction<typeof schema, Tables>;

/** The longest a rollback may take: it waits for no lock, so a slow one means a lost connection. */
const ROLLBACK_MS = 2000;

/**
 * Runs `work` between BEGIN and COMMIT. Drizzle's own version leaks the connection when BEGIN fails, and returns one to
 * the pool that could not be rolled back.
 * @throws OutcomeUnknown when the connection broke during COMMIT: the changes may or may not be saved, so the work must
 * not simply be repeated.
 */
export async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const guarded = guard(client);
  let isGood = false;
  try {
    await client.query('begin');
    const session = new NodePgSession(guarded.client, dialect, described);
    const tx: Transaction = new NodePgTransaction(dialect, session, described);
    lines.set(tx, {
      client: guarded.client,
      stream: client.connection.stream,
      asked: guarded.asked,
      depth: 0,
    });
    const result = await work(tx).catch(async (error: unknown) => {
      guarded.close();
      isGood = !hasLostConnection(error) && (await rollback(client));
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
function guard(client: pg.PoolClient): { client: pg.PoolClient; close(): void; asked(): number } {
  let isOpen = true;
  let asked = 0;
  const query = (statement: pg.QueryConfig | string, values?: unknown[]) => {
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'));
    asked += 1;
    if (typeof statement === 'string') return client.query(statement);
    const name = statement.name ?? statements.nameOf(statement.text);
    return client.query(name === undefined ? statement : { ...statement, name }, values);
  };
  return {
    client: Object.create(client, { query: { value: query } }) as pg.PoolClient,
    close: () => {
      isOpen = false;
    },
    asked: () => asked,
  };
}

/** The state of an open transaction that `together` needs. */
type Line = {
  client: pg.PoolClient;
  stream: pg.Connection['stream'];
  /** Statements sent so far. */
  asked(): number;
  /** How many nested `together` calls are still sending. */
  depth: number;
};
const lines = new WeakMap<object, Line>();

/** The transaction's connection. */
export function clientOf(tx: Transaction): pg.PoolClient {
  const line = lines.get(tx);
  if (!line) throw new Error('this is no transaction of ours');
  return line.client;
}

type Answers<Questions extends readonly (() => PromiseLike<unknown>)[]> = {
  [N in keyof Questions]: Awaited<ReturnType<Questions[N]>>;
};

/**
 * Sends several queries in one round trip: each is sent without waiting for the result of the one before. PostgreSQL
 * runs them in this order, and each sees the effects of the ones before it and everything committed until it started;
 * so locks are taken in this order too, and reads after a lock happen under it. A query may be a command of several
 * statements: whatever it can send without a result goes before the next query's statements.
 * @throws the first failure; not the 'transaction is aborted' that PostgreSQL returns for everything after it, which
 * may arrive sooner when the failure passes through nested commands.
 */
export async function together<const Questions extends readonly (() => PromiseLike<unknown>)[]>(
  tx: Transaction,
  ...questions: Questions
): Promise<Answers<Questions>> {
  const line = lines.get(tx);
  if (!line) throw new Error('this is no transaction of ours');
  const answers: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  line.stream.cork();
  line.depth += 1;
  const { depth } = line;
  try {
    for (const question of questions) {
      const answer = Promise.resolve(question());
      answer.catch((failure: unknown) => failures.push(failure));
      answers.push(answer);
      await untilAskedAll(line, depth);
    }
  } finally {
    line.depth -= 1;
    line.stream.uncork();
  }
  await Promise.allSettled(answers);
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return (await Promise.all(answers)) as Answers<Questions>;
}

/** This error only says that an earlier statement failed. */
const isAborted = (failure: unknown) => databaseErrorCode(failure) === '25P02';

/** Waits until a tick passes in which nothing more is sent without a result; a nested call waits for its own ticks. */
async function untilAskedAll(line: Line, depth: number): Promise<void> {
  let before: number;
  do {
    before = line.asked();
    await new Promise<void>((resolve) => process.nextTick(resolve));
  } while (line.asked() !== before || line.depth > depth);
}

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
