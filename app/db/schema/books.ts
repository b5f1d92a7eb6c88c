/** The books: months that were closed, and what the stock was worth at the end of each day. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/**
 * Append-only: a month that an owner closed, with its figures as they were then. A month that was reopened is closed
 * again by a new row. Stores names, because the record outlives accounts.
 */
export const bookClosings = pgTable(
  'book_closings',
  {
    id: idColumn(),
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    /** 1, and one more each time it is closed again. */
    attempt: integer().notNull(),
    /** `BookFigures` of `app/core/records/books`, which alone reads and writes it. */
    figures: jsonb().notNull(),
    /** The store's name at the closing, for the report. */
    storeName: text().notNull(),
    closedBy: uuid().notNull(),
    closedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('book_closings_month_key').on(table.month, table.attempt),
    check('book_closings_month_check', sql`extract(day from ${table.month}) = 1`),
  ],
);

/** Append-only: a closing that was taken back, and why. */
export const bookReopenings = pgTable('book_reopenings', {
  closingId: uuid()
    .primaryKey()
    .references(() => bookClosings.id),
  reason: text().notNull(),
  reopenedBy: uuid().notNull(),
  reopenedByName: text().notNull(),
  createdAt: createdAt(),
});

/** Units in the building at the end of a store day, at the wholesale prices of then; in cents. */
export const inventoryByDay = pgTable(
  'inventory_by_day',
  {
    day: date({ mode: 'string' }).notNull(),
    taxClass: text().notNull(),
    units: bigint({ mode: 'number' }).notNull(),
    value: bigint({ mode: 'number' }).notNull(),
    /** Units of products without a wholesale price: not in `value`. */
    unitsWithoutCost: bigint({ mode: 'number' }).notNull(),
    /** Computed later from the ledger, at the prices of the day it was computed. */
    isLate: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.day, table.taxClass] })],
);
