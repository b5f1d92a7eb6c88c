/** Reads an order or a reservation for email: stored amounts, times in the store's zone. */

import { and, eq, sql } from 'drizzle-orm';
import { discountNote, TAXED_ON_LIST_PRICE } from '#core/goods/discounts/discount.ts';
import { type Batch, ownBatchesLabel } from '#core/goods/stock/lots/lots.ts';
import { batchesOf } from '#core/goods/stock/lots/lots-queries.server.ts';
import { missingOf, unpackedOf } from '#core/goods/stock/missing-units-queries.server.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { paymentRounding } from '#core/sales/cash-desk/cash-rounding.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { pickupReservations, type StoredTaxPart } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus, PaymentStatus, ReservationStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { passLabel } from '../hand-over/pickup-pass.ts';
import { shownStatus } from '../order.ts';
import { cashForOrder, roundingOfOrder } from '../order-cash.ts';
import { pickupText } from '../order-news.ts';
import { type CalendarPickup, calendarPickup } from '../pickup-calendar.ts';
import { paymentWords, type Seller, taxLines } from '../receipts/receipt.ts';
import { cashReturnedOfOrder, refundDueOfOrder } from '../refunds/refunds-queries.server.ts';
import { lineName, sizedName } from '../sales-columns.server.ts';

/** A deleted account's records belong to a closed account. A customer who has never signed in has no profile. */
const isOpen = sql`${customerProfiles.status} is distinct from 'closed'`;

/** `batches` as in 'Batch B-1'; `missing` counts units that no lot has anymore. */
export type MailedLine = {
  name: string;
  quantity: number;
  unitPrice: string;
  amount: string;
  /** 'List price $100.00, discount $20.00 each'; null if there was none. */
  discount: string | null;
  batches: string | null;
  missing: number;
};

export type MailedOrder = {
  userId: string;
  /** Its pickup for the customer's calendar; null without a pickup time. */
  calendar: CalendarPickup | null;
  /** The seller at the time of sale, once the order is sold. */
  seller: Seller | null;
  /** The customer's current address; the order stores the address it was placed with. */
  email: string;
  name: string;
  number: string;
  /** An order that was marked ready, and lacks or got units since, is packing. */
  status: OrderStatus;
  placed: string;
  /** 'Nov 28, 2026 2:00 PM to 2:30 PM'; null if no time is set. */
  pickup: string | null;
  lines: MailedLine[];
  subtotal: string;
  taxes: { name: string; amount: string }[];
  total: string;
  /** What was paid in cash, and until then what is due, as in '$92.05'. */
  cash: string;
  /** How the cash is rounded, and `cash`: '−$0.02', '$92.05'; null if it is not. */
  rounding: { amount: string; cash: string } | null;
  /** A note about the tax; null if the amounts speak for themselves. */
  taxNote: string | null;
  /** 'Paid in cash', that payment is due, or that it was refunded. */
  payment: string;
  /** Whether any payment is still due at the counter. */
  isOwed: boolean;
  /** The cash returned, as in '$44.80'. */
  refunded: string;
  /** The refund due at the next visit because of a wrong price, '$2.50'; null for none. */
  refundDue: string | null;
  /** 'A1B2-C3D4-E5F6' */
  pass: string;
  requiresId: boolean;
  cannabis: boolean;
  /** The other adult who picks it up; null for the customer. */
  pickupName: string | null;
};

type OrderRow = {
  id: string;
  version: number;
  updatedAt: Date;
  userId: string;
  email: string;
  userName: string;
  orderId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  createdAt: Date;
  pickupStartsAt: Date | null;
  pickupEndsAt: Date | null;
  subtotal: number;
  tax: number;
  total: number;
  cashRounding: number;
  refunded: number;
  refundDue: number;
  taxParts: StoredTaxPart[];
  seller: Seller | null;
  passCode: string;
  pickupName: string | null;
  isWalkIn: boolean;
};
const readOrder = statement<OrderRow>(sql`
  select orders.id, orders.version, orders.updated_at as "updatedAt", orders.user_id as "userId", users.email, user_name as "userName", order_id as "orderId", orders.status,
    payment_status as "paymentStatus", orders.created_at as "createdAt", pickup_starts_at as "pickupStartsAt",
    pickup_ends_at as "pickupEndsAt", subtotal, tax, total, cash_rounding as "cashRounding",
    ${cashReturnedOfOrder(sql`orders.id`)} as refunded,
    ${refundDueOfOrder(sql`orders.id`)} as "refundDue",
    tax_parts as "taxParts", seller, pass_code as "passCode", pickup_name as "pickupName", is_walk_in as "isWalkIn"
  from orders join users on users.id = orders.user_id
  left join ${customerProfiles} on customer_profiles.user_id = orders.user_id
  where orders.id = ${sql.placeholder('id')}::uuid and (${isOpen} or orders.is_walk_in)`);

