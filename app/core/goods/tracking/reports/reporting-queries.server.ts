/** Reads whether the shop reports to the state's system, from which day, and with which of its reasons. */
import { type Database, database, type Transaction } from '#db/client.ts';
import { stateReporting } from '#db/schema/tracking.ts';

/** `fromDay`: the first store-local day that is reported. `silentSince`: null while the state's system answers. */
export type Reporting = typeof stateReporting.$inferSelect & { fromDay: string };

/** Null while the shop has never reported: then nothing of reporting is shown. For code that has asked for the permission. */
export async function readReporting(
  db: Pick<Database | Transaction, 'select'> = database(),
): Promise<Reporting | null> {
  const [row] = await db.select().from(stateReporting);
  return row?.fromDay ? { ...row, fromDay: row.fromDay } : null;
}
