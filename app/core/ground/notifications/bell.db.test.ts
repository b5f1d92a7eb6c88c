/** The list of notifications against a real database: its entries, their dates, their owner. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { notifications } from '#db/schema/notifications.ts';
import { notificationList } from '#shop/notifications/notification-list.ts';
import {
  newestNotifications,
  readNotificationPage,
  unreadCount,
} from '#shop/notifications/notifications-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { markAllRead, markRead } from './mark-read.server.ts';

const ZONE = 'America/New_York';
let opened: FreshDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

/** A person with this many unread notifications, one a minute from 2:00 PM of Nov 5, 2026 in the store's zone. */
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

test('the panel lists the ten newest notifications, newest first, with dates in the specification’s format', async () => {
  const person = await aPersonWithNews(12);
  const listed = await newestNotifications(person, ZONE);
  expect(listed.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, place) => `News ${11 - place}`),
  );
  expect(listed[0]?.at).toBe('Nov 5, 2026 2:11 PM');
  expect(await unreadCount(person)).toBe(12);
});

test('a pressed notification becomes read, and the others stay unread until all are marked', async () => {
  const person = await aPersonWithNews(3);
  const [newest] = await newestNotifications(person, ZONE);
  expect(await markRead(person, newest?.id ?? '')).toEqual({ path: null });
  expect((await newestNotifications(person, ZONE)).map(({ read }) => read)).toEqual([true, false, false]);
  expect(await unreadCount(person)).toBe(2);
  await markAllRead(person);
  expect(await unreadCount(person)).toBe(0);
});

test('the full list continues after the page before, even within one moment, and can show only unread entries', async () => {
  const person = await aPersonWithNews(30);
  const createdAt = new Date('2026-11-05T20:00:00Z');
  await opened.db.insert(notifications).values(
    Array.from({ length: 25 }, (_, at) => ({
      userId: person.userId,
      type: 'account' as const,
      title: `Same moment ${at}`,
      message: 'Something has happened.',
      read: at < 5,
      createdAt,
    })),
  );
  const titles: string[] = [];
  let query = '';
  let pages = 0;
  for (let more = true; more; pages++) {
    const state = notificationList.parse(new URLSearchParams(query));
    const page = await readNotificationPage(person, state, ZONE);
    titles.push(...page.rows.map(({ title }) => title));
    query = notificationList.query(state, { position: page.next });
    more = page.next !== null;
  }
  expect(pages).toBe(3);
  expect(new Set(titles).size).toBe(55);
  expect(titles.slice(0, 25).every((title) => title.startsWith('Same moment'))).toBe(true);
  expect(titles.slice(25)).toEqual(Array.from({ length: 30 }, (_, at) => `News ${29 - at}`));
  const unread = notificationList.parse(new URLSearchParams('show=unread'));
  const first = await readNotificationPage(person, unread, ZONE);
  expect(first.rows.every(({ read }) => !read)).toBe(true);
  expect((await readNotificationPage({ kind: 'guest' }, unread, ZONE)).rows).toEqual([]);
});

test('another person’s notification is not listed, cannot be marked, and looks missing', async () => {
  const [owner, other] = [await aPersonWithNews(1), await aPerson(opened.db)];
  const [one] = await newestNotifications(owner, ZONE);
  expect(await newestNotifications(other, ZONE)).toEqual([]);
  expect(
    (await readNotificationPage(other, notificationList.parse(new URLSearchParams()), ZONE)).rows,
  ).toEqual([]);
  expect(await markRead(other, one?.id ?? '')).toBe(false);
  await markAllRead(other);
  const [row] = await opened.db
    .select()
    .from(notifications)
    .where(eq(notifications.id, one?.id ?? ''));
  expect(row?.read).toBe(false);
  expect(await markRead(owner, 'no id at all')).toBe(false);
});

test('a banned person reads nothing and changes nothing', async () => {
  const banned = await aPersonWithNews(2, true);
  expect(await newestNotifications(banned, ZONE)).toEqual([]);
  expect(await unreadCount(banned)).toBe(0);
  await markAllRead(banned);
  const rows = await opened.db.select().from(notifications).where(eq(notifications.userId, banned.userId));
  expect(rows.map(({ read }) => read)).toEqual([false, false]);
  expect(await markRead(banned, rows[0]?.id ?? '')).toBe(false);
});
