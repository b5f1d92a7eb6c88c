/**
 * Reads a customer's own orders and reservations. Those of other customers look exactly like ones that do not
 * exist.
 */

import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { pictureUrl } from '#core/goods/catalogue/pictures/picture.ts';
import { readCertifiedLots } from '#core/goods/catalogue/products/certificate-queries.server.ts';
import { certificatePath } from '#core/goods/catalogue/products/product-facts.ts';
import { promisedMoney, type UnitMoney } from '#core/goods/discounts/discount.ts';
import { menuSeen } from '#core/goods/stock/lock-menu.server.ts';
import { ownBatchesLabel } from '#core/goods/stock/lots/lots.ts';
import { batchesOf, lotIdsOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { holdEndWords } from '#core/sales/pickup/hours.ts';
import { database } from '#db/client.ts';
import { productImages, products } from '#db/schema/catalogue.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { holdingStatuses } from '#kernel/statuses.ts';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
import { isOrderNumber } from './order.ts';
import { type OrderItemView, type OrderView, orderView } from './order-view.ts';
import { netRoundingOfOrder, refundedOfOrder } from './refunds/refunds-queries.server.ts';
import { heldWords } from './reservations/reservation-status.ts';
import { lineName, sizedName } from './sales-columns.server.ts';

const ORDERS_PER_PAGE = 10;

export type OrdersPage = { orders: OrderView[]; page: number; pages: number };

/** A reservation without an order: it waits for a pickup time, or staff are working on it. */
export type PendingReservation = {
  id: string;
  /** The status staff gave it, in words; null while it waits for its customer. */
  inHand: string | null;
  productId: number;
  name: string;
  image: string;
  quantity: number;
  /** Cents: the current price per unit. */
  money: UnitMoney;
  requiresId: boolean;
  /** 'Tue, Nov 24, 6:00 PM, when we close'; null if the hold does not end. */
  heldUntil: string | null;
  /** Milliseconds from now; null if the hold does not end. */
  heldForMs: number | null;
};

const orderColumns = {
  id: orders.id,
  orderId: orders.orderId,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  pickupStartsAt: orders.pickupStartsAt,
  pickupEndsAt: orders.pickupEndsAt,
  birthDate: orders.birthDate,
  subtotal: orders.subtotal,
  tax: orders.tax,
  taxParts: orders.taxParts,
  total: orders.total,
  refunded: refundedOfOrder(sql`orders.id`),
  cashRounding: netRoundingOfOrder(sql`orders.id`),
  reservationId: orders.reservationId,
  completedAt: orders.completedAt,
  cancelledAt: orders.cancelledAt,
  createdAt: orders.createdAt,
  version: orders.version,
  passCode: orders.passCode,
  arrivedAt: orders.arrivedAt,
  arrivalNumber: orders.arrivalNumber,
  lateMinutes: orders.lateMinutes,
  lateSaidAt: orders.lateSaidAt,
  updatedAt: orders.updatedAt,
  customerNote: orders.customerNote,
  pickupName: orders.pickupName,
  userName: orders.userName,
  isWalkIn: orders.isWalkIn,
};

/** The settings and time that views are built with. */
async function momentOf(now: Temporal.Instant) {
  const { store, compliance, cash } = await readSettings();
  const { minimumAge } = compliance;
  return { zone: store.zone, now, minimumAge, roundsCash: cash.roundsCash };
}

/** Newest first, ten per page, pages counted from 1. Guests have none; a page past the end is empty. */
export async function readMyOrders(actor: Actor, page: number, now = systemClock()): Promise<OrdersPage> {
  if (actor.kind !== 'user') return { orders: [], page: 1, pages: 0 };
  const at = await momentOf(now);
  const rows = await database()
    .select({ ...orderColumns, count: sql<number>`count(*) over ()::int` })
    .from(orders)
    .where(eq(orders.userId, actor.userId))
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE);
  const items = await itemsOf(rows.map((row) => row.id));
  return {
    orders: rows.map((row) => orderView(row, items.get(row.id) ?? [], at)),
    page,
    pages: Math.ceil((rows[0]?.count ?? 0) / ORDERS_PER_PAGE),
  };
}

/** Reads one of the actor's orders by the number people read ('ORD042'); null if they have no such order. */
export async function readMyOrder(
  actor: Actor,
  orderId: string,
  now = systemClock(),
): Promise<OrderView | null> {
  const at = await momentOf(now);
  const found = await readOwnOrder(actor, orderId);
  return found && orderView(found.order, found.items, at);
}

/** Reads the stored order with its lines; null if the actor has no such order. */
export async function readOwnOrder(actor: Actor, orderId: string) {
  if (actor.kind !== 'user' || !isOrderNumber(orderId)) return null;
  const [order] = await database()
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.userId, actor.userId)));
  if (!order) return null;
  return { order, items: (await itemsOf([order.id])).get(order.id) ?? [] };
}

