/** Marks notifications read. */
import { and, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import { isUuid } from '#kernel/ids.ts';

/** False when there is no such notification of this person; somebody else's is answered the same. */
export async function markRead(userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const marked = await database()
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

export async function markAllRead(userId: string): Promise<void> {
  await database()
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.userId, userId), eq(notifications.read, false)));
}
