/** The three-way close of a day: what the state's file says of each package, and the days that admins closed. */
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
import { createdAt, idColumn } from './columns.ts';

/**
 * Append-only: the packages of a store-local day, from a file of the state's system or read from it. The newest one of a day counts. Stores
 * the name: the record outlives accounts.
 */
export const stateFiles = pgTable(
  'state_files',
  {
    id: idColumn(),
    /** Of the form: sent again, it stores nothing. */
    key: uuid().notNull().unique(),
    day: date({ mode: 'string' }).notNull(),
    /** The format it was read by. */
    format: text().notNull(),
    packages: integer().notNull(),
    /** Null for packages that the shop read by itself at night. */
    uploadedBy: uuid(),
    uploadedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('state_files_day_idx').on(table.day, table.createdAt)],
);

/** Append-only: a package as the state's file has it. The tag is in capitals. */
export const statePackages = pgTable(
  'state_packages',
  {
    fileId: uuid()
      .notNull()
      .references(() => stateFiles.id),
    tag: text().notNull(),
    item: text().notNull(),
    /** In units; of a package that the state counts otherwise, null. */
    quantity: integer(),
    /** As in the file: 'Each', 'Grams'. */
    unit: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.tag] }),
    check('state_packages_quantity_check', sql`${table.quantity} >= 0`),
  ],
);

/** A difference that was open when a day was closed, in words. */
export type StoredDifference = { lot: string; what: string; cure: string };

/**
 * Append-only: a store-local day that an admin closed, with the differences that were open and why. It may be closed again:
 * the highest attempt counts.
 */
export const dayClosings = pgTable(
  'day_closings',
  {
    id: idColumn(),
    /** Of the form: sent again, it closes nothing. */
    key: uuid().notNull().unique(),
    day: date({ mode: 'string' }).notNull(),
    attempt: integer().notNull(),
    /** Lots compared, and units in the building by the ledger. */
    lots: integer().notNull(),
    units: integer().notNull(),
    /** The state's file it was compared with; null without one. */
    fileId: uuid().references(() => stateFiles.id),
    open: jsonb().$type<StoredDifference[]>().notNull(),
    /** Why the day was closed with open differences; empty without any. */
    note: text().notNull(),
    closedBy: uuid().notNull(),
    closedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('day_closings_attempt_key').on(table.day, table.attempt)],
);
