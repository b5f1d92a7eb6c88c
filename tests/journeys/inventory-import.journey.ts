/** A CSV file into the inventory: uploaded, previewed row by row, imported, undone. */
import { readFile } from 'node:fs/promises';
import { enter, heading, rows, send, stored, word } from './inventory-import-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const HEADER = 'Product,Strain,Batch,Size,Stock,Retail,Wholesale,For Sale,BioTrack,LabTest,ID';

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
  await expect(page.getByText(/^Error parsing CSV file: This is a damaged workbook/)).toBeVisible();
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
