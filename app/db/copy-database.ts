/** Copies all of the application's data from one PostgreSQL into another that has the same schema and no data yet. */
import type { Connection } from './connection.ts';
import {
  COPY_SETTINGS,
  fillTables,
  rowsIn,
  rowsOut,
  sequencesOf,
  setSequences,
  sumOf,
  tableDifference,
  tablesOf,
  titleOf,
} from './table-copies.ts';

/** `rows` counts the copied rows in all tables. */
export type Copied = { tables: number; rows: number };

/**
 * Copies all rows and the positions of all sequences, in one snapshot of `source` and one transaction of `target`, and
 * compares both sides table by table before it commits.
 * @throws Error when a table or column is missing on one side, or when the two sides differ after the copy; the target
 * is then unchanged.
 */
export async function copyDatabase(source: Connection, target: Connection): Promise<Copied> {
  await source.query(`${COPY_SETTINGS}; begin transaction isolation level repeatable read, read only`);
  await target.query(`${COPY_SETTINGS}; begin`);
  try {
    const tables = await tablesOf(source);
    const difference = tableDifference(tables, await tablesOf(target));
    if (difference !== null) throw new Error(`The two databases have different tables: ${difference}.`);
    let rows = 0;
    await fillTables(target, tables, async () => {
      for (const table of tables) rows += await rowsIn(target, table, rowsOut(source, table));
      await setSequences(target, await sequencesOf(source));
    });
    for (const table of tables) {
      const [from, to] = await Promise.all([sumOf(source, table), sumOf(target, table)]);
      if (from.rows !== to.rows || from.sum !== to.sum)
        throw new Error(`${titleOf(table)} differs after the copy. Nothing was moved.`);
    }
    await target.query('commit');
    return { tables: tables.length, rows };
  } catch (error) {
    await target.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A copy that failed in the middle of a table has closed the connection.
    await source.query('rollback').catch(() => undefined);
  }
}
