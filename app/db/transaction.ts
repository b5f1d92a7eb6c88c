/** One transaction on one connection, which goes back to the pool whatever happens, or is destroyed. */
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
/** Without the tables by their relations: nobody asks by them, and every transaction would get a builder for each. */
const described = { fullSchema: schema, schema: {} as Tables, tableNamesMap: {} };
const dialect = new PgDialect({ casing: 'snake_case' });

export type Transaction = NodePgTransaction<typeof schema, Tables>;

/** Longest a rollback may take: it waits for nobody, so a slow one means a connection that is gone. */
const ROLLBACK_MS = 2000;

/**
 * Runs `work` between BEGIN and COMMIT. Drizzle's own way loses the connection for good when BEGIN fails, and hands
 * one on that could not be rolled back.
 * @throws OutcomeUnknown when the connection broke during COMMIT: what was done may stand or not, so it must not
 * simply be done again.
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

/** The statements of all transactions, whichever connection they are asked over. */
const statements = knownStatements();

/**
 * The client for the length of one transaction: what is asked of it later would happen in somebody else's. Statements
 * that come again and again are asked by name.
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

/** What `together` needs to know of an open transaction. */
type Line = {
  client: pg.PoolClient;
  stream: pg.Connection['stream'];
  /** Statements asked so far. */
  asked(): number;
  /** How many `together` are still asking, one within the other. */
  depth: number;
};
const lines = new WeakMap<object, Line>();

/** The connection that this transaction asks over. */
export function clientOf(tx: Transaction): pg.PoolClient {
  const line = lines.get(tx);
  if (!line) throw new Error('this is no transaction of ours');
  return line.client;
}

type Answers<Questions extends readonly (() => PromiseLike<unknown>)[]> = {
  [N in keyof Questions]: Awaited<ReturnType<Questions[N]>>;
};

/**
 * Asks several questions in one journey to the database: the next one is sent without waiting for the answer to the
 * one before. PostgreSQL hears them in this order and does one after the other, each seeing what those before it did
 * and what others committed until it began; so locks are taken in this order, too, and what is read behind a lock is
 * read under it. A question may be a command of several statements: what it can ask without an answer comes before
 * what the next one asks.
 * @throws what failed first; not the 'transaction is aborted' that PostgreSQL answers to everything behind it, which
 * may be heard sooner where the failure itself comes through commands within commands.
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

/** Says only that something before it has failed. */
const isAborted = (failure: unknown) => databaseErrorCode(failure) === '25P02';

/** A tick comes when everything has gone as far as it can without an answer; one within asks for ticks of its own. */
async function untilAskedAll(line: Line, depth: number): Promise<void> {
  let before: number;
  do {
    before = line.asked();
    await new Promise<void>((resolve) => process.nextTick(resolve));
  } while (line.asked() !== before || line.depth > depth);
}

/** False: PostgreSQL has rolled back instead, because it had refused a statement and nobody minded. */
async function commit(client: pg.PoolClient): Promise<boolean> {
  try {
    return (await client.query('commit')).command === 'COMMIT';
  } catch (error) {
    // A refusal (a deferred constraint, a serialization failure) is an answer: nothing has happened.
    if (isRefusedByServer(error)) throw error;
    throw new OutcomeUnknown({ cause: error });
  }
}

/** Whether the connection is as good as new. */
async function rollback(client: pg.PoolClient): Promise<boolean> {
  const statement = { text: 'rollback', query_timeout: ROLLBACK_MS };
  return client.query(statement).then(
    () => true,
    () => false,
  );
}
