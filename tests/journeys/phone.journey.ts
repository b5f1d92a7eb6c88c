/** A shopper with a phone whose cart is full, on pages where little fits. */
import type { Page } from '@playwright/test';
import { about, addToCart, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** A stored cart of this browser, with demo products from `first` on. */
async function storeCart(page: Page, owner: string | null, first: number, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => ({
    productId: first + index,
    name: `Thing ${first + index}`,
    price: 1000,
    quantity: 1,
    image: null,
    product_type: 'merchandise',
  }));
  const key = owner === null ? 'cart-storage-guest' : 'cart-storage';
  await page.evaluate(([at, cart]) => localStorage.setItem(at, cart), [
    key,
    JSON.stringify({ owner, items }),
  ] as const);
}

test('a full cart says that it takes nothing more', async ({ page, shop }) => {
  const item = await shop.product();
  await visit(page, '/terms');
  await storeCart(page, null, 1, 50);
  await visit(page, item.path);
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(toast(page, 'A cart has room for 50 different products.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 50 items' })).toBeVisible();
});

test('sign-in names the lines that do not fit beside the customer’s own', async ({ page, context, shop }) => {
  const person = await shop.person();
  await visit(page, '/terms');
  await storeCart(page, person.userId, 1, 49);
  await storeCart(page, null, 50, 3);
  await shop.signIn(context, person);
  await visit(page, '/faq');
  await expect(
    toast(page, 'A cart has room for 50 different products. Left out: Thing 51, Thing 52.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 50 items' })).toBeVisible();
});

test('what is fixed to the bottom edge stays clear of a phone’s own bar', async ({ page, context, shop }) => {
  const item = await shop.product({ onHand: 5 });
  await addToCart(page, item);
  const chrome = await context.newCDPSession(page);
  await chrome.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await visit(page, '/cart');
  const button = page.locator('.bottom-bar').getByRole('link', { name: 'Checkout' });
  const bottom = await button.evaluate((link) => innerHeight - link.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThanOrEqual(34);
  // With one item, too, the bar is at the edge.
  const under = await page
    .locator('.bottom-bar')
    .evaluate((bar) => innerHeight - bar.getBoundingClientRect().bottom);
  expect(Math.abs(under)).toBeLessThanOrEqual(1);
  await chrome.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
});

test('an empty date field is marked until it is filled, because Safari shows today in it', async ({
  page,
}) => {
  await visit(page, '/login?mode=signup');
  const field = page.getByLabel('Birth Date');
  await expect(field).toHaveAttribute('data-empty', '');
  await field.fill('1990-04-01');
  await expect(field).not.toHaveAttribute('data-empty', '');
});
