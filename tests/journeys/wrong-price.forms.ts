/**
 * A wrong price in the back office and at the counter without scripts: who paid it, its correction, the refund, the
 * customer's page.
 */

import { enter, heading } from './form-steps.ts';
import { expect, test } from './forms.ts';
import type { PlainPage } from './plain-page.ts';
import type { Shop } from './shop.ts';

const merchandise = {
  ...{
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
  },
  retailPrice: 2750,
} as const;

/** Handed over and paid on this page. */
async function handOver(page: PlainPage, number: string): Promise<void> {
  await page.goto(`/admin/orders/${number}`);
  for (const step of ['Confirm', 'Mark ready for pickup'])
    await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('link', { name: 'Hand over' }).click();
  await page.getByLabel('Cash received').fill('100');
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(heading(page, new RegExp(`^${number} is handed over to`))).toBeVisible();
}

async function twoOrders(shop: Shop, page: PlainPage) {
  const item = await shop.product(merchandise);
  const [robin, kim] = [await shop.person({ name: 'Robin Hale' }), await shop.person({ name: 'Kim Reyes' })];
  const paid = await shop.order(robin, item);
  await handOver(page, paid);
  return { item, robin, paid, open: await shop.order(kim, item), kim };
}

test('without scripts an admin finds who paid a wrong price, corrects it, and the counter refunds the difference once', async ({
  openVisitor,
  shop,
}) => {
  const page = await openVisitor();
  await enter(shop, page);
  const { item, robin, paid, open, kim } = await twoOrders(shop, page);
  await page.goto(`/admin/products/${item.id}`);
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await page.getByRole('link', { name: 'Open buyers at $27.50' }).click();
  await page.getByLabel('Right list price').fill('30');
  await page.getByRole('button', { name: 'Show who paid it' }).click();
  await expect(page.getByText('The right price must be lower than the wrong one.').first()).toBeVisible();
  await page.getByLabel('Right list price').fill('25.00');
  await page.getByRole('button', { name: 'Show who paid it' }).click();
  await expect(page.getByRole('heading', { name: '2 people paid too much' })).toBeVisible();
  await page.getByLabel('Reason').fill('Wrong price on Saturday');
  await page.getByRole('button', { name: 'Correct 2 orders' }).click();
  await expect(heading(page, new RegExp(`^Correction \\d+: ${item.name}`))).toBeVisible();
  await expect
    .poll(async () => {
      await page.reload();
      return (await page.getByText('Price lowered').allInnerTexts()).length;
    })
    .toBeGreaterThan(0);
  await expect(page.getByText('Refund due').first()).toBeVisible();

  const customer = await openVisitor();
  await shop.signIn(customer, kim);
  await customer.goto(`/orders/${open}`);
  await expect(customer.getByText('A wrong price was lowered')).toBeVisible();
  const other = await openVisitor();
  await shop.signIn(other, robin);
  await other.goto(`/orders/${paid}`);
  await expect(
    other.getByText('A price was wrong. We will refund $2.80 in cash at your next visit.'),
  ).toBeVisible();

  const counter = await openVisitor();
  await enter(shop, counter, 'staff');
  const next = await shop.order(robin, item, 2);
  await counter.goto(`/counter/orders/${next}`);
  await expect(counter.getByText(`Wrong price on Saturday, ${paid}`)).toBeVisible();
  await counter.getByRole('button', { name: 'Refund $2.80' }).click();
  await expect(
    counter.getByText(`Give the customer $2.80. The refund of ${paid} is recorded.`),
  ).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Refund $2.80' })).toHaveCount(0);
  // The message is there once; the line, as long as the order is open on this day.
  await counter.goto(`/counter/orders/${next}`);
  await expect(
    counter.getByText(new RegExp(`^Refunded \\$2\\.80 for ${paid} at \\d+:\\d\\d [AP]M by Sam Counter$`)),
  ).toBeVisible();
  await other.goto(`/orders/${paid}`);
  await expect(other.getByText('A price was wrong.')).toHaveCount(0);
  await expect(other.getByText('$2.80').first()).toBeVisible();
});
