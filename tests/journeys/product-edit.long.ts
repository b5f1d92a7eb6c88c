/** Pictures in Edit Product. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { productImages } from '#db/schema/catalogue.ts';
import { enter, heading, tab } from './product-edit-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test('an admin adds, describes and removes pictures, and sorts them by buttons and by dragging', async ({
  openBrowser,
  shop,
}) => {
  const item = await shop.product();
  const context = await openBrowser({ viewport: { width: 768, height: 1024 } });
  const page = await context.newPage();
  await enter(shop, context);
  await visit(page, `/admin/products/${item.id}`);
  await tab(page, 'Media').click();
  await expect(page.getByText('No pictures yet.')).toBeVisible();
  for (const [index, background] of ['#24503b', '#9c3b22'].entries()) {
    const buffer = await sharp({ create: { width: 1600, height: 500, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await page.getByLabel('Add a picture').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('textbox', { name: 'Alternative text (optional)' }).fill(`Jar ${index + 1}`);
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')).toHaveCount(index + 1);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const altsOf = async () =>
    (
      await shop.db
        .select({ alt: productImages.alt })
        .from(productImages)
        .where(eq(productImages.productId, item.id))
        .orderBy(productImages.position)
    ).map(({ alt }) => alt);
  expect(await altsOf()).toEqual(['Jar 1', 'Jar 2']);
  const savePictures = page.getByRole('button', { name: 'Save pictures' });
  await page.getByRole('button', { name: 'Move picture 2 up' }).press('Enter');
  await savePictures.press('Enter');
  await expect.poll(altsOf).toEqual(['Jar 2', 'Jar 1']);
  const items = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(items.first().getByRole('textbox')).toHaveValue('Jar 2');
  await items.nth(1).dragTo(items.nth(0));
  await expect(items.first().getByRole('textbox')).toHaveValue('Jar 1');
  // A press during the save would be lost with the response.
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  const saving = (url: URL) => url.pathname.startsWith(`/admin/products/${item.id}`);
  await page.route(saving, async (route) => {
    await later;
    await route.continue();
  });
  await savePictures.click();
  const remove = page.getByRole('button', { name: 'Remove picture 2' });
  await expect(remove).toBeDisabled();
  goOn();
  await expect.poll(altsOf).toEqual(['Jar 1', 'Jar 2']);
  await remove.click();
  await savePictures.click();
  await expect.poll(altsOf).toEqual(['Jar 1']);
  await expect
    .poll(async () =>
      (
        await (await fetch(`${shop.origin}${item.path}`, { headers: { cookie: 'age_verified=yes' } })).text()
      ).includes('Jar 1'),
    )
    .toBe(true);

  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText('Preview of the saved product.')).toBeVisible();
  await expect(heading(page, item.name)).toBeVisible();
});
