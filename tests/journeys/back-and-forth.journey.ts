/** Browsing: every state of the catalogue has a URL, and Back returns to the same place. */
import type { Page } from '@playwright/test';
import { filters, holdAnswer } from './back-and-forth-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const count = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('status').first();

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
