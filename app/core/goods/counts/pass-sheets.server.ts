/** Open count sheets of a person who leaves go on in another name, for a command that has checked the permission. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { countSheets } from '#db/schema/counts.ts';
import { announce } from '#platform/live/announce.ts';

const openOf = (userId: string) => and(eq(countSheets.startedBy, userId), isNull(countSheets.closedAt));

/** By title. */
export function readOpenSheetsOf(db: Pick<Database | Transaction, 'select'>, userId: string) {
  return db
    .select({ id: countSheets.id, name: countSheets.title })
    .from(countSheets)
    .where(openOf(userId))
    .orderBy(asc(countSheets.title), asc(countSheets.id));
}

/** Who counted each row stays on it, and the audit log has who started the sheet. Returns the titles. */
export async function passSheets(
  tx: Transaction,
  userId: string,
  to: { userId: string; name: string },
): Promise<{ name: string }[]> {
  const passed = await tx
    .update(countSheets)
    .set({ startedBy: to.userId, startedByName: to.name })
    .where(openOf(userId))
    .returning({ name: countSheets.title });
  if (passed.length > 0) await announce(tx, 'inventory');
  return passed;
}
