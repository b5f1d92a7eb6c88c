/** Clears what the bell of a person who leaves says about the shop, for a command that has checked the permission. */
import { and, eq, like } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';

/** Those that lead to the back office; those about their own orders stay. Returns how many there were. */
export async function forgetWork(tx: Transaction, userId: string): Promise<number> {
  const gone = await tx
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), like(notifications.path, '/admin%')))
    .returning({ id: notifications.id });
  return gone.length;
}
