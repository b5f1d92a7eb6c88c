/** Writes the activity of people who move here from another system. */
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { userActivity } from '#db/schema/activity.ts';

export async function moveActivity(
  tx: Transaction,
  rows: readonly (typeof userActivity.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(userActivity)
    .values([...rows])
    .onConflictDoUpdate({
      target: userActivity.id,
      set: { description: sql`excluded.description`, metadata: sql`excluded.metadata` },
    });
}

export async function removeMovedActivity(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(userActivity).where(inArray(userActivity.id, [...ids]));
}
