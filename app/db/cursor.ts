/** Reads the rows of a query of any size through a cursor: memory stays the same. */
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './transaction.ts';

/** Rows per round trip: between two of them, the process serves people. */
const BATCH = 500;

let opened = 0;

/**
 * Every row, as of the moment the query started. Close it before the transaction's end: a `for await` loop does. Times are
 * Dates, bigints and decimals are strings.
 */
export async function* eachOf<Row extends Record<string, unknown>>(
  tx: Transaction,
  query: SQL,
): AsyncGenerator<Row> {
  opened += 1;
  const name = `each_${opened}`;
  await tx.execute(sql`declare ${sql.identifier(name)} no scroll cursor for ${query}`);
  for (;;) {
    // An empty name: a statement that is asked often would get one, and each cursor has other columns.
    const { rows } = await tx.$client.query<Row>({ text: `fetch forward ${BATCH} from ${name}`, name: '' });
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await tx.execute(sql`close ${sql.identifier(name)}`);
}
