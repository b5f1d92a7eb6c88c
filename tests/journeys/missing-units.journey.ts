/** What staff see and can do while an order's units are missing, and what a new product lacks to go on sale. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScrollAt } from './watch.ts';

async function anOrder(shop: Shop, status: OrderStatus) {
  const customer = await shop.person();
  const item = await shop.product({ onHand: 5 });
  const number = await shop.order(customer, item);
  await setStatus(shop.db, number, status);
  return { number, item, customer };
}

/** Quarantines the only lot of a product, as staff do. */
async function quarantine(page: Page, shop: Shop, productId: number) {
  await visit(page, `/admin/products/${productId}/lots`);
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, productId));
  await page.getByRole('button', { name: `Quarantine batch ${lot?.batchNumber}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Mold');
  await dialog.getByRole('button', { name: 'Quarantine', exact: true }).click();
  await expect
    .poll(
      async () =>
        (
          await shop.db
            .select()
            .from(lots)
            .where(eq(lots.id, lot?.id ?? 0))
        )[0]?.status,
    )
    .toBe('quarantined');
}

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

test('a ready order whose units go missing tells its customer, and appears on the dashboard', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const { number, item, customer } = await anOrder(shop, 'ready');
  const at = eq(orders.orderId, number);
  const [planned] = await shop.db.select({ pickupStartsAt: orders.pickupStartsAt }).from(orders).where(at);
  await shop.db.update(orders).set({ pickupStartsAt: new Date() }).where(at);
  await quarantine(page, shop, item.id);

  await visit(page, '/admin/dashboard');
  const line = page
    .getByRole('region', { name: 'Today’s pickups' })
    .getByRole('row')
    .filter({ hasText: number });
  await expect(line.getByText('Units missing')).toBeVisible();
  await expectNoSidewaysScrollAt(page);
  // Back to the slot that the test chose for it.
  await shop.db
    .update(orders)
    .set({ ...planned })
    .where(at);

  const theirs = await openBrowser();
  await shop.signIn(theirs, customer);
  const own = await theirs.newPage();
  for (const path of [`/orders/${number}`, '/orders']) {
    await visit(own, path);
    await expect(own.getByText('Some items are missing')).toBeVisible();
    await expect(
      own.getByText(`We no longer have 1 of ${item.name}. The total still includes it.`),
    ).toBeVisible();
    await expect(own.getByText(/nothing is owed/i)).toBeHidden();
    await expect(own.getByText('Not ready yet')).toBeVisible();
    await expect(own.getByText('Ready for pickup', { exact: true })).toBeHidden();
    await expectAccessible(own);
    await expectNoSidewaysScrollAt(own);
  }
});
