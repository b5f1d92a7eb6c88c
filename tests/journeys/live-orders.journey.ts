/** Your Orders, live: staff's changes show at once in every open tab. */
import type { Page } from '@playwright/test';
import { aCustomer, currentStep, staffAt } from './live-orders-steps.ts';
import { about, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

// Requests of the whole browser are counted.
test.use({ ownBrowser: true });

/** A reloaded page no longer has the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stays: true }));
const wasReloaded = (page: Page) => page.evaluate(() => !('stays' in window));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('an order changes in two open tabs while staff act', async ({ context, shop, openBrowser }) => {
  const customer = await aCustomer(shop, context);
  const number = await shop.order(customer, await shop.product());
  const [list, detail] = [await context.newPage(), await context.newPage()];
  await visit(list, '/orders');
  await visit(detail, `/orders/${number}`);
  await expect(heading(detail, number)).toBeVisible();
  for (const page of [list, detail]) await mark(page);

  const staff = await staffAt(shop, openBrowser, `/admin/orders/${number}`);
  for (const [button, word] of [
    ['Confirm', 'Accepted'],
    ['Start packing', 'Packing'],
    ['Mark ready for pickup', 'Ready'],
  ] as const) {
    await staff.getByRole('button', { name: button, exact: true }).click();
    await expect(currentStep(list)).toContainText(word);
    await expect(currentStep(detail)).toContainText(word);
    await expect(detail.getByRole('region', { name: 'Order history' })).toContainText(word);
  }
  // An order being packed can no longer be canceled by a click.
  await expect(detail.getByRole('button', { name: about('Cancel order', number) })).toHaveCount(0);
  for (const page of [list, detail]) expect(await wasReloaded(page)).toBe(false);
});

test('a reservation from one tab appears in the other with the time left, and disappears when the customer cancels it', async ({
  context,
  page,
  shop,
}) => {
  await aCustomer(shop, context);
  const item = await shop.product();
  await visit(page, '/orders');
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  const other = await context.newPage();
  await visit(other, item.path);
  await other.getByRole('button', { name: 'Reserve for Pickup' }).click();
  const held = page.getByRole('region', { name: 'Held for you' });
  await expect(held).toContainText(item.name);
  await expect(held).toContainText(/Held until .+(?:\d+ days? )?\d+ h(?: \d+ min)? left/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await visit(other, '/orders');
  await other.getByRole('button', { name: about('Cancel', item.name) }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(held).toHaveCount(0);
});
