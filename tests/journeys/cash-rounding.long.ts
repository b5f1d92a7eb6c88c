/** A store without pennies: cash is rounded at the hand-over, on the receipt and in the drawer, which closes exact. */
import { setStatus } from '#tests/support/set-status.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('an order is handed over for the nickel, its receipt says so, and the drawer closes exact', async ({
  context,
  page,
  shop,
}) => {
  const customer = await shop.person({ name: 'Wren Hale' });
  const candle = await shop.product({
    ...{
      name: 'Beeswax candle',
      productType: 'apparel',
      taxClass: 'merchandise',
      retailPrice: 1609,
      onHand: 5,
    },
    ...{ requiresId: false, limitCategory: null, limitMg: null },
  });
  const number = await shop.order(customer, candle);
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const late = await context.newPage();
  await visit(late, `/counter/orders/${number}`);
  await expect(late.getByText('Cash rounding')).toHaveCount(0);
  await late.getByLabel('Cash received').fill('18.02');

  await visit(page, '/admin/settings/cash-drawer');
  await page.getByLabel('Cash rounding').selectOption('Round cash to the nearest 5 cents');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, /saved/i)).toBeVisible();
  await visit(page, '/counter/cash');
  await page.getByLabel(/Float/).fill('100');
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  await expect(page.getByRole('heading', { name: /Drawer 1/ })).toBeVisible();

  // A page from before the change, with the amount that it showed.
  await late.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(late.getByText('Cash due is now $18.00.').first()).toBeVisible();
  await expect(late.getByText('−$0.02')).toBeVisible();
  await expectFits(late);
  await late.getByRole('button', { name: 'Exact' }).click();
  await late.getByRole('button', { name: 'Paid and handed over' }).click();
  const done = late.getByRole('region', { name: 'What was done' });
  await expect(done).toContainText('Change due$0.00');
  await expect(done).toContainText('$18.00 due, cash rounding −$0.02.');

  await visit(page, `/orders/${number}/receipt`);
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('Total$18.02');
  await expect(receipt).toContainText('Cash rounding−$0.02');
  await expect(receipt).toContainText('Paid in cash$18.00');
  await expectFits(page, [390, 768, 1440]);
  await visit(page, `/admin/orders/${number}`);
  await expect(page.getByText('In cash')).toBeVisible();

  await visit(page, '/counter/cash/count');
  await page.getByLabel('Counted').fill('118.00');
  await page.getByRole('button', { name: 'Save the count' }).click();
  await expect(page.getByRole('region', { name: 'The last drawer' })).toContainText('Exact');
});
