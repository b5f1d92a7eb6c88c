/** Finds the open orders of today that the person on a license may pick up. */
import { and, asc, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { IdCard } from '#core/sales/orders/id-card/id-card.ts';
import { mayBeNameOf } from '#core/sales/orders/id-card/id-card-names.ts';
import { missingUnits, unitsToPack } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { isOpenOrder } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { shownStatus } from '#core/sales/orders/order.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { asDate, startOfDay, storeDate } from '#kernel/time.ts';
import { MOST_OF_A_DAY } from './board-queries.server.ts';

export type LicenseOrder = { number: string; holder: string; isToPack: boolean };

/**
 * By the name of who picks up; who ordered for themselves must have the birth date of the card, where they gave one.
 * Empty for actors who may not manage orders. Walk-ins have no name.
 */
export async function readOrdersOfLicense(
  actor: SignedIn,
  card: IdCard,
  now: Temporal.Instant,
): Promise<LicenseOrder[]> {
  if (!may(actor, 'orders.manage')) return [];
  const { zone } = (await readSettings()).store;
  const today = storeDate(now, zone);
  const [from, to] = [asDate(startOfDay(today, zone)), asDate(startOfDay(today.add({ days: 1 }), zone))];
  const rows = await database()
    .select({
      number: orders.orderId,
      status: orders.status,
      pickupName: orders.pickupName,
      name: orders.userName,
      birthDate: customerProfiles.birthDate,
      missing: missingUnits,
      toPack: unitsToPack,
    })
    .from(orders)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(
      and(
        isOpenOrder,
        eq(orders.isWalkIn, false),
        or(and(gte(orders.pickupStartsAt, from), lt(orders.pickupStartsAt, to)), gte(orders.arrivedAt, from)),
      ),
    )
    .orderBy(sql`${orders.pickupStartsAt} nulls last`, asc(orders.number))
    .limit(MOST_OF_A_DAY);
  const born = card.birthDate.toString();
  return rows
    .filter(
      ({ pickupName, name, birthDate }) =>
        mayBeNameOf(card, pickupName ?? name) &&
        (pickupName !== null || birthDate === null || birthDate === born),
    )
    .map((row) => ({
      number: row.number,
      holder: row.pickupName ?? row.name,
      isToPack: shownStatus(row.status, row) !== 'ready',
    }));
}
