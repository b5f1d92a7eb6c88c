/**
 * Sales totals by store day, so that figures over a million orders are read from a few thousand rows. Triggers on
 * orders and their lines (migrations) insert into `sales_deltas` in the transaction of the change; a job folds the
 * deltas into the totals. The true figures at any moment are totals plus deltas.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { orderStatuses } from '#kernel/statuses.ts';
import { createdAt, instant } from './columns.ts';
import type { StoredTaxPart } from './orders.ts';

/** An addend: whole numbers, money in cents. */
const part = () => integer().notNull().default(0);
const total = () => bigint({ mode: 'number' }).notNull().default(0);
const status = () => text({ enum: orderStatuses }).notNull();

/** What one change adds to the sums; `sales_corrections` keeps rows of the same columns. */
const delta = () => ({
  /** When the order was placed; for a refund, when the money was returned; for cash, when it was taken or returned. */
  at: instant().notNull(),
  /**
   * When the books count it: a sale when it was handed over, its refund when the money was returned, cash as `at`; null
   * for what the books do not count, such as an order that is only placed.
   */
  bookedAt: instant(),
  /** When the change was made: the start of its transaction, as on its event and its audit entry. */
  recordedAt: createdAt(),
  orderId: uuid(),
  status: status(),
  productId: integer(),
  productType: text(),
  categoryName: text(),
  taxClass: text(),
  orders: part(),
  /** Orders that are their customer's first. */
  firstOrders: part(),
  units: part(),
  /** Line amounts before tax, in cents; `cost` is the wholesale price of the lines that have one. */
  revenue: part(),
  cost: part(),
  costedRevenue: part(),
  /** What was off the list prices of the lines; a refund does not change it. */
  discount: part(),
  tax: part(),
  /** The line's tax by rule, to be multiplied by `taxSign`: -1 for what a change subtracts. */
  taxParts: jsonb().$type<StoredTaxPart[]>(),
  taxSign: smallint().notNull().default(1),
  /** Units of products with 'cannabis' in their name (specification section 9). */
  cannabisUnits: part(),
  /** Orders that became ready, and the seconds from placing them until then. */
  readyOrders: part(),
  readySeconds: part(),
  /** Line amounts of refunds, and their tax: subtracted from revenue and tax. Units and cost only if the goods came back. */
  refunded: part(),
  refundedTax: part(),
  /** What a person was paid for an order or returned in a refund, before rounding; 0 in every row that is not about cash. */
  taken: part(),
  returned: part(),
  /** What rounding added to this cash, less what it added to returned cash: cash is taken - returned + rounding. */
  rounding: part(),
  personId: uuid(),
  personName: text(),
});

/**
 * What a change adds to the totals or subtracts from them. An order has one row without a product (it counts the order),
 * one for each line, and one for its cash. No foreign keys: checkouts should not wait for them, and the rows are deleted
 * within a minute.
 */
export const salesDeltas = pgTable(
  'sales_deltas',
  { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(), ...delta() },
  (table) => [
    index('sales_deltas_at_idx').on(table.at),
    index('sales_deltas_booked_at_idx').on(table.bookedAt).where(sql`${table.bookedAt} is not null`),
  ],
);

/**
 * Deltas of days whose month was closed before they were folded. They are in the totals of their day, but a closed month
 * keeps its figures: they count in the month of `bookedOn`.
 */
export const salesCorrections = pgTable(
  'sales_corrections',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The store day of `bookedAt`, in a closed month. */
    day: date({ mode: 'string' }).notNull(),
    /** The store day of the change; the first open day if that month was closed, too. */
    bookedOn: date({ mode: 'string' }).notNull(),
    ...delta(),
  },
  (table) => [
    index('sales_corrections_day_idx').on(table.day),
    index('sales_corrections_booked_on_idx').on(table.bookedOn),
  ],
);

/** By store day, store-local hour (0 to 23) and status. */
export const salesByHour = pgTable(
  'sales_by_hour',
  {
    day: date({ mode: 'string' }).notNull(),
    hour: smallint().notNull(),
    status: status(),
    orders: total(),
    firstOrders: total(),
    units: total(),
    revenue: total(),
    cost: total(),
    costedRevenue: total(),
    cannabisUnits: total(),
    readyOrders: total(),
    readySeconds: total(),
    refunded: total(),
    discount: total(),
    tax: total(),
    refundedTax: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hour, table.status] })],
);

/** By store day, product type, category and tax class; only what counts as revenue. */
export const salesByKind = pgTable(
  'sales_by_kind',
  {
    day: date({ mode: 'string' }).notNull(),
    productType: text().notNull(),
    categoryName: text().notNull(),
    taxClass: text().notNull().default(''),
    units: total(),
    revenue: total(),
    cost: total(),
    costedRevenue: total(),
    discount: total(),
    tax: total(),
    refunded: total(),
    refundedTax: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.productType, table.categoryName, table.taxClass] })],
);

/**
 * For the books: what was handed over and refunded, by store day of the hand-over or refund and by tax class. The orders
 * themselves are counted in a row without a class.
 */
export const handedOverByClass = pgTable(
  'handed_over_by_class',
  {
    day: date({ mode: 'string' }).notNull(),
    /** '' where none is on file. */
    taxClass: text().notNull(),
    orders: total(),
    units: total(),
    revenue: total(),
    cost: total(),
    costedRevenue: total(),
    discount: total(),
    tax: total(),
    refunded: total(),
    refundedTax: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.taxClass] })],
);

/**
 * By store day of the hand-over or refund and tax rule as it was at the sale: what was taxed and the tax, less what was
 * refunded of it.
 */
export const taxByRule = pgTable(
  'tax_by_rule',
  {
    day: date({ mode: 'string' }).notNull(),
    ruleId: text().notNull(),
    name: text().notNull(),
    /** In basis points, halves included. */
    rate: doublePrecision().notNull(),
    base: total(),
    amount: total(),
    refundedBase: total(),
    refunded: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.ruleId, table.name, table.rate] })],
);

/**
 * By store day and person: what was paid for orders and returned in refunds, whatever became of the orders. The cash is
 * taken - returned + rounding.
 */
export const cashByPerson = pgTable(
  'cash_by_person',
  {
    day: date({ mode: 'string' }).notNull(),
    /** '' where the person is not on file. */
    personId: text().notNull(),
    personName: text().notNull(),
    payments: total(),
    taken: total(),
    refunds: total(),
    returned: total(),
    rounding: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.personId, table.personName] })],
);

/** By product and store day, and again by month, year and century for long ranges; only what counts as revenue. */
export const salesByProduct = pgTable(
  'sales_by_product',
  {
    grain: text({ enum: ['day', 'month', 'year', 'century'] }).notNull(),
    /** The first day of the period. */
    startsOn: date({ mode: 'string' }).notNull(),
    productId: integer().notNull(),
    units: total(),
    revenue: total(),
  },
  (table) => [
    primaryKey({ columns: [table.grain, table.startsOn, table.productId] }),
    check('sales_by_product_grain_check', sql`${table.grain} in ('day', 'month', 'year', 'century')`),
  ],
);

/**
 * One row: the time zone whose days the totals use, and the version of their definition (`TOTALS` of the fold). Another
 * zone in the settings, or another definition in the code, rebuilds the totals.
 */
export const salesZone = pgTable(
  'sales_zone',
  {
    isIt: boolean().primaryKey().default(true),
    zone: text().notNull(),
    definition: smallint().notNull().default(1),
  },
  (table) => [check('sales_zone_one_check', sql`${table.isIt}`)],
);
