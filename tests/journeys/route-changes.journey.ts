/** Another page is announced and starts at its heading; another state of the same page is not another page. */
import type { Page } from '@playwright/test';
import { PASSWORDS } from './run.ts';
import { pressUntil, signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';

const said = (page: Page) => page.locator('[data-route-change]');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');

/** The announcement is the title, word for word. */
const expectSaid = async (page: Page) => expect(said(page)).toHaveText(await page.title());

test('in the shop, the title is announced, the heading has the focus, and Back focuses the link that was followed', async ({
  page,
  shop,
}) => {
  const item = await shop.product();
  await visit(page, '/faq');
  await expect(said(page)).toHaveText('');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(heading(page, 'Products')).toBeFocused();
  await expectSaid(page);
  await page.getByRole('searchbox', { name: 'Search products' }).fill(item.name);
  const link = main(page).getByRole('link', { name: item.name, exact: true });
  await expect(page).toHaveURL(/\?q=/);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, item.name)).toBeFocused();
  await expectSaid(page);
  await page.goBack();
  await expect(link).toBeFocused();
  await expectSaid(page);
});

test('a filter announces its count, keeps the focus, and is not announced as another page', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(heading(page, 'Products')).toBeFocused();
  const before = await said(page).innerText();
  const flower = page.getByRole('form', { name: 'Filters' }).getByRole('radio', { name: /^Flower/ });
  await flower.check();
  await expect(page).toHaveURL('/products?category=flower');
  await expect(flower).toBeFocused();
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('status').first()).toHaveText(
    /product/,
  );
  // An answer that takes longer than a second is announced as 'Loading', which then goes.
  await expect.poll(async () => [before, ''].includes(await said(page).innerText())).toBe(true);
});

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

test('a refused form focuses its error, and an accepted one focuses the next page’s heading', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).first().click();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(said(page)).toHaveText('');
  await signInByForm(main(page), 'customer@twobranches.example', PASSWORDS.customer);
  await expect(page).toHaveURL(/\/products$/);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
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
