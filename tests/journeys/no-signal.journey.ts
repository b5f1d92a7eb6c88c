/** One bar of signal: a tap that cannot load its page leaves the page that is shown. */
import type { BrowserContext, Page } from '@playwright/test';
import { takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const NO_CONNECTION = 'No connection. Try again when you have a signal.';
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'No connection.' });
const results = (page: Page) => page.getByRole('region', { name: 'Products' });

/** Opens the page and waits until the worker answers for the shop. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const state = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state);
  await expect.poll(() => page.evaluate(state)).toBe('activated');
  // A page requested before the worker was active may stay without it.
  await page.reload();
  await takenOver(page);
}

const cutOff = (context: BrowserContext) => context.setOffline(true);
const connect = (context: BrowserContext) => context.setOffline(false);

test('without a network a filter, a sort, a search and a removed chip leave the list, and work again by the same tap', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/products?category=flower');
  const shown = await results(page).getByRole('article').getByRole('heading').allInnerTexts();
  const entries = await page.evaluate(() => history.length);
  await cutOff(context);

  const filters = page.getByRole('form', { name: 'Filters' });
  const edibles = filters.getByRole('radio', { name: /^Edibles/ });
  const leaves = async () => {
    await expect(toast(page, NO_CONNECTION)).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(page).toHaveURL('/products?category=flower');
    await expect(filters.getByRole('radio', { name: /^Flower/ })).toBeChecked();
    expect(await results(page).getByRole('article').getByRole('heading').allInnerTexts()).toEqual(shown);
  };
  await edibles.click();
  await leaves();
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const sorted = await sort.inputValue();
  await sort.selectOption('Price, low to high');
  await leaves();
  await expect(sort).toHaveValue(sorted);
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('honey');
  await leaves();
  await expect(search).toHaveValue('');
  await page
    .getByRole('list', { name: 'Chosen filters' })
    .getByRole('link', { name: /Flower/ })
    .click();
  await leaves();
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await connect(context);
  await edibles.click();
  await expect(page).toHaveURL('/products?category=edibles');
  await expect(page.getByRole('heading', { level: 1, name: 'Edibles' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/products?category=flower');
});

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