async function itemsOf(orderIds: readonly string[]): Promise<Map<string, OrderItemView[]>> {
  const found = new Map<string, OrderItemView[]>();
  if (orderIds.length === 0) return found;
  const rows = await database()
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: lineName,
      productType: orderItems.productType,
      imageKey: firstImage(sql`order_items.product_id`),
      quantity: orderItems.quantity,
      unitPrice: orderItems.unitPrice,
      listPrice: orderItems.listPrice,
      amount: orderItems.amount,
      taxBase: orderItems.taxBase,
      requiresId: orderItems.requiresId,
      batches: batchesOf(sql`order_items.reservation_id`),
      lots: lotIdsOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
      unpacked: unpackedOf(sql`order_items.reservation_id`),
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  const certified = await readCertifiedLots(rows.flatMap(({ lots }) => lots.map(({ lotId }) => lotId)));
  for (const { orderId, productType, imageKey, batches, lots, ...item } of rows) {
    const list = found.get(orderId) ?? [];
    list.push({
      ...item,
      image: pictureUrl(imageKey, 320),
      batches: ownBatchesLabel(batches, productType),
      certificates: lots
        .filter(({ lotId }) => certified.has(lotId))
        .map(({ lotId, number }) => ({ batch: number, path: certificatePath({ id: lotId }) })),
    });
    found.set(orderId, list);
  }
  return found;
}

/** The key of a product's first picture. Written out, because a query over one table would omit the table names. */
function firstImage(productId: SQL) {
  return sql<string | null>`(
    select image.key from ${productImages} image
    where image.product_id = ${productId} order by image.position limit 1
  )`;
}

/** Reads what is held for the actor without an order, soonest to end first; omits reservations that have ended. */
export function readMyReservations(actor: Actor, now = systemClock()): Promise<PendingReservation[]> {
  return pendingReservations(actor, null, now);
}

/** Reads those of these that are the actor's and wait for a pickup time. */
export function readWaitingReservations(
  actor: Actor,
  reservationIds: readonly string[],
  now = systemClock(),
): Promise<PendingReservation[]> {
  return pendingReservations(actor, reservationIds.filter(isUuid), now);
}

async function pendingReservations(
  actor: Actor,
  reservationIds: readonly string[] | null,
  now: ReturnType<typeof systemClock>,
): Promise<PendingReservation[]> {
  if (actor.kind !== 'user') return [];
  const settings = await readSettings();
  const { zone } = settings.store;
  const hours = { ...settings.pickup, zone };
  const rows = await database()
    .select({
      id: pickupReservations.id,
      productId: pickupReservations.productId,
      name: sizedName(sql`products.name`, sql`products.id`),
      imageKey: firstImage(sql`products.id`),
      quantity: pickupReservations.quantity,
      status: pickupReservations.status,
      taxClass: products.taxClass,
      unitPrice: pickupReservations.unitPrice,
      unitDiscount: pickupReservations.unitDiscount,
      discountTaxed: pickupReservations.discountTaxed,
      offerId: pickupReservations.offerId,
      requiresId: products.requiresId,
      holdExpiresAt: pickupReservations.holdExpiresAt,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
    .where(
      and(
        eq(pickupReservations.userId, actor.userId),
        isNull(orderItems.id),
        reservationIds === null ? or(waits(now), inArray(pickupReservations.status, inHand)) : waits(now),
        reservationIds === null ? undefined : inArray(pickupReservations.id, [...reservationIds]),
      ),
    )
    .orderBy(asc(pickupReservations.holdExpiresAt), asc(pickupReservations.id))
    .limit(50);
  const buyer = { person: actor.userId, own: rows.map(({ id }) => id) };
  const menu = await menuSeen(database(), rows, { settings, now }, buyer);
  return rows.map(({ imageKey, holdExpiresAt, ...row }) => {
    const today = menu.get(row.productId);
    const ends = row.status === 'pending' ? holdExpiresAt : null;
    return {
      id: row.id,
      productId: row.productId,
      name: row.name,
      quantity: row.quantity,
      inHand: heldWords[row.status] ?? null,
      money: promisedMoney(row, today ?? unknownMoney),
      requiresId: row.requiresId,
      image: pictureUrl(imageKey, 320),
      heldUntil: ends && holdEndWords(hours, instantOf(ends)),
      heldForMs: ends && ends.getTime() - now.epochMilliseconds,
    };
  });
}

/** Of a product that is gone by now. */
const unknownMoney: UnitMoney = { unitPrice: cents(0), unitDiscount: cents(0), discountTaxed: false };

/** Statuses in which staff are handling a held reservation. */
const inHand = holdingStatuses.filter((status) => status !== 'pending');

const waits = (now: ReturnType<typeof systemClock>) =>
  and(
    eq(pickupReservations.status, 'pending'),
    or(isNull(pickupReservations.holdExpiresAt), gt(pickupReservations.holdExpiresAt, asDate(now))),
  );
