/** Edit Product and its tabs. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Shop } from './shop.ts';

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Signs an admin in. */
export async function enter(shop: Shop, context: BrowserContext) {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
}
