/** Loads what staff must know about an order's customer before they sell: age decision, ban, no-shows, limits. */
import { eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { limitsLeft, limitWords } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { orders } from '#db/schema/orders.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';

export type OrderCustomer = {
  age: 'approved' | 'rejected' | 'undecided';
  /** Why they are banned; null if they are not. */
  ban: string | null;
  orders: number;
  noShows: number;
  /** What is left of each possession limit today: '57.6 g of cannabis'. Everything reserved counts. */
  left: string[];
};

/** null for actors who may not read customers. */
export async function readOrderCustomer(
  actor: Actor,
  userId: string,
  { store, compliance }: Settings,
  now = systemClock(),
): Promise<OrderCustomer | null> {
  if (!may(actor, 'customers.read')) return null;
  const dayStart = asDate(startOfDay(storeDate(now, store.zone), store.zone));
  const [[profile], [counted], { usage }] = await Promise.all([
    database()
      .select({
        decision: customerProfiles.isVerifiedOver21,
        isBanned: customerProfiles.isBanned,
        banReason: customerProfiles.banReason,
      })
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, userId)),
    database()
      .select({
        orders: sql<number>`count(*)::int`,
        noShows: sql<number>`(count(*) filter (where ${orders.status} = 'no_show'))::int`,
      })
      .from(orders)
      .where(eq(orders.userId, userId)),
    purchasesSeenToday(userId, dayStart),
  ]);
  const decision = profile?.decision ?? null;
  return {
    age: decision === null ? 'undecided' : decision ? 'approved' : 'rejected',
    ban: profile?.isBanned ? (profile.banReason ?? 'No reason on file.') : null,
    orders: counted?.orders ?? 0,
    noShows: counted?.noShows ?? 0,
    left: limitsLeft(usage, compliance).map(({ limit, leftMg }) => limitWords(limit, leftMg)),
  };
}
