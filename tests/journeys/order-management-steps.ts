/** The list of orders in the back office, and orders on it. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { expect } from './support.ts';

export const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr');

/** Signs a person with this role and name in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff', name: string) {
  await shop.signIn(context, await shop.person({ role, name }));
}

/** An order of a new customer, found by a unique email. */
export async function anOrder(shop: Shop, wanted: { onHand?: number; to?: OrderStatus } = {}) {
  const customer = await shop.person();
  const item = await shop.product({ onHand: wanted.onHand ?? 10 });
  const number = await shop.order(customer, item);
  if (wanted.to) await setStatus(shop.db, number, wanted.to);
  return { number, item, customer };
}

export const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });

/** No row, neither of the boxes that select all, no count, no bar. */
export async function nothingIsSelected(page: Page): Promise<void> {
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeHidden();
  await expect(page.locator('main input[type=checkbox]:checked:not([name=shown])')).toHaveCount(0);
}

/** An order’s status as stored. */
export async function statusOf(shop: Shop, number: string): Promise<string | undefined> {
  const [row] = await shop.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, number));
  return row?.status;
}
