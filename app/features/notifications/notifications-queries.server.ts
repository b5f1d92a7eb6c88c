/** Reads the bell (specification sections 2 and 9): a person's own notifications and nobody else's. */
import { and, count, desc, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Actor } from '#features/access/actor.ts';
import type { NotificationType } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type ShownNotification = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  read: boolean;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone. */
  at: string;
};

/** The panel's length. Specification section 9. */
const NEWEST = 10;

export async function unreadCount(actor: Actor): Promise<number> {
  if (actor.kind === 'guest' || actor.isBanned) return 0;
  const [row] = await database()
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, actor.userId), eq(notifications.read, false)));
  return row?.unread ?? 0;
}

/** The newest ones first; none for somebody banned. */
export async function newestNotifications(actor: Actor, zone: string): Promise<ShownNotification[]> {
  if (actor.kind === 'guest' || actor.isBanned) return [];
  const rows = await database()
    .select({
      id: notifications.id,
      type: notifications.type,
      title: notifications.title,
      message: notifications.message,
      read: notifications.read,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(eq(notifications.userId, actor.userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(NEWEST);
  return rows.map(({ createdAt, ...row }) => ({ ...row, at: formatDateTime(instantOf(createdAt), zone) }));
}
