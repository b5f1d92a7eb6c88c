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
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { orderStatuses } from '#kernel/statuses.ts';
import { instant } from './columns.ts';

/** An addend: whole numbers, money in cents. */
const part = () => integer().notNull().default(0);
const total = () => bigint({ mode: 'number' }).notNull().default(0);
const status = () => text({ enum: orderStatuses }).notNull();

/**
 * What a change adds to the totals or subtracts from them. An order has one row without a product (it counts the order)
 * and one for each line. No foreign keys: checkouts should not wait for them, and the rows are deleted within a minute.
 */
export const salesDeltas = pgTable(
  'sales_deltas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When the order was placed; for a refund, when the money was returned. */
    at: instant().notNull(),
    status: status(),
    productId: integer(),
    productType: text(),
    categoryName: text(),
    orders: part(),
    /** Orders that are their customer's first. */
    firstOrders: part(),
    units: part(),
    /** Line amounts before tax, in cents; `cost` is the wholesale price of the lines that have one. */
    revenue: part(),
    cost: part(),
    costedRevenue: part(),
    /** Units of products with 'cannabis' in their name (specification section 9). */
    cannabisUnits: part(),
    /** Orders that became ready, and the seconds from placing them until then. */
    readyOrders: part(),
    readySeconds: part(),
    /** Line amounts of refunds: subtracted from revenue. Units and cost are subtracted only if the goods came back. */
    refunded: part(),
  },
  (table) => [index('sales_deltas_at_idx').on(table.at)],
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
  },
  (table) => [primaryKey({ columns: [table.day, table.hour, table.status] })],
);

/** By store day, product type and category; only what counts as revenue. */
export const salesByKind = pgTable(
  'sales_by_kind',
  {
    day: date({ mode: 'string' }).notNull(),
    productType: text().notNull(),
    categoryName: text().notNull(),
    units: total(),
    revenue: total(),
  },
  (table) => [primaryKey({ columns: [table.day, table.productType, table.categoryName] })],
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

/** One row: the time zone whose days the totals use. Changing the zone in the settings rebuilds the totals. */
export const salesZone = pgTable(
  'sales_zone',
  { isIt: boolean().primaryKey().default(true), zone: text().notNull() },
  (table) => [check('sales_zone_one_check', sql`${table.isIt}`)],
);
