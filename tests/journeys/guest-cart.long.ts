/** Quantities that stop at a limit and say why, and a pickup time that outlives an empty cart. */
import {
  about,
  addToCart,
  cartLine,
  chooseTime,
  reserveButton,
  successHeading,
  toast,
  unitsInCart,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';

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
  await expect(unitsInCart(page, few)).toContainText('5');
  await expect(cartLine(page, few)).toContainText('Only 5 left');
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
  await expect(unitsInCart(page, few)).toContainText('3');
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
  await expect(cartLine(page, ounces)).toContainText(limit);
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
