/** Marks notifications read. */
import { and, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Actor } from '#features/access/actor.ts';
import { isUuid } from '#kernel/ids.ts';

/** False when there is no such notification of this person; somebody else's is answered the same. */
export async function markRead(actor: Actor, id: string): Promise<boolean> {
  if (actor.kind === 'guest' || actor.isBanned || !isUuid(id)) return false;
  const marked = await database()
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.id, id), eq(notifications.userId, actor.userId)))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

export async function markAllRead(actor: Actor): Promise<void> {
  if (actor.kind === 'guest' || actor.isBanned) return;
  await database()
    .update(notifications)
    .set({ read: true })
    .where(and(eq(notifications.userId, actor.userId), eq(notifications.read, false)));
}
