/** Open orders whose pickup time is no longer inside the posted hours: they keep it, and staff may want to move them. */
import { and, asc, gte, notInArray } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { openPeriods } from '#features/pickup/hours.ts';
import { pickupPolicy } from '#features/pickup/slots-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { asDate, formatDateTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { hasEnded } from './order.ts';

/** So many are looked at, those that come first. */
const MOST_LOOKED_AT = 1000;
/** So many are named. */
const MOST_NAMED = 20;

export type OutsideHours = { orders: { number: string; pickup: string }[]; more: number };

/** Empty for those who may not manage orders. */
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
  const outside = rows.filter(({ startsAt, endsAt }) => {
    if (startsAt === null) return false;
    const from = startsAt.getTime();
    const to = endsAt?.getTime() ?? from;
    return !openPeriods(policy, storeDate(instantOf(startsAt), policy.zone)).some(
      (period) => period.from.epochMilliseconds <= from && to <= period.to.epochMilliseconds,
    );
  });
  return {
    orders: outside.slice(0, MOST_NAMED).map(({ number, startsAt }) => ({
      number,
      pickup: startsAt ? formatDateTime(instantOf(startsAt), policy.zone) : '',
    })),
    more: Math.max(0, outside.length - MOST_NAMED),
  };
}
