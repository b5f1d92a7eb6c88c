/** Choices that race with their answers, chips, the price range, and typing, in the catalogue's URL and history. */
import { filters, holdAnswer } from './back-and-forth-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

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

test('a search that goes on before its first answer leaves the menu in the history', async ({ page }) => {
  await visit(page, '/products');
  const search = page.getByRole('searchbox', { name: 'Search products' });
  const release = await holdAnswer(page, 'q=hon');
  const asked = page.waitForRequest((request) => request.url().includes('products.data?q=hon'));
  await search.pressSequentially('hon');
  await asked;
  await search.pressSequentially('ey');
  await expect(page).toHaveURL('/products?q=honey');
  release();
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect(search).toHaveValue('');
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
