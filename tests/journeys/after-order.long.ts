/** After the order: what stays on the screen, in the calendar and on paper, and what a canceled order still shows. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import type { Item, Shop } from './shop.ts';
import { about, successHeading, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll, expectNoSidewaysScrollAt } from './watch.ts';

async function anOrder(shop: Shop, context: BrowserContext): Promise<{ number: string; item: Item }> {
  const customer = await shop.person();
  await shop.signIn(context, customer);
  const item = await shop.product();
  return { number: await shop.order(customer, item), item };
}

/** The day and hour of the pickup in the words people read. */
async function pickupOf(shop: Shop, number: string): Promise<{ weekday: string; time: string }> {
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options })
      .format(order?.pickupStartsAt ?? new Date(Number.NaN))
      .replaceAll(/\s/g, ' ');
  return { weekday: words({ weekday: 'long' }), time: words({ hour: 'numeric', minute: '2-digit' }) };
}

/** Fits every width, and phones at twice the text size. */
async function expectRoomy(page: Page): Promise<void> {
  await expectNoSidewaysScrollAt(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  // Twice the text size, as a browser setting makes it.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** The number of sheets, on either paper size. */
async function sheets(page: Page): Promise<number[]> {
  const counts: number[] = [];
  for (const format of ['Letter', 'A4'] as const) {
    const file = (await page.pdf({ format })).toString('latin1');
    counts.push(file.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
  }
  return counts;
}

/** Elements that do not belong on paper. */
async function expectOnlyTheSlip(page: Page): Promise<void> {
  for (const part of ['banner', 'contentinfo', 'navigation'] as const)
    for (const each of await page.getByRole(part).all()) await expect(each).toBeHidden();
  for (const part of ['button', 'link'] as const)
    for (const each of await page.getByRole(part).all())
      expect(await each.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('none');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' })).toBeHidden();
}

test('the success page shows the items, weekday and time, and offers calendar, directions and a printout', async ({
  page,
  context,
  shop,
}) => {
  const { number, item } = await anOrder(shop, context);
  const { weekday, time } = await pickupOf(shop, number);
  await visit(page, `/success?order=${number}`);
  await expect(successHeading(page)).toBeVisible();
  const main = page.getByRole('main');
  for (const words of [weekday, time, number]) await expect(main.getByText(words).first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'Items' })).toContainText(item.name);
  await expect(main.getByRole('list', { name: 'Progress' }).getByRole('listitem').first()).toHaveText(
    'Reserved, now',
  );
  const bring = main.getByRole('region', { name: 'What to bring' });
  for (const link of [
    main.getByRole('link', { name: 'Directions (opens in a new tab)' }),
    bring.getByRole('link', { name: /^118 Branch Road.*\(directions, opens in a new tab\)$/ }),
  ])
    await expect(link).toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=118+Branch+Road%2C+Hancock%2C+NY+13783',
    );
  const download = page.waitForEvent('download');
  await main.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe(`pickup-${number}.ics`);
  await expectRoomy(page);

  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') });
  });
  await main.getByRole('button', { name: 'Print' }).press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expectOnlyTheSlip(page);
  await expect(main.getByText('Two Branches Farm').first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'Items' })).toContainText(item.name);
  await page.emulateMedia({ media: null });
  expect(await sheets(page)).toEqual([1, 1]);
});

test('an order prints as a one-page slip with the farm, pickup, pass, items and what to bring', async ({
  page,
  context,
  shop,
}) => {
  const { number, item } = await anOrder(shop, context);
  const { weekday } = await pickupOf(shop, number);
  await visit(page, `/orders/${number}`);
  await expect(page.getByRole('region', { name: 'Pickup', exact: true })).toContainText(weekday);
  await expectRoomy(page);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expectOnlyTheSlip(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Two Branches Farm').first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'Items' })).toContainText(item.name);
  for (const shown of ['Pickup pass', 'What to bring'])
    await expect(main.getByRole('region', { name: shown })).toBeVisible();
  for (const hidden of ['Order history', 'Store hours'])
    await expect(main.getByRole('region', { name: hidden })).toBeHidden();
  const color = await main
    .getByRole('heading', { level: 1 })
    .evaluate((element) => getComputedStyle(element).color);
  expect(color).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null });
  expect(await sheets(page)).toEqual([1, 1]);
});

test('a canceled order shows only what still matters, and its success page redirects to it', async ({
  page,
  context,
  shop,
}) => {
  const { number, item } = await anOrder(shop, context);
  const { weekday } = await pickupOf(shop, number);
  await visit(page, `/orders/${number}`);
  await page.getByRole('button', { name: about('Cancel order', number) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, `${number} is canceled.`)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(/Nothing is held for you, and there is nothing to pay\.$/)).toBeVisible();
  await expect(main.getByText(`Its pickup was set for ${weekday},`)).toBeVisible();
  await expect(main.getByRole('region', { name: 'Items' })).toContainText(item.name);
  for (const name of ['Order again', 'Remove from calendar'])
    await expect(main.getByRole(name === 'Order again' ? 'button' : 'link', { name })).toBeVisible();
  for (const gone of ['What to bring', 'Pickup pass', 'Store hours', 'Running late?'])
    await expect(main.getByRole('region', { name: gone })).toHaveCount(0);
  await expect(main.getByText('Pay on pickup')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Directions' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Print' })).toHaveCount(0);
  await expectAccessible(page);
  await expectRoomy(page);

  await visit(page, '/orders');
  const card = page.getByRole('article', { name: number });
  await expect(card).toContainText('there is nothing to pay');
  await expect(card.getByText('Pay on pickup')).toHaveCount(0);
  await expectAccessible(page);
  await expectRoomy(page);
  await visit(page, `/success?order=${number}`);
  await expect(page).toHaveURL(`/orders/${number}`);
});
