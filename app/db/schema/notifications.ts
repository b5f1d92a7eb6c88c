/** Notifications: the bell, every delivery, people's preferences and their addresses. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { channels, mailStatuses, notificationTypes } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { events } from './events.ts';
import { sessions, users } from './identity.ts';
import { mailMessages } from './mail.ts';

/** The customer's bell. One event notifies a person once, so it is safe to repeat. */
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
    /** The page it is about, relative to the shop's origin; null if it has none. */
    path: text(),
    read: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    // Read backward for the newest first: a descending Drizzle index sorts nulls last, which no query uses.
    index('notifications_user_idx').on(table.userId, table.createdAt, table.id),
    index('notifications_unread_idx').on(table.userId).where(sql`not ${table.read}`),
    uniqueIndex('notifications_event_key')
      .on(table.userId, table.eventId)
      .where(sql`${table.eventId} is not null`),
  ],
);

/**
 * What was sent about an event, to whom, by which channel: one row each, so that a repeated reaction sends nothing
 * twice. `mailMessages` has the status of a mail until it is deleted; `status` covers the other channels, and a mail from
 * then on.
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
    /** The message in one line. */
    title: text().notNull(),
    mailId: uuid().references(() => mailMessages.id, { onDelete: 'set null' }),
    status: text({ enum: mailStatuses }).notNull().default('waiting'),
    /** The last error from the push service or the text message gateway, if it refused the message. */
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('deliveries_once_key').on(table.eventId, table.userId, table.channel),
    index('deliveries_user_idx').on(table.userId),
    // A deleted mail looks for its delivery.
    index('deliveries_mail_idx').on(table.mailId).where(sql`${table.mailId} is not null`),
  ],
);

/**
 * Which messages a customer wants; a customer without a row has these defaults. Specification section 3. `choices`
 * holds choices per event that differ from the shop's defaults.
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
 * A browser that receives push messages for a person. It belongs to the session it was created in: when that ends
 * (sign-out, ban, expiry), the row is deleted with it, and the browser gets no more messages.
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
    /** The push service's URL for this browser. Anyone who knows it could send to it, so it is never shown. */
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

/** The phone where a person wants text messages. Until `verifiedAt` is set, it receives only the code. */
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

/** Append-only: who agreed to text messages or ended them, for which number, when, and the wording they agreed to. */
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
