/** Edit Product: its tabs, going on sale, two people at once. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { enter, heading, tab } from './product-edit-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

test('an admin creates a product, which stays off sale until its legal fields are complete and then sells', async ({
  page,
  context,
  shop,
}) => {
  await enter(shop, context);
  const name = `Merlin ${crypto.randomUUID().slice(0, 8)}`;
  await visit(page, '/admin/inventory');
  await page.getByRole('link', { name: 'New product' }).press('Enter');
  await expect(heading(page, 'New product')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Inventory' }),
  ).toHaveAttribute('aria-current', 'page');
  await field(page, 'Name').fill(name);
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Flower' });
  await field(page, 'Retail').fill('38');
  // It goes on sale once complete, without another choice.
  await expect(page.getByRole('combobox', { name: 'For Sale' })).toHaveValue('yes');
  await page.getByRole('button', { name: 'Create product' }).press('Enter');
  await expect(heading(page, 'Edit Product')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'For Sale' }).selectOption('yes');
  await save(page).press('Enter');
  await expect(toast(page, 'Saved off sale. See what is missing.')).toBeVisible();
  // The form shows the saved values.
  await expect(page.getByRole('combobox', { name: 'For Sale' })).toHaveValue('no');
  await page.getByRole('combobox', { name: 'For Sale' }).selectOption('yes');
  await page.getByRole('link', { name: /enter the amount that counts/ }).press('Enter');
  // The link opens the tab that has the field.
  await expect(tab(page, 'Compliance & Status')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Counts as' }).selectOption('flower');
  await field(page, /^Amount that counts/).fill('3.5 g');
  await tab(page, 'Compliance & Status').press('ArrowRight');
  await expect(tab(page, 'Description')).toBeFocused();
  await field(page, /^Description/).fill('A dank flower from the east field.');
  await save(page).press('Enter');
  await expect(page.getByText('The text contains flagged words: dank.')).toBeVisible();
  await expect(field(page, /^Description/)).toHaveValue('A dank flower from the east field.');
  await expectAccessible(page);
  await field(page, /^Description/).fill('A flower from the east field.');
  await save(page).press('Enter');
  await expect(toast(page, 'Product saved')).toBeVisible();

  await page.getByRole('link', { name: 'Lots and stock' }).press('Enter');
  await expect(heading(page, `Lots of ${name}`)).toBeVisible();
  await field(page, 'Batch number').fill('M-1');
  await field(page, 'Units received').fill('6');
  await page.getByRole('combobox', { name: /^Test/ }).selectOption('TestPassed');
  await field(page, 'Laboratory').fill('Hudson Labs');
  await field(page, /^Certificate number/).fill('HL-9');
  await field(page, 'Total THC %').fill('21.4');
  await field(page, 'Total CBD %').fill('0.1');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Receive lot' }).press('Enter');
  await expect(toast(page, 'Lot received.')).toBeVisible();
  const [row] = await shop.db.select({ id: products.id }).from(products).where(eq(products.name, name));
  await expect
    .poll(async () => {
      const shown = await fetch(`${shop.origin}/products/${row?.id}`, {
        headers: { cookie: 'age_verified=yes' },
        redirect: 'manual',
      });
      return (await shown.text()).includes('M-1');
    })
    .toBe(true);
});

test('of two people who edit one product, the second sees what changed and decides; leaving unsaved changes asks first', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const item = await shop.product();
  await enter(shop, context);
  await visit(page, `/admin/products/${item.id}`);
  const otherContext = await openBrowser();
  await enter(shop, otherContext);
  const other = await otherContext.newPage();
  await visit(other, `/admin/products/${item.id}`);
  await field(page, 'Retail').fill('47');
  await field(page, /^Strain \(optional/).fill('FROM-ADA');
  await field(other, 'Retail').fill('49');
  await save(other).click();
  await expect(toast(other, 'Product saved')).toBeVisible();

  await page.getByRole('link', { name: 'Lots and stock' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leave).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await save(page).click();
  await expect(page.getByText('Not saved: someone else saved changes. Review them first.')).toBeVisible();
  const change = page.getByRole('row', { name: /Retail/ });
  await expect(change).toContainText('49.00');
  await expect(change).toContainText('47');
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Take saved Retail' }).click();
  await expect(field(page, 'Retail')).toHaveValue('49.00');
  await save(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  const [row] = await shop.db
    .select({ price: products.retailPrice, strain: products.strainCode })
    .from(products)
    .where(eq(products.id, item.id));
  expect(row).toEqual({ price: 4900, strain: 'FROM-ADA' });
});
