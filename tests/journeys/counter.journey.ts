/** The counter: two tablets on one board, a scanner, and who packs what. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { announce } from '#platform/live/announce.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { card, column, orderForNow } from './counter-steps.ts';
import { pastDoubleClick, scanLicense, toast, typeAsScanner, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('one tablet packs, the other sees it, and a scanned pass puts its customer first in line', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  const { number, pass } = await orderForNow(shop, 'Juniper Vale');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();
  for (const page of [kim, lee]) await visit(page, '/counter');

  await column(kim, 'New')
    .getByRole('button', { name: `Pack ${number}`, exact: true })
    .click();
  await expect(kim.getByRole('heading', { name: `Pack ${number} for Juniper Vale` })).toBeVisible();
  await visit(kim, '/counter');
  await expect(column(lee, 'Packing').getByText('Packing: Kim Reyes')).toBeVisible();
  await expect(card(lee, number).getByRole('button', { name: /^Mark ready/ })).toHaveCount(0);
  // A card that moved a moment ago takes no press: it may have been meant for the one before.
  await expect(async () => {
    await card(lee, number)
      .getByRole('button', { name: `Take over packing ${number}` })
      .click();
    await expect(lee.getByRole('heading', { name: `Pack ${number} for Juniper Vale` })).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
  await visit(lee, '/counter');
  await expect(column(kim, 'Packing').getByText('Packing: Lee Ford')).toBeVisible();

  await card(lee, number).getByRole('link', { name: number, exact: true }).focus();
  await lee.keyboard.press('r');
  await lee.getByRole('dialog').getByRole('button', { name: 'Mark ready' }).click();
  await expect(column(kim, 'Ready').getByText('Juniper Vale')).toBeVisible();
  await expectFits(kim);

  await typeAsScanner(lee, `${pass}\n`);
  await expect(lee.getByRole('heading', { name: `Hand over ${number} to Juniper Vale` })).toBeVisible();
  await expect(column(kim, 'Here').getByText(/^Number P\d+/)).toBeAttached();
  await visit(lee, '/counter');
  await typeAsScanner(lee, 'ABCDEF012345\n');
  await expect(toast(lee, /^No order has this pass\./)).toBeVisible();
  await expectFits(lee);
});

test('an order whose units were not packed one by one is marked ready only after a question', async ({
  context,
  page,
  shop,
}) => {
  const { number } = await orderForNow(shop, 'Rowan Teal');
  await setStatus(shop.db, number, 'packing');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/counter');
  const open = card(page, number).getByRole('button', { name: `Mark ready ${number}` });
  const asked = page.getByRole('dialog', { name: `Mark ${number} ready?` });
  await expect(async () => {
    await open.click();
    await expect(asked).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(asked).toContainText('0 of 1 packed one by one. It will count as packed');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(column(page, 'Packing').getByText('Rowan Teal')).toBeVisible();
  await open.press('Enter');
  await asked.getByRole('button', { name: 'Mark ready' }).click();
  await expect(column(page, 'Ready').getByText('Rowan Teal')).toBeVisible();
});

test('the second press of a double press does not reach the card that moved up', async ({
  context,
  page,
  shop,
}) => {
  for (const name of ['Cora Ames', 'Dell Ames'])
    await setStatus(shop.db, (await orderForNow(shop, name)).number, 'ready');
  await page.setViewportSize({ width: 1440, height: 900 });
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/counter');
  const ready = column(page, 'Ready');
  const here = ready.getByRole('button', { name: /^Customer is here/ });
  const before = await here.count();
  const { x, y } = (await here.first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 20);
  await expect(here).toHaveCount(before - 1);
  await page.mouse.click(x + 20, y + 20);
  // A visit at once would cancel the request of the second press.
  await pastDoubleClick(page);
  await visit(page, '/counter');
  await expect(here).toHaveCount(before - 1);
});

/** Counts presses of a finger or a mouse, and the fields that a person types in, also across reloads. */
function countHands(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const add = (what: string) =>
      sessionStorage.setItem(what, String(Number(sessionStorage.getItem(what)) + 1));
    // A press on a label also reaches its checkbox, with no screen position.
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && add('presses'), true);
    addEventListener('change', (event) => {
      const isText =
        event.target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(event.target.type);
      if (event.isTrusted && isText) add('fields');
    });
  });
}
const handsOf = (page: Page) =>
  page.evaluate(() => ['presses', 'fields'].map((what) => Number(sessionStorage.getItem(what))));

