/** The cart before, during and after sign-in, in one tab and in two. */
import type { Page } from '@playwright/test';
import { PASSWORDS } from './run.ts';
import type { Item } from './shop.ts';
import {
  about,
  addToCart,
  cartLink,
  chooseTime,
  reserveButton,
  signInByForm,
  successHeading,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const line = (page: Page, item: Item) => page.getByRole('listitem').filter({ hasText: item.name });
const quantity = (page: Page, item: Item) => line(page, item).getByRole('status');

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
  await expect(quantity(page, own)).toContainText('1');
  await expect(quantity(page, guests)).toContainText('2');
  await expect(quantity(page, scarce)).toContainText('4');

  // Joined once, not once per page.
  await visit(page, '/cart');
  await expect(cartLink(page, 3)).toBeVisible();
  await expect(quantity(page, guests)).toContainText('2');
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
  await expect(quantity(page, item)).toContainText('2');
  await expect(page.getByRole('button', { name: `One more ${item.name}` })).toBeDisabled();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Subtotal$25.00');
  // As checkout computes it, at once and without asking the server.
  await expect(summary).toContainText('Estimated Tax$3.00');
  await expect(summary).toContainText('Estimated Total$28.00');
  await expect(page.getByText('Taxes calculated at checkout')).toBeVisible();
  await expectAccessible(page);

  await visit(page, '/cart');
  await expect(quantity(page, item)).toContainText('2');
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
  await expect(line(page, first)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove ${second.name}` })).toBeFocused();
  await expect(toast(page, `Removed: ${first.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity(page, first)).toContainText('3');
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
  await expect(line(page, other)).toBeVisible();
  await page.getByRole('button', { name: `Remove ${other.name}` }).click();
  await expect(cartLink(second, 1)).toBeVisible();
});

test('a chosen pickup time survives emptying and refilling the cart in another tab', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product();
  await addToCart(page, item);
  const second = await context.newPage();
  await visit(second, '/cart');
  await visit(page, '/checkout');
  // A day that is not open by default.
  await page.locator('label[for^="day-"]').last().click();
  await chooseTime(page, 'first');
  const time = await chooseTime(page);
  const chosen = page.getByRole('radio', { name: `at ${time}`, checked: true });
  await expect(chosen).toBeVisible();

  await second.getByRole('button', { name: `Remove ${item.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(chosen).toBeVisible();
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
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
  await expect(line(page, dearer)).toContainText('Price is now $23.00 (was $20.00)');
  await expect(line(page, fewer)).toContainText('Only 2 left: quantity changed from');
  await expect(line(page, gone)).toContainText('No longer available');
  await expect(page.getByText('3 items in your cart have changed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$113.00');
  await expectAccessible(page);
  // Shown once: the next visit no longer mentions them.
  await visit(page, '/cart');
  await expect(line(page, gone)).toContainText('No longer available');
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

test('the product page’s button becomes the link to the cart and counts its units', async ({
  page,
  shop,
}) => {
  const few = await shop.product({ onHand: 5 });
  await visit(page, few.path);
  const field = page.getByRole('spinbutton', { name: 'Quantity' });
  const add = page.getByRole('button', { name: about('Add to cart', few.name) });
  await field.fill('3');
  await add.dblclick();
  // The second press of a double click does nothing.
  await expect(page).toHaveURL(few.path);
  const inCart = page.getByRole('main').getByRole('link', { name: /^In cart · View/ });
  await expect(inCart).toBeFocused();
  await expect(add).toHaveCount(0);
  await field.fill('4');
  await field.blur();
  await expect(field).toHaveValue('2');
  await expect(page.getByText('Only 5 left: 2 more fit').first()).toBeVisible();
  await add.click();
  await expect(inCart).toHaveAttribute('href', '/cart');
  await visit(page, '/cart');
  await expect(quantity(page, few)).toContainText('5');
  await expect(line(page, few)).toContainText('Only 5 left');
});

test('− and + stop the quantity at what fits, say why, and offer to add again', async ({ page, shop }) => {
  const few = await shop.product({ onHand: 3 });
  await visit(page, few.path);
  const field = page.getByRole('spinbutton', { name: 'Quantity' });
  const more = page.getByRole('button', { name: 'One more', exact: true });
  const less = page.getByRole('button', { name: 'One less', exact: true });
  await expect(less).toBeDisabled();
  await more.press('Enter');
  await more.press('Enter');
  await expect(field).toHaveValue('3');
  await expect(more).toBeDisabled();
  await expect(more).toBeFocused();
  const limit = page.getByText('Only 3 left', { exact: true }).and(page.getByRole('status'));
  await expect(limit).toBeVisible();
  await less.click();
  await expect(field).toHaveValue('2');
  await expect(limit).toHaveCount(0);
  const add = page.getByRole('button', { name: about('Add to cart', few.name) });
  await add.click();
  await expect(add).toHaveCount(0);
  await expect(more).toBeDisabled();
  await less.click();
  await expect(field).toHaveValue('1');
  await add.click();
  await visit(page, '/cart');
  await expect(quantity(page, few)).toContainText('3');
});

test('a quantity stops at the legal limit and at the shop’s hold limit, and says which', async ({
  page,
  shop,
}) => {
  const ounces = await shop.product({ limitMg: 28_000, onHand: 90 });
  const light = await shop.product({ limitMg: 1, onHand: 90 });
  const field = page.getByRole('spinbutton', { name: 'Quantity' });
  await visit(page, ounces.path);
  await field.fill('5');
  await page.getByRole('button', { name: about('Add to cart', ounces.name) }).click();
  const limit = 'The limit is 3 oz (85 g) of cannabis a day';
  await expect(page.getByText(`${limit}: quantity changed from 5 to 3`).first()).toBeVisible();
  // Cards know neither a unit's weight nor the limits: the server answers at the first press.
  await visit(page, `/products?q=${encodeURIComponent(ounces.name)}`);
  await page.getByRole('button', { name: `One more ${ounces.name}` }).click();
  await expect(toast(page, `${limit}: quantity changed from 4 to 3`)).toBeVisible();
  const stepper = page.getByRole('group', { name: `${ounces.name} in your cart` });
  await expect(stepper).toContainText(`3 in cart${limit}`);
  await expect(page.getByRole('button', { name: `One more ${ounces.name}` })).toBeDisabled();

  await visit(page, light.path);
  await field.fill('80');
  await field.blur();
  await expect(field).toHaveValue('57');
  await expect(page.getByText('We hold at most 60 units: quantity changed from 80 to 57')).toBeVisible();
  await visit(page, '/cart');
  await expect(line(page, ounces)).toContainText(limit);
  await expect(page.getByRole('button', { name: `One more ${ounces.name}` })).toBeDisabled();
});

test('the product page says by how much it reduced a quantity, also once it is in the cart', async ({
  page,
  shop,
}) => {
  const few = await shop.product({ onHand: 5 });
  await visit(page, few.path);
  const field = page.getByRole('spinbutton', { name: 'Quantity' });
  const reduced = page.getByText('Only 5 left: quantity changed from 9 to 5');
  await field.fill('9');
  await page.getByRole('button', { name: about('Add to cart', few.name) }).click();
  await expect(page.getByRole('link', { name: /^In cart · View/ })).toBeVisible();
  await expect(reduced).toBeVisible();
  await expect(field).toHaveValue('5');
  await field.fill('2');
  await expect(reduced).toHaveCount(0);
});
