/** Deletes the corrections of days that are open again: they count on their own day. Under the lock on folds. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { closedUntil } from './closed-until-queries.server.ts';

export async function dropCorrections(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    delete from sales_corrections using (${closedUntil}) as books
    where closed_until is null or day > closed_until`);
}
