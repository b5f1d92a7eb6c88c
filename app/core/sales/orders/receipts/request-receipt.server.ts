/** Sends the receipt of one of the caller's own orders to the caller's own address. */
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { countAttempt } from '#core/accounts/identity/sessions/count-attempt.server.ts';
import { receiptLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import {
  agrees,
  isAddressedTo,
  isNameOf,
  type OwnOrder,
  type ReceiptProblem,
  type ReceiptRequest,
} from './receipt-request.ts';

/** Refuses any input that contradicts the account or the order, and more than a few requests an hour. */
export async function requestReceipt(
  actor: Actor,
  input: ReceiptRequest,
): Promise<Result<null, ReceiptProblem>> {
  if (actor.kind === 'guest') return refuse({ kind: 'signed-out' });
  if (actor.isBanned) return refuse({ kind: 'suspended' });
  if (!isAddressedTo(input, actor.email)) return refuse({ kind: 'other-address' });
  if (!isNameOf(input, actor.email)) return refuse({ kind: 'disagrees' });
  const own = await ownOrders(actor.userId, input);
  if (own.length === 0) return refuse({ kind: 'no-such-order' });
  const order = own.find((candidate) => agrees(input, candidate));
  if (!order) return refuse({ kind: 'disagrees' });
  const wait = await countAttempt('receipt', order.id, receiptLimit);
  if (wait > 0) return refuse({ kind: 'too-many', seconds: wait });
  await inTransaction((tx) =>
    recordEvent(tx, { kind: 'receipt-requested', orderId: order.id }, actor.userId),
  );
  return succeed(null);
}

/** Reads the named order, otherwise those with that pickup time; only the caller's own. */
async function ownOrders(userId: string, input: ReceiptRequest): Promise<OwnOrder[]> {
  const { orderId } = input;
  const named =
    orderId === undefined
      ? eq(orders.pickupStartsAt, new Date(input.pickupTime))
      : isUuid(orderId)
        ? or(eq(orders.id, orderId), eq(orders.orderId, orderId))
        : eq(orders.orderId, orderId);
  const found = await database()
    .select({
      id: orders.id,
      orderId: orders.orderId,
      pickupStartsAt: orders.pickupStartsAt,
      total: orders.total,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), named))
    .orderBy(desc(orders.createdAt))
    .limit(20);
  if (found.length === 0) return [];
  const items = await database()
    .select({ orderId: orderItems.orderId, productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        found.map((order) => order.id),
      ),
    );
  return found.map((order) => ({ ...order, items: items.filter((item) => item.orderId === order.id) }));
}
