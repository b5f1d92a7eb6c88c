/** Outgoing and sent mail. */
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { mailLinkTargets, mailStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

/**
 * Outgoing and sent mail: written in the transaction that causes it, sent by the worker. `dedupeKey` makes a repeated
 * reaction harmless. Without SMTP, mail stays `kept` and is read under Sent mail. `isPrivate` marks mail about an
 * account, whose text is deleted on delivery. Its link opens the account: the text holds a placeholder, `linkEncrypted`
 * the link itself until the mail is delivered or the link expires, and `linkOpens` what it opens. `accountId` is the
 * account that the mail is about, whatever its current address; null for people without an account. A private mail
 * without a link is the last one to a person whose account is deleted: its address is deleted with its text.
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
    /** When the server last refused it, or did not answer. */
    refusedAt: instant(),
    sentAt: instant(),
    isPrivate: boolean().notNull().default(false),
    linkEncrypted: text(),
    linkOpens: text({ enum: mailLinkTargets }),
    accountId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** For promotional mail: the address for one-click unsubscribing (RFC 8058). */
    unsubscribeUrl: text(),
    /** An event for the reader's calendar: `method` and `content` (RFC 5546); deleted with the text. */
    invitation: jsonb().$type<{ method: 'REQUEST' | 'CANCEL'; content: string }>(),
    /** When the text was deleted; it is empty from then on. */
    wipedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('mail_messages_created_at_idx').on(table.createdAt.desc()),
    index('mail_messages_account_id_idx').on(table.accountId),
  ],
);
