/** What those who run the shop watch: errors, instances, incidents, and the check of stock against its ledger. */
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
import { failureKinds, watchedParts } from '#kernel/statuses.ts';
import { idColumn, instant, isOneOf } from './columns.ts';

/**
 * Requests of all instances in five minutes, and those that failed (5xx, errors that nothing caught). Each instance adds
 * its counts a few times a minute, never within a request. Rows are deleted after a week.
 */
export const errorSpans = pgTable('error_spans', {
  startsAt: instant().primaryKey(),
  requests: integer().notNull().default(0),
  errors: integer().notNull().default(0),
});

/** The newest errors: each instance adds at most some tens a minute, and only the newest stay. */
export const recentErrors = pgTable(
  'recent_errors',
  {
    id: idColumn(),
    at: instant().notNull(),
    /** Of the answer; null for an error outside of any request. */
    status: integer(),
    /** As in the log, the response and the error page. */
    requestId: text(),
    /** Method and path without anything that could name a person or open a link: 'GET /admin/orders/…'. */
    place: text().notNull(),
    /** As in the log, without values of people; empty where nothing is known. */
    message: text().notNull().default(''),
    kind: text({ enum: failureKinds }).notNull().default('failed'),
  },
  (table) => [check('recent_errors_kind_check', isOneOf(table.kind, failureKinds))],
);

/** Processes that serve the shop. Each updates its row every minute, and deletes it when it stops. */
export const shopInstances = pgTable('shop_instances', {
  /** Made at its start. */
  id: uuid().primaryKey(),
  /** Machine and process, for people: 'counter-pc (4121)'. */
  name: text().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull(),
  seenAt: instant().notNull(),
  /** Bytes of the disk of its data folder; null if it could not be read. */
  diskFree: bigint({ mode: 'number' }),
  diskTotal: bigint({ mode: 'number' }),
  /** Milliseconds of its clock minus the database's; null before the first comparison. */
  clockMs: integer(),
  /** Where it could not save when it tried last, in a sentence; null if it could, or has not tried yet. */
  savingTrouble: text(),
});

/**
 * A part of the shop that passed its bound. Opened and closed by the scheduled watch, in the transaction that records the
 * events which email the admins.
 */
export const incidents = pgTable(
  'incidents',
  {
    id: idColumn(),
    part: text({ enum: watchedParts }).notNull(),
    /** The finding when it opened, in the words of page, doctor and email. */
    text: text().notNull(),
    openedAt: instant().notNull(),
    /** Since when it has been fine; null while it is not. It closes after it was fine for a while. */
    fineSince: instant(),
    closedAt: instant(),
    /** How many admins were notified when it opened. */
    told: integer().notNull(),
  },
  (table) => [
    check('incidents_part_check', isOneOf(table.part, watchedParts)),
    uniqueIndex('incidents_open_key').on(table.part).where(sql`${table.closedAt} is null`),
    index('incidents_opened_at_idx').on(table.openedAt, table.id),
  ],
);

/** The last comparison of stock with its ledger: one row. */
export const stockChecks = pgTable(
  'stock_checks',
  {
    isOnly: boolean().primaryKey().default(true),
    checkedAt: instant().notNull(),
    products: integer().notNull(),
    /** Products whose stock, or whose lots, are not the sum of their ledger; and some of them. */
    mismatches: integer().notNull(),
    productIds: integer().array().notNull(),
  },
  (table) => [check('stock_checks_only_check', sql`${table.isOnly}`)],
);
