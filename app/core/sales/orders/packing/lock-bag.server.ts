/** Locks an order whose bag staff change, with its stock, and checks that it is theirs to pack. */
import { eq, sql } from 'drizzle-orm';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { hasEnded } from '../order.ts';
import {
  isUnready,
  type LockedOrder,
  lockOrder,
  reservationsOf,
  returnToPacking,
} from '../write-order-status.server.ts';
import { readBag } from './bag-queries.server.ts';
import type { PackProblem } from './pack-problem.ts';
import type { BagLine } from './unit-to-pack.ts';

export type LockedBag = { order: LockedOrder; lines: BagLine[] };

/**
 * Refuses an order that has ended, that no one packs yet, or that another person packs. An order that is ready is locked
 * too; the caller decides whether its bag may change.
 */
export async function lockBag(
  tx: Transaction,
  orderId: string,
  actor: SignedIn,
): Promise<Result<LockedBag, PackProblem>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse({ kind: 'not-found' });
  if (hasEnded(order.status)) return refuse({ kind: 'ended', orderId, status: order.status });
  if (order.status !== 'packing' && order.status !== 'ready') return refuse({ kind: 'not-started', orderId });
  if (order.status === 'packing' && order.packerName !== null && order.packerId !== actor.userId)
    return refuse({ kind: 'packed-by', orderId, name: order.packerName });
  const reservations = await reservationsOf(tx, order.id);
  await lockStock(
    tx,
    reservations.map(({ productId }) => productId),
  );
  return succeed({ order, lines: await readBag(tx, order.id) });
}

/**
 * An order that was marked ready, and has units that are not in its bag, is packed again, by this person. The customer is
 * notified if they were told that it is ready; an edit or a new pickup time has a message of its own.
 */
export async function packAgain(
  tx: Transaction,
  order: LockedOrder,
  actor: SignedIn,
  at: Date,
): Promise<void> {
  if (!(await isUnready(tx, order))) return;
  await returnToPacking(tx, order, actor.userId);
  await recordEvent(tx, { kind: 'order-not-ready', orderId: order.id }, actor.userId);
  await tx
    .update(orders)
    .set({
      packerId: actor.userId,
      packerName: actor.name,
      version: sql`${orders.version} + 1`,
      updatedAt: at,
    })
    .where(eq(orders.id, order.id));
}
