/** Lots, the reservations' holds on them, the stock of each product, the ledger that they all sum up from, waste, and outages of the state's system. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { destructionMethods, lotStatuses, testStatuses, wasteReasons } from '#kernel/statuses.ts';
import { products } from './catalogue.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { pickupReservations } from './orders.ts';

type LotTexts = { batchNumber: AnyPgColumn; packageTag: AnyPgColumn };

/** What the list of lots searches: batch number and package tag. */
export const lotFindText = (table: LotTexts): SQL =>
  sql`(${table.batchNumber} || ' ' || coalesce(${table.packageTag}, ''))`;

/** The last day a lot may be handed out; lots without one come last. */
export const lotLastDay = (table: { expiresOn: AnyPgColumn }): SQL<string> =>
  sql<string>`coalesce(${table.expiresOn}, '9999-12-31'::date)`;

/**
 * A batch of a product. `onHand` counts units in the building, `held` those that reservations hold. Only `sellable`
 * lots count toward the product's stock; expired, recalled, quarantined and untested lots cannot be reserved, so they
 * have no holds. `expiresOn` is the last store-local day it may be handed out.
 */
export const lots = pgTable(
  'lots',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    batchNumber: text().notNull(),
    /**
     * The code in the address of its public page, which its labels lead to: 48 random bits as 12 characters 0-9 and A-F.
     * Only people with a package have it.
     */
    publicCode: text()
      .notNull()
      .unique()
      .default(sql`upper(left(replace(gen_random_uuid()::text, '-', ''), 12))`),
    packageTag: text(),
    retailItemId: text(),
    status: text({ enum: lotStatuses }).notNull().default('sellable'),
    testStatus: text({ enum: testStatuses }),
    labName: text(),
    coaNumber: text(),
    /** The certificate's PDF in file storage, under `public/`. */
    coaKey: text(),
    totalThcBasisPoints: integer(),
    totalCbdBasisPoints: integer(),
    /** As the certificate lists them: 'Myrcene 0.8%, limonene 0.4%'. */
    terpenes: text(),
    /** What the laboratory tested and passed: 'Pesticides, heavy metals, microbials'. */
    testPanels: text(),
    /** The field or room where it grew, as the farm calls it. */
    grownIn: text(),
    harvestedOn: date({ mode: 'string' }),
    curedOn: date({ mode: 'string' }),
    packagedOn: date({ mode: 'string' }),
    expiresOn: date({ mode: 'string' }),
    /** Where it is in the store, as staff call the place: 'A3', 'Fridge, top'. */
    shelfPlace: text(),
    onHand: integer().notNull().default(0),
    held: integer().notNull().default(0),
    /** Who quarantined it last. No foreign key: the record outlives the account. */
    quarantinedBy: uuid(),
    /** Quarantined by staff, for a reason of theirs: staff may put it back on sale. */
    staffMayRelease: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('lots_batch_key').on(table.productId, table.batchNumber),
    index('lots_first_out_idx')
      .on(table.productId, table.expiresOn, table.id)
      .where(sql`${table.status} = 'sellable'`),
    // The newest lots, for the shelf on the home page.
    index('lots_newest_idx').on(table.createdAt, table.id).where(sql`${table.status} = 'sellable'`),
    index('lots_off_sale_idx').on(table.status, table.productId).where(sql`${table.status} <> 'sellable'`),
    index('lots_expiry_idx').on(table.expiresOn).where(sql`${table.status} = 'sellable'`),
    // The list of lots, by its sorts and by status. Units have no index: a sale would have to rewrite it.
    index('lots_received_idx').on(table.createdAt, table.id),
    index('lots_last_day_idx').on(lotLastDay(table), table.id),
    index('lots_status_idx').on(table.status, table.createdAt, table.id),
    index('lots_quarantined_by_idx').on(table.quarantinedBy).where(sql`${table.status} = 'quarantined'`),
    // A part of a batch number or package tag, in any case.
    index('lots_find_idx').using('gin', sql`${lotFindText(table)} gin_trgm_ops`),
    // A scanned package tag, in any case.
    index('lots_package_tag_idx')
      .on(sql`upper(${table.packageTag})`)
      .where(sql`${table.packageTag} is not null`),
    // A batch number typed into the office's search, in any case.
    index('lots_batch_search_idx').on(sql`lower(${table.batchNumber}) text_pattern_ops`, table.id),
    check('lots_on_hand_check', sql`${table.onHand} >= 0`),
    check('lots_held_check', sql`${table.held} between 0 and ${table.onHand}`),
    check('lots_held_sellable_check', sql`${table.held} = 0 or ${table.status} = 'sellable'`),
  ],
);

