/** Facts (what happened), and what reacting to them produces: notifications and mail. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { channels, mailStatuses, notificationTypes } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

/** Append-only: something that has happened, committed together with what it changed. */
export const facts = pgTable(
  'facts',
  {
    id: idColumn(),
    kind: text().notNull(),
    subjectId: text().notNull(),
    actorId: uuid(),
    payload: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index('facts_subject_idx').on(table.subjectId, table.createdAt)],
);

/** The customer's bell. One fact tells one person once: safe to repeat. */
export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    factId: uuid(),
    type: text({ enum: notificationTypes }).notNull(),
    title: text().notNull(),
    message: text().notNull(),
    read: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('notifications_user_idx').on(table.userId, table.createdAt.desc()),
    index('notifications_unread_idx').on(table.userId).where(sql`not ${table.read}`),
    uniqueIndex('notifications_fact_key')
      .on(table.userId, table.factId)
      .where(sql`${table.factId} is not null`),
  ],
);

/**
 * Mail to be sent and mail that was: written with what caused it, sent by the worker. `dedupeKey` makes a
 * repeated reaction harmless. With no SMTP configured, mail stays `kept` and is read among the sent mail.
 * `isPrivate`: about an account, so its words go as soon as it has been delivered. Its link opens the account:
 * the words hold a placeholder, and `linkEncrypted` the link itself until the mail is delivered or the link ends.
 */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: idColumn(),
    dedupeKey: text().notNull().unique(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    status: text({ enum: mailStatuses }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: instant(),
    isPrivate: boolean().notNull().default(false),
    linkEncrypted: text(),
    /** When the words were removed; they are empty from then on. */
    wipedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('mail_messages_created_at_idx').on(table.createdAt.desc())],
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
      .references(() => facts.id),
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
