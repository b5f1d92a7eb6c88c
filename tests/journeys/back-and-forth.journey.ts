/** Browsing: every state of the catalogue has a URL, and Back returns to the same place. */
import type { Page } from '@playwright/test';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const count = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('status').first();
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });

/** Holds back the next answer to this part of a query until the returned function is called. */
async function holdAnswer(page: Page, query: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === '/products.data' && url.search.includes(query),
    async (route) => {
      await held;
      // The page may have stopped waiting for it.
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  return release;
}

test('the URL carries filters, and reloading or sharing it shows the same page', async ({
  page,
  openBrowser,
}) => {
  await visit(page, '/products');
  await filters(page)
    .getByRole('radio', { name: /^Edibles/ })
    .check();
  await expect(page).toHaveURL('/products?category=edibles');
  await expect(page.getByRole('heading', { level: 1, name: 'Edibles' })).toBeVisible();
  await filters(page).getByRole('checkbox', { name: 'In stock' }).check();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
  await filters(page).getByRole('spinbutton', { name: 'To $' }).fill('40');
  await expect(page).toHaveURL('/products?category=edibles&max=40&stock=1&sort=price');
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText('up to $40');
  await expect(cards(page).first()).toBeVisible();
  const shown = await names(page);
  const prices = (await cards(page).allInnerTexts()).map((text) => Number(/\$(\d+\.\d\d)/.exec(text)?.[1]));
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  expect(Math.max(...prices)).toBeLessThanOrEqual(40);

  await page.reload();
  expect(await names(page)).toEqual(shown);
  await expect(filters(page).getByRole('radio', { name: /^Edibles/ })).toBeChecked();

  const friend = await (await openBrowser()).newPage();
  await visit(friend, page.url());
  expect(await names(friend)).toEqual(shown);
  await expect(filters(friend).getByRole('checkbox', { name: 'In stock' })).toBeChecked();
});

test('Back removes the last filter, Forward restores it, and the form follows', async ({ page }) => {
  await visit(page, '/products');
  const all = await count(page).innerText();
  await filters(page)
    .getByRole('radio', { name: /^Flower/ })
    .check();
  await expect(page).toHaveURL('/products?category=flower');
  await filters(page)
    .getByRole('checkbox', { name: /^Sativa/ })
    .check();
  await expect(page).toHaveURL('/products?category=flower&strain=sativa');
  await page.goBack();
  await expect(page).toHaveURL('/products?category=flower');
  await expect(filters(page).getByRole('checkbox', { name: /^Sativa/ })).not.toBeChecked();
  await page.goBack();
  await expect(filters(page).getByRole('radio', { name: 'All Categories' })).toBeChecked();
  await expect(count(page)).toHaveText(all);
  await page.goForward();
  await expect(filters(page).getByRole('radio', { name: /^Flower/ })).toBeChecked();
});

test('an answer to what was typed before does not undo what was typed since', async ({ page }) => {
  await visit(page, '/products');
  const release = await holdAnswer(page, 'max=60');
  const asked = page.waitForRequest((request) => request.url().includes('max=60'));
  const from = filters(page).getByRole('spinbutton', { name: 'From $' });
  const to = filters(page).getByRole('spinbutton', { name: 'To $' });
  await to.fill('60');
  await asked;
  // In one go in the page, so that no pause between two keys is long enough to send: the lowest price, then THC until the
  // answer has arrived.
  const typing = filters(page).evaluate(async (form: HTMLFormElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const type = (name: string, value: string) => {
      const field = form.elements.namedItem(name) as HTMLInputElement;
      field.focus();
      setValue?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('min', '20');
    for (let left = 10; left > 0; left -= Number(location.search.includes('max=60'))) {
      type('thcMin', String(30 - left));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  release();
  await typing;
  await expect(page).toHaveURL('/products?min=20&max=60&thcMin=29');
  await expect(from).toHaveValue('20');
  await expect(to).toHaveValue('60');
});

test('a choice made in the moment the answer to the last one appears is kept', async ({ page }) => {
  await visit(page, '/products');
  // The first moment in which the page shows the answer: the form does not follow it yet.
  await page.evaluate(() => {
    const results = document.getElementById('results');
    const sort = document.querySelector<HTMLSelectElement>('select[name="sort"]');
    if (!results || !sort) throw new Error('No catalogue.');
    const observer = new MutationObserver(() => {
      if (!results.querySelector('ul[aria-label="Chosen filters"]')) return;
      observer.disconnect();
      sort.value = 'price';
      sort.dispatchEvent(new Event('change', { bubbles: true }));
    });
    observer.observe(results, { childList: true, subtree: true });
  });
  const release = await holdAnswer(page, 'sort=price');
  await filters(page).getByRole('checkbox', { name: 'In stock' }).check();
  await expect(page).toHaveURL('/products?stock=1');
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText('In stock');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toHaveValue('price');
  await filters(page).getByRole('spinbutton', { name: 'To $' }).fill('40');
  release();
  await expect(page).toHaveURL('/products?max=40&stock=1&sort=price');
  await expect(sort).toHaveValue('price');
});

test('a choice taken back before its answer stays taken back', async ({ page }) => {
  await visit(page, '/products?category=flower');
  const release = await holdAnswer(page, 'stock=1');
  const inStock = filters(page).getByRole('checkbox', { name: 'In stock' });
  await inStock.check();
  await inStock.uncheck();
  release();
  await filters(page)
    .getByRole('checkbox', { name: /^Sativa/ })
    .check();
  await expect(page).toHaveURL('/products?category=flower&strain=sativa');
  await expect(inStock).not.toBeChecked();
});

test('Back from a product returns to the same place on the same page', async ({ page }) => {
  await visit(page, '/products?sort=price');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' });
  await link.click();
  await expect(page).toHaveURL('/products?sort=price&page=2');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  // A new page of the list starts at its top.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(200);

  const last = cards(page).last().getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(400);
  await last.click();
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/products?sort=price&page=2');
  await expect(last).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(60);
});

test('a chip removes its filter, and “Clear all” removes all', async ({ page }) => {
  await visit(page, '/products?category=flower&strain=sativa&max=90');
  const chips = page.getByRole('list', { name: 'Chosen filters' });
  await expect(chips.getByRole('link')).toHaveCount(4);
  await chips.getByRole('link', { name: /Sativa/ }).click();
  await expect(page).toHaveURL('/products?category=flower&max=90');
  await expect(filters(page).getByRole('checkbox', { name: /^Sativa/ })).not.toBeChecked();
  await chips.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/products');
  await expect(filters(page).getByRole('spinbutton', { name: 'To $' })).toHaveValue('1000');
});

test('a price range stays in order: the minimum never exceeds the maximum, and the maximum never exceeds 10000', async ({
  page,
}) => {
  await visit(page, '/products');
  const from = filters(page).getByRole('spinbutton', { name: 'From $' });
  const to = filters(page).getByRole('spinbutton', { name: 'To $' });
  await to.fill('60');
  await from.fill('80');
  await from.blur();
  await expect(from).toHaveValue('60');
  await expect(to).toHaveValue('60');
  await to.fill('99999');
  await to.blur();
  await expect(to).toHaveValue('10000');
  await filters(page).getByRole('slider', { name: 'Highest price' }).press('Home');
  await expect(to).toHaveValue('60');
});

test('typing a search adds one history entry, not one per letter', async ({ page }) => {
  await visit(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).pressSequentially('honey', { delay: 60 });
  await expect(page).toHaveURL('/products?q=honey');
  await expect(page.getByRole('link', { name: 'Buckwheat Honey', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Buckwheat Honey', exact: true }).click();
  await expect(page).toHaveURL(/\/products\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/products?q=honey');
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('honey');
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/faq');
});
