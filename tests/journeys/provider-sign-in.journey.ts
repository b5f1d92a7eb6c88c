/** A first visit with an outside provider. */
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { test } from './provider-sign-in-steps.ts';
import { toast, visit } from './steps.ts';
import { expect } from './support.ts';

// In one worker: each would start a shop for this file only.
test.describe.configure({ mode: 'default' });

test('a newcomer continues with a provider, enters a birth date and returns to where they were', async ({
  page,
  shop,
  outside,
}) => {
  outside.person = {
    sub: 'juniper',
    email: 'juniper@example.com',
    email_verified: true,
    name: 'Juniper Vale',
  };
  await visit(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await dialog.getByRole('link', { name: 'Continue with Farm ID' }).click();

  await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible();
  await expect(page.getByText('juniper@example.com')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Juniper Vale');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Birth Date')).toHaveAccessibleDescription(
    /Birth date is required for account creation\./,
  );
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL(/\/faq$/);
  await expect(toast(page, 'Signed in successfully!')).toBeVisible();
  const made = await shop.db.select().from(users).where(eq(users.email, 'juniper@example.com'));
  expect(made).toHaveLength(1);
});
