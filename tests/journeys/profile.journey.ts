/** My Profile: its details, filled in by keyboard (specification section 2). */
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

test('a customer fills in their profile by keyboard, corrects an error beside its field, and finds it saved', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  // Only an age that staff have approved is verified.
  await expect(page.getByText(/^Profile\W*Pending$/)).toBeVisible();
  await expect(page.getByText('Your profile is saved. Age verification: not complete.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Full Name').fill('');
  await page.getByLabel(/^Phone/).fill('call me');
  await page.getByLabel(/^Address/).fill('1 Mill Lane, Hancock');
  await page.getByLabel(/^Driver's License ID/).fill('ny 123-456-789');
  await page.getByLabel('State of License').selectOption('New York');
  await page.getByRole('button', { name: 'Save Changes' }).focus();
  await pressUntil(page, 'Enter', () =>
    expect(page.getByRole('alert').filter({ hasText: '2 things to correct' })).toBeVisible({ timeout: 2000 }),
  );
  await expect(page.getByText(/^Profile\W*Error$/)).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
  // The input is preserved.
  await expect(page.getByLabel(/^Phone/)).toHaveValue('call me');
  await expect(page.getByLabel(/^Driver's License ID/)).toHaveValue('ny 123-456-789');
  await expectAccessible(page);

  await page.getByLabel('Full Name').fill('Robin Weatherby');
  await page.getByLabel(/^Phone/).fill('(607) 555-0142');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  await expect(page.getByLabel(/^Driver's License ID/)).toHaveValue('');
  await expect(page.getByText(/On file: •••• 6789/)).toBeVisible();
  await expect(page.getByText('Robin Weatherby').first()).toBeVisible();

  // Leaving with unsaved changes asks first.
  await page.getByLabel(/^Address/).fill('2 Mill Lane');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel(/^Address/)).toHaveValue('2 Mill Lane');
});
