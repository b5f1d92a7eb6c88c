/** Facts (what happened), and what reacting to them produces: notifications and mail. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

/** Append-only: something that has happened, committed together with what it changed (design.md, invariant 8). */
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
    type: text({ enum: ['order', 'account', 'other'] }).notNull(),
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
 * repeated reaction harmless. With no SMTP configured, mail stays `kept` and is read in the outbox.
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
    status: text({ enum: ['waiting', 'sent', 'kept', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('mail_messages_created_at_idx').on(table.createdAt.desc())],
);
