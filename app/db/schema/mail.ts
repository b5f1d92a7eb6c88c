/** Mail to be sent and mail that was. */
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { mailLinkTargets, mailStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

/**
 * Mail to be sent and mail that was: written with what caused it, sent by the worker. `dedupeKey` makes a
 * repeated reaction harmless. With no SMTP configured, mail stays `kept` and is read among the sent mail.
 * `isPrivate`: about an account, so its words go as soon as it has been delivered. Its link opens the account:
 * the words hold a placeholder, `linkEncrypted` the link itself until the mail is delivered or the link ends, and
 * `linkOpens` what it opens. `accountId`: the account the mail is about, whatever its address is now; null for people
 * who have none. A
 * private mail without a link is the last one to somebody whose account is deleted: its address goes with its words.
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
    linkOpens: text({ enum: mailLinkTargets }),
    accountId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Of promotional mail: the address that ends it with one press (RFC 8058). */
    unsubscribeUrl: text(),
    /** When the words were removed; they are empty from then on. */
    wipedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('mail_messages_created_at_idx').on(table.createdAt.desc()),
    index('mail_messages_account_id_idx').on(table.accountId),
  ],
);
