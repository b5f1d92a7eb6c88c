/** A walk-in without scripts: a typed ID, a typed code, the order, packing and hand-over. */
import { eq } from 'drizzle-orm';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { enter, heading, problem } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as ownShop } from './own-shop.ts';

const test = withVisitors(ownShop);

test('a walk-in needs no scripts: what was typed survives a refusal, and the order leads to its packing', async ({
  visitor: page,
  shop,
}) => {
  const day = [{ opens: '00:00', closes: '23:59' }];
  const value = {
    ...{ weekly: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day }, exceptions: [] },
    nightPermitted: true,
  };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'pickup', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  const item = await shop.product({ onHand: 5 });
  await shop.db.update(lots).set({ batchNumber: 'PLAIN-1' }).where(eq(lots.productId, item.id));
  await enter(shop, page, 'staff');
  await page.goto('/counter/walk-in');
  await page.getByRole('radio', { name: 'Passport' }).check();
  await page.getByLabel('Issued by').selectOption('Canada');
  await page.getByLabel(/^Expires/).fill('2190-01-01');
  await page.getByLabel(/^Birth date on the ID/).fill('2015-01-01');
  await page.getByRole('textbox', { name: /^Number of the ID/ }).fill('P7654321');
  await page.getByRole('button', { name: 'Start the order' }).click();
  expect(problem(page)).toContainText('The ID says under 21. Do not sell.');
  expect(await shop.db.$count(walkIns)).toBe(0);
  expect(page.getByRole('textbox', { name: /^Number of the ID/ })).toHaveValue('P7654321');
  await page.getByLabel(/^Birth date on the ID/).fill('1990-01-01');
  await page.getByRole('checkbox', { name: 'The picture on the ID is this person' }).check();
  await page.getByRole('button', { name: 'Start the order' }).click();
  expect(heading(page, 'Walk-in')).toBeVisible();
  await page.getByRole('textbox', { name: 'Scan or type a code' }).fill('PLAIN-1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  expect(page.getByText(`${item.name}: 1.`)).toBeVisible();
  await page.getByRole('button', { name: `One more of ${item.name}` }).click();
  expect(page.getByText(`${item.name}: 2.`)).toBeVisible();
  await page.getByRole('button', { name: 'Make the order' }).click();
  expect(heading(page, /^Pack ORD\d+ for Walk-in customer$/)).toBeVisible();
});
