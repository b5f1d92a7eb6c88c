/** The page of an order: what it shows, and a customer who runs late. */
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { passLabel } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { anOrder, asStaff, stored } from './order-page-steps.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScrollAt } from './watch.ts';

test('shows the items, what to bring and when the store is open, with a pass that a scanner reads', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const { item, number } = await anOrder(shop, context, page);
  const { passCode } = await stored(shop, number);
  await expect(page.getByRole('region', { name: 'Items' })).toContainText(item.name);
  await expect(page.getByRole('region', { name: 'What to bring' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Store hours', exact: true })).toContainText('Tomorrow');
  const pass = page.getByRole('region', { name: 'Pickup pass' });
  await expect(pass).toContainText(passLabel(passCode));
  await expect(
    pass.getByRole('img', { name: `QR code of your pickup pass, ${passLabel(passCode)}` }),
  ).toBeVisible();
  await expectNoSidewaysScrollAt(page);

  // Only staff can use the code.
  const staff = await asStaff(shop, openBrowser, `/admin/orders?find=${passLabel(passCode).toLowerCase()}`);
  await expect(staff.getByRole('table', { name: 'Orders' }).locator('tbody tr')).toHaveCount(1);
  await expect(staff.getByRole('table', { name: 'Orders' })).toContainText(number);
});

/** Makes it noon at the store at any hour, by choosing a time zone. */
async function atNoon(shop: Shop, work: () => Promise<void>): Promise<void> {
  const offset = new Date().getUTCHours() - 12;
  const zone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '+' : ''}${offset}`;
  const [before] = await shop.db.select().from(storeSettings).where(eq(storeSettings.name, 'store'));
  const value = { ...(before?.value as object | undefined), zone };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'store', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  try {
    await work();
  } finally {
    if (before)
      await shop.db.update(storeSettings).set({ value: before.value }).where(eq(storeSettings.name, 'store'));
    else await shop.db.delete(storeSettings).where(eq(storeSettings.name, 'store'));
  }
}

test('tells the counter that its customer runs late, on the order and on the counter’s first page', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  await atNoon(shop, async () => {
    const { number } = await anOrder(shop, context, page);
    const { pickupStartsAt, pickupEndsAt } = await stored(shop, number);
    const start = Temporal.Now.instant().round('minute').add({ minutes: 30 });
    await shop.db
      .update(orders)
      .set({
        pickupStartsAt: new Date(start.epochMilliseconds),
        pickupEndsAt: new Date(start.add({ minutes: 30 }).epochMilliseconds),
      })
      .where(eq(orders.orderId, number));
    const detail = await asStaff(shop, openBrowser, `/admin/orders/${number}`);
    const dashboard = await asStaff(shop, openBrowser, '/admin/dashboard');
    const late = page.getByRole('region', { name: 'Running late?' });
    await expect(async () => {
      await visit(page, `/orders/${number}`);
      await expect(late).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expectAccessible(page);
    await late.getByRole('combobox', { name: 'I will be there' }).selectOption({ index: 1 });
    await late.getByRole('button', { name: 'Tell the store' }).press('Enter');
    await expect(late).toContainText(/You told us: Around \d+:\d\d PM\./);
    const said = late.getByText('You told us:');
    const words = /Around \d+:\d\d PM/.exec(await said.innerText())?.[0] ?? 'nothing';
    await expect(detail.getByText(`Running late: ${words}`)).toBeVisible();
    await expect(dashboard.getByText(`Running late: ${words}`).first()).toBeVisible();
    await expectAccessible(detail);
    for (const index of [2, 3]) {
      await late.getByRole('combobox').selectOption({ index });
      const before = await said.innerText();
      await late.getByRole('button', { name: 'Tell the store' }).click();
      await expect(said).not.toHaveText(before);
    }
    await late.getByRole('combobox').selectOption({ index: 4 });
    await late.getByRole('button', { name: 'Tell the store' }).click();
    await expect(late).toContainText('You have told us a few times already. Please call us.');
    // It still takes a place in its original slot.
    await shop.db.update(orders).set({ pickupStartsAt, pickupEndsAt }).where(eq(orders.orderId, number));
  });
});
