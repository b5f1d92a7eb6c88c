/** The evening at the counter: from the board to 'Done for today', on two tablets. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import type { OpenBrowser } from './support.ts';
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

/** A page of someone else, in a browser of their own. */
async function secondTablet(
  openBrowser: OpenBrowser,
  shop: Shop,
  role: 'staff' | 'admin',
  name: string,
): Promise<Page> {
  const browser = await openBrowser();
  await shop.signIn(browser, await shop.person({ role, name }));
  return browser.newPage();
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
  const lee = await secondTablet(openBrowser, shop, 'staff', 'Lee Ford');

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
  await expectFits(kim, [390, 768, 1024, 1440]);

  // A wrong tick is taken back, and the day is open again on both.
  await kim.getByRole('button', { name: new RegExp(`^Undo .* of ${number}$`) }).click();
  await expect(lee.getByText('Done for today.')).toHaveCount(0);
  await expect(lee.getByText('1 step left')).toBeVisible();
});

test('a hand-over that was not accepted holds the day open until an admin settles it, and both tablets see it', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await clearTheDay(shop);
  const number = await missedOrder(shop, 'Marlo Finch');
  const staff = await shop.person({ role: 'staff', name: 'Kim Reyes' });
  await shop.signIn(context, staff);
  const ana = await secondTablet(openBrowser, shop, 'admin', 'Ana Cole');
  await visit(kim, '/counter/end-of-day');
  await visit(ana, '/counter/end-of-day');
  await ana.getByRole('button', { name: `Not picked up ${number}` }).click();
  await ana.getByRole('dialog').getByRole('button', { name: 'Not picked up' }).click();
  await expect(toast(ana, `${number} is marked as not picked up.`)).toBeVisible();

  // Kim's tablet handed it over without a network before that, and sends it now.
  const answer = await kim.evaluate(
    async (fields) => {
      const sent = await fetch('/counter/actions', { method: 'POST', body: new URLSearchParams(fields) });
      return sent.json();
    },
    {
      ...{ id: randomUUID(), kind: 'hand-over', order: number, version: '1', by: staff.userId },
      ...{ doneAt: String(Date.now() - 900_000), idKind: 'passport', idIssuer: 'Canada' },
      ...{ cashReceived: '80', owed: '7840', nameMatches: '1' },
    },
  );
  expect(answer).toMatchObject({ outcome: 'refused' });
  const step = (page: typeof kim) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /Hand-overs that were not/ }) });
  for (const page of [kim, ana]) {
    await expect(step(page)).toContainText('$78.40 in cash');
    await expect(page.getByText('The customer has them').first()).toBeVisible();
  }
  await expect(step(kim)).toContainText('An admin or the person in charge settles this.');
  for (const page of [kim, ana]) await expectFits(page, [390, 768, 1440]);
  await ana.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(step(ana)).not.toContainText('Settled by');
  await ana
    .getByLabel(`What was done about ${number}`)
    .fill('Entered as a pay-in. The jars are counted out.');
  await ana.getByRole('button', { name: `Settle ${number}` }).click();
  for (const page of [kim, ana]) await expect(step(page)).toContainText('Settled by Ana Cole');
  await visit(kim, '/counter/cash');
  await expect(kim.getByText('Cash that no record has')).toHaveCount(0);
});

test('two people count one drawer at once: the later one still has what was typed, and reads who was first', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const lee = await secondTablet(openBrowser, shop, 'staff', 'Lee Ford');
  await visit(kim, '/counter/cash');
  await kim.getByLabel(/Float/).fill('100');
  await kim.getByRole('button', { name: 'Open the drawer' }).click();
  await kim.getByRole('link', { name: /^Count, close/ }).click();
  await visit(lee, '/counter/cash/count');
  await lee.getByLabel('Counted').fill('91');
  await kim.getByLabel('Counted').fill('90');
  await kim.getByRole('button', { name: 'Save the count' }).click();
  await expect(kim.getByText('Short $10.00')).toBeVisible();
  await expect(lee.getByLabel('Counted')).toHaveValue('91');
  await lee.getByRole('button', { name: 'Save the count' }).click();
  await expect(lee.getByText(/Kim Reyes counted this drawer at/).first()).toBeVisible();
  await expect(lee.getByLabel('Counted')).toHaveValue('91');
  await expectAccessible(lee);
});
