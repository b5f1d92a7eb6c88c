/** The cart before, during and after sign-in, in one tab and in two. */
import type { Page } from '@playwright/test';
import { PASSWORDS } from './run.ts';
import { about, addToCart, cartLine, cartLink, signInByForm, toast, unitsInCart, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

async function signInByDialog(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await signInByForm(dialog, 'customer@twobranches.example', PASSWORDS.customer);
  await expect(toast(page, 'Signed in successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('a guest’s lines join the customer’s at sign-in, capped by what is available', async ({
  page,
  shop,
}) => {
  const scarce = await shop.product({ onHand: 4 });
  const own = await shop.product();
  const guests = await shop.product();

  await visit(page, '/products');
  await signInByDialog(page);
  await addToCart(page, own, 1);
  await addToCart(page, scarce, 3);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  // The customer's cart is private: the next person on this device does not see it.
  await expect(cartLink(page, 0)).toBeVisible();

  await addToCart(page, guests, 2);
  await addToCart(page, scarce, 2);
  await visit(page, '/faq');
  await signInByDialog(page);
  await expect(cartLink(page, 3)).toBeVisible();
  // Capped when the carts join, not only when the customer opens the cart.
  const kept = await page.evaluate(() => localStorage.getItem('cart-storage'));
  expect(JSON.parse(kept ?? '{}').items).toContainEqual(
    expect.objectContaining({ productId: scarce.id, quantity: 4 }),
  );
  await visit(page, '/cart');
  await expect(unitsInCart(page, own)).toContainText('1');
  await expect(unitsInCart(page, guests)).toContainText('2');
  await expect(unitsInCart(page, scarce)).toContainText('4');

  // Joined once, not once per page.
  await visit(page, '/cart');
  await expect(cartLink(page, 3)).toBeVisible();
  await expect(unitsInCart(page, guests)).toContainText('2');
});

test('the cart survives a reload, and quantities stay between one and what is available', async ({
  page,
  shop,
}) => {
  const item = await shop.product({ onHand: 2, retailPrice: 1250 });
  await addToCart(page, item);
  await visit(page, '/cart');
  await expect(page.getByRole('button', { name: `One less ${item.name}` })).toBeDisabled();
  await page.getByRole('button', { name: `One more ${item.name}` }).click();
  await expect(unitsInCart(page, item)).toContainText('2');
  const more = page.getByRole('button', { name: `One more ${item.name}` });
  await expect(more).toBeDisabled();
  await expect(more).toBeFocused();
  await expect(page.getByText('Only 2 left')).toHaveAttribute('aria-live', 'polite');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Subtotal$25.00');
  // As checkout computes it, at once and without asking the server.
  await expect(summary).toContainText('Estimated Tax$3.00');
  await expect(summary).toContainText('Estimated Total$28.00');
  await expect(page.getByText('Taxes calculated at checkout')).toBeVisible();
  await expectAccessible(page);

  await visit(page, '/cart');
  await expect(unitsInCart(page, item)).toContainText('2');
  const kept = await page.evaluate(() => localStorage.getItem('cart-storage-guest'));
  expect(JSON.parse(kept ?? '{}').items).toMatchObject([{ productId: item.id, quantity: 2, price: 1250 }]);
});

test('a customer restores a removed line', async ({ page, shop }) => {
  const first = await shop.product();
  const second = await shop.product();
  await addToCart(page, first, 3);
  await addToCart(page, second);
  await visit(page, '/cart');
  await page.getByRole('button', { name: `Remove ${first.name}` }).click();
  await expect(cartLine(page, first)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove ${second.name}` })).toBeFocused();
  await expect(toast(page, `Removed: ${first.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(unitsInCart(page, first)).toContainText('3');
  await expect(page.getByRole('button', { name: `Remove ${first.name}` })).toBeFocused();

  await page.getByRole('button', { name: `Remove ${first.name}` }).click();
  await page.getByRole('button', { name: `Remove ${second.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
});

test('two tabs show one cart', async ({ page, context, shop }) => {
  const item = await shop.product();
  const other = await shop.product();
  await addToCart(page, item);
  await visit(page, '/cart');
  const second = await context.newPage();
  await addToCart(second, other);
  await expect(cartLink(page, 2)).toBeVisible();
  await expect(cartLine(page, other)).toBeVisible();
  await page.getByRole('button', { name: `Remove ${other.name}` }).click();
  await expect(cartLink(second, 1)).toBeVisible();
});

test('the cart points out a changed price and units that are gone', async ({ page, shop }) => {
  const dearer = await shop.product({ retailPrice: 2000 });
  const fewer = await shop.product({ onHand: 5 });
  const gone = await shop.product({ onHand: 1 });
  await addToCart(page, dearer);
  await addToCart(page, fewer, 4);
  await addToCart(page, gone);
  await shop.reprice(dearer, 2300);
  await shop.takeAway(fewer, 3);
  await shop.takeAway(gone, 1);

  await visit(page, '/cart');
  await expect(cartLine(page, dearer)).toContainText('Price is now $23.00 (was $20.00)');
  await expect(cartLine(page, fewer)).toContainText('Only 2 left: quantity changed from');
  await expect(cartLine(page, gone)).toContainText('No longer available');
  await expect(page.getByText('3 items in your cart have changed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$113.00');
  await expectAccessible(page);
  // Shown once: the next visit no longer mentions them.
  await visit(page, '/cart');
  await expect(cartLine(page, gone)).toContainText('No longer available');
  await expect(page.getByText('Price is now')).toHaveCount(0);
});

test('a card adds one, counts up to what is available and removes it again', async ({ page, shop }) => {
  const item = await shop.product({ onHand: 2 });
  await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
  const add = page.getByRole('button', { name: about('Add to cart', item.name) });
  await add.dblclick();
  // The second press of a double click does nothing.
  const inCart = page.getByRole('group', { name: `${item.name} in your cart` });
  await expect(inCart).toContainText('1 in cart');
  await expect(inCart.getByRole('link', { name: 'View cart, 1 in cart' })).toBeFocused();
  await page.getByRole('button', { name: `One more ${item.name}` }).click();
  await expect(page.getByRole('group', { name: `${item.name} in your cart` })).toContainText('2 in cart');
  await expect(page.getByRole('button', { name: `One more ${item.name}` })).toBeDisabled();
  await page.getByRole('button', { name: `One less ${item.name}` }).click();
  await page.getByRole('button', { name: `Remove ${item.name}` }).click();
  await expect(add).toBeFocused();
  await expect(cartLink(page, 0)).toBeVisible();
});
