/** Marks notifications read, and notifies the person's other tabs. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import { isUuid } from '#kernel/ids.ts';
import { announce } from '#platform/live/announce.ts';

/**
 * Returns the page it is about, null for none; false when this person has no such notification: another person's gets
 * the same answer.
 */
export async function markRead(actor: Actor, id: string): Promise<{ path: string | null } | false> {
  if (actor.kind === 'guest' || actor.isBanned || !isUuid(id)) return false;
  const { userId } = actor;
  return inTransaction(async (tx) => {
    const own = and(eq(notifications.id, id), eq(notifications.userId, userId));
    const [found] = await tx
      .select({ path: notifications.path, read: notifications.read })
      .from(notifications)
      .where(own);
    if (!found) return false;
    if (!found.read) {
      await tx.update(notifications).set({ read: true }).where(own);
      await announce(tx, `user:${userId}`);
    }
    return { path: found.path };
  });
}

export async function markAllRead(actor: Actor): Promise<void> {
  if (actor.kind === 'guest' || actor.isBanned) return;
  const { userId } = actor;
  await inTransaction(async (tx) => {
    const marked = await tx
      .update(notifications)
      .set({ read: true })
      .where(and(eq(notifications.userId, userId), eq(notifications.read, false)))
      .returning({ id: notifications.id });
    if (marked.length > 0) await announce(tx, `user:${userId}`);
  });
}
