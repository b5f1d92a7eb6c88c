/** Inserts demo orders as rows. */
import { sql } from 'drizzle-orm';
import { needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import type { Transaction } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { sumCents } from '#kernel/money.ts';
import type { CoursedOrder } from './demo-course.ts';
import type { HeldProduct } from './demo-held.ts';
import type { DemoLine, DemoOrder } from './demo-orders.ts';
import { insertRows } from './insert-rows.ts';

/** Orders with their lines and reservations, their slots, and the next order number. */
export async function writeOrders(
  tx: Transaction,
  invented: readonly CoursedOrder[],
  held: readonly HeldProduct[],
): Promise<void> {
  const placed = new Set<string>();
  // Numbered in the order they were placed.
  await insertRows(
    tx,
    orders,
    invented.map((order) => {
      const isFirst = !placed.has(order.person.id);
      placed.add(order.person.id);
      return { ...orderRow(order), isFirst };
    }),
  );
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

function orderRow(order: CoursedOrder): typeof orders.$inferInsert {
  const { id, number, person, visit, status, paymentStatus, endedAt, lines, money, course } = order;
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
    birthDate: needsBirthDate(lines.map(({ product }) => product)) ? person.birthDate : null,
    subtotal: money.subtotal,
    tax: money.tax,
    cannabisTax: sumCents(cannabis.map((line) => line.money.tax)),
    total: money.total,
    taxParts: money.taxParts,
    city: person.place.city,
    state: person.place.state,
    zipcode: person.place.zipcode,
    // Increases by one with every step, including the payment.
    version: course.length + (paymentStatus === 'paid' ? 1 : 0),
    readyAt: course.find((step) => step.status === 'ready')?.at ?? null,
    ...payment(order),
    completedAt: status === 'completed' ? endedAt : null,
    cancelledAt: status === 'cancelled' ? endedAt : null,
    createdAt: visit.orderedAt,
    updatedAt: endedAt,
  };
}

/** Demo orders are paid at the hand-over, to the person who hands them over. */
function payment({ paymentStatus, course }: CoursedOrder): Partial<typeof orders.$inferInsert> {
  const handOver = course.at(-1);
  if (paymentStatus !== 'paid' || !handOver) return {};
  return { paidAt: handOver.at, paidBy: handOver.by.id, paidByName: handOver.by.name };
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
    unitCost: product.wholesaleCents || null,
    amount: money.amount,
    tax: money.tax,
    total: money.total,
    taxParts: money.taxParts,
    limitCategory: product.limitCategory,
    limitMg: product.limitMg,
    reservationId,
  };
}
