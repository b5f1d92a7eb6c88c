/** Recalls: the lots that came back, the people who bought from them, and what those people answered. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { recallAnswers, recallPersonStatuses, recallStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { lots } from './stock.ts';

/** Units and people of a recall at the moment it started: the notice to the state needs them, and they cannot be counted later. */
export type StoredRecallCounts = {
  received: number;
  onHand: number;
  sold: number;
  returned: number;
  heldUnits: number;
  heldOrders: number;
  buyers: number;
  toNotify: number;
  unreachable: number;
};

/**
 * A recall: a draft until an admin starts it, frozen from then on, ended with a note. An exercise changes no lot and
 * sends nothing, and ends when its list of people is complete. Its deliveries are recorded under `eventId`.
 */
export const recalls = pgTable(
  'recalls',
  {
    id: idColumn(),
    /** 'Recall 3', for people. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    isExercise: boolean().notNull().default(false),
    status: text({ enum: recallStatuses }).notNull().default('draft'),
    /** What is wrong, for staff and the regulator. */
    reason: text().notNull(),
    /** The message to buyers. */
    title: text().notNull(),
    words: text().notNull(),
    /** Counts saves of the draft. */
    version: integer().notNull().default(1),
    eventId: uuid(),
    counts: jsonb().$type<StoredRecallCounts>(),
    createdBy: uuid().notNull(),
    createdByName: text().notNull(),
    createdAt: createdAt(),
    startedByName: text(),
    startedAt: instant(),
    /** When the last message was written. */
    sentAt: instant(),
    endedByName: text(),
    endedAt: instant(),
    endNote: text(),
  },
  (table) => [
    index('recalls_created_idx').on(table.createdAt, table.id),
    check('recalls_status_check', isOneOf(table.status, recallStatuses)),
    check('recalls_started_check', sql`(${table.status} = 'draft') = (${table.startedAt} is null)`),
    check('recalls_ended_check', sql`(${table.status} = 'ended') = (${table.endedAt} is not null)`),
  ],
);

/** The lots that a recall covers. */
export const recallLots = pgTable(
  'recall_lots',
  {
    recallId: uuid()
      .notNull()
      .references(() => recalls.id, { onDelete: 'cascade' }),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
  },
  (table) => [
    primaryKey({ columns: [table.recallId, table.lotId] }),
    index('recall_lots_lot_idx').on(table.lotId),
  ],
);

/**
 * The people who bought from a recalled lot and still had units when it started, once each, however many orders and
 * lots. `userId` is null once the account is deleted. `number` is in the person's own link.
 */
export const recallPeople = pgTable(
  'recall_people',
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    recallId: uuid()
      .notNull()
      .references(() => recalls.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Units bought and not returned when the recall started. */
    units: integer().notNull(),
    status: text({ enum: recallPersonStatuses }).notNull().default('waiting'),
    sentAt: instant(),
    /** When the person opened their link. */
    openedAt: instant(),
    answer: text({ enum: recallAnswers }),
    answeredAt: instant(),
    /** The member of staff who recorded an answer given by phone; null for the person's own. */
    answeredByName: text(),
  },
  (table) => [
    // Each person once, also when two admins start it at once.
    uniqueIndex('recall_people_once_key').on(table.recallId, table.userId),
    index('recall_people_listed_idx').on(table.recallId, table.number),
    index('recall_people_waiting_idx')
      .on(table.recallId, table.number)
      .where(sql`${table.status} = 'waiting'`),
    index('recall_people_user_idx').on(table.userId),
    check('recall_people_status_check', isOneOf(table.status, recallPersonStatuses)),
    check('recall_people_answer_check', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
);
