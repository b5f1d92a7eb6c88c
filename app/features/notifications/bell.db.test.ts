/** The bell against a real database: what it lists, how it dates it, whose it is. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { markAllRead, markRead } from './mark-read.server.ts';
import { newestNotifications, unreadCount } from './notifications-queries.server.ts';

const ZONE = 'America/New_York';
let opened: FreshDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

/** A person with so many unread notifications, one a minute from 2:00 PM of 5 Nov 2026 in the store's zone. */
async function aPersonWithNews(many: number): Promise<string> {
  const { userId } = await aPerson(opened.db);
  await opened.db.insert(notifications).values(
    Array.from({ length: many }, (_, at) => ({
      userId,
      type: 'order' as const,
      title: `News ${at}`,
      message: 'Something has happened.',
      createdAt: new Date(Date.UTC(2026, 10, 5, 19, at)),
    })),
  );
  return userId;
}

test('the panel lists the ten newest first, dated as the specification dates them', async () => {
  const userId = await aPersonWithNews(12);
  const listed = await newestNotifications(userId, ZONE);
  expect(listed.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, place) => `News ${11 - place}`),
  );
  expect(listed[0]?.at).toBe('Nov 5, 2026 2:11 PM');
  expect(await unreadCount(userId)).toBe(12);
});

test('one that is pressed is read, the others are not until all are', async () => {
  const userId = await aPersonWithNews(3);
  const [newest] = await newestNotifications(userId, ZONE);
  expect(await markRead(userId, newest?.id ?? '')).toBe(true);
  expect((await newestNotifications(userId, ZONE)).map(({ read }) => read)).toEqual([true, false, false]);
  expect(await unreadCount(userId)).toBe(2);
  await markAllRead(userId);
  expect(await unreadCount(userId)).toBe(0);
});

test('somebody else’s notification is neither listed nor marked, and looks like none', async () => {
  const [owner, other] = [await aPersonWithNews(1), (await aPerson(opened.db)).userId];
  const [one] = await newestNotifications(owner, ZONE);
  expect(await newestNotifications(other, ZONE)).toEqual([]);
  expect(await markRead(other, one?.id ?? '')).toBe(false);
  await markAllRead(other);
  const [row] = await opened.db
    .select()
    .from(notifications)
    .where(eq(notifications.id, one?.id ?? ''));
  expect(row?.read).toBe(false);
  expect(await markRead(owner, 'no id at all')).toBe(false);
});
