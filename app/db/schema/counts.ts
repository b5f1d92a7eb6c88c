/** Count sheets: what staff counted of each lot, and what became of the differences. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, isOneOf } from './columns.ts';
import { lots } from './stock.ts';

/** One count of a category, or of everything. At most one of each is open. Stores names: the record outlives accounts. */
export const countSheets = pgTable(
  'count_sheets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** null counts every category. */
    categoryId: integer(),
    /** The category's name when the count started. */
    title: text().notNull(),
    startedBy: uuid().notNull(),
    startedByName: text().notNull(),
    createdAt: createdAt(),
    closedAt: instant(),
    closedByName: text(),
  },
  (table) => [
    uniqueIndex('count_sheets_open_key')
      .on(sql`coalesce(${table.categoryId}, 0)`)
      .where(sql`${table.closedAt} is null`),
  ],
);

/**
 * A lot on a sheet. `expected` is its units at the moment it was counted, read under the lock on its stock, so what is
 * sold before or after is no difference. `ledgerId` is the lot's newest ledger row then: an adjustment after it makes
 * the count stale. A batch that was found on the shelf and is no lot of its product has no `lotId` until it is approved.
 */
export const countRows = pgTable(
  'count_rows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sheetId: integer()
      .notNull()
      .references(() => countSheets.id),
    lotId: integer().references(() => lots.id, { onDelete: 'cascade' }),
    /** The batch number of a lot that was found on the shelf; null for one that the sheet expected. */
    foundBatch: text(),
    productId: integer().notNull(),
    /** The order of the sheet: by product, then by last day. */
    position: integer().notNull(),
    /** Name and size when the count started. */
    product: text().notNull(),
    expected: integer(),
    counted: integer(),
    ledgerId: bigint({ mode: 'number' }),
    countedBy: uuid(),
    countedByName: text(),
    countedAt: instant(),
    /** One more with each change: two people on one row do not overwrite each other. */
    version: integer().notNull().default(0),
    /** Why the difference was approved; null while it is not. */
    reason: text(),
    decidedByName: text(),
    decidedAt: instant(),
  },
  (table) => [
    uniqueIndex('count_rows_lot_key').on(table.sheetId, table.lotId),
    uniqueIndex('count_rows_found_key')
      .on(table.sheetId, table.productId, sql`lower(${table.foundBatch})`)
      .where(sql`${table.foundBatch} is not null`),
    index('count_rows_lot_idx').on(table.lotId),
    index('count_rows_position_idx').on(table.sheetId, table.position),
    check('count_rows_lot_check', sql`${table.lotId} is not null or ${table.foundBatch} is not null`),
    check('count_rows_counted_check', sql`(${table.counted} is null) = (${table.expected} is null)`),
    check(
      'count_rows_reason_check',
      sql`${table.reason} is null or ${isOneOf(table.reason, ['count', 'damaged', 'sample', 'theft', 'waste', 'return'])}`,
    ),
  ],
);
