/** News and offers from the farm, and their recipients. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { promotionRecipientStatuses, promotionStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/**
 * A promotion: a draft until staff send it, frozen from then on. An offer has terms and days; news has neither. Its
 * deliveries are recorded under `eventId`. No foreign keys to people: it outlives accounts.
 */
export const promotions = pgTable(
  'promotions',
  {
    id: idColumn(),
    title: text().notNull(),
    words: text().notNull(),
    /** The page of the shop it links to; null if none. */
    path: text(),
    /** For an offer; null for news. */
    terms: text(),
    validFrom: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    status: text({ enum: promotionStatuses }).notNull().default('draft'),
    /** Counts saves of the draft. */
    version: integer().notNull().default(1),
    eventId: uuid(),
    /** The number of recipients; null until the list of them is written. */
    recipients: integer(),
    /** Deliveries by channel, when the last one was written. */
    counts: jsonb().$type<Record<string, number>>(),
    createdBy: uuid().notNull(),
    sentBy: uuid(),
    sentByName: text(),
    startedAt: instant(),
    endedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('promotions_created_idx').on(table.createdAt, table.id),
    index('promotions_event_idx').on(table.eventId),
    check('promotions_status_check', isOneOf(table.status, promotionStatuses)),
    check(
      'promotions_offer_check',
      sql`(${table.terms} is null) = (${table.validFrom} is null) and (${table.terms} is null) = (${table.validUntil} is null)`,
    ),
  ],
);

/** The recipients of a promotion, once each; written when it is sent. */
export const promotionRecipients = pgTable(
  'promotion_recipients',
  {
    promotionId: uuid()
      .notNull()
      .references(() => promotions.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: promotionRecipientStatuses }).notNull().default('waiting'),
    at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.promotionId, table.userId] }),
    index('promotion_recipients_waiting_idx')
      .on(table.promotionId, table.userId)
      .where(sql`${table.status} = 'waiting'`),
    index('promotion_recipients_user_idx').on(table.userId),
    check('promotion_recipients_status_check', isOneOf(table.status, promotionRecipientStatuses)),
  ],
);
