/** CSV files into the inventory: uploaded, previewed row by row, corrected, imported, undone, and who may do it. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const HEADER = 'Product,Strain,Batch,Size,Stock,Retail,Wholesale,For Sale,BioTrack,LabTest,ID';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const rows = (page: Page) => page.getByRole('table', { name: 'Rows of the file' }).locator('tbody tr');
const word = () => `Dunlin${crypto.randomUUID().slice(0, 8)}`;

async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff' | 'user' = 'admin') {
  await shop.signIn(context, await shop.person({ role }));
}

async function send(page: Page, content: string | Buffer) {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload file' }).click();
}

const stored = async (shop: Shop, name: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.name, name));
  return row;
};

test('an admin uploads a file, reviews its changes, imports it and undoes it', async ({
  page,
  context,
  shop,
}) => {
  const name = word();
  const item = await shop.product({ name: `${name} A`, onHand: 5, retailPrice: 3000 });
  await enter(shop, context);
  await visit(page, '/admin/inventory');
  await page.getByText('Import CSV', { exact: true }).press('Enter');

  // A file of another kind shows an error beside the field.
  await send(page, HEADER);
  await expect(page.getByText('No data to import')).toBeVisible();
  await send(page, Buffer.from([0x50, 0x4b, 3, 4, 9, 9]));
  await expect(page.getByText(/^Error parsing CSV file: This is an Excel workbook/)).toBeVisible();
  await send(page, `${HEADER}\n"endless`);
  await expect(page.getByText(/^Error parsing CSV file: The quote that opens on line 2/)).toBeVisible();
  await expectAccessible(page);

  await send(
    page,
    [
      HEADER,
      `${name} A,,B-1,,8,31.50,,,,,${item.id}`,
      `${name} N,Kush,N-1,3.5 g,12,40,20,YES,,LT-9,`,
      `${name} X,,,,,ten,,,,,`,
      `,Kush,,,,,,,,,`,
    ].join('\r\n'),
  );
  await expect(toast(page, 'CSV parsed successfully')).toBeVisible();
  await expect(heading(page, '2 rows to import')).toBeVisible();
  await expect(page.getByText('2 rows will be skipped')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(0)).toContainText('Retail: 30.00');
  await expect(rows(page).nth(0)).toContainText('31.50');
  await expect(rows(page).nth(0)).toContainText('Stock: 5');
  await expect(rows(page).nth(1)).toContainText('Off sale');
  await expect(page.getByText('1 stays off sale: counts-as and amount missing.')).toBeVisible();
  await expect(rows(page).nth(2)).toContainText(
    'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Rejected/ }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ]);
  const rejected = await readFile(await download.path(), 'utf8');
  expect(rejected).toContain(`${name} X`);
  expect(rejected).toContain(
    'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
  );
  expect((await stored(shop, `${name} A`))?.retailPrice).toBe(3000);

  await page.getByRole('button', { name: 'Import 2 rows' }).press('Enter');
  await expect(heading(page, 'Products successfully imported!')).toBeVisible();
  await expect(heading(page, 'Products successfully imported!')).toBeFocused();
  await expectAccessible(page);
  expect(await stored(shop, `${name} A`)).toMatchObject({ retailPrice: 3150 });
  expect(await stored(shop, `${name} N`)).toMatchObject({
    retailPrice: 4000,
    forSale: false,
    labTestId: 'LT-9',
  });
  await expect.poll(() => shop.available(item)).toBe(8);

  await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
  await expect(heading(page, 'Import undone')).toBeVisible();
  expect((await stored(shop, `${name} A`))?.retailPrice).toBe(3000);
  await expect.poll(() => shop.available(item)).toBe(5);
  expect((await stored(shop, `${name} N`))?.archivedAt).not.toBeNull();
});

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
