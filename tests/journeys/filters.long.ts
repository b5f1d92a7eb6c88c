/** Filters in the middle of a list, their groups and their order, sorting, and a search within a category. */
import type { Locator, Page } from '@playwright/test';
import { count, filters, midList, results, search, sort } from './filters-steps.ts';
import { takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';

/** The number of products that the heading of the results states. */
const found = async (page: Page) => Number.parseInt(await count(page).innerText(), 10);

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

test('“Skip to products” appears on focus and skips search and filters', async ({ page }) => {
  for (const path of ['/', '/products', '/products?category=flower']) {
    await visit(page, path);
    await page.getByRole('main').focus();
    const skip = page.getByRole('link', { name: 'Skip to products' });
    await skip.focus();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(results(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(results(page).getByRole('link').first()).toBeFocused();
    await expect(results(page).getByRole('link').first()).toBeInViewport({ ratio: 1 });
  }
});

test('milligrams filter edibles, and choices without products come last', async ({ page }) => {
  await visit(page, '/products');
  await filters(page).getByRole('spinbutton', { name: 'To mg' }).fill('50');
  await expect(page).toHaveURL('/products?mgMax=50');
  await expect(results(page).getByRole('article').first()).toContainText('THC 50 mg');
  const cannabis = filters(page).getByRole('group', { name: 'Cannabis', exact: true }).getByRole('radio');
  await expect(cannabis.first()).toHaveAccessibleName(/^Edibles/);
  await expect(cannabis.last()).toHaveAccessibleName(/ 0$/);
  await page.getByRole('link', { name: /THC up to 50 mg/ }).click();
  await expect(page).toHaveURL('/products');
});

test('categories are in two groups, cannabis first', async ({ page }) => {
  await visit(page, '/products');
  const group = (name: string) => filters(page).getByRole('group', { name, exact: true });
  await expect(group('Cannabis').getByRole('radio', { name: /^Flower/ })).toBeVisible();
  await expect(group('Farm store').getByRole('radio', { name: /^Candles/ })).toBeVisible();
  await expect(group('Cannabis').getByRole('radio', { name: /^Candles/ })).toHaveCount(0);
  expect(await topOf(group('Cannabis'))).toBeLessThan(await topOf(group('Farm store')));
});

test('a filter chosen in the middle of the list keeps its place on the screen and leads to the results', async ({
  page,
}) => {
  await visit(page, '/products');
  await midList(page);
  const choice = filters(page).getByRole('checkbox', { name: /^Sativa/ });
  await choice.scrollIntoViewIfNeeded();
  await expect(choice).toBeInViewport();
  // It leads there without scrolling: the list stays in its middle.
  await expect(count(page)).not.toBeInViewport();
  const before = await topOf(choice);
  await choice.check();
  await expect(page).toHaveURL('/products?strain=sativa');
  await expect(count(page)).toBeInViewport();
  await expect(results(page).getByRole('article').first()).toBeInViewport();
  await expect(choice).toBeFocused();
  expect(Math.abs((await topOf(choice)) - before)).toBeLessThan(4);
  // Announced to screen readers.
  await expect(results(page).getByRole('status').first()).toHaveText(/^\d+ products?$/);
});

test('sorting by price per gram lists the cheapest first and products not sold by weight last', async ({
  page,
  shop,
}) => {
  const name = `Gram Ladder ${crypto.randomUUID().slice(0, 8)}`;
  await shop.product({
    name: `${name} honey`,
    productType: 'farm_goods',
    limitCategory: null,
    retailPrice: 1_200,
    netWeightMg: 340_000,
  });
  await shop.product({ name: `${name} small`, retailPrice: 4_200, netWeightMg: 3_500 });
  await shop.product({ name: `${name} large`, retailPrice: 28_000, netWeightMg: 28_000 });
  await visit(page, `/products?q=${encodeURIComponent(name)}`);
  await sort(page).selectOption('Price per gram, low to high');
  await expect(page).toHaveURL(/sort=gram/);
  const cards = results(page).getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText([`${name} large`, `${name} small`, `${name} honey`]);
  await expect(cards.nth(0)).toContainText('$10.00/g');
  await expect(cards.nth(1)).toContainText('$12.00/g');
  await expect(cards.nth(2)).not.toContainText('/g');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sorting in the middle of the list leads to its start', async ({ page }) => {
    for (const path of ['/products', '/']) {
      await visit(page, path);
      await midList(page);
      await page.getByRole('button', { name: /^Filters/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
      await expect(page).toHaveURL(`${path}?sort=price`);
      await sheet.getByRole('button', { name: /^Show / }).click();
      await expect(count(page)).toBeInViewport();
      await expect(results(page).getByRole('article').first()).toBeInViewport();
    }
  });
});

test('a shared URL with the anchor of the results opens like any other', async ({ page }) => {
  await page.goto('/products?strain=sativa#results');
  await takenOver(page);
  await expect(count(page)).toBeInViewport();
  await filters(page).getByRole('checkbox', { name: 'In stock' }).check();
  await expect(page).toHaveURL(/strain=sativa.*stock=1/);
});

test('a search within a category covers the whole menu and can be narrowed to the category again', async ({
  page,
}) => {
  const type = async (words: string) => {
    await search(page).fill(words);
  };
  const address = () => new URL(page.url()).searchParams;
  const narrow = page.getByRole('link', { name: /^Only in Flower \(\d+\)$/ });
  const widen = page.getByRole('link', { name: /^\d+ more in other categories$/ });
  await visit(page, '/products?category=flower');
  await type('durban');
  await expect(page.getByRole('link', { name: /Durban Pre-Roll/ }).first()).toBeVisible();
  const all = await found(page);
  await narrow.click();
  await expect(widen).toBeVisible();
  expect([address().get('q'), address().get('category')]).toEqual(['durban', 'flower']);
  const inFlower = await found(page);
  await expect(widen).toHaveText(`${all - inFlower} more in other categories`);
  await widen.click();
  await expect(narrow).toHaveText(`Only in Flower (${inFlower})`);
  expect(await found(page)).toBe(all);
  // Another search from there remembers the category; a cleared one returns to it.
  await type('harlequin');
  await expect(narrow).toBeVisible();
  await expect(page.getByRole('link', { name: /Harlequin Rosin/ }).first()).toBeVisible();
  await page.getByRole('link', { name: /Remove filter .harlequin/ }).click();
  await expect(page).toHaveURL(/\/products\?category=flower/);
});
