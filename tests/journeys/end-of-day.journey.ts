/** The evening at the counter: from the board to 'Done for today', on two tablets. */
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

/** The demo store's open orders wait without a time, so that only this journey's orders are still open. */
async function clearTheDay(shop: Shop): Promise<void> {
  const isOpen = sql`status in ('pending', 'confirmed', 'packing', 'ready')`;
  await shop.db.execute(sql`update pickup_slots set taken = taken - (
    select count(*)::int from orders where ${isOpen} and pickup_starts_at = pickup_slots.starts_at)`);
  await shop.db.execute(sql`update orders
    set status = 'confirmed', pickup_starts_at = null, pickup_ends_at = null, arrived_at = null, arrival_number = null
    where ${isOpen}`);
}

/** A packed order whose pickup time is over. */
async function missedOrder(shop: Shop, name: string): Promise<string> {
  const number = await shop.order(await shop.person({ name }), await shop.product({ onHand: 5 }));
  const endsAt = new Date(Date.now() - 60 * 60_000);
  const startsAt = new Date(endsAt.getTime() - 30 * 60_000);
  const [placed] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ pickupStartsAt: startsAt, pickupEndsAt: endsAt })
      .where(eq(orders.orderId, number));
    await tx.insert(pickupSlots).values({ startsAt, taken: 1 });
    await tx
      .update(pickupSlots)
      .set({ taken: sql`${pickupSlots.taken} - 1` })
      .where(eq(pickupSlots.startsAt, placed?.pickupStartsAt ?? startsAt));
  });
  await setStatus(shop.db, number, 'ready');
  return number;
}

test('an evening leads from the board to done for today, and a second tablet sees each tick', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await clearTheDay(shop);
  const number = await missedOrder(shop, 'Juniper Vale');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();

  await visit(kim, '/counter');
  await kim.getByRole('link', { name: 'End of day' }).first().click();
  await expect(kim.getByRole('heading', { name: 'End of day' })).toBeVisible();
  await visit(lee, '/counter/end-of-day');
  await expectAccessible(kim);

  await kim.getByRole('button', { name: `Not picked up ${number}` }).click();
  await kim.getByRole('dialog').getByRole('button', { name: 'Not picked up' }).click();
  await expect(toast(kim, `${number} is marked as not picked up.`)).toBeVisible();

  // The bag turns up on the other tablet, and its tick on this one.
  await lee.getByRole('button', { name: new RegExp(`^Put back .* of ${number}$`) }).click();
  await expect(kim.getByText(/Put back by Lee Ford/)).toBeVisible();
  await expect(kim.getByText('Done for today.')).toBeVisible();
  await expect(lee.getByText('Done for today.')).toBeVisible();
  for (const width of [390, 768, 1024]) {
    await kim.setViewportSize({ width, height: 900 });
    await expectFits(kim);
  }
  await expectAccessible(kim);

  // A wrong tick is taken back, and the day is open again on both.
  await kim.getByRole('button', { name: new RegExp(`^Undo .* of ${number}$`) }).click();
  await expect(lee.getByText('Done for today.')).toHaveCount(0);
  await expect(lee.getByText('1 step left')).toBeVisible();
});
