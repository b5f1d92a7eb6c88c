/** Counts the pickups that customers missed. Closed and shortened days are left out: the customer did not miss those. */
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, startOfDay, storeDate } from '#kernel/time.ts';
import { isOpenOrder } from '../list/order-filter-queries.server.ts';
import { MISSED_DAYS, type MissedLimit, wasClosedAt } from './missed-pickup.ts';

const MISSED: OrderStatus = 'no_show';

type Reads = Pick<Database | Transaction, 'select'>;

/** `counted` since staff last lifted the limit. */
export type MissedPickups = { total: number; counted: number };

/** Missed pickups of the last 90 days, by customer; those without any are left out. */
export async function countMissedPickups(
  userIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, MissedPickups>> {
  return userIds.length === 0 ? new Map() : countFor(database(), userIds, await readSettings(), now);
}

async function countFor(db: Reads, userIds: readonly string[], settings: Settings, now: Temporal.Instant) {
  const policy = pickupPolicy(settings);
  const since = startOfDay(storeDate(now, policy.zone).subtract({ days: MISSED_DAYS }), policy.zone);
  const rows = await db
    .select({
      userId: orders.userId,
      pickupStartsAt: orders.pickupStartsAt,
      pickupEndsAt: orders.pickupEndsAt,
      isCounted: sql<boolean>`${orders.pickupStartsAt} > coalesce(${customerProfiles.missedCountFrom}, '-infinity')`,
    })
    .from(orders)
    .leftJoin(customerProfiles, eq(customerProfiles.userId, orders.userId))
    .where(
      and(
        // As one parameter: the board asks for a day's customers.
        sql`${orders.userId} = any(${sql.param([...new Set(userIds)])}::uuid[])`,
        eq(orders.status, MISSED),
        gte(orders.pickupStartsAt, asDate(since)),
      ),
    );
  const missed = rows.filter((row) => !wasClosedAt(row, policy));
  return new Map(
    [...Map.groupBy(missed, ({ userId }) => userId)].map(([userId, all]) => [
      userId,
      { total: all.length, counted: all.filter(({ isCounted }) => isCounted).length },
    ]),
  );
}

/**
 * What decides whether the customer may have another open order. Final until commit if read under the lock on the
 * customer. Without a limit in the settings nothing is read.
 */
export async function missedLimitOf(
  db: Reads,
  userId: string,
  settings: Settings,
  now: Temporal.Instant,
): Promise<MissedLimit> {
  const { limit } = settings.missedPickups;
  if (limit === 0) return { missed: 0, limit, openOrder: null };
  const missed = (await countFor(db, [userId], settings, now)).get(userId)?.counted ?? 0;
  const [open] = await db
    .select({ number: orders.orderId })
    .from(orders)
    .where(and(eq(orders.userId, userId), isOpenOrder))
    .orderBy(orders.number)
    .limit(1);
  return { missed, limit, openOrder: open?.number ?? null };
}
