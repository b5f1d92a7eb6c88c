/** The cash desk: the drawer from its opening with a float until it is counted, what moved in and out, and the counts. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { drawerEntryKinds } from '#kernel/statuses.ts';
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';

/** How many of each bill and coin, by its value in cents: { '2000': 5 } is five $20 bills. */
export type StoredPieces = Readonly<Record<string, number>>;

/**
 * The cash drawer from its opening to its closing. At most one is open. Its sales are the orders that name it, its refunds
 * the refunds that name it. `expected` and `counted` are stored at the closing and never change. Stores names: the record
 * outlives accounts.
 */
export const drawerSessions = pgTable(
  'drawer_sessions',
  {
    id: idColumn(),
    /** The number that people read: 'Drawer 12'. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** Of the form that opened it: sent again, that form opens nothing. */
    key: uuid().notNull().unique(),
    /** The drawer that it took over from, with the cash as counted; null if it was opened with a new float. */
    fromId: uuid()
      .unique()
      .references((): AnyPgColumn => drawerSessions.id),
    /** The person who answers for the cash. */
    holderId: uuid().notNull(),
    holderName: text().notNull(),
    openedBy: uuid().notNull(),
    openedByName: text().notNull(),
    /** Cents in the drawer when it was opened. */
    float: centsColumn().notNull(),
    pieces: jsonb().$type<StoredPieces>(),
    openedAt: createdAt(),
    closedAt: instant(),
    closedBy: uuid(),
    closedByName: text(),
    /** The count that closed it, and cents. */
    countId: uuid(),
    expected: centsColumn(),
    counted: centsColumn(),
    /** Why it is over or short; null without a note. */
    note: text(),
  },
  (table) => [
    uniqueIndex('drawer_sessions_open_key')
      .on(sql`(${table.closedAt} is null)`)
      .where(sql`${table.closedAt} is null`),
    index('drawer_sessions_opened_idx').on(table.openedAt, table.id),
    index('drawer_sessions_closed_idx').on(table.closedAt),
    check('drawer_sessions_float_check', sql`${table.float} >= 0`),
    check('drawer_sessions_counted_check', sql`${table.counted} >= 0`),
    check('drawer_sessions_time_check', sql`${table.closedAt} >= ${table.openedAt}`),
    check(
      'drawer_sessions_closed_check',
      sql`num_nulls(${table.closedAt}, ${table.closedBy}, ${table.closedByName}, ${table.countId}, ${table.expected}, ${table.counted}) in (0, 6)`,
    ),
  ],
);

/**
 * Append-only: cash that went to the safe, out for something, or in. `corrects` names the entry that a row takes back: it has
 * the same kind and amount and the opposite effect.
 */
export const drawerEntries = pgTable(
  'drawer_entries',
  {
    id: idColumn(),
    sessionId: uuid()
      .notNull()
      .references(() => drawerSessions.id),
    /** Of the form: sent again, it enters nothing. */
    key: uuid().notNull().unique(),
    kind: text({ enum: drawerEntryKinds }).notNull(),
    amount: centsColumn().notNull(),
    reason: text().notNull(),
    corrects: uuid()
      .unique()
      .references((): AnyPgColumn => drawerEntries.id),
    enteredBy: uuid().notNull(),
    enteredByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('drawer_entries_session_idx').on(table.sessionId, table.createdAt),
    check('drawer_entries_amount_check', sql`${table.amount} > 0`),
    check('drawer_entries_kind_check', isOneOf(table.kind, drawerEntryKinds)),
  ],
);

/** Append-only: each count of a drawer, with what it was expected to hold at that moment; in cents. */
export const drawerCounts = pgTable(
  'drawer_counts',
  {
    id: idColumn(),
    sessionId: uuid()
      .notNull()
      .references(() => drawerSessions.id),
    /** Of the form: sent again, it counts nothing. */
    key: uuid().notNull().unique(),
    amount: centsColumn().notNull(),
    pieces: jsonb().$type<StoredPieces>(),
    expected: centsColumn().notNull(),
    /** Who was to take the drawer over after this count; null to close it. */
    nextId: uuid(),
    countedBy: uuid().notNull(),
    countedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('drawer_counts_session_idx').on(table.sessionId, table.createdAt),
    check('drawer_counts_amount_check', sql`${table.amount} >= 0`),
  ],
);

/**
 * Who is in charge of the store, from and until when: the history of all shifts. At most one row is open. Stores names: the
 * record outlives accounts.
 */
export const charges = pgTable(
  'charges',
  {
    id: idColumn(),
    /** Of the form: sent again, it changes nothing. */
    key: uuid().notNull().unique(),
    personId: uuid().notNull(),
    personName: text().notNull(),
    startedAt: instant().notNull(),
    startedByName: text().notNull(),
    endedAt: instant(),
    endedByName: text(),
  },
  (table) => [
    uniqueIndex('charges_open_key').on(sql`(${table.endedAt} is null)`).where(sql`${table.endedAt} is null`),
    index('charges_started_idx').on(table.startedAt),
    check('charges_time_check', sql`${table.endedAt} >= ${table.startedAt}`),
    check('charges_ended_check', sql`(${table.endedAt} is null) = (${table.endedByName} is null)`),
  ],
);

/**
 * Tablets at the counter, each as it last reported: what staff did on it without a network and was not sent. The drawer is
 * not closed while one holds or may hold work. Rows are deleted after some days without a report. No foreign key: names at the time.
 */
export const counterTablets = pgTable(
  'counter_tablets',
  {
    /** Made by the tablet. */
    id: idColumn(),
    /** Of a shared tablet; null for any other. */
    name: text(),
    /** Who used it when it reported. */
    userId: uuid().notNull(),
    person: text().notNull(),
    unsent: integer().notNull(),
    /** How many of them a drawer was closed without. */
    setAside: integer().notNull().default(0),
    /** Whether its copy of the day lets staff hand orders over without a network. */
    handsOver: boolean().notNull(),
    /** Whether its screen showed the counter. */
    inView: boolean().notNull().default(true),
    seenAt: instant().notNull(),
    /** When it last reported that it holds nothing: what it sends was done after that. null before such a report. */
    emptyAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('counter_tablets_user_idx').on(table.userId, table.seenAt),
    check('counter_tablets_counts_check', sql`${table.setAside} between 0 and ${table.unsent}`),
  ],
);
