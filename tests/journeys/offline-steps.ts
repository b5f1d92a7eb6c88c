/** A browser with the service worker that loses its network. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './support.ts';

export const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'No connection.' });
export const menu = (page: Page) =>
  page.getByRole('region', { name: 'The menu, as this device last saw it' });

/**
 * The worker answers the next page, and the menu is cached. Whether it also controls the open page is random: a page
 * requested before the worker became active, and rendered after, is never claimed.
 */
export async function prepared(page: Page): Promise<void> {
  const state = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state);
  await expect.poll(() => page.evaluate(state)).toBe('activated');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('menu-seen') !== null)).toBe(true);
}

export const cutOff = (context: BrowserContext) => context.setOffline(true);
export const connected = (context: BrowserContext) => context.setOffline(false);

export const pickups = (page: Page) => page.getByRole('region', { name: 'Your next pickups' });
/** What the browser has stored of its next pickups. */
export const savedPickups = (page: Page) => page.evaluate(() => localStorage.getItem('next-pickups'));
