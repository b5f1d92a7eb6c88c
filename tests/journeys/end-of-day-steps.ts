/** An evening with orders that were not picked up. */
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { setStatus } from '#tests/support/set-status.ts';
import { moveTo } from './counter-steps.ts';
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
  await moveTo(shop, number, new Date(Date.now() - 90 * 60_000));
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
