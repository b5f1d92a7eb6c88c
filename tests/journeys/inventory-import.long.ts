/** CSV files with unknown columns, with warnings, and with products that changed since the preview. */
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import { enter, heading, rows, send, stored, word } from './inventory-import-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };

test('an admin matches unknown columns once, and the shop remembers them', async ({
  page,
  context,
  shop,
}) => {
  const name = word();
  const heads = [`Ware ${name}`, `Preis ${name}`];
  await enter(shop, context);
  await visit(page, '/admin/inventory/import');
  await send(page, `${heads.join(';')}\n${name} eins;12.00`);
  await expect(heading(page, 'Match the columns first')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Retail', exact: true }).selectOption(heads[1] ?? '');
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('Choose the column with the products’ names.').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Retail', exact: true })).toHaveValue('1');
  await page.getByRole('combobox', { name: 'Product', exact: true }).selectOption(heads[0] ?? '');
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(heading(page, '1 row to import')).toBeVisible();

  await page.getByRole('link', { name: 'Upload another file' }).click();
  await expect(page.getByLabel('CSV file')).toBeVisible();
  await send(page, `${heads.join(';')}\n${name} zwei;13.00`);
  await expect(heading(page, '1 row to import')).toBeVisible();
  await expect(rows(page).first()).toContainText(`${name} zwei`);
});

test('on a tablet, an admin accepts warnings before the import and reviews what changed since the preview', async ({
  openBrowser,
  shop,
}) => {
  const name = word();
  const item = await shop.product({ name, retailPrice: 4000 });
  await shop.db.update(products).set({ wholesalePrice: 2000 }).where(eq(products.id, item.id));
  const context = await openBrowser(TABLET);
  const page = await context.newPage();
  await enter(shop, context);
  await visit(page, '/admin/inventory/import');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await send(page, `Product,Retail,ID\n${name},10,${item.id}`);
  await expect(page.getByText('1 row with a warning')).toBeVisible();
  await expect(rows(page).first()).toContainText('below the legal floor');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import 1 row' }).tap();
  await expect(page.getByText('Nothing was changed. Tick ‘Import anyway’ below first.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Import anyway/ }).tap();
  // A colleague saves first.
  await shop.db.update(products).set({ size: '7 g', version: 9 }).where(eq(products.id, item.id));
  await page.getByRole('button', { name: 'Import 1 row' }).tap();
  await expect(
    page.getByText('Products changed after the last preview, so nothing was imported.'),
  ).toBeVisible();
  expect((await stored(shop, name))?.retailPrice).toBe(4000);
  await page.getByRole('checkbox', { name: /Import anyway/ }).tap();
  await page.getByRole('button', { name: 'Import 1 row' }).tap();
  await expect(heading(page, 'Products successfully imported!')).toBeVisible();
  expect((await stored(shop, name))?.retailPrice).toBe(1000);
});