type ItemRow = {
  productName: string;
  productType: string;
  requiresId: boolean;
  quantity: number;
  unitPrice: number;
  listPrice: number;
  amount: number;
  taxBase: number;
  batches: Batch[];
  missing: number;
  unpacked: number;
};
const readItems = statement<ItemRow>(sql`
  select ${lineName} as "productName", product_type as "productType", requires_id as "requiresId", quantity,
    unit_price as "unitPrice", list_price as "listPrice", amount, tax_base as "taxBase",
    ${batchesOf(sql`order_items.reservation_id`)} as batches, ${missingOf(sql`order_items.reservation_id`)} as missing,
    ${unpackedOf(sql`order_items.reservation_id`)} as unpacked
  from order_items where order_id = ${sql.placeholder('id')}::uuid order by position`);

/** Returns null if the order does not exist or its customer has no account, because no one can be notified. */
export async function readMailedOrder(id: string, zone: string): Promise<MailedOrder | null> {
  const found = await read(id, zone);
  return found && !found.isWalkIn ? found.order : null;
}

/** A walk-in's order as its receipt has it, for an address typed at the counter; null for every other order. */
export async function readWalkInReceipt(id: string, zone: string): Promise<MailedOrder | null> {
  const found = await read(id, zone);
  return found?.isWalkIn ? { ...found.order, name: '' } : null;
}

async function read(id: string, zone: string): Promise<{ order: MailedOrder; isWalkIn: boolean } | null> {
  const [[order], items, { cash, store, pickup }, mark] = await Promise.all([
    readOrder(database(), { id }),
    readItems(database(), { id }),
    readSettings(),
    rehearsalMark(),
  ]);
  if (!order) return null;
  const { slotMinutes } = pickup;
  const calendar = calendarPickup(order, { store, slotMinutes, origin: mailOrigin(), mark });
  return {
    order: { ...mailed(order, items, { zone, rounds: cash.roundsCash }), calendar },
    isWalkIn: order.isWalkIn,
  };
}

function mailed(
  order: OrderRow,
  items: readonly ItemRow[],
  { zone, rounds }: { zone: string; rounds: boolean },
): Omit<MailedOrder, 'calendar'> {
  return {
    userId: order.userId,
    seller: order.seller,
    email: order.email,
    name: order.userName,
    number: order.orderId,
    status: shownStatus(order.status, {
      missing: items.reduce((sum, { missing }) => sum + missing, 0),
      toPack: items.reduce((sum, { unpacked }) => sum + unpacked, 0),
    }),
    placed: formatDateTime(instantOf(order.createdAt), zone),
    pickup: pickupText(order.pickupStartsAt, order.pickupEndsAt, zone),
    lines: items.map((item) => ({
      name: item.productName,
      quantity: item.quantity,
      unitPrice: formatCents(cents(item.unitPrice)),
      amount: formatCents(cents(item.amount)),
      discount: discountNote(item),
      batches: ownBatchesLabel(item.batches, item.productType),
      missing: item.missing,
    })),
    subtotal: formatCents(cents(order.subtotal)),
    taxes: taxLines(order.taxParts, order.tax, order.status === 'completed'),
    total: formatCents(cents(order.total)),
    cash: formatCents(cents(cashForOrder(order, rounds))),
    rounding: paymentRounding({ total: order.total, cashRounding: roundingOfOrder(order, rounds) }),
    taxNote: items.some((item) => item.taxBase !== item.amount) ? TAXED_ON_LIST_PRICE : null,
    payment: paymentWords(order),
    isOwed: order.paymentStatus === 'pay_on_pickup' || order.paymentStatus === 'pending',
    refunded: formatCents(cents(order.refunded)),
    refundDue: order.refundDue > 0 ? formatCents(cents(order.refundDue)) : null,
    pass: passLabel(order.passCode),
    requiresId: items.some((item) => item.requiresId),
    cannabis: items.some((item) => item.productType === 'cannabis'),
    pickupName: order.pickupName,
  };
}

export type MailedReservation = {
  userId: string;
  email: string;
  name: string;
  productName: string;
  quantity: number;
  status: ReservationStatus;
  /** When the hold ends; null if a pickup time is set. */
  heldUntil: string | null;
  /** Units that no lot has anymore. */
  missing: number;
  requiresId: boolean;
  cannabis: boolean;
};

/** Returns null if the reservation does not exist or its customer has no account anymore. */
export async function readMailedReservation(id: string, zone: string): Promise<MailedReservation | null> {
  const [found] = await database()
    .select({
      reservation: pickupReservations,
      product: products,
      productName: sizedName(sql`products.name`, sql`products.id`),
      user: users,
      missing: missingOf(sql`${pickupReservations.id}`),
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .innerJoin(users, eq(users.id, pickupReservations.userId))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, pickupReservations.userId))
    .where(and(eq(pickupReservations.id, id), isOpen));
  if (!found) return null;
  const { reservation, product, productName, user, missing } = found;
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    productName,
    quantity: reservation.quantity,
    status: reservation.status,
    heldUntil: reservation.holdExpiresAt ? formatDateTime(instantOf(reservation.holdExpiresAt), zone) : null,
    missing,
    requiresId: product.requiresId,
    cannabis: product.productType === 'cannabis',
  };
}