/**
 * The lots that a reservation's units come from; while a reservation holds units or was handed over, its rows add up to
 * its quantity. A row without a lot counts units whose lot was taken off sale without a replacement: they await a
 * decision by staff. Written under the lock on the product's stock, like lots.
 */
export const reservationLots = pgTable(
  'reservation_lots',
  {
    reservationId: uuid()
      .notNull()
      .references(() => pickupReservations.id, { onDelete: 'cascade' }),
    lotId: integer().references(() => lots.id),
    quantity: integer().notNull(),
    /** Handed over: no longer held, but still the record of where the units came from. */
    sold: boolean().notNull().default(false),
    /** Units in the order's bag: all of them when it is marked ready. What comes in later has to be packed. */
    packed: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('reservation_lots_key').on(table.reservationId, table.lotId),
    uniqueIndex('reservation_lots_short_key').on(table.reservationId).where(sql`${table.lotId} is null`),
    index('reservation_lots_lot_idx').on(table.lotId),
    check('reservation_lots_quantity_check', sql`${table.quantity} > 0`),
    check('reservation_lots_packed_check', sql`${table.packed} between 0 and ${table.quantity}`),
    check('reservation_lots_sold_check', sql`not ${table.sold} or ${table.lotId} is not null`),
  ],
);

/**
 * Units that someone put into an order's bag one by one: at most as many of a lot as `reservation_lots.packed` counts,
 * because an order can also be marked ready at once. A row ends when its unit leaves the bag, and stays with a sale.
 * Stores the names of staff at the time, because the record outlives accounts.
 */
export const packedUnits = pgTable(
  'packed_units',
  {
    /** Made by the page that sent it, so that a press sent twice packs one unit. */
    id: uuid().primaryKey(),
    reservationId: uuid()
      .notNull()
      .references(() => pickupReservations.id, { onDelete: 'cascade' }),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
    /** The state's code of this one unit, decoded: package tag and unit number. null for a unit without one. */
    retailUnit: text(),
    packedBy: uuid().notNull(),
    packedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // No unit is in two bags, nor twice in one, nor sold twice.
    uniqueIndex('packed_units_retail_unit_key')
      .on(table.retailUnit)
      .where(sql`${table.retailUnit} is not null`),
    index('packed_units_share_idx').on(table.reservationId, table.lotId),
  ],
);

/**
 * Packed units of a lot that no longer belong in the bag of an order: it ended, has fewer units now, or the lot left sale.
 * They are free the moment they leave it; the row reminds staff to carry them back, until someone ticks it. No foreign key
 * to the order, and the name of who put them back: the record outlives accounts.
 */
export const putBacks = pgTable(
  'put_backs',
  {
    id: idColumn(),
    orderId: uuid().notNull(),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
    units: integer().notNull(),
    createdAt: createdAt(),
    /** null until they are back in their place. */
    doneAt: instant(),
    doneBy: uuid(),
    doneByName: text(),
  },
  (table) => [
    index('put_backs_open_idx').on(table.createdAt, table.id).where(sql`${table.doneAt} is null`),
    // Every card of the board and every page of an order at the counter asks for its own.
    index('put_backs_order_idx').on(table.orderId).where(sql`${table.doneAt} is null`),
    index('put_backs_done_idx').on(table.doneAt).where(sql`${table.doneAt} is not null`),
    check('put_backs_units_check', sql`${table.units} > 0`),
    check(
      'put_backs_done_check',
      sql`(${table.doneAt} is null) = (${table.doneBy} is null) and (${table.doneAt} is null) = (${table.doneByName} is null)`,
    ),
  ],
);

/**
 * Units of a product: `onHand` in its sellable lots and `held` by reservations, the sum of those lots, for lists that
 * do not read lots. Its row is also the lock under which the product's price, sale status, lots and holds are read and
 * written. One row per product, created with it (`createStockRows`); narrow, so that a sale rewrites sixteen bytes and
 * no index.
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
 * Append-only: one row for every change to a lot's units. `onHandChange` counts units for sale, `setAsideChange` units
 * in the building that are not for sale (untested, quarantined, recalled, expired), so a lot's on-hand is the sum of
 * both. `reservationId`, `orderId` and `actorId` have no foreign keys, because the ledger outlives the rows they point
 * to.
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
        'damaged',
        'sample',
        'theft',
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
    // A product's ledger; a lot's in its order, and its balance after each row.
    index('stock_ledger_lot_idx').on(table.productId, table.lotId, table.id),
    // What moved since a day ended; rows lie in the order of time, so this index takes next to nothing.
    index('stock_ledger_created_at_idx').using('brin', table.createdAt),
    index('stock_ledger_reservation_idx')
      .on(table.reservationId)
      .where(sql`${table.reservationId} is not null`),
    // How many units a lot had, what came back, and who had some when it left sale: few rows of each lot.
    index('stock_ledger_trace_idx')
      .on(table.lotId, table.reason)
      .where(sql`${table.reason} in ('received', 'return', 'waste', 'quarantine', 'recall')`),
    check(
      'stock_ledger_change_check',
      sql`${table.onHandChange} <> 0 or ${table.heldChange} <> 0 or ${table.setAsideChange} <> 0`,
    ),
  ],
);

/** Rows of the ledger that a later row undid: no row is undone twice. */
export const undoneAdjustments = pgTable('undone_adjustments', {
  ledgerId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => stockLedger.id),
  createdAt: createdAt(),
});

