/** Other pages are announced in the account and the back office, on a phone, and before the age gate is answered. */
import { expectSaid, heading, main } from './route-changes-steps.ts';
import { pressUntil, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('filtering in the middle of the list leads to the results', async ({ page }) => {
    await visit(page, '/products');
    await page
      .getByRole('region', { name: 'Products' })
      .getByRole('article')
      .nth(12)
      .scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('radio', { name: /^Flower/ }).check();
    await expect(page).toHaveURL('/products?category=flower');
    await sheet.getByRole('button', { name: /^Show / }).click();
    const results = page.getByRole('region', { name: 'Products' });
    await expect(results.getByRole('heading', { level: 2 }).first()).toBeInViewport();
  });
});

test('the account and the back office do the same', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Admin' }));
  await visit(page, '/orders');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Favorites' }).click();
  await expect(page).toHaveURL('/favorites');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await expectSaid(page);
  await visit(page, '/admin/orders');
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Customers' })
    .click();
  await expect(heading(page, 'Customers')).toBeFocused();
  await expectSaid(page);
});

test.describe('before the age gate is answered', () => {
  test.use({ affirmed: false });

  test('the focus stays out of the shop', async ({ page }) => {
    await visit(page, '/terms');
    await pressUntil(page, 'Tab', () => expect(main(page)).toBeVisible());
    await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
    await expect(page.getByRole('heading', { name: 'Are you 21 or older?' })).toBeFocused();
    await page.getByRole('button', { name: 'I am 21 or older' }).click();
    await expect(page.locator(':focus')).toHaveCount(1);
  });
});