test('from a scanned pass to the next customer’s takes two presses and no typing, and the other tablet follows', async ({
  context,
  page,
  shop,
  openBrowser,
}) => {
  const { number, pass } = await orderForNow(shop, 'Wren Hale');
  await setStatus(shop.db, number, 'ready');
  const next = await orderForNow(shop, 'Aster Bloom');
  await setStatus(shop.db, next.number, 'ready');
  await countHands(context);
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();
  await visit(lee, `/counter/orders/${number}`);
  await lee.getByLabel('Cash received').fill('100');
  await visit(page, '/counter');

  const started = Date.now();
  await typeAsScanner(page, `${pass}\n`);
  await expect(page.getByText('Scan the back of the license')).toBeVisible();
  const vermont = cardText({ issuer: '636024', expiresOn: '2190-05-14' });
  await scanLicense(page, vermont, page.getByText('WREN ROBIN HALE'));
  await expect(page.getByRole('checkbox', { name: 'The name on the ID is Wren Hale' })).toBeChecked();
  await page.getByRole('button', { name: 'Exact' }).click();
  await page.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = page.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$0.00');
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  test.info().annotations.push({ type: 'seconds from pass to change', description: seconds });
  await page.reload();
  await expect(done).toContainText('Change due$0.00');
  await expectFits(page);
  // What is no pass leaves the change on the screen; the next pass is 'Next customer'.
  await typeAsScanner(page, 'NO-PASS-1\n');
  await expect(toast(page, 'Press Next customer first.')).toBeVisible();
  await typeAsScanner(page, `${next.pass}\n`);
  await expect(page.getByRole('heading', { name: `Hand over ${next.number} to Aster Bloom` })).toBeVisible();
  expect(await handsOf(page)).toEqual([2, 0]);

  await lee.getByRole('button', { name: 'Show the order as it is now' }).click();
  await expect(lee.getByText(/received, .* due\. Kim Reyes/)).toBeVisible();
});

test('the second of two hand-overs of one order says to take no cash until the next customer, also after a live update', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  const mug = await shop.product({
    productType: 'merchandise',
    taxClass: 'merchandise',
    requiresId: false,
  });
  const number = await shop.order(await shop.person({ name: 'Aster Bloom' }), mug);
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();
  for (const page of [kim, lee]) await visit(page, `/counter/orders/${number}`);
  const said = toast(lee, 'Nothing was checked: this order needs no ID.');
  await scanLicense(lee, cardText({ expiresOn: '2090-05-14' }), said);
  for (const page of [kim, lee]) await page.getByLabel('Cash received').fill('200');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('Change due');
  await lee.getByRole('button', { name: 'Paid and handed over' }).click();
  const warning = lee.getByText('Do not take cash or give change for it.');
  await expect(warning).toBeVisible();

  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  // The page shows the first answer by the time the second one arrives.
  for (const _ of ['first', 'second']) {
    const reloaded = lee.waitForResponse((response) => response.url().includes(`/orders/${number}.data`));
    await announce(shop.db, `order:${order?.id}`);
    await reloaded;
  }
  await expect(lee.getByText('Change given')).toBeVisible();
  await expect(warning).toBeVisible();
});

test('one extra press refuses a minor’s license; bills add up, and a scan erases nothing typed', async ({
  context,
  page,
  shop,
}) => {
  const { number } = await orderForNow(shop, 'Wren Hale');
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, `/counter/orders/${number}`);
  const cash = page.getByLabel('Cash received');
  for (const bill of ['+ $20', '+ $20', '+ $50'])
    await page.getByRole('button', { name: bill, exact: true }).click();
  await expect(cash).toHaveValue('90.00');
  await page.getByRole('button', { name: 'Start over' }).click();
  await cash.fill('60');
  await expect(page.locator('output')).toHaveText('$9.60');
  await cash.focus();
  const minor = cardText({ birthDate: '2015-06-03', expiresOn: '2190-05-14' });
  await scanLicense(page, minor, page.getByText('The ID says under 21.').first());
  await expect(page.getByText('Under age: do not hand the order over.')).toBeFocused();
  await expect(page.getByText('Do not sell')).toBeVisible();
  await expect(page.getByText('One thing to correct')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refuse and end order' })).toBeInViewport();
  await expect(cash).toHaveValue('60');
  await expectFits(page, [390, 768, 1024, 1440]);
  await page.getByRole('button', { name: 'Refuse and end order' }).click();
  await expect(page.getByText('Refused: Under age')).toBeVisible();
  await expectAccessible(page);
});
