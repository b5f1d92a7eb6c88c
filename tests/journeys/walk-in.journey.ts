/** A walk-in at the counter: the ID, a scan and a search, the order, cash and receipt; two tablets and the last unit. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { pastDoubleClick, scanLicense, toast, typeAsScanner, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

/** The counter sells at any hour that a test may run. */
async function openAroundTheClock(shop: Shop): Promise<void> {
  const day = [{ opens: '00:00', closes: '23:59' }];
  const value = {
    ...{ weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day }, exceptions: [] },
    nightPermitted: true,
  };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'pickup', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
}

test('from a scanned license to the receipt: a scan, a search, one order, cash, and two tablets with the last unit', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  await openAroundTheClock(shop);
  const scanned = await shop.product({ onHand: 5 });
  const batchNumber = 'WALK-IN-1';
  await shop.db.update(lots).set({ batchNumber }).where(eq(lots.productId, scanned.id));
  const last = await shop.product({ onHand: 1 });
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const other = await openBrowser();
  await shop.signIn(other, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await other.newPage();

  await visit(kim, '/counter');
  await kim.getByRole('link', { name: 'Walk-in' }).click();
  await expect(kim.getByRole('heading', { name: 'Walk-in' })).toBeVisible();
  const minor = cardText({ birthDate: '2015-06-03', expiresOn: '2190-05-14' });
  await scanLicense(kim, minor, kim.getByText('The ID says under 21.').first());
  await expectAccessible(kim);
  const vermont = cardText({ issuer: '636024', expiresOn: '2190-05-14' });
  await scanLicense(kim, vermont, kim.getByText(/^Vermont · \d+ years old/));
  await expectFits(kim, [390, 1440, 1024, 768]);
  // One line at 768 px.
  expect((await kim.getByRole('banner').boundingBox())?.height).toBe(44);
  // After a scan the tick is the last press.
  await kim.getByRole('checkbox', { name: 'The picture on the ID is this person' }).click();
  await expect(kim.getByText(/^ID checked by Kim Reyes at/)).toBeVisible();
  const here = new URL(kim.url()).pathname;

  await typeAsScanner(kim, `${batchNumber}\n`);
  await expect(kim.getByRole('status').filter({ hasText: `${scanned.name}: 1.` })).toBeVisible();
  await typeAsScanner(kim, 'NO-SUCH-BATCH\n');
  await expect(kim.getByRole('alert')).toContainText('Search for it by name.');
  await kim.getByRole('searchbox', { name: 'Search for a product' }).fill(last.name);
  await kim.getByRole('button', { name: 'Search' }).click();
  await kim.getByRole('button', { name: `Add ${last.name}` }).click();
  await expect(kim.getByRole('list', { name: 'Items' }).getByText(last.name, { exact: true })).toBeVisible();
  await expect(kim.getByText('$100.80')).toBeVisible();
  await expectFits(kim, [390, 1440, 1024, 768]);

  // The other tablet sells the last unit first.
  await visit(lee, '/counter/walk-in');
  const another = cardText({ issuer: '636024', expiresOn: '2190-05-14', elements: { DAQ: 'XY123456' } });
  await scanLicense(lee, another, lee.getByText('WREN ROBIN HALE'));
  await lee.getByRole('checkbox', { name: 'The picture on the ID is this person' }).click();
  await expect(lee.getByText(/^ID checked by Lee Ford at/)).toBeVisible();
  await visit(lee, `${new URL(lee.url()).pathname}?q=${encodeURIComponent(last.name)}`);
  const add = lee.getByRole('button', { name: `Add ${last.name}` });
  const search = lee.getByRole('searchbox', { name: 'Search for a product' });
  const before = await search.boundingBox();
  await add.click();
  await expect(lee.getByText(`${last.name}: 1.`)).toBeVisible();
  // A second press in a hurry meets the same button.
  expect(await search.boundingBox()).toEqual(before);
  await lee.getByRole('button', { name: 'Make the order' }).click();
  await expect(lee.getByRole('heading', { name: /^Pack ORD\d+ for Walk-in customer$/ })).toBeVisible();
  await kim.getByRole('button', { name: 'Make the order' }).click();
  // The refusal of this press, beside what the list says.
  await expect(kim.getByText('Not done', { exact: true })).toBeVisible();
  await expect(kim.getByRole('alert').first()).toContainText(`${last.name} is sold out.`);
  await kim.getByRole('button', { name: `Remove ${last.name}` }).click();
  await expect(kim.getByRole('list', { name: 'Items' }).getByText(last.name, { exact: true })).toHaveCount(0);

  await kim.getByRole('button', { name: 'Make the order' }).click();
  await expect(kim.getByRole('heading', { name: /^Hand over ORD\d+ to Walk-in customer$/ })).toBeVisible();
  await expect(
    kim.getByText(/^ID checked by Kim Reyes at .* Hand over to the same person only\.$/),
  ).toBeVisible();
  await expectFits(kim);
  await visit(lee, here);
  await expect(lee.getByRole('heading', { name: /^Hand over ORD\d+ to Walk-in customer$/ })).toBeVisible();
  await kim.getByRole('button', { name: '$100 received' }).click();
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = kim.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$49.60');
  await kim.getByLabel('Email it to').fill('wren@example.com');
  await pastDoubleClick(kim);
  await kim.getByRole('button', { name: 'Send' }).click();
  await expect(toast(kim, 'The receipt is on its way to wren@example.com.')).toBeVisible();
  const mail = await shop.mailbox.receive('wren@example.com', /^Receipt for order ORD\d+$/);
  expect(mail.text).toContain('Hello,');
  await kim.setViewportSize({ width: 390, height: 900 });
  await expectFits(kim);
  const sold = await shop.db.select().from(orders).where(eq(orders.isWalkIn, true));
  expect(sold.filter(({ status }) => status === 'completed')).toHaveLength(1);
});

test('a walk-in’s license that is still being read is waited for: the press before says so and sends nothing', async ({
  context,
  page,
  shop,
}) => {
  await openAroundTheClock(shop);
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/counter/walk-in');
  const reading = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/counter/walk-in.data*', async (route) => {
    const body = route.request().postData();
    if (body) {
      sent.push(body.includes('readBarcode') ? 'license' : 'start');
      await reading.promise;
    }
    await route.fallback();
  });
  const vermont = cardText({ issuer: '636024', expiresOn: '2190-05-14' });
  await page.getByText('Scan into a field').click();
  await page.getByLabel('Barcode of the license or ID').fill(vermont.replaceAll('\x1e', ''));
  await page.getByRole('button', { name: 'Read the barcode' }).click();
  await page.getByRole('button', { name: 'Start the order' }).click();
  await expect(toast(page, 'The license is still being read. Try again in a moment.')).toBeVisible();
  reading.resolve();
  await expect(page.getByText(/^Vermont · \d+ years old/)).toBeVisible();
  expect(sent).toEqual(['license']);
});
