/**
 * What a colleague says on the screen of another person, with their PIN: a yes to what needs another right, and that they
 * saw waste. It is done in their name, and nothing typed is lost.
 */

import type { BrowserContext, Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import { counterTablets, drawerSessions } from '#db/schema/cash-desk.ts';
import { staffPins } from '#db/schema/identity.ts';
import { orders, refusedHandOvers } from '#db/schema/orders.ts';
import { lots, waste } from '#db/schema/stock.ts';
import { newId } from '#kernel/ids.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { orderForNow } from './counter-steps.ts';
import { test as inOwnShop } from './own-shop.ts';
import type { Shop } from './shop.ts';
import { toast, visit, withoutScripts } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

for (const each of [test, inOwnShop]) each.use({ viewport: { width: 768, height: 1024 } });

/** Ben, of the staff, works on a shared tablet; Ana is an admin. Both have a PIN. Names are the test's own: shops are shared. */
async function onSharedTablet(
  { shop, context, page }: { shop: Shop; context: BrowserContext; page: Page },
  [admin, staff]: [string, string],
) {
  const ana = await shop.person({ role: 'admin', name: admin });
  const ben = await shop.person({ role: 'staff', name: staff });
  for (const [{ userId }, pin] of [
    [ana, '927461'],
    [ben, '408213'],
  ] as const)
    await shop.db.insert(staffPins).values({ userId, hash: await hashPassword(pin) });
  await shop.signIn(context, ana);
  await visit(page, '/counter/switch/share');
  await page.getByLabel('Name of the tablet').fill('Register 7');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  await page.getByText(staff).click();
  await page.getByLabel('PIN', { exact: true }).fill('408213');
  await expect(page).toHaveURL('/counter');
  return { ana, ben };
}

test('a PIN that was typed before the scripts came starts the shift once they are there', async ({
  context,
  page,
  shop,
}) => {
  await onSharedTablet({ shop, context, page }, ['Ida Marsh', 'Lou Pike']);
  const letThemCome = await withoutScripts(page);
  await page.goto('/counter/switch', { waitUntil: 'commit' });
  await page.getByText('Lou Pike', { exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill('408213');
  await letThemCome();
  await expect(page).toHaveURL('/counter');
});

test('an admin’s PIN settles a refused hand-over in their name; a wrong one leaves the note where it was', async ({
  context,
  page,
  shop,
}) => {
  const { ben } = await onSharedTablet({ shop, context, page }, ['Ana Reyes', 'Ben Ford']);
  const { number } = await orderForNow(shop, 'Wren Hale');
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.insert(refusedHandOvers).values({
    ...{ id: newId<string>(), orderId: order?.id ?? '', why: 'This order was canceled.' },
    ...{ owed: 5000, cashReceived: 6000, doneAt: new Date() },
    ...{ handedOverBy: ben.userId, handedOverByName: 'Ben Ford' },
  });
  await visit(page, '/counter/end-of-day');
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: number }) })
    .last();
  await row.getByLabel(`What was done about ${number}`).fill('The cash is in the safe.');
  await row.getByLabel('Person').selectOption('Ana Reyes');
  await row.getByLabel('Their PIN').fill('408213');
  await row.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(row.getByText('That is not this person’s PIN.').first()).toBeVisible();
  await expect(row.getByLabel(`What was done about ${number}`)).toHaveValue('The cash is in the safe.');
  await expect(row.getByLabel('Their PIN')).toHaveValue('');
  await expectFits(page);
  await row.getByLabel('Their PIN').fill('927461');
  await row.getByRole('button', { name: `Settle ${number}` }).click();
  await expect(toast(page, 'Settled by Ana Reyes.')).toBeVisible();
  await expect(row.getByText('Settled by Ana Reyes')).toBeVisible();
});

