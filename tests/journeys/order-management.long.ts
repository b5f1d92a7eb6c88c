/** Canceling orders in Order Management, one and many, and the pick list. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { anOrder, enter, heading, statusOf, TABLET } from './order-management-steps.ts';
import { takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test('staff cancel an order with a reason, which its history shows', async ({ page, context, shop }) => {
  const { number, item } = await anOrder(shop, { onHand: 3 });
  await enter(shop, context, 'staff', 'Sam Counter');
  await visit(page, `/admin/orders/${number}`);
  await page.getByRole('button', { name: `Cancel order ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${number}?` });
  await expect(dialog).toContainText('Its one unit');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Don’t cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await statusOf(shop, number)).toBe('pending');

  await page.getByRole('button', { name: `Cancel order ${number}` }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Called to cancel');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, 'Status updated')).toBeVisible();
  await expect(page.getByText('“Called to cancel”')).toBeVisible();
  await expect(page.getByText('This order has ended.')).toBeVisible();
  await expect.poll(() => shop.available(item)).toBe(3);
  await page.goto(`/admin/orders/${number}/edit`);
  await takenOver(page);
  await expect(page).toHaveURL(`/admin/orders/${number}`);
  await expect(toast(page, 'This order has ended, so it can no longer be edited.')).toBeVisible();
});

test('staff on a tablet cancel many orders with a reason, and bulk actions do not include completing', async ({
  openBrowser,
  shop,
}) => {
  const customer = await shop.person();
  const item = await shop.product({ onHand: 2 });
  const numbers = [await shop.order(customer, item), await shop.order(customer, await shop.product())];
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByRole('button', { name: /Hand over|Complete/ })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Cancel orders…' }).tap();
  const asked = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expectAccessible(page);
  // The browser itself asks for the reason.
  await asked.getByRole('button', { name: 'Cancel orders' }).tap();
  await expect(asked).toBeVisible();
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Snowed in');
  await asked.getByRole('button', { name: 'Cancel orders' }).tap();
  await expect(page.getByText('2 orders updated.')).toBeVisible();
  for (const number of numbers) expect(await statusOf(shop, number)).toBe('cancelled');
  await expect.poll(() => shop.available(item)).toBe(2);
  await page
    .getByRole('link', { name: numbers[0] ?? '', exact: true })
    .first()
    .tap();
  await expect(page.getByText('“Snowed in”')).toBeVisible();
});

test('the pick list of selected orders shows their lots by product and by order, and prints without the frame', async ({
  openBrowser,
  shop,
}) => {
  const mark = randomBytes(6).toString('hex');
  const item = await shop.product();
  const numbers: string[] = [];
  for (const name of ['robin', 'wren'])
    numbers.push(await shop.order(await shop.person({ email: `${name}-${mark}@example.com` }), item));
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff', 'Sam Counter');
  const page = await context.newPage();
  await visit(page, `/admin/orders?email=${mark}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Print pick list' }).tap();
  await expect(heading(page, 'Pick list')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(item.name) });
  await expect(row).toContainText('2 ×');
  await expect(row).toContainText('Batch B-1');
  for (const number of numbers) await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: null });

  // Of a day: today's, and the chosen one.
  const [order] = await shop.db
    .select({ at: orders.pickupStartsAt })
    .from(orders)
    .where(eq(orders.orderId, numbers[0] ?? ''));
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(order?.at ?? 0);
  await visit(page, '/admin/orders');
  await page.getByRole('link', { name: 'Today’s pick list' }).tap();
  await expect(page.getByText(/\(today\)/)).toBeVisible();
  await page.getByLabel('Day').fill(day);
  await page.getByRole('button', { name: 'Show' }).tap();
  await expect(page.getByRole('heading', { name: numbers[0] ?? '' })).toBeVisible();
});
