/** The bell against a real database: what it lists, how it dates it, whose it is. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import type { SignedIn } from '#features/access/actor.ts';
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
async function aPersonWithNews(many: number, isBanned = false): Promise<SignedIn> {
  const person = await aPerson(opened.db, { isBanned });
  const { userId } = person;
  await opened.db.insert(notifications).values(
    Array.from({ length: many }, (_, at) => ({
      userId,
      type: 'order' as const,
      title: `News ${at}`,
      message: 'Something has happened.',
      createdAt: new Date(Date.UTC(2026, 10, 5, 19, at)),
    })),
  );
  return person;
}

test('the panel lists the ten newest first, dated as the specification dates them', async () => {
  const person = await aPersonWithNews(12);
  const listed = await newestNotifications(person, ZONE);
  expect(listed.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, place) => `News ${11 - place}`),
  );
  expect(listed[0]?.at).toBe('Nov 5, 2026 2:11 PM');
  expect(await unreadCount(person)).toBe(12);
});

test('one that is pressed is read, the others are not until all are', async () => {
  const person = await aPersonWithNews(3);
  const [newest] = await newestNotifications(person, ZONE);
  expect(await markRead(person, newest?.id ?? '')).toBe(true);
  expect((await newestNotifications(person, ZONE)).map(({ read }) => read)).toEqual([true, false, false]);
  expect(await unreadCount(person)).toBe(2);
  await markAllRead(person);
  expect(await unreadCount(person)).toBe(0);
});

test('somebody else’s notification is neither listed nor marked, and looks like none', async () => {
  const [owner, other] = [await aPersonWithNews(1), await aPerson(opened.db)];
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

test('somebody banned reads nothing and changes nothing', async () => {
  const banned = await aPersonWithNews(2, true);
  expect(await newestNotifications(banned, ZONE)).toEqual([]);
  expect(await unreadCount(banned)).toBe(0);
  await markAllRead(banned);
  const rows = await opened.db.select().from(notifications).where(eq(notifications.userId, banned.userId));
  expect(rows.map(({ read }) => read)).toEqual([false, false]);
  expect(await markRead(banned, rows[0]?.id ?? '')).toBe(false);
});