inOwnShop(
  'a drawer is closed without a lost tablet by an admin’s PIN, and the count stays on the page until then',
  async ({ context, page, shop }) => {
    const { ben } = await onSharedTablet({ shop, context, page }, ['Ida Cole', 'Max Lund']);
    await visit(page, '/counter/cash');
    await page.getByLabel('Float').fill('100');
    await page.getByRole('button', { name: 'Open the drawer' }).click();
    await expect(page.getByRole('heading', { name: /^Drawer \d+: Max Lund$/ })).toBeVisible();
    await shop.db.insert(counterTablets).values({
      ...{ id: newId<string>(), name: 'Back', person: 'Max Lund', userId: ben.userId },
      ...{ unsent: 2, handsOver: true, seenAt: new Date() },
    });
    await visit(page, '/counter/cash/count');
    await page.getByLabel(/^Counted/).fill('100');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect(page.getByText(/Connect it, or ask an admin/).first()).toBeVisible();
    await expect(page.getByLabel(/^Counted/)).toHaveValue('100');
    await page.getByLabel('Close without it, because').fill('It fell into the river');
    await page.getByLabel('Their PIN').fill('408213');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect(page.getByText('That is not this person’s PIN.').first()).toBeVisible();
    await expect(page.getByLabel(/^Counted/)).toHaveValue('100');
    await expect(page.getByLabel('Close without it, because')).toHaveValue('It fell into the river');
    await expect(page.getByLabel('Their PIN')).toHaveValue('');
    await expectFits(page);
    await page.getByLabel('Their PIN').fill('927461');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect(toast(page, /is closed: exact\./)).toBeVisible();
    await shop.db.delete(counterTablets);
    const [closed] = await shop.db
      .select()
      .from(drawerSessions)
      .orderBy(desc(drawerSessions.number))
      .limit(1);
    expect(closed).toMatchObject({ closedByName: 'Max Lund' });
  },
);

test('waste has a witness who confirms by PIN, and two people destroy it on the same tablet', async ({
  context,
  page,
  shop,
}) => {
  const { ana, ben } = await onSharedTablet({ shop, context, page }, ['Una Hill', 'Gus Page']);
  const item = await shop.product({ onHand: 4 });
  const [lot] = await shop.db.select().from(lots).where(eq(lots.productId, item.id));
  await visit(page, `/counter/waste?lot=${lot?.id}`);
  await page.getByLabel('Units').fill('1');
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('damaged');
  await expect(page.getByRole('combobox', { name: 'Witness' })).not.toContainText('Gus Page');
  await page.getByRole('combobox', { name: 'Witness' }).selectOption('Una Hill');
  await page.getByLabel('Their PIN').fill('408213');
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(page.getByText('That is not this person’s PIN.').first()).toBeVisible();
  await expect(page.getByLabel('Units')).toHaveValue('1');
  await expect(page.getByRole('combobox', { name: 'Witness' })).toHaveValue(ana.userId);
  await expect(page.getByLabel('Their PIN')).toHaveValue('');
  await expectFits(page);
  await page.getByLabel('Their PIN').fill('927461');
  await page.getByRole('button', { name: 'Move to waste' }).click();
  await expect(toast(page, /^Waste \d+ is recorded\.$/)).toBeVisible();

  await page.getByRole('link', { name: 'Record destruction' }).click();
  await page.getByRole('checkbox', { name: new RegExp(item.name) }).check();
  await page.getByRole('combobox', { name: 'Method' }).selectOption('composted');
  await page.getByRole('combobox', { name: 'Second person' }).selectOption('Una Hill');
  await page.getByLabel('Their PIN').fill('927461');
  await expectFits(page);
  await page.getByRole('button', { name: 'Record as destroyed' }).click();
  await expect(toast(page, '1 record destroyed.')).toBeVisible();
  const [row] = await shop.db
    .select()
    .from(waste)
    .where(eq(waste.lotId, lot?.id ?? 0));
  expect(row).toMatchObject({ witnessId: ana.userId, secondId: ana.userId, destroyedBy: ben.userId });
});
