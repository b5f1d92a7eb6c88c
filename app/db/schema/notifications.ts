/** What people are told of what happened: the bell, every delivery, what they want to hear and where it reaches them. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { channels, mailStatuses, notificationTypes } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { events } from './events.ts';
import { sessions, users } from './identity.ts';
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
    /** The page it is about, below the shop's origin; null where there is none. */
    path: text(),
    read: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    // Read backwards for the newest first: a descending index of Drizzle's puts nulls last, which no query asks for.
    index('notifications_user_idx').on(table.userId, table.createdAt, table.id),
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
    /** What the push service or the text message gateway said the last time, where it did not take it. */
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('deliveries_once_key').on(table.eventId, table.userId, table.channel),
    index('deliveries_user_idx').on(table.userId),
  ],
);

/**
 * Which messages a customer wants; a customer without a row has these defaults. Specification section 3. `choices`
 * holds what they chose event by event, where it is not what the shop does by itself.
 */
export const userPreferences = pgTable('user_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  orderUpdates: boolean().notNull().default(true),
  accountUpdates: boolean().notNull().default(true),
  promotional: boolean().notNull().default(false),
  emailNotifications: boolean().notNull().default(true),
  pushNotifications: boolean().notNull().default(false),
  choices: jsonb().notNull().default({}),
  updatedAt: createdAt(),
});

/**
 * A browser that takes push messages for a person. It belongs to the session it was made in: where that ends
 * (sign-out, ban, time), the row goes with it, and nothing more is pushed there.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The push service's address for this browser. Whoever knows it could send to it, so nobody is shown it. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_subscriptions_user_idx').on(table.userId),
    index('push_subscriptions_session_idx').on(table.sessionId),
  ],
);

/**
 * The phone a person has asked for text messages on. Nothing but the code is sent there until `verifiedAt` is set.
 */
export const smsNumbers = pgTable('sms_numbers', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** As '+15185550123'. */
  phone: text().notNull(),
  verifiedAt: instant(),
  codeHash: text(),
  codeExpiresAt: instant(),
  codeTries: integer().notNull().default(0),
  createdAt: createdAt(),
});

/** Append-only: who agreed to text messages or ended them, for which number, when, to which words. */
export const smsConsents = pgTable(
  'sms_consents',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    phone: text().notNull(),
    given: boolean().notNull(),
    words: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sms_consents_user_idx').on(table.userId, table.createdAt),
    index('sms_consents_phone_idx').on(table.phone, table.createdAt),
  ],
);
