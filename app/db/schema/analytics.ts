/**
 * Sales added up by store day, so that figures over a million orders are read from a few thousand rows. Triggers on
 * orders and their lines (migrations) write `sales_deltas` in the transaction of the change, rows are only ever
 * inserted there; a job folds them into the totals. The truth at any moment is totals plus deltas.
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

/** A part of a sum: whole numbers, money in cents. */
const part = () => integer().notNull().default(0);
const total = () => bigint({ mode: 'number' }).notNull().default(0);
const status = () => text({ enum: orderStatuses }).notNull();

/**
 * What a change adds to the sums or takes from them. Of an order there is a row without a product (it counts the
 * order) and one for each line. No foreign keys: checkouts are not to wait for them, and the rows are gone in a minute.
 */
export const salesDeltas = pgTable(
  'sales_deltas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When the order was placed; of a refund, when the money was given back. */
    at: instant().notNull(),
    status: status(),
    productId: integer(),
    productType: text(),
    categoryName: text(),
    orders: part(),
    /** Orders that are their customer's first. */
    firstOrders: part(),
    units: part(),
    /** Line amounts before tax, in cents; `cost` is the wholesale price of the lines that know one. */
    revenue: part(),
    cost: part(),
    costedRevenue: part(),
    /** Units of products with 'cannabis' in their name (specification section 9). */
    cannabisUnits: part(),
    /** Orders that have been ready, and the seconds from being placed until then. */
    readyOrders: part(),
    readySeconds: part(),
    /** Line amounts of a refund: taken out of revenue. Units and cost are taken out only if the goods came back. */
    refunded: part(),
  },
  (table) => [index('sales_deltas_at_idx').on(table.at)],
);

/** By store day, hour of its clock (0 to 23) and status. */
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

/** By product and store day, and once more by month, year and century, for long ranges; only what counts as revenue. */
export const salesByProduct = pgTable(
  'sales_by_product',
  {
    grain: text({ enum: ['day', 'month', 'year', 'century'] }).notNull(),
    /** Its first day. */
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

/** The zone whose days the totals are of, in one row. Another zone in the settings means adding up anew. */
export const salesZone = pgTable(
  'sales_zone',
  { isIt: boolean().primaryKey().default(true), zone: text().notNull() },
  (table) => [check('sales_zone_one_check', sql`${table.isIt}`)],
);
