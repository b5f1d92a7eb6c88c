/** Filtering in the middle of a list: the results are shown from their start, and the filters stay in place. */
import type { Locator, Page } from '@playwright/test';
import { pressUntil, takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Products' });
/** The heading of the results has their number. */
const count = (page: Page) => results(page).getByRole('heading', { level: 2 }).first();
/** The number of products that the heading of the results states. */
const found = async (page: Page) => Number.parseInt(await count(page).innerText(), 10);
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });

const midList = async (page: Page) => {
  await results(page).getByRole('article').nth(14).scrollIntoViewIfNeeded();
  await expect(count(page)).not.toBeInViewport();
};

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

test('keyboard focus reaches search before sort and filters, and the results after them', async ({
  page,
}) => {
  await visit(page, '/products');
  await search(page).focus();
  await page.keyboard.press('Tab');
  await expect(sort(page)).toBeFocused();
  await page.keyboard.press('Tab');
  const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(categories.first()).toBeFocused();
  await categories.last().focus();
  await page.keyboard.press('Tab');
  await expect(filters(page).getByRole('slider', { name: 'Lowest price' })).toBeFocused();
  await filters(page).getByText('Product type', { exact: true }).first().focus();
  await page.keyboard.press('Tab');
  await expect(results(page).getByRole('link', { name: /^See all \d+ in Flower$/ })).toBeFocused();
});

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

test('a removed filter’s chip disappears and moves the focus to the results', async ({ page }) => {
  await visit(page, '/products?strain=sativa&stock=1');
  const chips = page.getByRole('list', { name: 'Chosen filters' });
  await chips.getByRole('link', { name: /Sativa/ }).focus();
  await pressUntil(page, 'Enter', () => expect(page).toHaveURL('/products?stock=1', { timeout: 2000 }));
  await expect(count(page)).toBeFocused();
  await expect(count(page)).toBeInViewport();
  // Back returns to the same place, not to the results.
  await page.goBack();
  await expect(page).toHaveURL('/products?strain=sativa&stock=1');
  await page.goForward();
  await expect(page).toHaveURL('/products?stock=1');
  await expect(chips).toContainText('In stock');
});

test('Enter in the search moves to its results', async ({ page }) => {
  await visit(page, '/');
  await search(page).fill('honey');
  await expect(page).toHaveURL('/?q=honey');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toBeInViewport();
  await search(page).press('Enter');
  await expect(count(page)).toBeFocused();
  await expect(count(page)).toBeInViewport();
});

test('an empty result offers ways on that find something, by keyboard too', async ({ page }) => {
  // Honey is not a flower.
  await visit(page, '/products?q=honey&category=flower');
  await expect(page.getByRole('heading', { name: 'No products found matching your criteria' })).toBeVisible();
  await expectAccessible(page);
  const shelf = results(page).getByRole('link', { name: /^Edibles \(\d+\)$/ });
  await expect(shelf).toHaveAttribute('href', '/products?q=honey&category=edibles');
  await shelf.click();
  await expect(results(page).getByRole('link', { name: 'Buckwheat Honey', exact: true })).toBeVisible();
  await expect(count(page)).toBeFocused();
  await page.goBack();
  await results(page).getByRole('link', { name: 'Search without filters' }).click();
  await expect(page).toHaveURL('/products?q=honey');
  await expect(results(page).getByRole('article').first()).toBeVisible();

  await visit(page, '/products?q=zzzzzzzzz');
  await expect(results(page).getByRole('link', { name: 'Search without filters' })).toHaveCount(0);
  await results(page).getByRole('link', { name: 'Flower', exact: true }).click();
  await expect(page).toHaveURL('/products?category=flower');
  await expect(results(page).getByRole('article').first()).toBeVisible();
});

test('the price slider has the scale of its inputs, and at its end it limits nothing', async ({
  page,
  shop,
}) => {
  const name = `Price Ladder ${crypto.randomUUID().slice(0, 8)}`;
  await shop.product({ name: `${name} one`, retailPrice: 2_000 });
  await shop.product({ name: `${name} two`, retailPrice: 23_400 });
  await visit(page, `/products?q=${encodeURIComponent(name)}`);
  const highest = filters(page).getByRole('slider', { name: 'Highest price' });
  await expect(highest).toHaveAttribute('max', '1000');
  await expect(highest).toHaveValue('1000');
  await expect(filters(page).getByText('Prices here: $20.00 to $234.00.')).toBeVisible();
  await filters(page).getByRole('spinbutton', { name: 'To $' }).fill('230');
  await expect(page).toHaveURL(/[?&]max=230/);
  await expect(highest).toHaveValue('230');
  await expect(highest).toHaveAttribute('aria-valuetext', '$230.00');
  await expect(results(page).getByRole('article')).toHaveCount(1);
  await highest.press('ArrowLeft');
  await expect(filters(page).getByRole('spinbutton', { name: 'To $' })).toHaveValue('225');
  await highest.press('End');
  await expect(page).not.toHaveURL(/max=/);
  await expect(results(page).getByRole('article')).toHaveCount(2);
  await expect(filters(page).getByRole('spinbutton', { name: 'To $' })).toHaveValue('1000');
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

  test('closing the filter sheet leads to the results', async ({ page }) => {
    await visit(page, '/products');
    await midList(page);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^Sativa/ }).check();
    await expect(page).toHaveURL('/products?strain=sativa');
    await sheet.getByRole('button', { name: /^Show \d+ products?$/ }).click();
    await expect(sheet).toBeHidden();
    await expect(count(page)).toBeFocused();
    await expect(count(page)).toBeInViewport();
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
