/** The calendar file of an order of one's own. */
import type { Actor } from '#core/access/actor.ts';
import { readOwnOrder } from '#core/orders/orders-queries.server.ts';
import { addressOf } from '#core/settings/contact.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { instantOf } from '#kernel/time.ts';
import { pickupCalendar } from './pickup-calendar.ts';

/**
 * null when there is no such order of the actor's, or no time was chosen for it. Of a cancelled order the file takes
 * the event out of the calendar. @param origin of the shop, for the link in it.
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
