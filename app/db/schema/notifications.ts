/** What people are told of what happened: the bell, and every delivery. */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { channels, mailStatuses, notificationTypes } from '#kernel/statuses.ts';
import { createdAt, idColumn } from './columns.ts';
import { events } from './events.ts';
import { users } from './identity.ts';
import { mailMessages } from './mail.ts';

/** The customer's bell. One event tells one person once: safe to repeat. */
export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: uuid(),
    type: text({ enum: notificationTypes }).notNull(),
    title: text().notNull(),
    message: text().notNull(),
    read: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('notifications_user_idx').on(table.userId, table.createdAt.desc()),
    index('notifications_unread_idx').on(table.userId).where(sql`not ${table.read}`),
    uniqueIndex('notifications_event_key')
      .on(table.userId, table.eventId)
      .where(sql`${table.eventId} is not null`),
  ],
);

/**
 * What was sent about an event, to whom, by which channel: one row each, so that a repeated reaction sends
 * nothing twice. What became of a mail is known by `mailMessages`; `status` speaks of the other channels.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: idColumn(),
    eventId: uuid()
      .notNull()
      .references(() => events.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channel: text({ enum: channels }).notNull(),
    /** What it said, in one line. */
    title: text().notNull(),
    mailId: uuid().references(() => mailMessages.id, { onDelete: 'set null' }),
    status: text({ enum: mailStatuses }).notNull().default('waiting'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('deliveries_once_key').on(table.eventId, table.userId, table.channel),
    index('deliveries_user_idx').on(table.userId),
  ],
);
