/** Loads open orders whose pickup time is no longer within the posted hours: staff may want to move them. */
import { and, asc, gte, notInArray } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { outsideHoursOf } from '#core/sales/pickup/hours.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, systemClock } from '#kernel/time.ts';

/** At most this many orders are checked, the earliest first. */
const MOST_LOOKED_AT = 1000;
/** At most this many are listed. */
const MOST_NAMED = 20;

export type OutsideHours = { orders: { number: string; pickup: string }[]; more: number };

/** Empty for users who may not manage orders. */
export async function readOrdersOutsideHours(actor: Actor, now = systemClock()): Promise<OutsideHours> {
  if (!may(actor, 'orders.manage')) return { orders: [], more: 0 };
  const policy = pickupPolicy(await readSettings());
  const rows = await database()
    .select({ number: orders.orderId, startsAt: orders.pickupStartsAt, endsAt: orders.pickupEndsAt })
    .from(orders)
    .where(
      and(gte(orders.pickupStartsAt, asDate(now)), notInArray(orders.status, orderStatuses.filter(hasEnded))),
    )
    .orderBy(asc(orders.pickupStartsAt))
    .limit(MOST_LOOKED_AT);
  const isOutside = outsideHoursOf(policy);
  const outside = rows.filter(
    ({ startsAt, endsAt }) => startsAt !== null && isOutside({ from: startsAt, to: endsAt }),
  );
  return {
    orders: outside.slice(0, MOST_NAMED).map(({ number, startsAt }) => ({
      number,
      pickup: startsAt ? formatDateTime(instantOf(startsAt), policy.zone) : '',
    })),
    more: Math.max(0, outside.length - MOST_NAMED),
  };
}
