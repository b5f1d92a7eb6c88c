/** The home page and the lists of the menu without scripts. */
import { randomBytes } from 'node:crypto';
import { aProduct } from '#tests/support/people.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';
import type { Item, Shop } from './shop.ts';

const shelf = (page: PlainPage) =>
  page.getByRole('region', { name: /^(Fresh this week|New on the shelves)$/ });
const cards = (page: PlainPage) => page.getByRole('region', { name: 'Products' }).getByRole('article');
/** Two products may have one name. */
const addresses = async (page: PlainPage) => {
  const links = await cards(page).getByRole('heading').getByRole('link').all();
  return Promise.all(links.map((link) => link.getAttribute('href')));
};
const names = (part: { getByRole: PlainPage['getByRole'] }) =>
  part.getByRole('article').getByRole('heading').allInnerTexts();

/** Enough for a row; the last one is the newest. */
async function newProducts(shop: Shop, count: number): Promise<Item[]> {
  const made: Item[] = [];
  for (let each = 1; each < count; each++) {
    const name = `Kestrel ${randomBytes(4).toString('hex')}`;
    const id = await aProduct(shop.db, { name });
    made.push({ id, name, path: `/products/${id}`, price: 4500 });
  }
  // The shop learns of the others before the last, for which this waits.
  return [...made, await shop.product()];
}

/** The number of new products on the shelf of a wide screen. */
const ON_SHELF = 3;

/** Reloads the home page until its shelf shows these first. */
async function visitWith(page: PlainPage, wanted: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto('/');
    const first = wanted.slice(0, ON_SHELF);
    expect((await names(shelf(page))).slice(0, first.length)).toEqual(first);
  }).toPass({ timeout: 15_000 });
}

test('the shelf of new products follows the first category and disappears while shoppers search or filter', async ({
  visitor: page,
  shop,
}) => {
  const made = await newProducts(shop, 5);
  await visitWith(
    page,
    made.toReversed().map(({ name }) => name),
  );
  await expect(page.getByRole('heading', { level: 2, name: 'Fresh this week' })).toBeVisible();
  for (const path of [
    '/?q=kestrel',
    '/?category=flower',
    '/?stock=1',
    '/?sort=price',
    '/?sort=name',
    '/?page=2',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2, name: 'On the menu' })).toBeVisible();
    await expect(shelf(page)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'About the farm' })).toHaveCount(0);
  }
  // Parameters that are no filter do not remove it.
  await page.goto('/?utm_source=letter&page=1');
  await expect(shelf(page)).toBeVisible();
});

test('a product that sells out leaves the shelf of new products', async ({ visitor: page, shop }) => {
  const made = await newProducts(shop, 4);
  const gone = await shop.product({ onHand: 1 });
  await visitWith(page, [gone.name]);
  await shop.takeAway(gone, 1);
  await visitWith(
    page,
    made.toReversed().map(({ name }) => name),
  );
});

test('the home page links to the story of the farm', async ({ visitor: page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'About the farm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

test('the menu’s pages show every product once', async ({ visitor: page }) => {
  await page.goto('/products?sort=name');
  const status = page.getByRole('region', { name: 'Products' }).getByRole('status').first();
  const total = Number(/of ([\d,]+)/.exec(await status.innerText())?.[1]);
  const next = page.getByRole('link', { name: 'Next' });
  const seen = await addresses(page);
  while ((await next.count()) > 0) {
    await next.click();
    seen.push(...(await addresses(page)));
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
});
