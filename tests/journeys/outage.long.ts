/** The database goes down under a page that cannot render, and under preferences. */
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test.use({ outage: true });

test('a page that cannot render reloads itself once the shop is back', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/products');
  await shop.loseDatabase();
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).first().click();
  await expect(page.getByRole('heading', { name: 'We will be right back.' })).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'We will be right back.' })).toBeVisible();
  await expectAccessible(page);
  await shop.giveDatabaseBack();
  await expect(page.getByRole('heading', { level: 1, name: /Orders/ })).toBeVisible();
});

test('a switch that cannot be saved flips back and says so, and is saved once the shop is back', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/notifications/preferences');
  const promotional = page.getByRole('checkbox', { name: 'Promotional Updates', exact: true });
  await shop.loseDatabase();
  await promotional.click();
  await expect(toast(page, 'Failed to update preferences')).toBeVisible();
  await expect(promotional).not.toBeChecked();
  await shop.giveDatabaseBack();
  await promotional.click();
  await expect(toast(page, 'Preferences updated successfully')).toBeVisible();
  await expect(promotional).toBeChecked();
});
