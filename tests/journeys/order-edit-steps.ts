/** The page that edits an order. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { Shop } from './shop.ts';

export const quantity = (page: Page, name: string) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true });
export const note = (page: Page) => page.getByRole('textbox', { name: /^Note for staff/ });
export const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason for the change' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** Signs a person with this role in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff' = 'admin') {
  await shop.signIn(
    context,
    await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' }),
  );
}

/** An order of a product with this many units on hand. */
export async function anOrder(shop: Shop, onHand = 10) {
  const customer = await shop.person();
  const item = await shop.product({ onHand });
  return { number: await shop.order(customer, item), item, customer };
}

/** The quantities of an order’s lines. */
export async function linesOf(shop: Shop, number: string): Promise<number[]> {
  const rows = await shop.db
    .select({ quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, number))
    .orderBy(orderItems.position);
  return rows.map((row) => row.quantity);
}

/** The field that finds a product to add. */
export const adding = (page: Page) => page.getByRole('searchbox', { name: 'Add a product' });
