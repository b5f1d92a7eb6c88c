/** Reads the open orders, and what sign-ups hold, that lie outside the hours of some days. */
import { and, asc, gt, gte, lt, notInArray, sql } from 'drizzle-orm';
import { hasEnded } from '#core/sales/orders/order.ts';
import { outsideHoursOf, type PostedHours } from '#core/sales/pickup/hours.ts';
import type { Transaction } from '#db/client.ts';
import { orders, signUpHolds } from '#db/schema/orders.ts';
import { orderStatuses } from '#kernel/statuses.ts';
import { asDate, type StoreDate, startOfDay } from '#kernel/time.ts';

export type OutsideOrder = {
  id: string;
  number: string;
  userId: string;
  customer: string;
  startsAt: Date;
  endsAt: Date | null;
  /** An active closure already covers the order at this time, and its customer has the message. */
  isCovered: boolean;
};

type Days = { first: StoreDate; last: StoreDate };

const within = (
  column: typeof orders.pickupStartsAt | typeof signUpHolds.pickupStartsAt,
  days: Days,
  zone: string,
) =>
  and(
    gte(column, asDate(startOfDay(days.first, zone))),
    lt(column, asDate(startOfDay(days.last.add({ days: 1 }), zone))),
  );

/** By pickup time. An order that is late today and was not picked up yet counts, too: its customer may still come. */
export async function readOutsideOrders(
  from: Pick<Transaction, 'select'>,
  days: Days,
  hours: PostedHours,
): Promise<OutsideOrder[]> {
  const rows = await from
    .select({
      id: orders.id,
      number: orders.orderId,
      userId: orders.userId,
      customer: orders.userName,
      startsAt: orders.pickupStartsAt,
      endsAt: orders.pickupEndsAt,
      isCovered: sql<boolean>`exists (select from closure_orders as covered
        join closures on closures.id = covered.closure_id and closures.status = 'active'
        where covered.order_id = orders.id and covered.starts_at = orders.pickup_starts_at)`,
    })
    .from(orders)
    .where(
      and(
        within(orders.pickupStartsAt, days, hours.zone),
        notInArray(orders.status, orderStatuses.filter(hasEnded)),
      ),
    )
    .orderBy(asc(orders.pickupStartsAt), asc(orders.number));
  const isOutside = outsideHoursOf(hours);
  return rows.flatMap(({ startsAt, ...row }) =>
    startsAt && isOutside({ from: startsAt, to: row.endsAt }) ? [{ ...row, startsAt }] : [],
  );
}

/** How many sign-ups hold a place outside. They have no account yet: checkout asks them for another time. */
export async function countOutsideHolds(
  from: Pick<Transaction, 'select'>,
  days: Days,
  hours: PostedHours,
): Promise<number> {
  const rows = await from
    .select({ startsAt: signUpHolds.pickupStartsAt })
    .from(signUpHolds)
    .where(and(within(signUpHolds.pickupStartsAt, days, hours.zone), gt(signUpHolds.expiresAt, sql`now()`)));
  const isOutside = outsideHoursOf(hours);
  return rows.filter(({ startsAt }) => isOutside({ from: startsAt, to: null })).length;
}
