/** One bar of signal: a product's card, and a page that Back cannot load. */
import type { Page } from '@playwright/test';
import { connect, cutOff, NO_CONNECTION, open, results } from './no-signal-steps.ts';
import { toast } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'No connection.' });

test('without a network a product’s card leaves the menu, and opens that product by the same tap', async ({
  page,
  context,
}) => {
  await open(page, '/products');
  const card = results(page).getByRole('article').getByRole('link').first();
  const path = (await card.getAttribute('href')) ?? '';
  await cutOff(context);
  for (const _ of ['first tap', 'second tap']) {
    await card.click();
    await expect(toast(page, NO_CONNECTION)).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(page).toHaveURL('/products');
  }
  await expect(card).toBeVisible();

  await connect(context);
  await card.click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Products');
  await page.goBack();
  await expect(page).toHaveURL('/products');
});

test('a page that Back cannot load has its picture, and loads by itself when the network returns', async ({
  page,
  context,
}) => {
  await open(page, '/products');
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).first().click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { level: 1, name: /cart/i })).toBeVisible();
  await cutOff(context);
  await page.goBack();
  await expect(title(page)).toBeVisible();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('banner')).toBeVisible();
  const picture = page.getByRole('main').locator('img[src$="/ridge-line.svg"]');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await connect(context);
  await expect(results(page).getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL('/products');
});
