/** Order Analytics as the owner uses it (specification section 2, admin screen 1), on days of their own. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orderItems, orders } from '#db/schema/orders.ts';
import type { Shop } from './shop.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });

/** Three orders of $45.00 each on a day long before the demo store's, in a category that no other test uses. */
async function aDayOfSales(shop: Shop, day: string) {
  const item = await shop.product({ onHand: 9 });
  const category = `Shelf ${randomBytes(4).toString('hex')}`;
  const numbers: string[] = [];
  for (const hour of ['10', '11', '12']) {
    const number = await shop.order(await shop.person(), item);
    const [order] = await shop.db
      .update(orders)
      .set({ createdAt: new Date(`${day}T${hour}:00:00-05:00`) })
      .where(eq(orders.orderId, number))
      .returning({ id: orders.id });
    await shop.db
      .update(orderItems)
      .set({ categoryName: category })
      .where(eq(orderItems.orderId, order?.id ?? ''));
    numbers.push(number);
  }
  return { item, numbers, category, query: `range=custom&from=${day}&to=${day}` };
}

test('an owner reads a day’s figures by keyboard alone and opens the orders behind one', async ({
  openBrowser,
  shop,
}) => {
  const { numbers, category, item } = await aDayOfSales(shop, '2019-01-15');
  const context = await openBrowser(DESK);
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, '/admin/dashboard');
  await pressUntil(page, 'g', async () => {
    await page.keyboard.press('n');
    await expect(heading(page, 'Order Analytics')).toBeVisible({ timeout: 2_000 });
  });
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('30-days');
  await expect(page.getByRole('combobox', { name: 'Break down by' })).toHaveValue('product-type');
  await expect(page.getByRole('heading', { name: 'Revenue Over Time' })).toBeVisible();

  // Selects react to typing; the dates appear when they are needed.
  const range = page.getByRole('combobox', { name: 'Time range' });
  await range.focus();
  await range.selectOption('Custom Dates');
  await page.getByLabel('From').fill('2019-01-15');
  await page.getByLabel('To', { exact: true }).fill('2019-01-14');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page.getByText('The last day must not come before the first.')).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('2019-01-15');
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await expect(page.getByText('No report for these dates.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download Report' })).toHaveCount(0);
  await page.getByLabel('To', { exact: true }).fill('2019-01-15');
  await page.getByRole('combobox', { name: 'Break down by' }).selectOption('Category');
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Jan 15, 2019$/ })).toBeVisible();
  // The focus stays on Apply, to press it again.
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  await expect(card(page, 'Total Revenue')).toContainText('$135.00');
  await expect(card(page, 'Total Orders')).toContainText('3');
  await expect(card(page, 'Average Order Value')).toContainText('$45.00');
  await expect(card(page, 'Products Sold')).toContainText('3');
  const recent = page.getByRole('table', { name: 'Recent Orders' });
  await expect(recent.locator('tbody tr')).toHaveCount(3);
  await expect(recent.locator('tbody tr').first()).toContainText(numbers[2] ?? '');
  await expect(recent.locator('tbody tr').first()).toContainText(category);
  await expect(page.getByRole('table', { name: 'Best sellers' })).toContainText(item.name);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('main').getByRole('link', { name: category }).first().press('Enter');
  await expect(heading(page, 'Order Management')).toBeVisible();
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Category' })).toHaveValue(category);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('on a tablet, a canceled order leaves revenue but still counts by status; the report downloads', async ({
  openBrowser,
  shop,
}) => {
  const { numbers, query } = await aDayOfSales(shop, '2018-02-20');
  const context = await openBrowser(TABLET);
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, `/admin/orders/${numbers[0]}`);
  await page.getByRole('button', { name: `Cancel order ${numbers[0]}` }).tap();
  const dialog = page.getByRole('dialog', { name: `Cancel ${numbers[0]}?` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called to cancel');
  await dialog.getByRole('button', { name: 'Cancel order' }).tap();
  await expect(toast(page, 'Status updated')).toBeVisible();

  await visit(page, `/admin/analytics?${query}&breakdown=status`);
  await expect(card(page, 'Total Revenue')).toContainText('$90.00');
  await expect(page.getByText('and 1 canceled')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Orders by Status' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recent Orders' }).getByText('Canceled')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const target of [
    page.getByRole('button', { name: 'Apply' }),
    page.getByRole('link', { name: 'Download Report' }),
    page.getByRole('combobox', { name: 'Time range' }),
    page.getByRole('link', { name: 'Canceled', exact: true }),
    page.getByRole('link', { name: numbers[0] ?? '', exact: true }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Report' }).tap();
  expect((await download).suggestedFilename()).toMatch(/^status-report-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole('link', { name: 'Canceled', exact: true }).tap();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: numbers[0] ?? '', exact: true })).toBeVisible();
});
