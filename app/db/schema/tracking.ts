/**
 * What the shop reports to the state's tracking system, what comparing with it found, when it was reached, and what it
 * has: packages, holds and deliveries.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import {
  type StateReason,
  stateActKinds,
  stateActStatuses,
  stateDifferenceKinds,
  stateHoldReasons,
  stateReadKinds,
  stateReasons,
} from '#kernel/statuses.ts';
import { products } from './catalogue.ts';
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { stateFiles } from './reconciliation.ts';
import { lots, stockLedger } from './stock.ts';

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
    /** The product of the lot, the item of a package without a lot, or the number of a receipt. */
    item: text().notNull(),
    batchNumber: text(),
    lotId: integer(),
    productId: integer(),
    /** Units by the ledger, and by the state; cents of a receipt. */
    ours: integer(),
    theirs: integer(),
    /** The state's own word: a unit of measure, a test state or a receipt's id. */
    detail: text().notNull().default(''),
  },
  ({ comparisonId, position, kind }) => [
    primaryKey({ columns: [comparisonId, position] }),
    check('state_differences_kind_check', isOneOf(kind, stateDifferenceKinds)),
  ],
);

/** The state's own reason for an adjustment. */
export type StateReasonName = { name: string; requiresNote: boolean };

/** The one row: whether the shop reports, from which day, and when the state's system answered last. */
export const stateReporting = pgTable(
  'state_reporting',
  {
    id: boolean().primaryKey().default(true),
    /** False: only reads and compares. */
    isOn: boolean().notNull().default(false),
    /** The first store-local day that is reported; null before the shop has ever reported. */
    fromDay: date({ mode: 'string' }),
    /** The moment of that day from which is reported; null for all of it. */
    fromAt: instant(),
    /** Where the shop reports, 'api-ny.metrc.com, license OCM-MICR-24-000001', and since when; no moment for its first place. */
    place: text(),
    placeSince: instant(),
    /** The state's reason for each of ours. */
    reasons: jsonb().$type<Partial<Record<StateReason, StateReasonName>>>().notNull().default({}),
    /** Who turned it on or off last. Names stay: the record outlives accounts. */
    changedBy: uuid(),
    changedByName: text().notNull().default(''),
    changedAt: instant(),
    /** When it last answered, whatever it said; null before. */
    answeredAt: instant(),
    /** Since when it has not answered; null while it does. */
    silentSince: instant(),
  },
  ({ id, isOn, fromDay }) => [
    check('state_reporting_one_check', sql`${id}`),
    check('state_reporting_from_check', sql`not ${isOn} or ${fromDay} is not null`),
  ],
);

/**
 * Something that the shop reports to the state's system, planned from the record of what happened: rows of the stock
 * ledger, a refund, a day's close. `id` is also the order in which acts are sent, and its mark at the state's.
 */
