/** Staff and one order: editing, two people at once, live changes, paper, and no scripts. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { Shop } from './shop.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const quantity = (page: Page, name: string) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true });
const note = (page: Page) => page.getByRole('textbox', { name: /^Note for staff/ });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason for the change' });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff' = 'admin') {
  await shop.signIn(
    context,
    await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' }),
  );
}

async function anOrder(shop: Shop, onHand = 10) {
  const customer = await shop.person();
  const item = await shop.product({ onHand });
  return { number: await shop.order(customer, item), item, customer };
}

async function linesOf(shop: Shop, number: string): Promise<number[]> {
  const rows = await shop.db
    .select({ quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.orderId, number))
    .orderBy(orderItems.position);
  return rows.map((row) => row.quantity);
}

const adding = (page: Page) => page.getByRole('searchbox', { name: 'Add a product' });

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

test('of two people who edit one order, the second sees what changed and decides', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const { number, item } = await anOrder(shop);
  const cap = await shop.product({ name: `Cap ${crypto.randomUUID().slice(0, 6)}`, onHand: 5 });
  await enter(shop, context);
  await visit(page, `/admin/orders/${number}/edit`);
  const otherContext = await openBrowser();
  await enter(shop, otherContext, 'staff');
  const other = await otherContext.newPage();
  await visit(other, `/admin/orders/${number}/edit`);

  await quantity(page, item.name).fill('2');
  await note(page).fill('From Ada');
  await reason(page).fill('Ada was called');

  await quantity(other, item.name).fill('3');
  await note(other).fill('From Sam');
  await adding(other).fill(String(cap.id));
  await adding(other).press('Enter');
  await expect(quantity(other, cap.name)).toHaveValue('1');
  await reason(other).fill('Sam was called');
  await save(other).click();
  await expect(toast(other, `${number} saved.`)).toBeVisible();

  await expect(page.getByText('Someone else changed this order after you opened it.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expectAccessible(page);
  const change = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(change(item.name)).toContainText(/3.*2/);
  await expect(change('Note')).toContainText(/From Sam.*From Ada/);
  await expect(change(cap.name)).toContainText('Not on your form');
  // The input is still there, and so is the colleague's line.
  await expect(quantity(page, item.name)).toHaveValue('2');
  await expect(note(page)).toHaveValue('From Ada');
  await expect(quantity(page, cap.name)).toHaveValue('1');

  await page.getByRole('button', { name: 'Take saved Note' }).click();
  await expect(note(page)).toHaveValue('From Sam');
  await save(page).click();
  await expect(toast(page, `${number} saved.`)).toBeVisible();
  expect(await linesOf(shop, number)).toEqual([2, 1]);
  await expect(page.getByRole('main')).toContainText('From Sam');
  for (const who of ['“Ada was called”', '“Sam was called”']) await expect(page.getByText(who)).toBeVisible();
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
