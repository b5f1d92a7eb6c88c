/** Reads whether the shop reports to the state's system, from which day, and with which of its reasons. */
import type { Database, Transaction } from '#db/client.ts';
import { stateReporting } from '#db/schema/tracking.ts';

export type Reporting = typeof stateReporting.$inferSelect;

/** Null in a shop that has never reported. */
export async function readReporting(db: Pick<Database | Transaction, 'select'>): Promise<Reporting | null> {
  const [row] = await db.select().from(stateReporting);
  return row ?? null;
}
