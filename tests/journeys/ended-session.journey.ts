/** A session that ends at checkout, in a browser with scripts. */
import { PASSWORD, signOutEverywhere, withPassword } from './ended-session-steps.ts';
import { addToCart, chooseTime, freeTimes, reserveButton, signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('after a session has ended at checkout, the cart and the chosen time are there again', async ({
  page,
  shop,
}) => {
  const person = await withPassword(shop);
  const one = await shop.product();
  const other = await shop.product();
  await visit(page, '/login');
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/products/);
  await addToCart(page, one);
  await addToCart(page, other);
  await visit(page, '/checkout');
  await chooseTime(page);
  const chosen = await freeTimes(page).last().getAttribute('value');
  await signOutEverywhere(shop, person);
  await reserveButton(page).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/checkout/);
  await expect(toast(page, 'You were signed out. Check and press again.')).toBeVisible();
  await expect(page.getByText('Your cart is empty.')).toBeHidden();
  await expect(page.getByText(one.name).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(other.name).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(`input[name="slot"][value="${chosen}"]`)).toBeChecked();
});

test('what was typed is in its field again after the sign-in, once the scripts have taken over', async ({
  page,
  shop,
}) => {
  const person = await withPassword(shop);
  await visit(page, '/login?returnTo=/profile');
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/profile/);
  await page.getByLabel('Full name').fill('Robin Typed');
  await signOutEverywhere(shop, person);
  await page.getByLabel('Full name').press('Enter');
  await expect(page).toHaveURL(/\/login\?/);
  await signInByForm(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Typed');
  await expect(page.getByLabel('Full name')).toBeFocused();
});
