/** A customer and staff on one order. */
import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';

export type OpenBrowser = () => Promise<BrowserContext>;

/** Staff with an order's page open, in a separate browser. */
export async function staffAt(shop: Shop, openBrowser: OpenBrowser, path: string): Promise<Page> {
  const context = await openBrowser();
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Sam Counter' }));
  const page = await context.newPage();
  await visit(page, path);
  return page;
}

/** A customer who is signed in here. */
export async function aCustomer(shop: Shop, context: BrowserContext): Promise<SignedIn> {
  const customer = await shop.person();
  await shop.signIn(context, customer);
  return customer;
}

/** The position of the one order on the page. */
export const currentStep = (page: Page) => page.getByRole('main').locator('[aria-current=step]');
