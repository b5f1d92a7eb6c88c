/** Turns the filters of the list of orders into conditions. */
import { and, eq, gte, ilike, inArray, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { findPeople } from '#core/accounts/customers/people-search-queries.server.ts';
import { isLotNamed } from '#core/goods/stock/lots/lot-list-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { countRows } from '#db/count-rows.ts';
import { productFindText, products } from '#db/schema/catalogue.ts';
import { isOneOf } from '#db/schema/columns.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import type { Counted } from '#kernel/list-state.ts';
import { type OrderStatus, openOrderStatuses, type PaymentStatus } from '#kernel/statuses.ts';
import { asDate, parseDate, type StoreDate, startOfDay, storeDate } from '#kernel/time.ts';
import { lostStatuses } from '../order.ts';
import { orderMeant } from '../order-meant.ts';
import { COUNTED, type OrderListState, type OrderTab, orderTabs } from './order-list.ts';

type Clock = { now: Temporal.Instant; zone: string };

/** Conditions on orders: on the order `itself`, and on its `lines`. */
export type OrderConditions = { itself: SQL; lines: SQL | undefined };

/** Orders that have not ended; written as their index is, so that PostgreSQL uses it. */
export const isOpenOrder = isOneOf(orders.status, openOrderStatuses);

/** Orders with units that no lot has. */
const isMissingUnits = inArray(
  orders.id,
  sql`(select line.order_id from reservation_lots as short
    join order_items as line on line.reservation_id = short.reservation_id where short.lot_id is null)`,
);

/** Orders that were marked ready, and lack or got units since. */
const isUnready = sql`(${eq(orders.status, 'ready')} and exists (
  select from order_items as line join reservation_lots as share on share.reservation_id = line.reservation_id
  where line.order_id = orders.id and share.packed < share.quantity))`;

export async function orderConditions({ filters }: OrderListState, clock: Clock): Promise<OrderConditions> {
  const day = filters.pickup ? parseDate(filters.pickup) : null;
  const from = filters.from ? parseDate(filters.from) : null;
  const to = filters.to ? parseDate(filters.to) : null;
  const itself = and(
    filters.tab ? inTab(filters.tab as OrderTab, clock) : undefined,
    filters.find ? await isFound(filters.find) : undefined,
    filters.email ? inArray(orders.userId, customersAt(filters.email)) : undefined,
    filters.status === COUNTED
      ? notInArray(orders.status, [...lostStatuses])
      : filters.status
        ? eq(orders.status, filters.status as OrderStatus)
        : undefined,
    filters.payment ? eq(orders.paymentStatus, filters.payment as PaymentStatus) : undefined,
    day ? pickedUpOn(day, clock.zone) : undefined,
    from ? gte(orders.createdAt, asDate(startOfDay(from, clock.zone))) : undefined,
    to ? lt(orders.createdAt, asDate(startOfDay(to.add({ days: 1 }), clock.zone))) : undefined,
    filters.lot ? hasUnitsOf(filters.lot) : undefined,
    filters.customer ? eq(orders.isFirst, filters.customer === 'new') : undefined,
  );
  return { itself: itself ?? sql`true`, lines: linesOf(filters) };
}

/** Orders with units of this lot. */
function hasUnitsOf(lot: string): SQL {
  if (!/^\d{1,9}$/.test(lot)) return sql`false`;
  return inArray(
    orders.id,
    sql`(select line.order_id from reservation_lots as share
      join order_items as line on line.reservation_id = share.reservation_id where share.lot_id = ${Number(lot)})`,
  );
}

/** How many orders each tab has; `all` counts up to the bound of every list. */
export type TabCounts = Record<OrderTab, number> & { all: Counted };

/** Counts the orders of each tab in one pass over the open orders; null for actors who may not manage orders. */
export async function countTabs(actor: Actor, clock: Clock): Promise<TabCounts | null> {
  if (!may(actor, 'orders.manage')) return null;
  const counts = orderTabs.map(
    ({ value }) => sql`count(*) filter (where ${inTab(value, clock)})::int as ${sql.identifier(value)}`,
  );
  const [{ rows }, all] = await Promise.all([
    database().execute<Record<OrderTab, number>>(
      sql`select ${sql.join(counts, sql`, `)} from ${orders} where ${isOpenOrder}`,
    ),
    countRows(orders, undefined),
  ]);
  const [counted] = rows;
  if (!counted) throw new Error('a count has a row');
  return { ...counted, all };
}

/** The open orders of a tab. An order is late once its pickup time is over. */
function inTab(tab: OrderTab, { now, zone }: Clock): SQL {
  const today = storeDate(now, zone);
  const conditions: Record<OrderTab, SQL | undefined> = {
    today: pickedUpOn(today, zone),
    tomorrow: pickedUpOn(today.add({ days: 1 }), zone),
    pack: or(isOneOf(orders.status, ['pending', 'confirmed', 'packing']), isUnready),
    ready: and(eq(orders.status, 'ready'), not(isUnready)),
    late: lt(orders.pickupEndsAt, asDate(now)),
    missing: isMissingUnits,
  };
  return sql`(${isOpenOrder} and ${conditions[tab]})`;
}

function pickedUpOn(day: StoreDate, zone: string): SQL | undefined {
  return and(
    gte(orders.pickupStartsAt, asDate(startOfDay(day, zone))),
    lt(orders.pickupStartsAt, asDate(startOfDay(day.add({ days: 1 }), zone))),
  );
}

/**
 * The one order with this number or pickup pass. For other texts, and beside the order for digits alone: the orders of
 * people whose name, email or phone number contains the text, and the orders with a product or a batch whose name does.
 */
export async function isFound(text: string): Promise<SQL | undefined> {
  const meant = orderMeant(text);
  if (meant && 'passCode' in meant) return eq(orders.passCode, meant.passCode);
  const isNumbered = meant ? eq(orders.orderId, meant.number) : undefined;
  // Digits alone may also be of a phone number, a product or a batch.
  if (isNumbered && !/^\d+$/.test(text.trim())) return isNumbered;
  const [people, contents] = await Promise.all([findPeople(text), ordersWith(text)]);
  const pattern = patternOf(text);
  return or(
    isNumbered,
    contents,
    people && 'ids' in people
      ? inArray(orders.userId, [...people.ids])
      : // A text that many people match is in many orders: they turn up while the list is read in its order.
        or(ilike(orders.userName, pattern), ilike(orders.userEmail, pattern)),
  );
}

/** Orders up to this many are selected by number; more are found quickly enough in the list's order. */
const FEW = 1000;

/**
 * The orders with a product or a batch whose name contains the text, in any case: every order by the product's present
 * name, and an open one by its name at the time of sale, too.
 */
async function ordersWith(text: string): Promise<SQL | undefined> {
  const pattern = patternOf(text);
  const [named, goods, batches] = await Promise.all([
    idsOf<string>(sql`
      select distinct line.order_id as id from ${orders} join order_items as line on line.order_id = orders.id
      where ${isOpenOrder} and line.product_name ilike ${pattern} limit ${FEW}`),
    idsOf<number>(sql`select id from ${products} where ${productFindText(products)} ilike ${pattern}`),
    idsOf<number>(sql`select id from ${lots} where ${isLotNamed(text)}`),
  ]);
  const isOfGoods = sql`line.product_id = any(${sql.param(goods)}::int[])`;
  const isOfBatches = sql`share.lot_id = any(${sql.param(batches)}::int[])`;
  const few = await idsOf<string>(sql`
    select line.order_id as id from order_items as line where ${isOfGoods}
    union all
    select line.order_id from reservation_lots as share
    join order_items as line on line.reservation_id = share.reservation_id where ${isOfBatches}
    limit ${FEW + 1}`);
  if (few.length <= FEW)
    // One parameter: a thousand take longer to parse than to find.
    return sql`${orders.id} = any(${sql.param([...named, ...few])}::uuid[])`;
  // Apart, and only those that were named: together, PostgreSQL reads the lines and lots of all orders first.
  return or(
    goods.length === 0
      ? undefined
      : sql`exists (select from order_items as line where line.order_id = ${orders.id} and ${isOfGoods})`,
    batches.length === 0
      ? undefined
      : sql`exists (select from order_items as line join reservation_lots as share
          on share.reservation_id = line.reservation_id where line.order_id = ${orders.id} and ${isOfBatches})`,
  );
}

async function idsOf<T>(query: SQL): Promise<T[]> {
  const { rows } = await database().execute<{ id: T }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Finds the customers whose address contains this text, in any case. Searches customers, not orders: there
 * are a thousand times as many orders, and no index finds two letters of an address.
 */
function customersAt(text: string) {
  return database()
    .select({ id: users.id })
    .from(users)
    .where(ilike(users.email, patternOf(text)));
}

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Lines of this type, category and product, as named at the time of sale; undefined without such a filter. */
function linesOf({ type, category, product }: OrderListState['filters']): SQL | undefined {
  if (product && !/^\d{1,9}$/.test(product)) return sql`false`;
  return and(
    type ? eq(orderItems.productType, type) : undefined,
    category ? eq(orderItems.categoryName, category) : undefined,
    product ? eq(orderItems.productId, Number(product)) : undefined,
  );
}
