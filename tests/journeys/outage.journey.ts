/** The database goes down while a customer shops: no input is lost, and the page recovers by itself. */
import { chooseTime, ordersOf, reserveButton, startCart, successHeading, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ outage: true });

test('checkout preserves the form, and one more press makes one order', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  await startCart(page, shop, { item: await shop.product() });
  await visit(page, '/checkout');
  await chooseTime(page);
  await shop.loseDatabase();
  // The page's data is asked for again, as by a live update.
  const asked = page.waitForResponse((response) => response.url().includes('/checkout.data'));
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect((await asked).status()).toBe(503);
  await reserveButton(page).click();
  await expect(toast(page, /^Failed to save changes|^No answer/)).toBeVisible();
  await shop.giveDatabaseBack();
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await ordersOf(shop, person)).toHaveLength(1);
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
