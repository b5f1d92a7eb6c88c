/** A refund from the counter's page to the customer's: money, record, receipt. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders, refunds } from '#db/schema/orders.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff'): Promise<Page> {
  await shop.signIn(
    context,
    await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' }),
  );
  return context.newPage();
}

/** A merchandise order, which needs no ID, handed over and paid on this page. */
async function handedOver(shop: Shop, page: Page) {
  const robin = await shop.person({ name: 'Robin Hale' });
  const item = await shop.product({
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    retailPrice: 1800,
  });
  const number = await shop.order(robin, item);
  await visit(page, `/admin/orders/${number}`);
  for (const step of ['Confirm', 'Mark ready for pickup']) {
    await page.getByRole('button', { name: step, exact: true }).click();
    await expect(page.getByRole('button', { name: step, exact: true })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Hand over' }).click();
  await page.getByLabel('Cash received').fill('100');
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(page.getByRole('heading', { name: `${number} is handed over to Robin Hale` })).toBeVisible();
  await visit(page, `/admin/orders/${number}`);
  return { robin, item, number };
}

test('an admin refunds by keyboard, and receipt, history and customer page show it', async ({
  openBrowser,
  shop,
}) => {
  const page = await enter(shop, await openBrowser(DESK), 'admin');
  const { robin, item, number } = await handedOver(shop, page);
  const theirs = await openBrowser({ viewport: { width: 390, height: 844 } });
  await shop.signIn(theirs, robin);
  const their = await theirs.newPage();
  await visit(their, `/orders/${number}`);

  await page.getByRole('link', { name: 'Record refund' }).press('Enter');
  await expect(heading(page, `Refund ${number}`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const units = page.getByRole('spinbutton', { name: `Units of ${item.name}` });
  await units.fill('2');
  await page.getByLabel('Reason').fill('Print is crooked');
  await page.getByRole('button', { name: 'Record refund' }).press('Enter');
  await expect(page.getByText('At most 1 unit is left.').first()).toBeVisible();
  // The input is still there.
  await expect(page.getByLabel('Reason')).toHaveValue('Print is crooked');
  await units.fill('1');
  // Another journey may have cash rounded at that moment.
  await expect(
    page.getByText(/^To refund: \$\d+\.\d\d(?: in cash)?, including \$\d+\.\d\d tax/),
  ).toBeVisible();
  await page.getByLabel('The goods').selectOption('returned');
  await page.getByRole('button', { name: 'Record refund' }).press('Enter');
  await expect(page.getByText(/^Give the customer \$\d+\.\d\d in cash\?/)).toBeVisible();
  await page.getByRole('button', { name: /^Refund \$/ }).press('Enter');
  await expect(page.getByText(`Refund of ${number} recorded.`)).toBeVisible();
  await expect(page.getByText(/^Give the customer \$\d+\.\d\d$/)).toBeVisible();
  await expect(heading(page, number)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('“Print is crooked”');
  await expect(
    page
      .getByRole('main')
      .getByText(/^✕?\s*Refunded$/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Record refund' })).toHaveCount(0);
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  const [refund] = await shop.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order?.id ?? ''));
  expect([refund?.amount, refund?.tax]).toEqual([order?.total, order?.tax]);
  // The shirt is for sale again.
  await expect.poll(() => shop.available(item)).toBe(10);

  await expect(their.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  await expect(their.getByRole('main')).not.toContainText('Print is crooked');
  await shop.mailbox.receive(robin.email, new RegExp(`Refund for order ${number}`));
  await page.getByText('Receipt', { exact: true }).click();
  await page.getByRole('link', { name: 'Print receipt' }).press('Enter');
  await expect(page).toHaveURL(`/admin/orders/${number}/receipt`);
  await expect(page.getByText('Paid in cash, refunded since.')).toBeVisible();
  await expect(page.getByText(new RegExp(`^Refunded .*: 1 × ${item.name}`))).toBeVisible();
});
