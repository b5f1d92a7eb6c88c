/** A reservation from the list to an order, by keyboard and on a tablet. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { CREATE, cardOf, chooseTime, DESK, enter, listOf, PATH, TABLET } from './reservations-steps.ts';
import type { Shop } from './shop.ts';
import { anItem, reserve } from './shop-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const statusOf = async (shop: Shop, id: string) =>
  (
    await shop.db
      .select({ status: pickupReservations.status })
      .from(pickupReservations)
      .where(eq(pickupReservations.id, id))
  )[0]?.status;

test('an admin makes an order of a reservation by keyboard, and its customer sees it at once', async ({
  openBrowser,
  shop,
}) => {
  const item = await anItem(shop);
  const robin = await shop.person({ name: 'Robin Hale' });
  const id = await reserve(shop, robin, item);
  const theirs = await openBrowser(PHONE);
  await shop.signIn(theirs, robin);
  const their = await theirs.newPage();
  await visit(their, '/orders');
  await expect(their.getByRole('heading', { name: 'Held for you' })).toBeVisible();

  const context = await openBrowser(DESK);
  await enter(shop, context, 'admin');
  const page = await context.newPage();
  await visit(page, PATH);
  await expect(heading(page, 'Pickup Reservations')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Product' }).fill(item.name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 reservation', { exact: true })).toBeVisible();
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  const card = cardOf(page, item);
  await expect(card).toContainText('$45.00 · Batch B-1');
  await expect(card).toContainText(robin.email);
  await expect(card.getByRole('link', { name: 'Robin Hale' })).toBeVisible();
  await expect(card).toContainText('No time chosen');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await card.getByRole('button', { name: CREATE }).press('Enter');
  await expect(heading(page, 'Create order')).toBeVisible();
  await page.getByRole('button', { name: 'Create order' }).press('Enter');
  const time = page.getByRole('combobox', { name: 'Pickup time' });
  await expect(time).toBeFocused();
  await expect(time).toHaveAccessibleDescription(/Choose a pickup time\./);
  await expectAccessible(page);
  await chooseTime(page);
  await expect(toast(page, 'Order created and reservation submitted')).toBeVisible();
  await expect(card.getByRole('button', { name: CREATE })).toHaveCount(0);
  await expect(card.getByRole('combobox', { name: /^Status/ })).toHaveValue('confirmed');
  // The job makes it, and the card updates by itself.
  await expect(card.getByText('Order slip generated & stored')).toBeVisible();
  const [order] = await shop.db.select().from(orders).where(eq(orders.reservationId, id));
  expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'pending', userId: robin.userId });
  const number = order?.orderId ?? '';
  await expect(their.getByRole('heading', { name: number })).toBeVisible();
  await expect(their.getByRole('heading', { name: 'Held for you' })).toHaveCount(0);
  await shop.mailbox.receive(robin.email, new RegExp(`Order ${number} is accepted by the farm`));

  await card.getByRole('link', { name: number }).press('Enter');
  await expect(heading(page, number)).toBeVisible();
  await page.getByText('Order slip', { exact: true }).click();
  const stored = page.getByRole('link', { name: /^Order slip, / });
  const pdf = await page.request.get((await stored.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Generate order slip' }).press('Enter');
  await expect(toast(page, 'Order slip generated & stored')).toBeVisible();
  // The receipt is stored automatically once money is taken.
  await page.getByRole('button', { name: /^Record payment/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
  await visit(page, listOf(item));
  await expect(card.getByText('Receipt generated & stored')).toBeVisible();
});

test('staff on a tablet choose a status, the customer sees it, and a status that only its order may set is refused with a message', async ({
  openBrowser,
  shop,
}) => {
  const item = await anItem(shop);
  const robin = await shop.person({ name: 'Robin Hale' });
  const id = await reserve(shop, robin, item);
  const theirs = await openBrowser(PHONE);
  await shop.signIn(theirs, robin);
  const their = await theirs.newPage();
  await visit(their, '/orders');
  const context = await openBrowser(TABLET);
  await enter(shop, context, 'staff');
  const page = await context.newPage();
  await visit(page, `${PATH}?product=${encodeURIComponent(item.name)}&status=pending`);
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const choose = async (status: string) => {
    await cardOf(page, item)
      .getByRole('combobox', { name: /^Status/ })
      .selectOption(status);
    await cardOf(page, item).getByRole('button', { name: /^Save/ }).tap();
  };
  await choose('Submitted');
  await expect(toast(page, 'Status updated')).toBeVisible();
  // It is no longer among the pending ones; the line above the list shows their number.
  await expect(page.getByText('No reservations match these filters.')).toBeVisible();
  await expect(page.getByText('0 reservations', { exact: true })).toBeFocused();
  expect(await statusOf(shop, id)).toBe('submitted');
  await expect(their.getByText('We are preparing your order.')).toBeVisible();
  await expect(their.getByRole('link', { name: /^Choose a pickup time/ })).toHaveCount(0);
  await shop.mailbox.receive(robin.email, /We are working on your reservation/);

  await page.getByRole('link', { name: 'Show all reservations' }).tap();
  await visit(page, listOf(item));
  await choose('Canceled');
  await expect(cardOf(page, item)).toContainText('Canceled');
  await shop.mailbox.receive(robin.email, /Reservation canceled/);
  await expect.poll(() => shop.available(item)).toBe(9);

  const ordered = await anItem(shop);
  const number = await shop.order(robin, ordered);
  await visit(page, listOf(ordered));
  await cardOf(page, ordered)
    .getByRole('combobox', { name: /^Status/ })
    .selectOption('Canceled');
  await cardOf(page, ordered).getByRole('button', { name: /^Save/ }).tap();
  await expect(
    toast(page, `Failed to update status. It belongs to ${number}: cancel that order.`),
  ).toBeVisible();
  await expect(cardOf(page, ordered).getByRole('combobox', { name: /^Status/ })).toHaveValue('reserved');
  await page.setViewportSize(PHONE.viewport);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
