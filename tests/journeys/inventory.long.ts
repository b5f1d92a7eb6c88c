/** Deleting products on a tablet, pressing a row on a phone, and receiving a lot. */
import { enter, heading, someProducts } from './inventory-steps.ts';
import { about, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };

test('on a tablet, deleting archives products with sales and deletes the others; the question names them, and Undo restores them', async ({
  openBrowser,
  shop,
}) => {
  const { word, items } = await someProducts(shop, 1);
  const [item] = items;
  if (!item) throw new Error('no product');
  await shop.order(await shop.person(), item);
  const context = await openBrowser(TABLET);
  const page = await context.newPage();
  await enter(shop, context);
  await visit(page, `/admin/inventory?find=${word}`);
  await expectNoSidewaysScroll(page);
  await page.getByRole('checkbox', { name: `Select ${item.name}` }).tap();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Selected' }).tap();
  await expect(page.getByRole('heading', { name: '1 product will be archived' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(item.name);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).tap();
  await expect(toast(page, 'Deleted')).toBeVisible();
  await expect(page.getByText('No products match these filters.')).toBeVisible();
  await expect
    .poll(async () => (await fetch(`${shop.origin}${item.path}`, { redirect: 'manual' })).status)
    .toBe(302);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(toast(page, 'Undone for 1 product.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Select ${item.name}` })).toBeVisible();
});

test('a row on a phone does not move during a press', async ({ page, context, shop }) => {
  const { word, items } = await someProducts(shop, 3);
  await enter(shop, context);
  await page.setViewportSize({ width: 390, height: 900 });
  await visit(page, `/admin/inventory?find=${word}`);
  // A press moves the focus to the link before the finger is lifted.
  await page.getByRole('link', { name: about('Lots', `of ${items[2]?.name}`) }).click();
  await expect(heading(page, `Lots of ${items[2]?.name}`)).toBeVisible();
});

test('a received lot has the focus, and no message covers it', async ({ page, context, shop }) => {
  const item = await shop.product();
  await enter(shop, context);
  await page.setViewportSize({ width: 768, height: 900 });
  await visit(page, `/admin/products/${item.id}/lots`);
  await page.getByRole('textbox', { name: 'Batch number' }).last().fill('NEW-7');
  await page.getByRole('textbox', { name: 'Units received' }).fill('7');
  await page.getByRole('button', { name: 'Receive lot' }).click();
  const lot = page.getByRole('listitem').filter({ hasText: 'Batch NEW-7' });
  await expect(lot.getByRole('heading', { name: 'Batch NEW-7' })).toBeFocused();
  await lot.scrollIntoViewIfNeeded();
  const message = await toast(page, 'Lot received.').boundingBox();
  const box = await lot.boundingBox();
  if (!message || !box) throw new Error('not on the screen');
  expect(message.y + message.height <= box.y || message.y >= box.y + box.height).toBe(true);
});
