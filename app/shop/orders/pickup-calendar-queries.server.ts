/** Loads the calendar file of a customer's own order. */
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { readOwnOrder } from '#core/sales/orders/orders-queries.server.ts';
import { calendarPickup, pickupCalendar } from '#core/sales/orders/pickup-calendar.ts';

/**
 * null if the actor has no such order, or it has no pickup time. For a canceled order the file removes the event from
 * the calendar. @param origin of the shop, for the link in it.
 */
export async function readPickupCalendar(
  actor: Actor,
  orderId: string,
  origin: string,
): Promise<string | null> {
  const [found, { store, pickup }, mark] = await Promise.all([
    readOwnOrder(actor, orderId),
    readSettings(),
    rehearsalMark(),
  ]);
  const event =
    found && calendarPickup(found.order, { store, slotMinutes: pickup.slotMinutes, origin, mark });
  return event && pickupCalendar(event);
}
