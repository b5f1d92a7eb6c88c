/** Loads a person's own notifications (specification sections 2 and 9). */
import { and, desc, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { database, databasePool } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { NotificationType } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { NotificationListState } from './notification-list.ts';

export type ShownNotification = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  read: boolean;
  /** The page it is about; null if there is none. */
  path: string | null;
  /** 'Nov 5, 2026 3:07 PM' in the store's zone. */
  at: string;
};

/** The panel's length. Specification section 9. */
const NEWEST = 10;

/** Runs on every page of a signed-in person, so it is a named statement: planned once per connection. */
export async function unreadCount(actor: Actor): Promise<number> {
  if (actor.kind === 'guest' || actor.isBanned) return 0;
  const { rows } = await databasePool().query<{ unread: number }>({
    name: 'unread-notifications',
    text: 'select count(*)::int as unread from notifications where user_id = $1 and not read',
    values: [actor.userId],
  });
  return rows[0]?.unread ?? 0;
}

/** The newest ones first; none for a banned person. */
export async function newestNotifications(actor: Actor, zone: string): Promise<ShownNotification[]> {
  if (actor.kind === 'guest' || actor.isBanned) return [];
  const rows = await database()
    .select(shown)
    .from(notifications)
    .where(eq(notifications.userId, actor.userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(NEWEST);
  return rows.map((row) => show(row, zone));
}

const PAGE = 20;

/** A page of all of them, newest first; empty for a banned person. */
export async function readNotificationPage(
  actor: Actor,
  { filters, position }: NotificationListState,
  zone: string,
): Promise<KeysetPage<ShownNotification>> {
  if (actor.kind === 'guest' || actor.isBanned) return { rows: [], previous: null, next: null };
  const own = eq(notifications.userId, actor.userId);
  const page = await readKeysetPage(
    byMoment(notifications.createdAt, notifications.id, true),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ ...shown, key })
        .from(notifications)
        .where(and(own, filters.show === 'unread' ? eq(notifications.read, false) : undefined, where))
        .orderBy(...orderBy)
        .limit(limit),
  );
  return { ...page, rows: page.rows.map((row) => show(row, zone)) };
}

const shown = {
  id: notifications.id,
  type: notifications.type,
  title: notifications.title,
  message: notifications.message,
  read: notifications.read,
  path: notifications.path,
  createdAt: notifications.createdAt,
};

function show({ createdAt, ...row }: Omit<ShownNotification, 'at'> & { createdAt: Date }, zone: string) {
  return { ...row, at: formatDateTime(instantOf(createdAt), zone) };
}
