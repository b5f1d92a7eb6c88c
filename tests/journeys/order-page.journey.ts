/** The page of an order as its customer uses it: move, cancel, calendar. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { announce } from '#platform/live/announce.ts';
import { anOrder, asStaff, heading, stored } from './order-page-steps.ts';
import { about, chooseTime, freeTimes, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectNoSidewaysScroll } from './watch.ts';

/** The order is in the first free slot, so the last one of the last day is different. */
async function chooseOnLastDay(page: Page): Promise<string> {
  await page.locator('label[for^="day-"]').last().click();
  return chooseTime(page);
}

/** Changes something while the button's request is on its way, so no page can know before. */
async function pressAndMeanwhile(page: Page, button: string, change: () => Promise<unknown>): Promise<void> {
  const address = (url: URL) => /\/move(\.data)?$/.test(url.pathname);
  let changes = 0;
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') {
      await change();
      changes += 1;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: button }).click();
  await expect.poll(() => changes).toBe(1);
  await page.unroute(address);
}

test('moves the pickup by keyboard; staff see it at once, and the calendar file follows', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const { number } = await anOrder(shop, context, page);
  const staff = await asStaff(shop, openBrowser, `/admin/orders/${number}`);
  const calendar = async () => (await page.request.get(`/orders/${number}/calendar.ics`)).text();
  const first = await calendar();
  const before = await stored(shop, number);
  expect(first).toContain(`UID:pickup-${before.id}\r\nSEQUENCE:1\r\n`);

  await page.getByRole('link', { name: 'Move pickup' }).press('Enter');
  await expect(heading(page, 'Move pickup')).toBeVisible();
  await expectNoSidewaysScroll(page);
  // To another day: the arrows move through the days, then through the times.
  const days = page.getByRole('group', { name: 'Pickup Time' }).locator('input[name=day]');
  await days.last().focus();
  await page.keyboard.press('Space');
  await freeTimes(page).first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move pickup' }).press('Enter');

  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(toast(page, /^Your pickup is now /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order history' })).toContainText('Pickup moved');
  const after = await stored(shop, number);
  expect(after.pickupStartsAt).not.toEqual(before.pickupStartsAt);
  await expect(staff.getByText('Moved by the customer')).toBeVisible();
  const second = await calendar();
  expect(second).toContain(`UID:pickup-${before.id}\r\nSEQUENCE:2\r\n`);
  expect(second).toContain('SUMMARY:Pickup ORD');
  expect(second).not.toMatch(/cannabis|kestrel/i);
});

test('stays put when the new time has just filled up or staff are packing, and says what changed', async ({
  page,
  context,
  shop,
}) => {
  const { number } = await anOrder(shop, context, page);
  await visit(page, `/orders/${number}/move`);
  const label = await chooseOnLastDay(page);
  const id = await page.locator('input[name=slot]:checked').getAttribute('value');
  const startsAt = new Date(id ?? '');
  const [before] = await shop.db.select().from(pickupSlots).where(eq(pickupSlots.startsAt, startsAt));
  const fill = (taken: number) =>
    shop.db
      .insert(pickupSlots)
      .values({ startsAt, taken })
      .onConflictDoUpdate({ target: pickupSlots.startsAt, set: { taken } });
  await fill(100_000);
  try {
    await page.getByRole('button', { name: 'Move pickup' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('has just filled up');
    await expect(page.getByRole('radio', { name: new RegExp(`${label}.*Full`) }).last()).toBeDisabled();
    await fill(before?.taken ?? 0);

    // The page learns of it before the press and says so, and the button still gets the right answer.
    await visit(page, `/orders/${number}/move`);
    await chooseOnLastDay(page);
    await fill(100_000);
    const { id: order } = await stored(shop, number);
    await shop.db.transaction((tx) => announce(tx, `order:${order}`));
    const times = page.getByRole('group', { name: 'Pickup Time' });
    await expect(times.getByText('The time you chose has just filled up.')).toBeVisible();
    await page.getByRole('button', { name: 'Move pickup' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('has just filled up');
    await expect(times.getByText('has just filled up')).toBeVisible();
  } finally {
    await fill(before?.taken ?? 0);
  }

  // Staff were faster.
  await visit(page, `/orders/${number}/move`);
  await chooseOnLastDay(page);
  const toStatus = (status: 'confirmed' | 'packing', version: number) =>
    shop.db.update(orders).set({ status, version }).where(eq(orders.orderId, number));
  await pressAndMeanwhile(page, 'Move pickup', () => toStatus('confirmed', 5));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It is ‘Accepted by the farm’ now.');
  await pressAndMeanwhile(page, 'Move pickup', () => toStatus('packing', 6));
  await expect(toast(page, /‘Packing’, so its pickup can no longer be moved here/)).toBeVisible();
  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(page.getByRole('link', { name: 'Move pickup' })).toHaveCount(0);
});

test('cancels after a question that names what is lost', async ({ page, context, shop }) => {
  const { item, number } = await anOrder(shop, context, page);
  await page.getByRole('button', { name: about('Cancel order', number) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`We will no longer hold 1 × ${item.name} for you or your pickup time,`);
  await dialog.getByRole('button', { name: 'Don’t cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: about('Cancel order', number) }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, `${number} is canceled.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pickup pass' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Order history' })).toContainText('Canceled');
  const file = await (await page.request.get(`/orders/${number}/calendar.ics`)).text();
  expect(file).toContain('STATUS:CANCELLED');
});
