/** An evening with orders that were not picked up. */
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import type { OpenBrowser } from './support.ts';

/** The demo store's open orders wait without a time, so that only this journey's orders are still open. */
export async function clearTheDay(shop: Shop): Promise<void> {
  const isOpen = sql`status in ('pending', 'confirmed', 'packing', 'ready')`;
  await shop.db.execute(sql`update pickup_slots set taken = taken - (
    select count(*)::int from orders where ${isOpen} and pickup_starts_at = pickup_slots.starts_at)`);
  await shop.db.execute(sql`update orders
    set status = 'confirmed', pickup_starts_at = null, pickup_ends_at = null, arrived_at = null, arrival_number = null
    where ${isOpen}`);
}

/** A packed order whose pickup time is over. */
export async function missedOrder(shop: Shop, name: string): Promise<string> {
  const number = await shop.order(await shop.person({ name }), await shop.product({ onHand: 5 }));
  const endsAt = new Date(Date.now() - 60 * 60_000);
  const startsAt = new Date(endsAt.getTime() - 30 * 60_000);
  const [placed] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ pickupStartsAt: startsAt, pickupEndsAt: endsAt })
      .where(eq(orders.orderId, number));
    await tx.insert(pickupSlots).values({ startsAt, taken: 1 });
    await tx
      .update(pickupSlots)
      .set({ taken: sql`${pickupSlots.taken} - 1` })
      .where(eq(pickupSlots.startsAt, placed?.pickupStartsAt ?? startsAt));
  });
  await setStatus(shop.db, number, 'ready');
  return number;
}

/** A page of someone else, in a browser of their own. */
export async function secondTablet(
  openBrowser: OpenBrowser,
  shop: Shop,
  role: 'staff' | 'admin',
  name: string,
): Promise<Page> {
  const browser = await openBrowser();
  await shop.signIn(browser, await shop.person({ role, name }));
  return browser.newPage();
}
