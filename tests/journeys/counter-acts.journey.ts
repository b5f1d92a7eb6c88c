/** What a customer asks for at the counter: fewer, later, another jar, money back. The ID and the cash stay on the page. */
import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { staffPins } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { card } from './counter-steps.ts';
import { staffAt } from './live-orders-steps.ts';
import type { Shop } from './shop.ts';
import { pastDoubleClick, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

const license = cardText({ issuer: '636024', expiresOn: '2190-05-14' });
/** Into the field: the keys of a scanner are told of in scanner.journey.ts. */
async function readLicense(page: Page): Promise<void> {
  await page.getByText('Scan into a field').click();
  await page.getByLabel('Barcode of the license or ID').fill(license.replaceAll('\x1e', ''));
  await page.getByRole('button', { name: 'Read the barcode' }).click();
  await expect(page.getByText('WREN ROBIN HALE')).toBeVisible();
}
async function addNote(page: Page, text: string): Promise<void> {
  await page.getByText('Add a note', { exact: true }).click();
  await page.getByLabel('Note for the others at the counter').fill(text);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Note from staff').locator('..')).toContainText(text);
}
/** Three of Kestrel Moon for Wren Hale are ready; Kim Reyes has the order open and has read the license. */
async function threeReady(shop: Shop, context: BrowserContext, page: Page): Promise<string> {
  const jar = await shop.product({ name: 'Kestrel Moon', onHand: 9, limitMg: 100 });
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar, 3);
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, `/counter/orders/${number}`);
  await readLicense(page);
  return number;
}
/** @param from how many the order has of it now */
async function oneFewer(page: Page, from: number): Promise<void> {
  await page.getByText('Fewer', { exact: true }).locator('..').click();
  // A double press on the minus is not meant for the button that it shows.
  await pastDoubleClick(page);
  await page.getByRole('button', { name: `${from - 1} instead of ${from} of Kestrel Moon` }).click();
}
const CHANGED = 'Someone changed this order.';

test('two of three: ID and cash stay over the press, a reload and another page, and the order is handed over', async ({
  context,
  page,
  shop,
}) => {
  const number = await threeReady(shop, context, page);
  const name = page.getByRole('checkbox', { name: 'The name on the ID is Wren Hale' });
  await expect(name).toBeChecked();
  const cash = page.getByLabel('Cash received');
  await cash.fill('200');
  await oneFewer(page, 3);
  await expect(
    page.getByText('2 of Kestrel Moon from now on. Take out first what is too much.'),
  ).toBeVisible();
  await expect(page.getByText('Cash due').locator('..')).toContainText('$100.80');
  await expect(page.getByText('Change due').locator('..')).toContainText('$99.20');
  await expect(name).toBeChecked();
  await expect(page.getByText('WREN ROBIN HALE')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, [390, 1440, 768]);
  const typed = page.waitForResponse((response) => response.url().endsWith('/typed'));
  await cash.fill('150');
  await typed;
  await page.reload();
  await expect(page.getByText('WREN ROBIN HALE')).toBeVisible();
  await expect(name).toBeChecked();
  await expect(cash).toHaveValue('150');
  await visit(page, `/counter/orders/${number}/packing`);
  await page.goBack();
  await expect(cash).toHaveValue('150');
  await page.getByRole('button', { name: /^Out of the bag/ }).click();
  await expect(page.getByText(/^Out of the bag: 1 of Kestrel Moon/)).toBeVisible();
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$49.20');
});

test('one’s own presses are no news, however late they are announced; a colleague’s change is, and their note refuses nothing', async ({
  context,
  page,
  shop,
  openBrowser,
}) => {
  const number = await threeReady(shop, context, page);
  await page.getByLabel('Cash received').fill('200');
  const fewer = async (from: number) => {
    await oneFewer(page, from);
    await expect(page.getByText(`${from - 1} of Kestrel Moon from now on.`)).toBeVisible();
  };
  /** As an announcement that comes after the page has the answer, and the next press. @returns once the page has asked */
  const announced = async () => {
    const asked = page.waitForResponse((response) => response.url().endsWith('/mark'));
    await shop.db.execute(sql`
      select pg_notify('live', 'order:' || id::text) from orders where order_id = ${number}`);
    await (await asked).finished();
  };
  await fewer(3);
  await announced();
  await fewer(2);
  await announced();
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Out of the bag/ })
    .first()
    .click();
  await expect(page.getByText(/^Out of the bag: 1 of Kestrel Moon/)).toBeVisible();
  await announced();
  await expect(page.getByText(CHANGED)).toHaveCount(0);

  await addNote(page, 'Asked for a bag');
  await announced();
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  const lee = await staffAt(shop, openBrowser, `/counter/orders/${number}`);
  await addNote(lee, 'Has a new address');
  await expect(page.getByText(CHANGED)).toBeVisible();
  const left = page.getByRole('button', { name: /^Out of the bag/ });
  while ((await left.count()) > 0) {
    const before = await left.count();
    await left.first().click();
    await expect(left).toHaveCount(before - 1);
  }
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText('Change due$149.60');
});

