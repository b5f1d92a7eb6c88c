/** Discounts that are current at any hour, and how an offer is written. */
import type { Locator, Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { storeSettings } from '#db/schema/settings.ts';
import type { Item, Shop } from './shop.ts';
import { expect } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

/** Around today with room on both sides, so that it is current at any hour of the run. */
export const today = Temporal.Now.plainDateISO('America/New_York');
export const from = today.subtract({ days: 2 });
export const until = today.add({ days: 30 });
export const TERMS = 'While supplies last, for customers 21 and older.';

/** Sets whether the store gives discounts. */
export async function giveDiscounts(shop: Shop, enabled: boolean): Promise<void> {
  const value = { enabled };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'discounts', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
}
export const main = (page: Page) => page.getByRole('main');

/** The page fits its widths, and axe finds nothing. */
export async function looksRight(page: Page): Promise<void> {
  for (const width of [390, 768, 1440]) {
    // High enough that nothing is under the filter bar at the bottom of a phone.
    await page.setViewportSize({ width, height: 1200 });
    await expectNoSidewaysScroll(page);
    if (width === 390) await expectAccessible(page);
  }
}

/** The price now, and the list price struck through. */
export async function expectOffer(where: Locator, now: string, list: string): Promise<void> {
  await expect(where).toContainText(now);
  await expect(where.locator('s').first()).toHaveText(`instead of the list price of ${list}`);
}

/** The shop as another visitor sees it a moment later, without a cached page. */
export async function shows(shop: Shop, item: Item, words: string): Promise<boolean> {
  const page = await fetch(shop.origin + item.path, { headers: { cookie: 'age_verified=yes' } });
  return (await page.text()).includes(words);
}
