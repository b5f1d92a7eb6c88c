/** The database goes down under a page that cannot render, and under preferences. */
import { problem, toast, visit } from './steps.ts';
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

test('preferences that fail to save stay as ticked', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/notifications/preferences');
  const promotional = page.getByRole('checkbox', { name: 'Promotional Updates', exact: true });
  await promotional.check();
  await shop.loseDatabase();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(problem(page)).toContainText('Failed to update preferences');
  await expect(promotional).toBeChecked();
  await shop.giveDatabaseBack();
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(toast(page, 'Preferences updated successfully')).toBeVisible();
  await expect(promotional).toBeChecked();
});
