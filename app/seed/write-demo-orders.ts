/** Invented orders as rows. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import type { notifications } from '#db/schema/notifications.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { formatOrderNumber } from '#features/orders/order.ts';
import { formatCents, sumCents } from '#kernel/money.ts';
import type { HeldProduct } from './demo-held.ts';
import type { DemoLine, DemoOrder } from './demo-orders.ts';
import { insertRows } from './insert-rows.ts';
import type { Random } from './random.ts';

const WEEK = 7 * 86_400_000;

/** Orders with their lines and reservations, the places they take in slots, and the next order's number. */
export async function writeOrders(
  tx: Transaction,
  invented: readonly DemoOrder[],
  held: readonly HeldProduct[],
): Promise<void> {
  await insertRows(tx, orders, invented.map(orderRow));
  await insertRows(tx, pickupReservations, [
    ...invented.flatMap((order) => order.lines.map((line) => reservationRow(order, line))),
    ...held.map(({ row }) => row),
  ]);
  await insertRows(
    tx,
    orderItems,
    invented.flatMap((order) => order.lines.map((line, position) => itemRow(order, line, position))),
  );
  const taken = Map.groupBy(
    invented.filter(({ status }) => status !== 'cancelled'),
    ({ visit }) => visit.startsAt.getTime(),
  );
  await insertRows(
    tx,
    pickupSlots,
    [...taken].map(([time, coming]) => ({ startsAt: new Date(time), taken: coming.length })),
  );
  await tx.execute(
    sql`select setval('order_number_seq', ${Math.max(invented.length, 1)}, ${invented.length > 0})`,
  );
}

/** What the bell of the demo customer says; what is older than a week has been read. */
export function drawNotifications(
  theirs: readonly DemoOrder[],
  random: Random,
): (typeof notifications.$inferInsert)[] {
  const newest = Math.max(...theirs.map(({ visit }) => visit.orderedAt.getTime()));
  return theirs.flatMap(({ person, number, status, visit, endedAt, money }) => {
    const told = (at: Date, title: string, message: string) => ({
      id: random.idAt(at),
      userId: person.id,
      type: 'order' as const,
      title,
      message,
      read: at.getTime() < newest - WEEK,
      path: `/orders/${formatOrderNumber(number)}`,
      createdAt: at,
    });
    const name = `Order ${formatOrderNumber(number)}`;
    const placed = told(
      visit.orderedAt,
      `${name} reserved`,
      `Total ${formatCents(money.total)}, cash at pickup.`,
    );
    if (status !== 'cancelled') return [placed];
    return [placed, told(endedAt, `${name} cancelled`, 'Nothing is held for you, and you owe nothing.')];
  });
}

function orderRow(order: DemoOrder): typeof orders.$inferInsert {
  const { id, number, person, visit, status, paymentStatus, endedAt, lines, money } = order;
  const cannabis = lines.filter(({ product }) => product.productType === 'cannabis');
  return {
    id,
    number,
    userId: person.id,
    userEmail: person.email,
    userName: person.name,
    orderType: cannabis.length > 0 ? 'cannabis_pickup' : 'merchandise_pickup',
    status,
    paymentStatus,
    pickupStartsAt: visit.startsAt,
    pickupEndsAt: visit.endsAt,
    birthDate: person.birthDate,
    subtotal: money.subtotal,
    tax: money.tax,
    cannabisTax: sumCents(cannabis.map((line) => line.money.tax)),
    total: money.total,
    taxParts: money.taxParts,
    city: person.place.city,
    state: person.place.state,
    zipcode: person.place.zipcode,
    completedAt: status === 'completed' ? endedAt : null,
    cancelledAt: status === 'cancelled' ? endedAt : null,
    createdAt: visit.orderedAt,
    updatedAt: endedAt,
  };
}

function reservationRow(order: DemoOrder, line: DemoLine): typeof pickupReservations.$inferInsert {
  return {
    id: line.reservationId,
    userId: order.person.id,
    productId: line.product.id,
    quantity: line.money.quantity,
    pickupTime: order.visit.startsAt,
    status: order.reservationStatus,
    createdAt: order.visit.orderedAt,
    updatedAt: order.endedAt,
  };
}

function itemRow(order: DemoOrder, line: DemoLine, position: number): typeof orderItems.$inferInsert {
  const { product, money, reservationId } = line;
  return {
    orderId: order.id,
    position,
    productId: product.id,
    productName: product.name,
    productType: product.productType,
    categoryName: product.categoryName,
    taxClass: product.taxClass,
    requiresId: product.requiresId,
    quantity: money.quantity,
    unitPrice: money.unitPrice,
    amount: money.amount,
    tax: money.tax,
    total: money.total,
    taxParts: money.taxParts,
    limitCategory: product.limitCategory,
    limitMg: product.limitMg,
    reservationId,
  };
}
