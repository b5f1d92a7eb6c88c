/** Editing an order by keyboard, leaving it unsaved, seeing a colleague's changes, and on paper. */
import type { Page } from '@playwright/test';
import { adding, anOrder, enter, linesOf, note, quantity, reason, save } from './order-edit-steps.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('staff edit an order’s quantity, products, pickup time and note by keyboard, and a refused save loses nothing', async ({
  page,
  context,
  shop,
}) => {
  const { number, item } = await anOrder(shop, 4);
  const mug = await shop.product({
    name: `Mug ${crypto.randomUUID().slice(0, 6)}`,
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    retailPrice: 1800,
  });
  await enter(shop, context);
  await visit(page, `/admin/orders/${number}`);
  await pressUntil(page, 'e', () => expect(heading(page, `Edit ${number}`)).toBeVisible({ timeout: 2_000 }));

  await quantity(page, item.name).fill('5');
  // By name, with stock and price; Enter searches and saves nothing.
  await adding(page).fill(mug.name);
  await adding(page).press('Enter');
  await expect(page.getByText('1 product found.')).toBeVisible();
  await expect(page.getByText('$18.00 each · 10 available')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Add: ${mug.name}` }).press('Enter');
  await expect(quantity(page, mug.name)).toHaveValue('1');
  await expect(adding(page)).toBeFocused();
  await expect(quantity(page, item.name)).toHaveValue('5');
  await expect(page.getByText('New total')).toBeVisible();
  expect(await linesOf(shop, number)).toEqual([1]);
  await note(page).fill('Two bags');
  await save(page).press('Enter');
  // Without a reason: an error on top and beside the field, and the input is preserved.
  await expect(page.getByText('One thing to correct')).toBeVisible();
  await expect(page.locator('[data-summary]')).toBeFocused();
  await expect(reason(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await reason(page).fill('The customer called');
  await save(page).press('Enter');
  await expect(page.getByText(`Only 4 of ${item.name} are available for that pickup day.`)).toBeVisible();
  await expect(quantity(page, item.name)).toHaveValue('5');
  await expect(quantity(page, mug.name)).toHaveValue('1');
  await expect(note(page)).toHaveValue('Two bags');
  expect(await linesOf(shop, number)).toEqual([1]);

  await quantity(page, item.name).fill('2');
  await expect(page.getByText('$120.96')).toBeVisible();
  const slot = page.getByRole('combobox', { name: 'Pickup time' });
  const before = await slot.inputValue();
  await slot.selectOption({ index: (await slot.locator('option').count()) - 1 });
  expect(await slot.inputValue()).not.toBe(before);
  await save(page).press('Enter');
  await expect(toast(page, `${number} saved.`)).toBeVisible();
  await expect(heading(page, number)).toBeVisible();
  expect(await linesOf(shop, number)).toEqual([2, 1]);
  await expect(page.getByText('“The customer called”')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$120.96');
  await expect(page.getByText('Order edited')).toBeVisible();
});

test('leaving with unsaved changes asks first', async ({ page, context, shop }) => {
  const { number } = await anOrder(shop);
  await enter(shop, context, 'staff');
  await visit(page, `/admin/orders/${number}/edit`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(heading(page, number)).toBeVisible();

  await page.goBack();
  await note(page).fill('Not saved yet');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(note(page)).toHaveValue('Not saved yet');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, number)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Not saved yet');
});

test('list and order follow a colleague’s changes', async ({ page, context, openBrowser, shop }) => {
  const { number, customer } = await anOrder(shop);
  await enter(shop, context);
  const list = page;
  await visit(list, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  const detail = await context.newPage();
  await visit(detail, `/admin/orders/${number}`);
  const otherContext = await openBrowser();
  await enter(shop, otherContext, 'staff');
  const other = await otherContext.newPage();
  await visit(other, `/admin/orders/${number}`);
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(toast(other, 'Status updated')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Start packing' })).toBeVisible();
  await list.bringToFront();
  await expect(list.getByRole('row', { name: new RegExp(number) })).toContainText('Confirmed');
});

test('on paper an order is a pick list', async ({ page, context, shop }) => {
  const { number, item, customer } = await anOrder(shop);
  await enter(shop, context);
  await visit(page, `/admin/orders/${number}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await pressUntil(page, 'p', () =>
    expect(page.locator('body[data-printed]')).toHaveCount(1, { timeout: 2_000 }),
  );
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  for (const there of [number, item.name, customer.email, 'Batch B-1', '$50.40'])
    await expect(main.getByText(there, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  for (const away of ['Next', 'Messages sent', 'History'])
    await expect(page.getByRole('heading', { name: away })).toBeHidden();
});
