/** Edit Product: its tabs, going on sale, two people at once, pictures, lots, without scripts. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { productImages, products } from '#db/schema/catalogue.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

async function enter(shop: Shop, context: BrowserContext) {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
}

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
