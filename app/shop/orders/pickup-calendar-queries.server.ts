/** Loads the calendar file of a customer's own order. */
import type { Actor } from '#core/access/actor.ts';
import { readOwnOrder } from '#core/orders/orders-queries.server.ts';
import { addressOf } from '#core/settings/contact.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { pickupCalendar } from './pickup-calendar.ts';

/**
 * null if the actor has no such order, or it has no pickup time. For a canceled order the file removes the event from
 * the calendar. @param origin of the shop, for the link in it.
 */
export async function readPickupCalendar(
  actor: Actor,
  orderId: string,
  origin: string,
): Promise<string | null> {
  const [found, { store, pickup }] = await Promise.all([readOwnOrder(actor, orderId), readSettings()]);
  if (!found?.order.pickupStartsAt) return null;
  const { order } = found;
  const startsAt = instantOf(found.order.pickupStartsAt);
  return pickupCalendar({
    id: order.id,
    number: order.orderId,
    startsAt,
    endsAt: order.pickupEndsAt
      ? instantOf(order.pickupEndsAt)
      : startsAt.add({ minutes: pickup.slotMinutes }),
    version: order.version,
    isCancelled: order.status === 'cancelled',
    changedAt: instantOf(order.updatedAt),
    farm: store.name,
    address: addressOf(store),
    url: `${origin}/orders/${order.orderId}`,
  });
}