/** Opens Wren Hale's order, which is ready, as Kim Reyes, and returns its number. */
async function openReady(context: BrowserContext, page: Page, shop: Shop): Promise<string> {
  const jar = await shop.product({ onHand: 9, limitMg: 100 });
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar);
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, `/counter/orders/${number}`);
  return number;
}

test('a press while the license is read says so and sends nothing; one after its name is shown counts, whatever the page still loads', async ({
  context,
  page,
  shop,
}) => {
  const number = await openReady(context, page, shop);
  await page.getByLabel('Cash received').fill('100');
  const reading = Promise.withResolvers<void>();
  const loading = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(`**/counter/orders/${number}*`, async (route) => {
    const body = route.request().postData();
    if (body === null) await loading.promise;
    else if (body.includes('readBarcode')) {
      sent.push('license');
      await reading.promise;
    } else sent.push('cash');
    await route.fallback();
  });
  await page.getByText('Scan into a field').click();
  await page.getByLabel('Barcode of the license or ID').fill(license.replaceAll('\x1e', ''));
  await page.getByRole('button', { name: 'Read the barcode' }).click();
  const paid = page.getByRole('button', { name: 'Paid and handed over' });
  await paid.click();
  await expect(toast(page, 'The license is still being read. Try again in a moment.')).toBeVisible();
  reading.resolve();
  await expect(page.getByText('WREN ROBIN HALE')).toBeVisible();
  expect(sent).toEqual(['license']);
  await paid.click();
  await expect.poll(() => sent).toEqual(['license', 'cash']);
  loading.resolve();
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText('Change due');
});

