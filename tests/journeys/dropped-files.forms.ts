/** The first week of a shop without scripts: certificates and pictures added together, and one category merged. */
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { categories } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';

const PDF = Buffer.from(`%PDF-1.7\n${' '.repeat(300)}\nstartxref\n12\n%%EOF\n`);

async function add(page: PlainPage, name: string, mimeType: string, buffer: Buffer) {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Add these files' }).click();
}

test('without scripts an admin puts a lot on sale with a certificate that its file name matches', async ({
  openVisitor,
  shop,
}) => {
  const batch = `WB-${crypto.randomUUID().slice(0, 6)}`;
  const item = await shop.product({ name: `Whimbrel ${batch}`, onHand: 0 });
  const stored = async () => {
    const [lot] = await shop.db
      .select()
      .from(lots)
      .where(and(eq(lots.productId, item.id), eq(lots.batchNumber, batch)));
    return lot;
  };
  const page = openVisitor();
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto(`/admin/products/${item.id}/lots`);
  const receive = page.locator('form').filter({ hasText: 'Units received' });
  await receive.getByLabel('Batch number').fill(batch);
  await receive.getByLabel('Units received').fill('5');
  await receive.getByLabel('Laboratory').fill('Keystone Labs');
  await receive.getByLabel('Certificate number (COA)').fill('KLL-501');
  await receive.getByLabel('Total THC %').fill('22.4');
  await receive.getByRole('button', { name: 'Receive lot' }).click();
  await expect(page.getByText(/It is not on sale yet. It needs: a passed test, total CBD/)).toBeVisible();
  const lot = await stored();
  // Shoppers see the product sold out: its row in the inventory says why, and leads to its lots.
  await page.goto(`/admin/inventory?find=${batch}`);
  await expect(page.getByText('Not on sale yet')).toBeVisible();
  await page.getByRole('link', { name: `Put on sale ${item.name}` }).click();
  await expect(page).toHaveURL(`/admin/products/${item.id}/lots`);
  await page.goto(`/admin/inventory/waiting-lots/release?lots=${lot?.id}`);
  await add(page, `../COA ${batch.toLowerCase().replace('-', '_')} (1).pdf`, 'application/pdf', PDF);
  await expect(page.getByText('1 certificate added.')).toBeVisible();
  await expect(page.getByText('Certificate matched')).toBeVisible();
  await add(page, 'cut.pdf', 'application/pdf', PDF.subarray(0, 250));
  await expect(page.getByText(/cut.pdf: A certificate is a PDF file/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear this list' }).click();
  await expect(page.getByText(/cut.pdf/)).toHaveCount(0);
  await add(page, 'harvest.pdf', 'application/pdf', PDF);
  await expect(page.getByText(/^harvest.pdf: /)).toBeVisible();
  await page.getByRole('button', { name: 'Remove this file' }).click();
  await expect(page.getByText(/^harvest.pdf: /)).toHaveCount(0);

  // A mistyped last day: the lot takes nothing, and its certificate waits on.
  await page.getByLabel('Test result').selectOption('Test passed, for all of them');
  await page.locator('[name^="expiresOn"]').first().fill('2020-01-31');
  await page.getByLabel('Total CBD %').first().fill('0.2');
  await page.getByLabel('Reason').fill('Certificate of Nov 24');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText('Its last day, Jan 31, 2020, has passed.')).toBeVisible();
  await expect(page.getByText('Certificate matched')).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('Certificate of Nov 24');
  await page.locator('[name^="expiresOn"]').first().fill('');
  await page.getByLabel('Test result').selectOption('As on record for each lot');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText(/Needs a passed test\./)).toBeVisible();
  await page.getByLabel('Test result').selectOption('Test passed, for all of them');
  await page.getByLabel('Total CBD %').first().fill('many');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByLabel('Total CBD %').first()).toHaveValue('many');
  await page.getByLabel('Total CBD %').first().fill('0.2');
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText('1 lot on sale.')).toBeVisible();
  const sold = await stored();
  expect(sold).toMatchObject({ status: 'sellable', totalCbdBasisPoints: 20 });
  expect(sold?.coaKey).toMatch(/^certificates\/dropped\//);
});

test('without scripts an admin adds pictures to the products that their names name', async ({
  openVisitor,
  shop,
}) => {
  const item = await shop.product({ name: `Dowitcher ${crypto.randomUUID().slice(0, 6)}` });
  const jpeg = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#274' } })
    .jpeg()
    .toBuffer();
  const page = openVisitor();
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto('/admin/inventory/pictures');
  await add(page, `${item.name.replaceAll(' ', '-')} front.jpg`, 'image/jpeg', jpeg);
  await expect(page.getByText('1 picture added.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to products' }).first().click();
  await expect(page.getByText('1 picture added to products.')).toBeVisible();
  await page.goto(`/admin/products/${item.id}`);
  await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveCount(1);
});

test('without scripts an admin merges a category, and undoes it', async ({ openVisitor, shop }) => {
  const word = crypto.randomUUID().slice(0, 6);
  const [from, to] = await shop.db
    .insert(categories)
    .values([
      { name: `Old ${word}`, slug: `old-${word}` },
      { name: `New ${word}`, slug: `new-${word}` },
    ])
    .returning({ id: categories.id });
  await shop.product({ name: `Turnstone ${word}`, categoryId: from?.id ?? 0 });
  const page = openVisitor();
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto(`/admin/settings/menu-order/merge?from=${from?.id}&to=${to?.id}`);
  await expect(page.getByText(`1 product moves to New ${word}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`Old ${word} merged into New ${word}, 1 product moved.`)).toBeVisible();
  await page.getByRole('button', { name: `Undo merge Old ${word}` }).click();
  await expect(page.getByText('Merge undone, 1 product moved back.')).toBeVisible();

  // A merge without products has nothing to undo: its category comes back alone.
  await page.goto(`/admin/settings/menu-order/merge?from=${to?.id}&to=${from?.id}`);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('button', { name: `Restore without products New ${word}` }).click();
  await expect(
    page.getByText(`New ${word} is on the menu again. Its former products stay where they are.`),
  ).toBeVisible();
});
