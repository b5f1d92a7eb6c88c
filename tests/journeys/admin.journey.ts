/** Into the back office and out of it (specification sections 2 and 6). */
import { PASSWORDS } from './run.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

const ADMIN = 'admin@twobranches.example';
const DASHBOARD = { level: 1, name: 'Dashboard' } as const;

test('an admin signs in from the footer’s dialog, opens /admin, visits the shop, returns, and signs out', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Admin Sign-In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Admin Login' });
  await expect(dialog.getByText('Create one')).toHaveCount(0);
  await signInByForm(dialog, ADMIN, PASSWORDS.admin);
  // /admin redirects to its first screen.
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('heading', DASHBOARD)).toBeVisible();
  await expect(page.getByText('Admin Dashboard')).toBeVisible();
  // After closing time the first panel has tomorrow's.
  for (const panel of [/^(Today|Tomorrow)’s pickups$/, 'Last 7 days', 'Reservations waiting', 'Low stock']) {
    await expect(page.getByRole('heading', { name: panel })).toBeVisible();
  }
  // The figures are in a table under the week's chart.
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Revenue' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Admin Sign-In' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to Admin' }).click();
  await expect(page.getByRole('heading', DASHBOARD)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'You are signed out.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Admin' })).toHaveCount(0);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/^[^?]*\/login\?mode=admin/);
  // Back shows nothing of it.
  await page.goBack();
  await expect(page.getByRole('heading', DASHBOARD)).toHaveCount(0);
});
