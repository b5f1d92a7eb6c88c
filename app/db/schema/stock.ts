/** Lots, what reservations hold of them, the stock of each product, and the ledger that all are the sum of. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { lotStatuses, testStatuses } from '#kernel/statuses.ts';
import { products } from './catalogue.ts';
import { createdAt } from './columns.ts';
import { pickupReservations } from './orders.ts';

/**
 * A batch of a product. `onHand` counts units in the building, `held` those of them that reservations are bound
 * to. Only `sellable` lots count towards the product's stock; expired, recalled, quarantined and untested ones
 * cannot be reserved, so nothing is held of them. `expiresOn` is the last store-local day it may be handed out.
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
    status: text({ enum: lotStatuses }).notNull().default('sellable'),
    testStatus: text({ enum: testStatuses }),
    labName: text(),
    coaNumber: text(),
    /** Names the certificate's PDF in file storage, below `public/`. */
    coaKey: text(),
    totalThcBasisPoints: integer(),
    totalCbdBasisPoints: integer(),
    harvestedOn: date({ mode: 'string' }),
    packagedOn: date({ mode: 'string' }),
    expiresOn: date({ mode: 'string' }),
    onHand: integer().notNull().default(0),
    held: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('lots_batch_key').on(table.productId, table.batchNumber),
    index('lots_first_out_idx')
      .on(table.productId, table.expiresOn, table.id)
      .where(sql`${table.status} = 'sellable'`),
    // The newest lots: what the home page's shelf is made of.
    index('lots_newest_idx').on(table.createdAt, table.id).where(sql`${table.status} = 'sellable'`),
    index('lots_off_sale_idx').on(table.status, table.productId).where(sql`${table.status} <> 'sellable'`),
    index('lots_expiry_idx').on(table.expiresOn).where(sql`${table.status} = 'sellable'`),
    check('lots_on_hand_check', sql`${table.onHand} >= 0`),
    check('lots_held_check', sql`${table.held} between 0 and ${table.onHand}`),
    check('lots_held_sellable_check', sql`${table.held} = 0 or ${table.status} = 'sellable'`),
  ],
);

/**
 * Which lots a reservation's units come from; the quantities of a reservation that holds or was handed over add
 * up to its own. A row without a lot counts units whose lot left sale with none to take its place: they wait for
 * a decision by staff. Written under the lock on the product's stock, like lots.
 */
export const reservationLots = pgTable(
  'reservation_lots',
  {
    reservationId: uuid()
      .notNull()
      .references(() => pickupReservations.id, { onDelete: 'cascade' }),
    lotId: integer().references(() => lots.id),
    quantity: integer().notNull(),
    /** Handed over: no longer held, and still named as where the units came from. */
    sold: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('reservation_lots_key').on(table.reservationId, table.lotId),
    uniqueIndex('reservation_lots_short_key').on(table.reservationId).where(sql`${table.lotId} is null`),
    index('reservation_lots_lot_idx').on(table.lotId),
    check('reservation_lots_quantity_check', sql`${table.quantity} > 0`),
    check('reservation_lots_sold_check', sql`not ${table.sold} or ${table.lotId} is not null`),
  ],
);

/**
 * Units of a product: `onHand` in its sellable lots, `held` of them by reservations: the sum of those lots, for
 * lists that do not read lots. Its row is also the lock under which the product's price, sale status, lots and
 * holds are read and written. One row per product, made with it (`createStockRows`); narrow, so that a sale
 * rewrites sixteen bytes and no index.
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
    check('product_stock_held_check', sql`${table.held} between 0 and ${table.onHand}`),
  ],
);

/**
 * Append-only: every change of a lot's units is one row. `onHandChange` counts units for sale, `setAsideChange`
 * units that are in the building and not for sale (untested, quarantined, recalled, expired), so a lot's on-hand
 * is the sum of both. `reservationId`, `orderId` and `actorId` carry no foreign keys, because the ledger outlives
 * what it speaks of.
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
    setAsideChange: integer().notNull().default(0),
    reason: text({
      enum: [
        'received',
        'hold',
        'release',
        'sale',
        'return',
        'adjustment',
        'waste',
        'count',
        'quarantine',
        'recall',
        'expiry',
        'clearance',
        'transfer',
      ],
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
    check(
      'stock_ledger_change_check',
      sql`${table.onHandChange} <> 0 or ${table.heldChange} <> 0 or ${table.setAsideChange} <> 0`,
    ),
  ],
);
