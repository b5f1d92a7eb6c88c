/** Reads Order Management's list. Every filter and sort has an index, so a million orders are as fast as a thousand. */
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { hasUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { type Database, database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { eachRow, type Keyset, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { type Counted, type Position, splitSort } from '#kernel/list-state.ts';
import { formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import {
  hasEnded,
  orderMachine,
  orderStatusLabel,
  orderTones,
  paymentBadge,
  shownStatus,
  usualStep,
} from '../order.ts';
import { refundedOfOrder } from '../refunds/refunds-queries.server.ts';
import { type OrderConditions, orderConditions } from './order-filter-queries.server.ts';
import type { OrderListState, OrderRow } from './order-list.ts';

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
  now = systemClock(),
): Promise<ManagedOrdersPage | null> {
  if (!may(actor, 'orders.manage')) return null;
  const conditions = await orderConditions(state, { now, zone });
  const matching = matchingOf(conditions);
  const [page, counted] = await Promise.all([
    readKeysetPage(keysetOf(state), state.position, ORDERS_ON_A_PAGE, (query) =>
      select(database(), matching, query),
    ),
    countOrders(state, conditions),
  ]);
  const ids = page.rows.map(({ id }) => id);
  const units = await unitsOf(ids);
  const isOutside = outsideHoursOf(pickupPolicy(await readSettings()));
  const outside = ({ status, pickupStartsAt, pickupEndsAt }: Omit<ExportedOrder, 'key'>) =>
    !hasEnded(status) && pickupStartsAt !== null && isOutside({ from: pickupStartsAt, to: pickupEndsAt });
  const shown = (row: Omit<ExportedOrder, 'key'>) => ({
    ...rowOf(row, units.get(row.id) ?? 0, zone),
    isOutside: outside(row),
  });
  return { ...page, rows: page.rows.map(shown), counted };
}

/** Counts the units of each of these orders. */
export async function unitsOf(ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: orderItems.orderId, units: sql<number>`sum(${orderItems.quantity})::int` })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .groupBy(orderItems.orderId);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** Counting by type, category or search stops here: nearly every order may match. */
const FEW = 1000;
/** A type or category that is in many orders reaches `FEW` within this many of the newest orders. */
const NEWEST = 5000;

async function countOrders(
  { filters: { type, category, product, find } }: OrderListState,
  conditions: OrderConditions,
): Promise<Counted> {
  const matching = matchingOf(conditions);
  if (product || !(type || category)) return countRows(orders, matching, find ? FEW : undefined);
  // The inner limit makes PostgreSQL check lines order by order: no index finds all lines of a category on
  // these days.
  const { rows } = await database().execute<{ counted: number }>(sql`
    select count(*)::int as counted
    from (select ${orders.id} from ${orders} where ${conditions.itself}
      order by ${orders.createdAt} desc, ${orders.id} desc limit ${NEWEST}) as newest
    where (select true from ${orderItems}
      where ${orderItems.orderId} = newest.id and ${conditions.lines} limit 1)`);
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
  const conditions = await orderConditions(state, { now: systemClock(), zone });
  const rows = await select(database(), matchingOf(conditions), {
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
export async function* eachManagedOrder(
  db: Database,
  state: OrderListState,
  zone: string,
): AsyncGenerator<ExportedOrder> {
  const matching = matchingOf(await orderConditions(state, { now: systemClock(), zone }));
  yield* eachRow(keysetOf(state), (query) => select(db, matching, query));
}

export type ExportedOrder = Awaited<ReturnType<typeof select>>[number];

/** Units of an order that no lot has; 0 for an order that has ended. */
export const missingUnits = sql<number>`case when ${notInArray(orders.status, orderMachine.states.filter(hasEnded))} then (
  select coalesce(sum(${missingOf(sql`line.reservation_id`)}), 0)::int
  from ${orderItems} as line where line.order_id = orders.id) else 0 end`;

/** Whether units must leave its bag; false for an order that has ended, whose whole bag goes back. */
export const mustTakeOut = sql<boolean>`${notInArray(orders.status, orderMachine.states.filter(hasEnded))}
  and ${hasUnitsOut(sql`orders.id`)}`;

/** Units that came into an order after it was marked ready; 0 for any other order. */
export const unitsToPack = sql<number>`case when ${eq(orders.status, 'ready')} then (
  select coalesce(sum(${unpackedOf(sql`line.reservation_id`)}), 0)::int
  from ${orderItems} as line where line.order_id = orders.id) else 0 end`;

function select(db: Database, matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return db
    .select({
      id: orders.id,
      number: orders.orderId,
      email: orders.userEmail,
      customer: orders.userName,
      subtotal: orders.subtotal,
      tax: orders.tax,
      total: orders.total,
      refunded: refundedOfOrder(sql`orders.id`),
      discount: sql<number>`(select coalesce(sum(item.unit_discount * item.quantity), 0)::int
        from order_items as item where item.order_id = orders.id)`,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      createdAt: orders.createdAt,
      version: orders.version,
      missing: missingUnits,
      toPack: unitsToPack,
      mustTakeOut,
      pickupName: orders.pickupName,
      hasNote: sql<boolean>`${orders.customerNote} is not null`,
      key,
    })
    .from(orders)
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** An order without a pickup time comes after all others. */
const sortColumns: Readonly<Record<'created' | 'pickup' | 'total', Keyset['columns'][number]>> = {
  created: { expression: orders.createdAt, type: 'timestamptz' },
  pickup: { expression: sql`coalesce(${orders.pickupStartsAt}, '9999-01-01Z')`, type: 'timestamptz' },
  total: { expression: orders.total, type: 'integer' },
};

function keysetOf(state: OrderListState): Keyset {
  const { by, descending } = splitSort(state.sort);
  return { columns: [sortColumns[by], { expression: orders.id, type: 'uuid' }], descending };
}

/** The orders that the conditions match. */
function matchingOf({ itself, lines }: OrderConditions): SQL | undefined {
  if (!lines) return itself;
  const ids = database().select({ orderId: orderItems.orderId }).from(orderItems).where(lines);
  return and(itself, inArray(orders.id, ids));
}

function rowOf(row: Omit<ExportedOrder, 'key'>, units: number, zone: string): Omit<OrderRow, 'isOutside'> {
  const shown = shownStatus(row.status, row);
  return {
    id: row.id,
    number: row.number,
    created: formatDateTime(instantOf(row.createdAt), zone),
    email: row.email,
    customer: row.customer,
    pickup: row.pickupStartsAt && formatDateTime(instantOf(row.pickupStartsAt), zone),
    units,
    total: row.total,
    refunded: row.refunded,
    isShort: row.missing > 0,
    isToPack: row.toPack > 0,
    mustTakeOut: row.mustTakeOut,
    next: usualStep(shown),
    mayPack: orderMachine.mayGo(row.status, 'packing'),
    version: row.version,
    pickupName: row.pickupName,
    hasNote: row.hasNote,
    status: { label: orderStatusLabel[shown], tone: orderTones[shown] },
    payment: paymentBadge(row.paymentStatus, row.refunded),
  };
}
