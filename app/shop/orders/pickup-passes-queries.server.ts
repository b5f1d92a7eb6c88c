/** Loads a customer's next pickups, which their browser saves for offline use. */
import { and, asc, eq, isNotNull, notInArray } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { addressOf } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type PickupPass, pickupPass } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { openPeriods } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { formatDateTime, formatTime, formatWeekday, instantOf, storeDate } from '#kernel/time.ts';

/** It does not say what was ordered. */
export type KeptPickup = {
  orderId: string;
  pass: PickupPass;
  /** 'Saturday, Nov 28, 2026 2:00 PM to 2:30 PM' */
  pickup: string;
  /** When the farm is open that day: '10:00 AM to 7:00 PM', or 'Closed'. */
  hours: string;
  /** The end of the pickup day, in milliseconds since 1970: the browser deletes it then. */
  until: number;
};

export type KeptPickups = {
  /** Whose pickups they are; null for guests and banned people, who have none. */
  owner: string | null;
  store: { name: string; address: string; phone: string };
  orders: KeptPickup[];
};

const MOST = 10;
const ended = orderStatuses.filter(hasEnded);

/** Open orders with a pickup time, the next first. */
export async function readKeptPickups(actor: Actor): Promise<KeptPickups> {
  const settings = await readSettings();
  const { name, phone, zone } = settings.store;
  const store = { name, phone, address: addressOf(settings.store) };
  if (actor.kind !== 'user' || actor.isBanned) return { owner: null, store, orders: [] };
  const policy = pickupPolicy(settings);
  const rows = await database()
    .select({
      orderId: orders.orderId,
      passCode: orders.passCode,
      starts: orders.pickupStartsAt,
      ends: orders.pickupEndsAt,
    })
    .from(orders)
    .where(
      and(
        eq(orders.userId, actor.userId),
        notInArray(orders.status, ended),
        isNotNull(orders.pickupStartsAt),
      ),
    )
    .orderBy(asc(orders.pickupStartsAt), asc(orders.id))
    .limit(MOST);
  return {
    owner: actor.userId,
    store,
    orders: rows.flatMap(({ orderId, passCode, starts, ends }) => {
      if (!starts) return [];
      const at = instantOf(starts);
      const day = storeDate(at, zone);
      const to = ends ? ` to ${formatTime(instantOf(ends), zone)}` : '';
      const spans = openPeriods(policy, day).map(
        (span) => `${formatTime(span.from, zone)} to ${formatTime(span.to, zone)}`,
      );
      return [
        {
          orderId,
          pass: pickupPass(passCode),
          pickup: `${formatWeekday(day)}, ${formatDateTime(at, zone)}${to}`,
          hours: spans.join(', ') || 'Closed',
          until: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
        },
      ];
    }),
  };
}
