/** Finds open orders whose pickup time is over and whose customer is not at the store, with their grace. */
import { and, asc, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { PaymentStatus } from '#kernel/statuses.ts';
import { asDate, formatTime, startOfDay, storeDate } from '#kernel/time.ts';
import { isOpenOrder } from '../list/order-filter-queries.server.ts';
import { type Grace, graceOf, isInGrace, wasClosedAt } from './missed-pickup.ts';

/** Orders per query. */
const AT_ONCE = 500;

export type DueOrder = { id: string; number: string; paymentStatus: PaymentStatus; grace: Grace };

/** Its pickup time is over, on any day, and no one is at the counter for it. */
export function isMissed(now: Temporal.Instant, zone: string): SQL | undefined {
  const today = asDate(startOfDay(storeDate(now, zone), zone));
  const isNotHere = or(isNull(orders.arrivedAt), lt(orders.arrivedAt, today));
  return and(isOpenOrder, lte(orders.pickupEndsAt, asDate(now)), isNotHere);
}

/** Oldest pickup first, without those of days that closed. @param since leaves out pickups that were over before */
export async function readDueOrders(
  db: Pick<Database | Transaction, 'select'>,
  settings: Settings,
  now: Temporal.Instant,
  { since, matching }: { since?: Temporal.Instant; matching?: SQL } = {},
): Promise<DueOrder[]> {
  const policy = pickupPolicy(settings);
  const found: DueOrder[] = [];
  let after: SQL | undefined;
  while (true) {
    const rows = await db
      .select({
        id: orders.id,
        number: orders.orderId,
        sequence: orders.number,
        paymentStatus: orders.paymentStatus,
        pickupStartsAt: orders.pickupStartsAt,
        pickupEndsAt: orders.pickupEndsAt,
        lateMinutes: orders.lateMinutes,
      })
      .from(orders)
      .where(
        and(isMissed(now, policy.zone), since && gte(orders.pickupEndsAt, asDate(since)), matching, after),
      )
      .orderBy(asc(orders.pickupEndsAt), asc(orders.number))
      .limit(AT_ONCE);
    for (const { id, number, paymentStatus, ...pickup } of rows) {
      const grace = graceOf(pickup, policy, settings.missedPickups.graceMinutes);
      if (grace && !wasClosedAt(pickup, policy)) found.push({ id, number, paymentStatus, grace });
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return found;
    after = sql`(${orders.pickupEndsAt}, ${orders.number}) > (${last.pickupEndsAt?.toISOString()}::timestamptz, ${last.sequence})`;
  }
}

/** '3:30 PM': until when an order waits after its pickup time; null outside of its grace. @param orderId the order's uuid */
export async function readWaitsUntil(orderId: string, now: Temporal.Instant): Promise<string | null> {
  const settings = await readSettings();
  const [due] = await readDueOrders(database(), settings, now, { matching: eq(orders.id, orderId) });
  return due && isInGrace(due.grace, now) ? formatTime(due.grace.until, settings.store.zone) : null;
}
