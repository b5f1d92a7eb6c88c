/** Counts a list's rows, up to a bound. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { COUNT_BOUND, type Counted } from '#kernel/list-state.ts';
import { database } from './client.ts';

/**
 * Counts the matching rows of a table, up to the bound.
 * @param from a table, or a join in SQL.
 */
export async function countRows(
  from: PgTable | SQL,
  matching: SQL | undefined,
  bound: number = COUNT_BOUND,
): Promise<Counted> {
  const where = matching ? sql`where ${matching}` : sql``;
  const { rows } = await database().execute<{ counted: number }>(
    sql`select count(*)::int as counted from (select 1 from ${from} ${where} limit ${bound + 1}) as bounded`,
  );
  const counted = rows[0]?.counted ?? 0;
  return counted > bound ? { over: bound } : counted;
}
