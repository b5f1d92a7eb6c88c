/** Reads an order or a reservation the way mail speaks of it: stored amounts, times in the store's zone. */
import { asc, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { orderItems, orders, pickupReservations, type StoredTaxPart } from '#db/schema/orders.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDateTime, formatTime, instantOf } from '#kernel/time.ts';

export type MailedLine = { name: string; quantity: number; unitPrice: string; amount: string };

export type MailedOrder = {
  userId: string;
  email: string;
  name: string;
  number: string;
  placed: string;
  /** 'Nov 28, 2026 2:00 PM to 2:30 PM'; null when no time is fixed. */
  pickup: string | null;
  lines: MailedLine[];
  subtotal: string;
  taxes: { name: string; amount: string }[];
  total: string;
  paid: boolean;
  requiresId: boolean;
  cannabis: boolean;
};

/** null when there is no such order. */
export async function readMailedOrder(id: string, zone: string): Promise<MailedOrder | null> {
  const [order] = await database().select().from(orders).where(eq(orders.id, id));
  if (!order) return null;
  const items = await database()
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position));
  return {
    userId: order.userId,
    email: order.userEmail,
    name: order.userName,
    number: order.orderId,
    placed: formatDateTime(instantOf(order.createdAt), zone),
    pickup: pickupText(order.pickupStartsAt, order.pickupEndsAt, zone),
    lines: items.map((item) => ({
      name: item.productName,
      quantity: item.quantity,
      unitPrice: formatCents(cents(item.unitPrice)),
      amount: formatCents(cents(item.amount)),
    })),
    subtotal: formatCents(cents(order.subtotal)),
    taxes: taxLines(order.taxParts, order.tax),
    total: formatCents(cents(order.total)),
    paid: order.paymentStatus === 'paid',
    requiresId: items.some((item) => item.requiresId),
    cannabis: items.some((item) => item.productType === 'cannabis'),
  };
}

/** One line per tax; the stored tax as a whole where an order carries no parts. */
function taxLines(parts: readonly StoredTaxPart[], tax: number): { name: string; amount: string }[] {
  const byName = new Map<string, number>();
  for (const part of parts) byName.set(part.name, (byName.get(part.name) ?? 0) + part.amount);
  const named = [...byName].map(([name, amount]) => ({ name, amount: formatCents(cents(amount)) }));
  return named.length > 0 ? named : [{ name: 'Tax', amount: formatCents(cents(tax)) }];
}

function pickupText(starts: Date | null, ends: Date | null, zone: string): string | null {
  if (!starts) return null;
  const from = formatDateTime(instantOf(starts), zone);
  return ends ? `${from} to ${formatTime(instantOf(ends), zone)}` : from;
}

export type MailedReservation = {
  userId: string;
  email: string;
  name: string;
  productName: string;
  quantity: number;
  /** Until when the units are held; null when a pickup time is fixed. */
  heldUntil: string | null;
  requiresId: boolean;
  cannabis: boolean;
};

/** null when there is no such reservation. */
export async function readMailedReservation(id: string, zone: string): Promise<MailedReservation | null> {
  const [found] = await database()
    .select({ reservation: pickupReservations, product: products, user: users })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .innerJoin(users, eq(users.id, pickupReservations.userId))
    .where(eq(pickupReservations.id, id));
  if (!found) return null;
  const { reservation, product, user } = found;
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    productName: product.name,
    quantity: reservation.quantity,
    heldUntil: reservation.holdExpiresAt ? formatDateTime(instantOf(reservation.holdExpiresAt), zone) : null,
    requiresId: product.requiresId,
    cannabis: product.productType === 'cannabis',
  };
}
