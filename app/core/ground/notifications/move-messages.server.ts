/** Writes the bell and the preferences of people who move here from another system. No one is notified. */
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { notifications, userPreferences } from '#db/schema/notifications.ts';

/** Inserts messages that were read or waited in the other system's bell. */
export async function moveNotifications(
  tx: Transaction,
  rows: readonly (typeof notifications.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(notifications)
    .values([...rows])
    .onConflictDoUpdate({
      target: notifications.id,
      set: { title: sql`excluded.title`, message: sql`excluded.message`, read: sql`excluded.read` },
    });
}

/** Writes what people wanted to hear of. */
export async function movePreferences(
  tx: Transaction,
  rows: readonly (typeof userPreferences.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(userPreferences)
    .values([...rows])
    .onConflictDoUpdate({
      target: userPreferences.userId,
      set: {
        orderUpdates: sql`excluded.order_updates`,
        accountUpdates: sql`excluded.account_updates`,
        promotional: sql`excluded.promotional`,
        emailNotifications: sql`excluded.email_notifications`,
        pushNotifications: sql`excluded.push_notifications`,
      },
    });
}

export async function removeMovedNotifications(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(notifications).where(inArray(notifications.id, [...ids]));
}