/**
 * Units of a lot that left its stock as waste; the ledger has the same units with the reason `waste`. A row waits until it
 * is undone or destroyed, and is append-only after that. Stores names: the record outlives accounts.
 */
export const waste = pgTable(
  'waste',
  {
    /** Of the form that recorded it: sent again, it records nothing. */
    id: uuid().primaryKey(),
    /** What people read: 'Waste 12'. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
    units: integer().notNull(),
    /** Of all units together; null where it is not known. */
    weightMg: bigint({ mode: 'number' }),
    reason: text({ enum: wasteReasons }).notNull(),
    note: text().notNull().default(''),
    /** Who saw the units become waste; null for returns and adjustments, which ask for none. */
    witness: text(),
    /** Their account, since they confirm it themselves; null for a name that was typed. No foreign key: the name outlives it. */
    witnessId: uuid(),
    /** The order that a customer returned the units of. */
    orderId: uuid(),
    recordedBy: uuid(),
    recordedByName: text().notNull(),
    createdAt: createdAt(),
    undoneAt: instant(),
    undoneByName: text(),
    /** When it was destroyed, as people entered it. */
    destroyedAt: instant(),
    method: text({ enum: destructionMethods }),
    destructionNote: text(),
    /** The two people who destroyed it; the first one recorded it. */
    destroyedBy: uuid(),
    destroyedByName: text(),
    secondName: text(),
    /** The account of the second, as of the witness. */
    secondId: uuid(),
    /** When the destruction was recorded. */
    closedAt: instant(),
  },
  (table) => [
    index('waste_created_at_idx').on(table.createdAt, table.number),
    index('waste_waiting_idx')
      .on(table.createdAt, table.number)
      .where(sql`${table.undoneAt} is null and ${table.destroyedAt} is null`),
    index('waste_lot_idx').on(table.lotId),
    check('waste_units_check', sql`${table.units} > 0`),
    check('waste_weight_check', sql`${table.weightMg} > 0`),
    check('waste_reason_check', isOneOf(table.reason, wasteReasons)),
    check('waste_method_check', isOneOf(table.method, destructionMethods)),
    check('waste_undone_check', sql`(${table.undoneAt} is null) = (${table.undoneByName} is null)`),
    check(
      'waste_people_check',
      sql`(${table.witnessId} is null or (${table.witness} is not null and ${table.witnessId} is distinct from ${table.recordedBy}))
        and (${table.secondId} is null or (${table.secondName} is not null and ${table.secondId} is distinct from ${table.destroyedBy}))`,
    ),
    check('waste_end_check', sql`${table.undoneAt} is null or ${table.destroyedAt} is null`),
    check(
      'waste_destroyed_check',
      sql`num_nulls(${table.destroyedAt}, ${table.method}, ${table.destroyedBy}, ${table.destroyedByName}, ${table.secondName}, ${table.closedAt}) in (0, 6)`,
    ),
  ],
);

/** A time in which the state's tracking system does not work. At most one is open; the record stays. */
export const stateOutages = pgTable(
  'state_outages',
  {
    id: idColumn(),
    /** What people read: 'Outage 3'. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** Since when the state's system has not worked, as the admin entered it. */
    startedAt: instant().notNull(),
    note: text().notNull().default(''),
    /** Null if the shop declared it because the state's system did not answer. */
    declaredBy: uuid(),
    declaredByName: text().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
    endedByName: text(),
  },
  (table) => [
    uniqueIndex('state_outages_open_key')
      .on(sql`(${table.endedAt} is null)`)
      .where(sql`${table.endedAt} is null`),
    check('state_outages_ended_check', sql`(${table.endedAt} is null) = (${table.endedByName} is null)`),
    check('state_outages_span_check', sql`${table.endedAt} >= ${table.startedAt}`),
  ],
);

/** A stock change of an outage that was entered in the state's system afterwards. A row ends if the tick is taken back. */
export const outageEntries = pgTable(
  'outage_entries',
  {
    ledgerId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => stockLedger.id),
    outageId: uuid()
      .notNull()
      .references(() => stateOutages.id),
    /** Null if the shop reported it by itself. */
    enteredBy: uuid(),
    enteredByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('outage_entries_outage_idx').on(table.outageId)],
);
