/** Reads orders as the API shows them: without names, notes and addresses. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { refundedOfOrder } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { database } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import type { order } from './schemas.ts';

type OrderJson = z.input<typeof order>;

/** Whose orders: one customer's, or the store's. */
type Whose = { userId: string } | 'store';

const ofThem = (whose: Whose): SQL | undefined =>
  whose === 'store' ? undefined : eq(orders.userId, whose.userId);

/** Newest first, after the order with the number `cursor`; one that is not theirs has none after it. */
export async function readOrders(
  whose: Whose,
  { status, cursor, limit }: { status?: OrderStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<{ orders: OrderJson[]; next: string | null }> {
  const after = cursor
    ? sql`(${orders.createdAt}, ${orders.id}) < (
        select earlier.created_at, earlier.id from orders earlier where earlier.order_id = ${cursor}
          ${whose === 'store' ? sql`` : sql`and earlier.user_id = ${whose.userId}`})`
    : undefined;
  const rows = await select(
    and(ofThem(whose), status ? eq(orders.status, status) : undefined, after),
    limit + 1,
  );
  const page = rows.slice(0, limit);
  return { orders: await withLines(page), next: rows.length > limit ? (page.at(-1)?.number ?? null) : null };
}

/** null if they have no such order. */
export async function readOrder(whose: Whose, number: string): Promise<OrderJson | null> {
  const [found] = await withLines(await select(and(ofThem(whose), eq(orders.orderId, number)), 1));
  return found ?? null;
}

/** For a program of the store; null if there is none. @param id its internal id */
export async function readOrderById(id: string): Promise<OrderJson | null> {
  const [found] = await withLines(await select(eq(orders.id, id), 1));
  return found ?? null;
}

const select = (where: SQL | undefined, limit: number) =>
  database()
    .select({
      id: orders.id,
      number: orders.orderId,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      version: orders.version,
      createdAt: orders.createdAt,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      readyAt: orders.readyAt,
      completedAt: orders.completedAt,
      cancelledAt: orders.cancelledAt,
      subtotal: orders.subtotal,
      tax: orders.tax,
      total: orders.total,
      refunded: refundedOfOrder(sql`orders.id`),
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);

async function withLines(rows: Awaited<ReturnType<typeof select>>): Promise<OrderJson[]> {
  if (rows.length === 0) return [];
  const items = await database()
    .select({
      orderId: orderItems.orderId,
      product_id: orderItems.productId,
      name: orderItems.productName,
      quantity: orderItems.quantity,
      unit_price: orderItems.unitPrice,
      amount: orderItems.amount,
    })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
  const lines = Map.groupBy(items, ({ orderId }) => orderId);
  return rows.map((row) => ({
    number: row.number,
    status: row.status,
    payment_status: row.paymentStatus,
    version: row.version,
    placed_at: row.createdAt.toISOString(),
    pickup_starts_at: row.pickupStartsAt?.toISOString() ?? null,
    pickup_ends_at: row.pickupEndsAt?.toISOString() ?? null,
    ready_at: row.readyAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    refunded: row.refunded,
    lines: (lines.get(row.id) ?? []).map(({ orderId: _, ...line }) => line),
  }));
}
