/** Filters, search and the ways on from an empty result, by pointer and by keyboard, and where the focus goes. */
import { count, filters, midList, results, search, sort } from './filters-steps.ts';
import { pressUntil, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

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