test('an answer that comes after the hand-over never replaces the change due', async ({
  context,
  page,
  shop,
}) => {
  const number = await threeReady(shop, context, page);
  await page.getByLabel('Cash received').fill('200');
  // 'Fewer' is on its way until the order is paid; then the shop answers that it has ended.
  const paid = Promise.withResolvers<void>();
  const late = Promise.withResolvers<number>();
  await page.route(`**/counter/orders/${number}*`, async (route) => {
    if (!route.request().postData()?.includes('fewer=')) return route.fallback();
    await paid.promise;
    const response = await route.fetch();
    await route.fulfill({ response }).catch(() => undefined);
    late.resolve(response.status());
  });
  await oneFewer(page, 3);
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$48.80');
  paid.resolve();
  expect(await late.promise).toBeGreaterThanOrEqual(400);
  await pastDoubleClick(page);
  await expect(done).toContainText('Change due$48.80');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('no cash with them: the order waits, noted, and the next one is served; nothing of the ID stays', async ({
  context,
  page,
  shop,
}) => {
  const number = await openReady(context, page, shop);
  await readLicense(page);
  await page.getByRole('button', { name: 'No cash with them' }).click();
  await expect(page).toHaveURL('/counter');
  await expect(toast(page, `${number} waits: no cash with them.`)).toBeVisible();
  await visit(page, `/counter/orders/${number}`);
  await expect(page.getByText(/Kim Reyes: No cash with them/)).toBeVisible();
  await expect(page.getByText('WREN ROBIN HALE')).toHaveCount(0);
  await expect(card(page, number)).toHaveCount(0);
});

test('afterwards: another jar for the difference, the cash corrected, and money back with an admin’s yes', async ({
  context,
  page,
  shop,
}) => {
  const ana = await shop.person({ role: 'admin', name: 'Ana Reyes' });
  const ben = await shop.person({ role: 'staff', name: 'Cleo Ward' });
  for (const [{ userId }, pin] of [
    [ana, '927461'],
    [ben, '408213'],
  ] as const)
    await shop.db.insert(staffPins).values({ userId, hash: await hashPassword(pin) });
  const jar = await shop.product({ name: 'Kestrel Moon', onHand: 9, limitMg: 100 });
  await shop.product({ name: 'Plover Dusk', onHand: 9, limitMg: 100, retailPrice: 5500 });
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar, 2);
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, ana);
  await visit(page, '/counter/switch/share');
  await page.getByLabel('Name of the tablet').fill('Register 8');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  await page.getByText('Cleo Ward').click();
  await page.getByLabel('PIN', { exact: true }).fill('408213');
  await expect(page).toHaveURL('/counter');
  await visit(page, `/counter/orders/${number}`);
  await readLicense(page);
  await page.getByLabel('Cash received').fill('500');
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$399.20');
  await pastDoubleClick(page);

  await page.getByRole('link', { name: 'Correct the cash' }).click();
  await page.getByLabel('Cash received').fill('200');
  await page.getByLabel('Change given back').fill('109.20');
  await page.getByLabel('What happened').fill('Typed $500');
  await expect(page.getByText('The drawer then holds $10.00 less than its records say now.')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, [390, 1440, 768]);
  await page.getByLabel('Person').selectOption('Ana Reyes');
  await page.getByLabel('Their PIN').fill('927461');
  await page.getByRole('button', { name: 'Correct the cash' }).click();
  await expect(toast(page, 'Corrected by Ana Reyes.')).toBeVisible();
  await expect(done).toContainText('Change due$109.20');
  await expect(done).toContainText('Typed $500');

  await page.getByRole('link', { name: 'Exchange', exact: true }).click();
  await page.getByLabel('Another product').fill('Plover Dusk');
  await page.getByRole('button', { name: 'Search' }).click();
  await expectFits(page, [390, 1440, 768]);
  await page.getByRole('button', { name: /Plover Dusk/ }).click();
  await expect(page.getByText('Cash due').locator('..')).toContainText('$11.20');
  await page.getByLabel('What was wrong').fill('Wanted the other one');
  await page.getByRole('button', { name: '+ $20', exact: true }).click();
  await expectAccessible(page);
  await expectFits(page, [390, 1440, 768]);
  await page.getByRole('button', { name: 'Exchange', exact: true }).click();
  await expect(done).toContainText('Change due$8.80');

  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText(`${number} is handed over to`)).toBeVisible();
  await page.getByRole('link', { name: 'Refund', exact: true }).click();
  await page.getByLabel('All remaining units').check();
  await page.getByLabel('Reason').fill('Came back');
  // Staff refund nothing alone here: the PIN is asked for once, at the last press.
  await expect(page.getByLabel('Their PIN')).toHaveCount(0);
  await page.getByRole('button', { name: 'Record refund' }).click();
  await page.getByLabel('Their PIN').fill('927461');
  await page.getByRole('button', { name: 'Refund $50.40' }).click();
  await expect(page).toHaveURL(`/counter/orders/${number}`);
});

test.describe('with a network that is lost', () => {
  test.use({ losesNetwork: true });

  test('what was typed to correct cash stays when the network is lost at the press, and when it is back', async ({
    context,
    page,
    shop,
  }) => {
    const jar = await shop.product({ onHand: 9, limitMg: 100 });
    const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar);
    await setStatus(shop.db, number, 'ready');
    await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ivy Stone' }));
    await visit(page, `/counter/orders/${number}`);
    await readLicense(page);
    await page.getByLabel('Cash received').fill('60');
    const done = page.getByRole('region', { name: 'What was done' });
    await page.getByRole('button', { name: 'Paid and handed over' }).click();
    await expect(done).toContainText('Change due');
    await visit(page, `/counter/orders/${number}/cash`);
    await page.getByLabel('Cash received').fill('100');
    await page.getByLabel('Change given back').fill('49.60');
    await page.getByLabel('What happened').fill('It was a hundred');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Correct the cash' }).click();
    await expect(page.getByText('No answer from the server.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('No connection since')).toHaveCount(0);
    await expect(page.getByLabel('Cash received')).toHaveValue('100');
    await expect(page.getByLabel('What happened')).toHaveValue('It was a hundred');
    await page.getByRole('button', { name: 'Correct the cash' }).click();
    await expect(page.getByRole('region', { name: 'What was done' })).toContainText('It was a hundred');
  });
});
