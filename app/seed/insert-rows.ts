import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/client.ts';

/** A statement has at most 65,535 parameters; our widest table has about thirty columns. */
const ROWS_PER_STATEMENT = 1000;

/** Inserts any number of rows, many per statement, in the given order. */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await tx.insert(table).values(rows.slice(start, start + ROWS_PER_STATEMENT) as T['$inferInsert'][]);
  }
}
