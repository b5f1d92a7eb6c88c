/** Reads an order or a reservation the way mail speaks of it: stored amounts, times in the store's zone. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { discountNote, TAXED_ON_LIST_PRICE } from '#core/discounts/discount.ts';
import { batchesLabel } from '#core/stock/lots.ts';
import { batchesOf, missingOf } from '#core/stock/lots-queries.server.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { singleStatement } from '#db/statement.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus, ReservationStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { passLabel } from '../hand-over/pickup-pass.ts';
import { pickupText } from '../order-news.ts';
import { paymentWords, type Seller, taxLines } from '../receipts/receipt.ts';
import { refundedOfOrder } from '../refunds/refunds-queries.server.ts';

/** Records of a deleted account belong to one that is closed. Somebody who has never signed in has no profile. */
const isOpen = sql`${customerProfiles.status} is distinct from 'closed'`;

/** `batches` as in 'Batch B-1'; `missing` counts units that no lot has any more. */
export type MailedLine = {
  name: string;
  quantity: number;
  unitPrice: string;
  amount: string;
  /** 'List price $100.00, discount $20.00 each'; null where there was none. */
  discount: string | null;
  batches: string | null;
  missing: number;
};

export type MailedOrder = {
  userId: string;
  /** Who sold it, once it is sold. */
  seller: Seller | null;
  /** Where its customer is reached now; the order keeps the address it was placed with. */
  email: string;
  name: string;
  number: string;
  status: OrderStatus;
  placed: string;
  /** 'Nov 28, 2026 2:00 PM to 2:30 PM'; null when no time is fixed. */
  pickup: string | null;
  lines: MailedLine[];
  subtotal: string;
  taxes: { name: string; amount: string }[];
  total: string;
  /** What is to be known of the tax; null where it follows from the amounts. */
  taxNote: string | null;
  /** 'Paid in cash', that it is owed, or that it was given back. */
  payment: string;
  /** Whether there is still something to pay at the counter. */
  isOwed: boolean;
  /** What has been given back in all, as in '$44.80'. */
  refunded: string;
  /** 'A1B2-C3D4-E5F6' */
  pass: string;
  requiresId: boolean;
  cannabis: boolean;
};

const readOrder = singleStatement((db) =>
  db
    .select({ ...getTableColumns(orders), email: users.email, refunded: refundedOfOrder(sql`orders.id`) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(and(eq(orders.id, sql.placeholder('id')), isOpen)),
);

const readItems = singleStatement((db) =>
  db
    .select({
      ...getTableColumns(orderItems),
      batches: batchesOf(sql`order_items.reservation_id`),
      missing: missingOf(sql`order_items.reservation_id`),
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder('id')))
    .orderBy(asc(orderItems.position)),
);

/** null when there is no such order, or its customer has no account any more: nobody is there to be told. */
export async function readMailedOrder(id: string, zone: string): Promise<MailedOrder | null> {
  const [[order], items] = await Promise.all([readOrder({ id }), readItems({ id })]);
  if (!order) return null;
  return {
    userId: order.userId,
    seller: order.seller,
    email: order.email,
    name: order.userName,
    number: order.orderId,
    status: order.status,
    placed: formatDateTime(instantOf(order.createdAt), zone),
    pickup: pickupText(order.pickupStartsAt, order.pickupEndsAt, zone),
    lines: items.map((item) => ({
      name: item.productName,
      quantity: item.quantity,
      unitPrice: formatCents(cents(item.unitPrice)),
      amount: formatCents(cents(item.amount)),
      discount: discountNote(item),
      batches: batchesLabel(item.batches),
      missing: item.missing,
    })),
    subtotal: formatCents(cents(order.subtotal)),
    taxes: taxLines(order.taxParts, order.tax, order.status === 'completed'),
    total: formatCents(cents(order.total)),
    taxNote: items.some((item) => item.taxBase !== item.amount) ? TAXED_ON_LIST_PRICE : null,
    payment: paymentWords(order),
    isOwed: order.paymentStatus === 'pay_on_pickup' || order.paymentStatus === 'pending',
    refunded: formatCents(cents(order.refunded)),
    pass: passLabel(order.passCode),
    requiresId: items.some((item) => item.requiresId),
    cannabis: items.some((item) => item.productType === 'cannabis'),
  };
}

export type MailedReservation = {
  userId: string;
  email: string;
  name: string;
  productName: string;
  quantity: number;
  status: ReservationStatus;
  /** Until when the units are held; null when a pickup time is fixed. */
  heldUntil: string | null;
  /** Units that no lot has any more. */
  missing: number;
  requiresId: boolean;
  cannabis: boolean;
};

/** null when there is no such reservation, or its customer has no account any more. */
export async function readMailedReservation(id: string, zone: string): Promise<MailedReservation | null> {
  const [found] = await database()
    .select({
      reservation: pickupReservations,
      product: products,
      user: users,
      missing: missingOf(sql`${pickupReservations.id}`),
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .innerJoin(users, eq(users.id, pickupReservations.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, pickupReservations.userId))
    .where(and(eq(pickupReservations.id, id), isOpen));
  if (!found) return null;
  const { reservation, product, user, missing } = found;
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    productName: product.name,
    quantity: reservation.quantity,
    status: reservation.status,
    heldUntil: reservation.holdExpiresAt ? formatDateTime(instantOf(reservation.holdExpiresAt), zone) : null,
    missing,
    requiresId: product.requiresId,
    cannabis: product.productType === 'cannabis',
  };
}
