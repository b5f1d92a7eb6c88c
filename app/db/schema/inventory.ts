/** Lots, the stock of each product, and the ledger that both are the sum of. */
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { createdAt } from './columns.ts';

/**
 * A batch of a product. `onHand` counts units in the building. Only `sellable` lots count towards the
 * product's stock; expired, recalled, quarantined and untested ones cannot be reserved (new-york.md, 11).
 */
export const lots = pgTable(
  'lots',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    batchNumber: text().notNull(),
    packageTag: text(),
    retailItemId: text(),
    status: text({ enum: ['sellable', 'untested', 'quarantined', 'recalled', 'expired'] })
      .notNull()
      .default('sellable'),
    testStatus: text({ enum: ['TestPassed', 'RetestPassed', 'NotTested', 'TestFailed'] }),
    labName: text(),
    coaNumber: text(),
    totalThcBasisPoints: integer(),
    totalCbdBasisPoints: integer(),
    harvestedOn: date({ mode: 'string' }),
    packagedOn: date({ mode: 'string' }),
    expiresOn: date({ mode: 'string' }),
    onHand: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('lots_batch_key').on(table.productId, table.batchNumber),
    index('lots_first_out_idx')
      .on(table.productId, table.expiresOn, table.id)
      .where(sql`${table.status} = 'sellable'`),
    check('lots_on_hand_check', sql`${table.onHand} >= 0`),
  ],
);

/**
 * Units of a product: `onHand` in sellable lots, `held` promised to live reservations. A narrow table of
 * its own so that a sale rewrites sixteen bytes and no index. One row per product, made by a trigger.
 */
export const productStock = pgTable(
  'product_stock',
  {
    productId: integer()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    onHand: integer().notNull().default(0),
    held: integer().notNull().default(0),
  },
  (table) => [
    check('product_stock_on_hand_check', sql`${table.onHand} >= 0`),
    check('product_stock_held_check', sql`${table.held} >= 0`),
  ],
);

/**
 * Append-only: every change of on-hand or held is one row (design.md, invariant 2). `reservationId`,
 * `orderId` and `actorId` carry no foreign keys, because the ledger outlives what it speaks of.
 */
export const stockLedger = pgTable(
  'stock_ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    lotId: integer().references(() => lots.id),
    onHandChange: integer().notNull().default(0),
    heldChange: integer().notNull().default(0),
    reason: text({
      enum: ['received', 'hold', 'release', 'sale', 'return', 'adjustment', 'waste', 'count', 'quarantine'],
    }).notNull(),
    actorId: uuid(),
    reservationId: uuid(),
    orderId: uuid(),
    note: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('stock_ledger_product_idx').on(table.productId, table.id),
    index('stock_ledger_reservation_idx')
      .on(table.reservationId)
      .where(sql`${table.reservationId} is not null`),
    check('stock_ledger_change_check', sql`${table.onHandChange} <> 0 or ${table.heldChange} <> 0`),
  ],
);
