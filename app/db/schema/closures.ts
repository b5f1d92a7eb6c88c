/** Closures: days that close or shorten, the customers whose orders lie outside, and what became of them. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { closureCalls, closurePersonStatuses, closureStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { orders } from './orders.ts';

/** The special hours of a day as in the settings; null for the hours of its weekday. */
type StoredDayHours =
  | { date: string; closed: true; note?: string; reason?: string }
  | { date: string; spans: { opens: string; closes: string }[]; note?: string; reason?: string };

/** A day of a closure: its hours before, which an undo restores, and after. */
export type StoredClosureDay = { date: string; before: StoredDayHours | null; after: StoredDayHours };

/**
 * Days that close or shorten for a reason. The hours themselves are in the settings. Deliveries of its messages are
 * recorded under `eventId`, those of its undo under `undoneEventId`; both null while no message was wanted.
 */
export const closures = pgTable(
  'closures',
  {
    id: idColumn(),
    /** 'Closure 3', for people and addresses. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    status: text({ enum: closureStatuses }).notNull().default('active'),
    /** In the farm's words, as shoppers and customers read it. */
    reason: text().notNull(),
    days: jsonb().$type<StoredClosureDay[]>().notNull(),
    /** Store-local, both included. */
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    eventId: uuid(),
    createdBy: uuid().notNull(),
    createdByName: text().notNull(),
    createdAt: createdAt(),
    /** When the last message was written. */
    sentAt: instant(),
    undoneEventId: uuid(),
    undoneByName: text(),
    undoneAt: instant(),
    undoneSentAt: instant(),
  },
  (table) => [
    index('closures_created_idx').on(table.createdAt, table.id),
    index('closures_active_idx').on(table.lastDay).where(sql`${table.status} = 'active'`),
    check('closures_status_check', isOneOf(table.status, closureStatuses)),
    check('closures_undone_check', sql`(${table.status} = 'undone') = (${table.undoneAt} is not null)`),
  ],
);

/**
 * The customers of a closure, once each, however many orders. `userId` is null once the account is deleted. `number` is
 * in the customer's own link.
 */
export const closurePeople = pgTable(
  'closure_people',
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    closureId: uuid()
      .notNull()
      .references(() => closures.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: closurePersonStatuses }).notNull().default('waiting'),
    sentAt: instant(),
    /** The message that the days open after all; null until the closure is undone, and for customers without one. */
    undoneStatus: text({ enum: closurePersonStatuses }),
    undoneSentAt: instant(),
    /** The last call to the customer. */
    call: text({ enum: closureCalls }),
    calledAt: instant(),
    calledByName: text(),
  },
  (table) => [
    uniqueIndex('closure_people_once_key').on(table.closureId, table.userId),
    index('closure_people_waiting_idx')
      .on(table.closureId, table.number)
      .where(sql`${table.status} in ('waiting', 'sending')`),
    index('closure_people_user_idx').on(table.userId),
    check('closure_people_status_check', isOneOf(table.status, closurePersonStatuses)),
    check(
      'closure_people_call_check',
      sql`${table.call} is null or (${isOneOf(table.call, closureCalls)} and ${table.calledAt} is not null)`,
    ),
  ],
);

/** The orders of a closure, with the pickup they had: an order that still has it waits for an answer. */
export const closureOrders = pgTable(
  'closure_orders',
  {
    closureId: uuid()
      .notNull()
      .references(() => closures.id),
    personNumber: integer()
      .notNull()
      .references(() => closurePeople.number),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    startsAt: instant().notNull(),
    endsAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.closureId, table.orderId] }),
    index('closure_orders_order_idx').on(table.orderId),
    index('closure_orders_person_idx').on(table.personNumber),
  ],
);
