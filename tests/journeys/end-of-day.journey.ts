/** The evening at the counter: from the board to 'Done for today', on two tablets. */
import { clearTheDay, missedOrder, secondTablet } from './end-of-day-steps.ts';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

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
