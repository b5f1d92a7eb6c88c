/** A customer's order, with its page open. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect } from './support.ts';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A customer who is signed in here. */
export async function aCustomer(shop: Shop, context: BrowserContext): Promise<SignedIn> {
  const customer = await shop.person();
  await shop.signIn(context, customer);
  return customer;
}

/** An order of this customer, with its page open. */
export async function anOrder(shop: Shop, context: BrowserContext, page: Page) {
  const customer = await aCustomer(shop, context);
  const item = await shop.product();
  const number = await shop.order(customer, item);
  await visit(page, `/orders/${number}`);
  await expect(heading(page, number)).toBeVisible();
  return { customer, item, number };
}

/** An order as stored. */
export async function stored(shop: Shop, number: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  if (!order) throw new Error(`no ${number}`);
  return order;
}

/** A page that staff opened, in a browser of their own. */
export async function asStaff(
  shop: Shop,
  openBrowser: () => Promise<BrowserContext>,
  path: string,
): Promise<Page> {
  const context = await openBrowser();
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  const page = await context.newPage();
  await visit(page, path);
  return page;
}
