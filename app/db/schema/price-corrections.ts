/** Corrections of wrong prices: what a product should have cost in some span, and everyone it was charged to. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  correctedLineStatuses,
  correctionSettlements,
  correctionStatuses,
  saleWays,
} from '#kernel/statuses.ts';
import { products } from './catalogue.ts';
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { pickupReservations, refunds } from './orders.ts';
import { lots } from './stock.ts';

/** One decision of an admin. Stores names: the record outlives accounts. */
export const priceCorrections = pgTable(
  'price_corrections',
  {
    id: idColumn(),
    /** The number that people read: 'Correction 3'. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** Of the form: sent again, it starts nothing. */
    key: uuid().notNull().unique(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** Lines that were reserved or ordered from the first moment until the second. */
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    /** The list price of one unit that was wrong, and the right one; null for every higher price. */
    wrongPrice: centsColumn(),
    rightPrice: centsColumn().notNull(),
    lotId: integer().references(() => lots.id),
    way: text({ enum: saleWays }),
    settlement: text({ enum: correctionSettlements }).notNull(),
    /** Whether customers with a refund due are notified; then it is a promise, and not undone. */
    tells: boolean().notNull(),
    status: text({ enum: correctionStatuses }).notNull().default('running'),
    reason: text().notNull(),
    startedBy: uuid().notNull(),
    startedByName: text().notNull(),
    createdAt: createdAt(),
    doneAt: instant(),
    undoneAt: instant(),
    undoneByName: text(),
  },
  (table) => [
    index('price_corrections_product_idx').on(table.productId, table.number),
    check('price_corrections_span_check', sql`${table.fromAt} < ${table.untilAt}`),
    check(
      'price_corrections_price_check',
      sql`${table.rightPrice} >= 0 and (${table.wrongPrice} is null or ${table.wrongPrice} > ${table.rightPrice})`,
    ),
    check('price_corrections_way_check', isOneOf(table.way, saleWays)),
    check('price_corrections_settlement_check', isOneOf(table.settlement, correctionSettlements)),
    check('price_corrections_status_check', isOneOf(table.status, correctionStatuses)),
    check(
      'price_corrections_undone_check',
      sql`(${table.status} = 'undone') = (${table.undoneAt} is not null) and num_nulls(${table.undoneAt}, ${table.undoneByName}) in (0, 2)`,
    ),
  ],
);

/**
 * A line of an order, or a reservation without one, that cost more than it should have. `amount` is what was too much before
 * tax, `tax` its tax: what the list showed until the line was reached, and what it came to then.
 */
export const correctedLines = pgTable(
  'corrected_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    correctionId: uuid()
      .notNull()
      .references(() => priceCorrections.id),
    reservationId: uuid()
      .notNull()
      .references(() => pickupReservations.id),
    units: integer().notNull(),
    amount: centsColumn().notNull(),
    tax: centsColumn().notNull(),
    status: text({ enum: correctedLineStatuses }).notNull().default('waiting'),
    /** The refund that gave it back. */
    refundId: uuid()
      .unique()
      .references(() => refunds.id),
    /** When it was settled; the person who paid the refund or undid it is beside it. */
    settledAt: instant(),
    settledByName: text(),
  },
  (table) => [
    uniqueIndex('corrected_lines_key').on(table.correctionId, table.reservationId),
    // What a person gets back, by the lines of their orders.
    index('corrected_lines_reservation_idx').on(table.reservationId),
    index('corrected_lines_waiting_idx')
      .on(table.correctionId, table.id)
      .where(sql`${table.status} = 'waiting'`),
    check('corrected_lines_amount_check', sql`${table.amount} >= 0 and ${table.tax} >= 0`),
    check('corrected_lines_units_check', sql`${table.units} > 0`),
    check('corrected_lines_status_check', isOneOf(table.status, correctedLineStatuses)),
    check('corrected_lines_paid_check', sql`(${table.status} = 'paid') = (${table.refundId} is not null)`),
  ],
);
