/** Reads Order Management's list. Every filter and sort has an index, so a million orders are as fast as a thousand. */

import { and, eq, gte, ilike, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import { missingOf } from '#core/stock/lots-queries.server.ts';
import { database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { type Counted, type Position, splitSort } from '#kernel/list-state.ts';
import type { OrderStatus, PaymentStatus } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, parseDate, startOfDay } from '#kernel/time.ts';
import { readPassCode } from '../hand-over/pickup-pass.ts';
import {
  hasEnded,
  isOrderNumber,
  lostStatuses,
  orderMachine,
  orderStatusLabel,
  orderStatusTone,
  paymentStatusLabel,
  paymentStatusTone,
} from '../order.ts';
import { COUNTED, type OrderListState, type OrderRow } from './order-list.ts';

const ORDERS_ON_A_PAGE = 25;

export type ManagedOrdersPage = {
  rows: OrderRow[];
  previous: Position | null;
  next: Position | null;
  counted: Counted;
};

/** Returns null for actors who may not manage orders. */
export async function readManagedOrders(
  actor: Actor,
  state: OrderListState,
  zone: string,
): Promise<ManagedOrdersPage | null> {
  if (!may(actor, 'orders.manage')) return null;
  const matching = filterOf(state, zone);
  const [page, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, ORDERS_ON_A_PAGE, (query) => select(matching, query)),
    countOrders(state, zone),
  ]);
  const units = await unitsOf(page.rows.map(({ id }) => id));
  return { ...page, rows: page.rows.map((row) => rowOf(row, units.get(row.id) ?? 0, zone)), counted };
}

/** Counts the units of each of these orders. */
async function unitsOf(ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: orderItems.orderId, units: sql<number>`sum(${orderItems.quantity})::int` })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .groupBy(orderItems.orderId);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** Counting by type or category stops here: nearly every order may have a matching line. */
const FEW = 1000;
/** A type or category that is in many orders reaches `FEW` within this many of the newest orders. */
const NEWEST = 5000;

async function countOrders(state: OrderListState, zone: string): Promise<Counted> {
  const { type, category, product } = state.filters;
  const matching = filterOf(state, zone);
  if (product || !(type || category)) return countRows(orders, matching);
  // The inner limit makes PostgreSQL check lines order by order: no index finds all lines of a category on
  // these days.
  const { rows } = await database().execute<{ counted: number }>(sql`
    select count(*)::int as counted
    from (select ${orders.id} from ${orders} where ${ordersThemselves(state, zone)}
      order by ${orders.createdAt} desc, ${orders.id} desc limit ${NEWEST}) as newest
    where (select true from ${orderItems}
      where ${orderItems.orderId} = newest.id and ${linesOf(state.filters)} limit 1)`);
  return (rows[0]?.counted ?? 0) > FEW ? { over: FEW } : countRows(orders, matching, FEW);
}

/** The ids of the matching orders, newest first, at most `limit`: what 'all that match' acts on. */
export async function matchingOrderIds(
  actor: Actor,
  state: OrderListState,
  zone: string,
  limit: number,
): Promise<string[]> {
  if (!may(actor, 'orders.manage')) return [];
  const rows = await select(filterOf(state, zone), {
    where: undefined,
    orderBy: [sql`${orders.createdAt} desc`],
    limit,
    key: sql<string[]>`array[]::text[]`.as('key') as unknown as SQL<string[]>,
  });
  return rows.map(({ id }) => id);
}

/** The numbers ('ORD042') of these orders, as far as the actor may see them in the list. */
export async function orderNumbers(actor: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  if (!may(actor, 'orders.manage') || ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: orders.id, number: orders.orderId })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Reads every matching order in the list's order. Does not check permissions: `exportOrders` does. */
export function eachManagedOrder(state: OrderListState, zone: string): AsyncGenerator<ExportedOrder> {
  const matching = filterOf(state, zone);
  return eachRow(keysetOf(state), (query) => select(matching, query));
}

export type ExportedOrder = Awaited<ReturnType<typeof select>>[number];

/** Units of an order that no lot has; 0 for an order that has ended. */
export const missingUnits = sql<number>`case when ${notInArray(orders.status, orderMachine.states.filter(hasEnded))} then (
  select coalesce(sum(${missingOf(sql`line.reservation_id`)}), 0)::int
  from ${orderItems} as line where line.order_id = orders.id) else 0 end`;

