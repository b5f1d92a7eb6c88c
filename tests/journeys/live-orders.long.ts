/** Your Orders, live, in nine tabs of one browser. */
import type { Page, Request } from '@playwright/test';
import { aCustomer, currentStep, staffAt } from './live-orders-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

// Requests of the whole browser are counted.
test.use({ ownBrowser: true });

const TABS = 9;

test('nine tabs of one browser follow an order over one stream, and none hangs', async ({
  context,
  shop,
  openBrowser,
}) => {
  const customer = await aCustomer(shop, context);
  const number = await shop.order(customer, await shop.product());
  let streams = 0;
  const isStream = (request: Request) =>
    new URL(request.url()).pathname === '/live' && request.headers().accept === 'text/event-stream';
  context.on('request', (request) => {
    if (isStream(request)) streams += 1;
  });
  const over = (request: Request) => {
    if (isStream(request)) streams -= 1;
  };
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  const tabs: Page[] = [];
  for (let tab = 0; tab < TABS; tab++) {
    const page = await context.newPage();
    // Half of them show the list, half the order.
    await visit(page, tab % 2 === 0 ? '/orders' : `/orders/${number}`);
    tabs.push(page);
  }
  await expect.poll(() => streams).toBe(1);
  const staff = await staffAt(shop, openBrowser, `/admin/orders/${number}`);
  await staff.getByRole('button', { name: 'Confirm', exact: true }).click();
  for (const page of tabs) await expect(currentStep(page)).toContainText('Accepted');
  await expect.poll(() => streams).toBe(1);
});
