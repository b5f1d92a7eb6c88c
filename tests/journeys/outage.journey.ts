/** The database goes down while a customer shops: no input is lost, and the page recovers by itself. */
import {
  chooseTime,
  ordersOf,
  problem,
  reserveButton,
  startCart,
  successHeading,
  toast,
  visit,
} from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test.use({ outage: true });

test('a page that cannot render reloads itself once the shop is back', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/products');
  await shop.loseDatabase();
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).first().click();
  await expect(page.getByRole('heading', { name: 'We will be right back.' })).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'We will be right back.' })).toBeVisible();
  await expectAccessible(page);
  await shop.giveDatabaseBack();
  await expect(page.getByRole('heading', { level: 1, name: /Orders/ })).toBeVisible();
});

test('checkout preserves the form, and one more press makes one order', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  await startCart(page, shop, { item: await shop.product() });
  await visit(page, '/checkout');
  await chooseTime(page);
  await shop.loseDatabase();
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('We could not reach the store. Your cart is saved');
  await shop.giveDatabaseBack();
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await ordersOf(shop, person)).toHaveLength(1);
});

test('preferences that fail to save stay as ticked', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/notifications/preferences');
  const promotional = page.getByRole('checkbox', { name: 'Promotional Updates', exact: true });
  await promotional.check();
  await shop.loseDatabase();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(problem(page)).toContainText('Failed to update preferences');
  await expect(promotional).toBeChecked();
  await shop.giveDatabaseBack();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(toast(page, 'Preferences updated successfully')).toBeVisible();
  await expect(promotional).toBeChecked();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the waiting page preserves the checkout and sends it again', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    const item = await shop.product();
    await context.addCookies([{ name: 'cart', value: `${item.id}:1`, url: shop.origin }]);
    await page.goto('/checkout');
    await chooseTime(page);
    await shop.loseDatabase();
    await reserveButton(page).click();
    await expect(page.getByText('What you sent is saved on this page')).toBeVisible();
    await shop.giveDatabaseBack();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(successHeading(page)).toBeVisible();
    expect(await ordersOf(shop, person)).toHaveLength(1);
  });
});
