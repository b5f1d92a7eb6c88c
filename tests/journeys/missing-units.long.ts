/** An order with missing units is not marked ready, alone or in bulk. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { anOrder, quarantine } from './missing-units-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScrollAt } from './watch.ts';

test('an order with missing units cannot be marked ready, alone or in bulk, and says what to do', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const { number, item, customer } = await anOrder(shop, 'packing');
  const whole = await shop.order(customer, await shop.product({ onHand: 5 }));
  await shop.db.update(orders).set({ status: 'packing' }).where(eq(orders.orderId, whole));
  await quarantine(page, shop, item.id);

  await visit(page, `/admin/orders/${number}`);
  // Nothing asks the customer to come; the first action solves the problem.
  await expect(page.getByRole('button', { name: 'Mark ready for pickup' })).toHaveCount(0);
  await expect(
    page.getByText('The total includes these units until you replace or reduce them.'),
  ).toBeVisible();
  for (const link of await page.getByRole('link', { name: 'Replace or reduce' }).all())
    await expect(link).toHaveAttribute('href', `/admin/orders/${number}/edit`);
  await expect(page.getByRole('link', { name: 'Replace or reduce' })).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScrollAt(page);

  await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table.getByText('Units missing')).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const box of await table.locator('tbody').getByRole('checkbox').all()) await box.check();
  await expect(table.getByRole('link', { name: `Replace or reduce ${number}` })).toBeVisible();
  await page.getByRole('button', { name: 'Mark ready', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark ready' }).click();
  await expect(page.getByText('1 order updated.')).toBeVisible();
  await expect(page.getByRole('link', { name: `Edit ${number}` }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrollAt(page);
});
