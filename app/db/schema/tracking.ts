/** What comparing with the state's tracking system found, and when it was reached. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { stateDifferenceKinds } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { stateFiles } from './reconciliation.ts';

/** A comparison of lots with packages, at night or when a person asked. The newest ones stay. */
export const stateComparisons = pgTable(
  'state_comparisons',
  {
    id: idColumn(),
    /** 'api-ny.metrc.com, license OCM-MICR-24-000001' */
    place: text().notNull(),
    startedAt: createdAt(),
    /** Null at night. */
    startedBy: uuid(),
    startedByName: text().notNull().default(''),
    /** Null while it runs. */
    endedAt: instant(),
    /** Why it failed, in a sentence; null if it did not. */
    trouble: text(),
    /** The packages that it read. */
    fileId: uuid().references(() => stateFiles.id),
    packages: integer().notNull().default(0),
    /** Packages that no lot has and that are not counted in units. */
    uncompared: integer().notNull().default(0),
    /** Lots with units that the state tracks, and those of them whose tag is a package's. */
    lots: integer().notNull().default(0),
    matched: integer().notNull().default(0),
    differences: integer().notNull().default(0),
  },
  ({ startedAt, endedAt }) => [
    index('state_comparisons_started_idx').on(startedAt),
    // One at a time, whatever the number of instances.
    uniqueIndex('state_comparisons_running_key').on(sql`(true)`).where(sql`${endedAt} is null`),
  ],
);

/** What a comparison found to differ, as it was then. */
export const stateDifferences = pgTable(
  'state_differences',
  {
    comparisonId: uuid()
      .notNull()
      .references(() => stateComparisons.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    kind: text({ enum: stateDifferenceKinds }).notNull(),
    /** Of the package, or of the lot; null for a lot without one. */
    tag: text(),
    /** The product of the lot, or the item of a package without a lot. */
    item: text().notNull(),
    batchNumber: text(),
    lotId: integer(),
    productId: integer(),
    /** Units by the ledger, and by the state. */
    ours: integer(),
    theirs: integer(),
    /** The state's own word: a unit of measure or a test state. */
    detail: text().notNull().default(''),
  },
  ({ comparisonId, position, kind }) => [
    primaryKey({ columns: [comparisonId, position] }),
    check('state_differences_kind_check', isOneOf(kind, stateDifferenceKinds)),
  ],
);
