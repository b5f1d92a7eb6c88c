/** One transaction on one connection, which goes back to the pool whatever happens, or is destroyed. */
import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
} from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { hasLostConnection, isRefusedByServer, OutcomeUnknown } from '#platform/database-error.ts';
import * as schema from './schema/index.ts';

type Tables = ExtractTablesWithRelations<typeof schema>;
const { tables, tableNamesMap } = extractTablesRelationalConfig<Tables>(schema, createTableRelationsHelpers);
const described = { fullSchema: schema, schema: tables, tableNamesMap };
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
    const result = await work(
      new NodePgTransaction(dialect, new NodePgSession(guarded.client, dialect, described), described),
    ).catch(async (error: unknown) => {
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

/** The client for the length of one transaction: what is asked of it later would happen in somebody else's. */
function guard(client: pg.PoolClient): { client: pg.PoolClient; close(): void } {
  let isOpen = true;
  const guarded = Object.create(client, {
    query: {
      value: (...query: Parameters<typeof client.query>) =>
        isOpen ? client.query(...query) : Promise.reject(new Error('the transaction has ended')),
    },
  }) as pg.PoolClient;
  return {
    client: guarded,
    close: () => {
      isOpen = false;
    },
  };
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
