/** Webhooks: endpoints of partners, messages to them, and what became of each. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { webhookDeliveryStatuses, webhookStops } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';

/** Secrets are encrypted, each bound to its row. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: idColumn(),
    name: text().notNull(),
    url: text().notNull(),
    /** The types of messages it gets. */
    types: text().array().notNull(),
    secret: text().notNull(),
    /** The former secret, which also signs until `formerUntil`. */
    formerSecret: text(),
    formerUntil: instant(),
    /** null while it gets messages. */
    stopped: text({ enum: webhookStops }),
    /** The first of the failures since its last success, and how many there were. */
    failingSince: instant(),
    failures: integer().notNull().default(0),
    /** One process at a time sends to it, until then; only the lease with this id extends or releases it. */
    leasedUntil: instant(),
    leaseId: uuid(),
    /** When the job that sends to it was enqueued; null once it has started. */
    wokenAt: instant(),
    /** The admin who added it or changed it last: it gets nothing once they are no admin. null for one from before. */
    responsibleId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    check('webhook_endpoints_types_check', sql`cardinality(${table.types}) > 0`),
    check('webhook_endpoints_stopped_check', isOneOf(table.stopped, webhookStops)),
    check(
      'webhook_endpoints_former_check',
      sql`(${table.formerSecret} is null) = (${table.formerUntil} is null)`,
    ),
  ],
);

/** What happened, as it is sent: a repeated message has the same id and the same bytes. Deleted after 30 days. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    /** The id of its event, if it has one, so an event is sent once. */
    id: idColumn(),
    type: text().notNull(),
    payload: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_messages_created_idx').on(table.createdAt)],
);

/** A message for an endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: idColumn(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    messageId: uuid()
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    status: text({ enum: webhookDeliveryStatuses }).notNull().default('waiting'),
    /** Since it was last sent by hand, or from the start. */
    attempts: integer().notNull().default(0),
    /** When the next attempt is due; null if none is. */
    dueAt: instant().defaultNow(),
    /** Of the last attempt: the HTTP status, or why there is none; and how long it took. */
    lastStatus: integer(),
    lastError: text(),
    lastMs: integer(),
    /** Whether a replay sent it last: there is one replay at a time. */
    isReplayed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_message_idx').on(table.messageId, table.endpointId),
    index('webhook_deliveries_due_idx').on(table.endpointId, table.dueAt).where(sql`status = 'waiting'`),
    index('webhook_deliveries_list_idx').on(table.endpointId, table.createdAt, table.id),
    check('webhook_deliveries_status_check', isOneOf(table.status, webhookDeliveryStatuses)),
    check('webhook_deliveries_due_check', sql`(${table.dueAt} is null) = (${table.status} <> 'waiting')`),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** The HTTP status; null if there was no answer. */
    status: integer(),
    ms: integer().notNull(),
    /** A sentence; null if it was delivered. */
    error: text(),
    /** The beginning of the answer. */
    answer: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_attempts_delivery_idx').on(table.deliveryId, table.id)],
);

/**
 * Products whose stock or facts changed; triggers write it in the transaction of the change, if there is an endpoint.
 * Only inserted and deleted, so that no sale waits for another here.
 */
export const webhookNotes = pgTable('webhook_notes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: integer().notNull(),
  /** Whether it is about more than the stock. */
  isFacts: boolean().notNull(),
  /** A note that cannot become a message is dropped a day later. */
  createdAt: createdAt(),
});

/** What partners know of a product. */
export const webhookProducts = pgTable('webhook_products', {
  productId: integer().primaryKey(),
  onMenu: boolean().notNull(),
  available: integer().notNull(),
});
