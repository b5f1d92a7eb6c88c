/** Reads a new order for the success page: what was reserved, and the pass to show at the counter. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type PickupPass, pickupPass } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { type OrderView, orderView } from '#core/sales/orders/order-view.ts';
import { readOwnOrder } from '#core/sales/orders/orders-queries.server.ts';
import { systemClock } from '#kernel/time.ts';

/** Returns null if the actor has no such order. */
export async function readNewOrder(
  actor: SignedIn,
  orderId: string,
  now = systemClock(),
): Promise<{ view: OrderView; pass: PickupPass } | null> {
  const [{ store, compliance, cash }, found] = await Promise.all([
    readSettings(),
    readOwnOrder(actor, orderId),
  ]);
  if (!found) return null;
  const { order, items } = found;
  return {
    view: orderView(order, items, {
      ...{ zone: store.zone, now, minimumAge: compliance.minimumAge },
      roundsCash: cash.roundsCash,
    }),
    pass: pickupPass(order.passCode),
  };
}