export const stateActs = pgTable(
  'state_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The record that it reports: 'ledger 12', 'refund <id>', 'final 7' of the sale with that id, 'empty <tag> 12'. No record is reported twice. */
    source: text().notNull().unique(),
    kind: text({ enum: stateActKinds }).notNull(),
    status: text({ enum: stateActStatuses }).notNull().default('waiting'),
    /** Of a sale: its order, or the reservation that was handed over without one. No foreign keys, like the ledger. */
    orderId: uuid(),
    reservationId: uuid(),
    /** Of a sale and what is about it: our number of its receipt, 'ORD123'; once more for the same order, 'ORD123-2'. */
    receiptNumber: text(),
    /** The sale that this changes or voids. */
    saleId: bigint({ mode: 'number' }),
    /** Of the packages, in capitals; none of a day's close. */
    tags: text().array().notNull().default(sql`'{}'`),
    /** Of an adjustment: units more, or fewer if negative. */
    units: integer(),
    /** Of a sale: cents of all its lines, after discounts and before tax, as it was sent. */
    amount: centsColumn(),
    reason: text({ enum: stateReasons }),
    note: text().notNull().default(''),
    /** When it happened in the shop. */
    happenedAt: instant().notNull(),
    /** Not sent before; null for at once. */
    dueAt: instant(),
    tries: integer().notNull().default(0),
    /** When it was last asked. */
    triedAt: instant(),
    /** Why it is refused, or not sent yet, in the state's words or ours. */
    answer: text().notNull().default(''),
    /** The state's id of what it made: a receipt. */
    stateId: text(),
    sentAt: instant(),
    /** Who ended a refused one, and why. */
    endedBy: uuid(),
    endedByName: text(),
    endNote: text(),
    /** When admins were told that it has waited for a person for hours: once. */
    toldAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    // Sent today, and in all.
    index('state_acts_sent_idx').on(table.sentAt).where(sql`${table.sentAt} is not null`),
    index('state_acts_open_idx').on(table.id).where(sql`${table.status} in ('waiting', 'sending')`),
    index('state_acts_refused_idx').on(table.id).where(sql`${table.status} = 'refused'`),
    index('state_acts_order_idx').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('state_acts_reservation_idx')
      .on(table.reservationId)
      .where(sql`${table.reservationId} is not null`),
    index('state_acts_sale_idx').on(table.saleId).where(sql`${table.saleId} is not null`),
    index('state_acts_happened_idx').on(table.happenedAt, table.id),
    check('state_acts_kind_check', isOneOf(table.kind, stateActKinds)),
    check('state_acts_status_check', isOneOf(table.status, stateActStatuses)),
    check('state_acts_reason_check', isOneOf(table.reason, stateReasons)),
    check('state_acts_sent_check', sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`),
    check(
      'state_acts_ended_check',
      sql`num_nulls(${table.endedBy}, ${table.endedByName}, ${table.endNote}) in (0, 3)`,
    ),
  ],
);

/** The rows of the stock ledger that an act reports: each is reported once. */
export const stateActRows = pgTable(
  'state_act_rows',
  {
    ledgerId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => stockLedger.id),
    actId: bigint({ mode: 'number' })
      .notNull()
      .references(() => stateActs.id),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
  },
  (table) => [
    index('state_act_rows_act_idx').on(table.actId),
    index('state_act_rows_lot_idx').on(table.lotId, table.actId),
  ],
);

/** The state's packages of this license as they were last read. Rows stay when a package is finished. */
export const trackedPackages = pgTable(
  'tracked_packages',
  {
    /** In capitals. */
    tag: text().primaryKey(),
    item: text().notNull(),
    /** In units; null if the state counts it otherwise. */
    quantity: integer(),
    /** The state's own words: 'Each', 'TestPassed'. */
    unit: text().notNull(),
    testState: text().notNull(),
    hasPassed: boolean().notNull(),
    isOnHold: boolean().notNull().default(false),
    isOnRecall: boolean().notNull().default(false),
    isInvestigated: boolean().notNull().default(false),
    isFinished: boolean().notNull().default(false),
    /** When that reading began: an older one does not overwrite it. */
    readAt: instant().notNull(),
  },
  (table) => [
    index('tracked_packages_held_idx')
      .on(table.tag)
      .where(
        sql`not ${table.hasPassed} or ${table.isOnHold} or ${table.isOnRecall} or ${table.isInvestigated}`,
      ),
    index('tracked_packages_active_idx').on(table.item, table.tag).where(sql`not ${table.isFinished}`),
  ],
);

/** Until when changes were read. Another place is read from the beginning. */
export const stateReads = pgTable(
  'state_reads',
  {
    kind: text({ enum: stateReadKinds }).primaryKey(),
    place: text().notNull(),
    /** When the last reading that succeeded began. */
    readAt: instant().notNull(),
  },
  ({ kind }) => [check('state_reads_kind_check', isOneOf(kind, stateReadKinds))],
);

/** A time in which the state did not let a lot's package be sold. At most one is open for each lot. */
export const stateHolds = pgTable(
  'state_holds',
  {
    id: idColumn(),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
    /** In capitals. */
    tag: text().notNull(),
    reasons: text({ enum: stateHoldReasons }).array().notNull(),
    /** Whether it took the lot off sale; false for a lot that waited already. */
    tookOffSale: boolean().notNull(),
    startedAt: createdAt(),
    /** When staff got a message; a new reason sends another. */
    toldAt: instant(),
    endedAt: instant(),
    endToldAt: instant(),
  },
  (table) => [
    uniqueIndex('state_holds_open_key').on(table.lotId).where(sql`${table.endedAt} is null`),
    index('state_holds_lot_idx').on(table.lotId, table.startedAt),
    index('state_holds_untold_idx')
      .on(table.startedAt)
      .where(sql`${table.toldAt} is null or (${table.endedAt} is not null and ${table.endToldAt} is null)`),
  ],
);

/** What another license sent, on its way or accepted. */
export const stateDeliveries = pgTable(
  'state_deliveries',
  {
    /** The state's id. */
    id: text().primaryKey(),
    manifest: text().notNull(),
    shipper: text().notNull(),
    shipperLicense: text().notNull(),
    /** Local time of the store without a zone. */
    expectedAt: text(),
    /** Null until a person accepted it in the state's system. */
    receivedAt: instant(),
    isVoided: boolean().notNull().default(false),
    readAt: instant().notNull(),
  },
  (table) => [
    index('state_deliveries_coming_idx')
      .on(table.expectedAt, table.id)
      .where(sql`${table.receivedAt} is null`),
    index('state_deliveries_received_idx').on(table.receivedAt, table.id),
  ],
);

/** The packages of a delivery. */
export const stateDeliveryPackages = pgTable(
  'state_delivery_packages',
  {
    deliveryId: text()
      .notNull()
      .references(() => stateDeliveries.id, { onDelete: 'cascade' }),
    /** In capitals. */
    tag: text().notNull(),
    position: integer().notNull(),
    item: text().notNull(),
    /** The state's own word: 'Shipped', 'Accepted', 'Rejected', 'Returned'. */
    state: text().notNull(),
    /** In units; null if the state counts it otherwise. Of an accepted package what arrived. */
    quantity: integer(),
    /** What was shipped, as read before it was accepted; null if it was not. */
    shipped: integer(),
    unit: text().notNull(),
    testState: text().notNull(),
    hasPassed: boolean().notNull(),
    packagedOn: date({ mode: 'string' }),
    expiresOn: date({ mode: 'string' }),
    /** Of the whole package, in cents; null if the shipper named none. */
    wholesale: centsColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.tag] }),
    index('state_delivery_packages_tag_idx').on(table.tag),
  ],
);

/** The product that packages of an item became, for the next ones. */
export const stateItems = pgTable(
  'state_items',
  {
    /** As the state has it, in lower case. */
    item: text().primaryKey(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    changedAt: createdAt(),
  },
  (table) => [index('state_items_product_idx').on(table.productId)],
);

/** Lots that were made of a package of the state's, with what came from there. */
export const stateLots = pgTable(
  'state_lots',
  {
    lotId: integer()
      .primaryKey()
      .references(() => lots.id),
    /** In capitals. */
    tag: text().notNull(),
    /** Null for a package that came without a delivery. */
    deliveryId: text().references(() => stateDeliveries.id),
    testedOn: date({ mode: 'string' }),
    /** What the state's system did not have, in words; empty if nothing. */
    lacks: text().array().notNull().default(sql`'{}'`),
    madeBy: uuid().notNull(),
    madeByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('state_lots_delivery_idx').on(table.deliveryId),
    index('state_lots_tag_idx').on(table.tag),
  ],
);