function select(matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return database()
    .select({
      id: orders.id,
      number: orders.orderId,
      email: orders.userEmail,
      customer: orders.userName,
      subtotal: orders.subtotal,
      tax: orders.tax,
      total: orders.total,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      pickupStartsAt: orders.pickupStartsAt,
      createdAt: orders.createdAt,
      missing: missingUnits,
      pickupName: orders.pickupName,
      hasNote: sql<boolean>`${orders.customerNote} is not null`,
      key,
    })
    .from(orders)
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

function keysetOf(state: OrderListState): Keyset {
  const { by, descending } = splitSort<'created' | 'total'>(state.sort);
  return {
    columns: [
      by === 'total'
        ? { expression: orders.total, type: 'integer' }
        : { expression: orders.createdAt, type: 'timestamptz' },
      { expression: orders.id, type: 'uuid' },
    ],
    descending,
  };
}

/**
 * Finds the customers whose address contains this text, in any case. Searches customers, not orders: there
 * are a thousand times as many orders, and no index finds two letters of an address.
 */
function customersAt(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return database().select({ id: users.id }).from(users).where(ilike(users.email, pattern));
}

function filterOf(state: OrderListState, zone: string): SQL | undefined {
  return and(ordersThemselves(state, zone), holding(state.filters));
}

/** The conditions on the order itself, without its lines. */
function ordersThemselves({ filters }: OrderListState, zone: string): SQL {
  const day = filters.pickup ? parseDate(filters.pickup) : null;
  const from = filters.from ? parseDate(filters.from) : null;
  const to = filters.to ? parseDate(filters.to) : null;
  const asked = and(
    filters.find ? namedBy(filters.find) : undefined,
    filters.email ? inArray(orders.userId, customersAt(filters.email)) : undefined,
    filters.status === COUNTED
      ? notInArray(orders.status, [...lostStatuses])
      : filters.status
        ? eq(orders.status, filters.status as OrderStatus)
        : undefined,
    filters.payment ? eq(orders.paymentStatus, filters.payment as PaymentStatus) : undefined,
    day ? gte(orders.pickupStartsAt, asDate(startOfDay(day, zone))) : undefined,
    day ? lt(orders.pickupStartsAt, asDate(startOfDay(day.add({ days: 1 }), zone))) : undefined,
    from ? gte(orders.createdAt, asDate(startOfDay(from, zone))) : undefined,
    to ? lt(orders.createdAt, asDate(startOfDay(to.add({ days: 1 }), zone))) : undefined,
    filters.customer ? eq(orders.isFirst, filters.customer === 'new') : undefined,
  );
  return asked ?? sql`true`;
}

/** Orders with a line of this type, category and product, as named at the time of sale. */
function holding(filters: OrderListState['filters']): SQL | undefined {
  const { type, category, product } = filters;
  if (!type && !category && !product) return undefined;
  if (product && !/^\d{1,9}$/.test(product)) return sql`false`;
  const lines = database().select({ orderId: orderItems.orderId }).from(orderItems).where(linesOf(filters));
  return inArray(orders.id, lines);
}

function linesOf({ type, category, product }: OrderListState['filters']): SQL | undefined {
  return and(
    type ? eq(orderItems.productType, type) : undefined,
    category ? eq(orderItems.categoryName, category) : undefined,
    product ? eq(orderItems.productId, Number(product)) : undefined,
  );
}

/** The order with this number or pickup pass; matches none if the text is neither. */
function namedBy(text: string): SQL {
  const code = readPassCode(text);
  if (code) return eq(orders.passCode, code);
  const number = text.trim().toUpperCase();
  return isOrderNumber(number) ? eq(orders.orderId, number) : sql`false`;
}

function rowOf(row: Omit<ExportedOrder, 'key'>, units: number, zone: string): OrderRow {
  return {
    id: row.id,
    number: row.number,
    created: formatDateTime(instantOf(row.createdAt), zone),
    email: row.email,
    customer: row.customer,
    pickup: row.pickupStartsAt && formatDateTime(instantOf(row.pickupStartsAt), zone),
    units,
    total: row.total,
    isShort: row.missing > 0,
    pickupName: row.pickupName,
    hasNote: row.hasNote,
    status: { label: orderStatusLabel[row.status], tone: orderStatusTone(row.status) },
    payment: { label: paymentStatusLabel[row.paymentStatus], tone: paymentStatusTone(row.paymentStatus) },
  };
}
