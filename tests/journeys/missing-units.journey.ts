/** A ready order whose units go missing: its customer and the dashboard learn of it. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { anOrder, quarantine } from './missing-units-steps.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScrollAt } from './watch.ts';

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
    await expect(own.getByText(/you owe nothing/i)).toBeHidden();
    await expect(own.getByText('Not ready yet')).toBeVisible();
    await expect(own.getByText('Ready for pickup', { exact: true })).toBeHidden();
    await expectAccessible(own);
    await expectNoSidewaysScrollAt(own);
  }
});
