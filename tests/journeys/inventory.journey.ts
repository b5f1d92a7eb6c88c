import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { enter, heading, someProducts } from './inventory-steps.ts';
import type { Item, Shop } from './shop.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Products' }).locator('tbody tr');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Product' });
const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /product/ });

async function priceOf(shop: Shop, item: Item): Promise<number | undefined> {
  const [row] = await shop.db
    .select({ price: products.retailPrice })
    .from(products)
    .where(eq(products.id, item.id));
  return row?.price;
}

const shownPrice = async (shop: Shop, item: Item) => {
  const page = await fetch(`${shop.origin}${item.path}`, { headers: { cookie: 'age_verified=yes' } });
  return /\$\d+\.\d\d/.exec(await page.text())?.[0];
};

test('an admin finds products and edits one in place by keyboard, and guests see it at once', async ({
  page,
  context,
  shop,
}) => {
  const { word, items } = await someProducts(shop, 2, { onHand: 10 });
  const [first] = items;
  if (!first) throw new Error('no product');
  await enter(shop, context);
  await visit(page, '/admin/dashboard');
  await pressUntil(page, 'g', async () => {
    await page.keyboard.press('i');
    await expect(heading(page, 'Cannabis Inventory Dashboard')).toBeVisible({ timeout: 2000 });
  });
  const find = page.getByRole('searchbox', { name: 'Name, strain or UPC' });
  await pressUntil(page, '/', () => expect(find).toBeFocused({ timeout: 1000 }));
  await find.fill(word);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(status(page)).toHaveText('2 products');
  await expectAccessible(page);

  await page.getByRole('link', { name: `Edit ${first.name}` }).press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  const field = (name: string) => dialog(page).getByRole('textbox', { name });
  await expect(field('Batch')).toHaveValue('B-1');
  await expect(field('Stock')).toHaveValue('10');
  await field('Retail').fill('ten');
  await field('Stock').fill('12');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).press('Enter');
  // The error is beside the field, and the input is preserved.
  await expect(field('Retail')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Stock')).toHaveValue('12');
  await expectAccessible(page);
  await field('Retail').fill('51.25');
  await field('BioTrack').fill('BT-77');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(toast(page, 'Product updated successfully')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page).filter({ hasText: first.name })).toContainText('$51.25');
  await expect(rows(page).filter({ hasText: first.name })).toContainText('12');
  await expect.poll(() => shownPrice(shop, first)).toBe('$51.25');
  await expect.poll(() => shop.available(first)).toBe(12);

  // The focus is where it was before the dialog.
  const edit = page.getByRole('link', { name: `Edit ${first.name}` });
  await expect(edit).toBeFocused();

  // Escape closes the dialog without a change, and asks before dropping input.
  await edit.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await field('Name').fill('Nothing of this');
  await page.keyboard.press('Escape');
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leave).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(leave).toBeHidden();
  await expect(field('Name')).toHaveValue('Nothing of this');
  await page.keyboard.press('Escape');
  await leave.getByRole('button', { name: 'Leave' }).press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(rows(page).filter({ hasText: first.name })).toHaveCount(1);
});

test('an admin previews, applies and undoes a bulk change, and empty fields change nothing', async ({
  page,
  context,
  shop,
}) => {
  const { word, items } = await someProducts(shop, 3, { retailPrice: 4000 });
  await enter(shop, context);
  await visit(page, `/admin/inventory?find=${word}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Selected' }).press('Enter');
  await expect(heading(page, 'Edit products')).toBeVisible();
  await expectAccessible(page);
  // The question names the products first.
  await expect(page.getByText('3 products selected')).toBeVisible();
  for (const { name } of items)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  const price = page.getByRole('textbox', { name: 'Retail' });
  await expect(price).toHaveValue('');
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(page.getByText('Change at least one of these.').first()).toBeVisible();
  await price.fill('+10%');
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(page.getByRole('heading', { name: '3 products of 3 will change' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Retail: 40\.00.*44\.00/ })).toHaveCount(3);
  expect(await Promise.all(items.map((item) => priceOf(shop, item)))).toEqual([4000, 4000, 4000]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change 3 products' }).press('Enter');
  await expect(toast(page, 'Changed 3 products.')).toBeVisible();
  expect(await Promise.all(items.map((item) => priceOf(shop, item)))).toEqual([4400, 4400, 4400]);
  for (const item of items) await expect.poll(() => shownPrice(shop, item)).toBe('$44.00');

  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page, 'Undone for 3 products.')).toBeVisible();
  await expect(heading(page, 'Cannabis Inventory Dashboard')).toBeFocused();
  expect(await Promise.all(items.map((item) => priceOf(shop, item)))).toEqual([4000, 4000, 4000]);
  for (const item of items) await expect.poll(() => shownPrice(shop, item)).toBe('$40.00');
});
