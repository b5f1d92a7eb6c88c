import { PASSWORDS } from './run.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';

test('a guest sees why to sign in, returns after signing in, and finds the sign-in and a saved profile', async ({
  page,
}) => {
  await visit(page, '/activity');
  await expect(toast(page, 'Please sign in to view your activity history.')).toBeVisible();
  await signInByForm(page.getByRole('main'), CUSTOMER, PASSWORDS.customer);
  await expect(page).toHaveURL('/activity');
  const newest = page.getByRole('main').locator('ol > li').first();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity History' })).toBeVisible();
  const signIn = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Signed in with Chrome/ })
    .first();
  await expect(signIn).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d\d:\d\d/);
  await signIn.getByText('View Details').click();
  await expect(signIn.getByRole('definition').filter({ hasText: /^198\.18\./ })).toBeVisible();
  await expectAccessible(page);

  await visit(page, '/profile');
  await page.getByLabel(/^Phone/).fill(`607 555 0${Math.floor(100 + Math.random() * 900)}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Security and data' })
    .click();
  await page
    .getByRole('navigation', { name: 'Security and data' })
    .getByRole('link', { name: 'Activity History' })
    .click();
  await expect(newest).toContainText('Updated phone');

  // Filters act at once, are in the URL, and Back undoes them.
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  await page.getByLabel('Activity', { exact: true }).selectOption('Profile Updates');
  await expect(page).toHaveURL(/type=profile_update/);
  await page.getByLabel('Date range').focus();
  await page.getByLabel('Date range').selectOption('Today');
  await expect(page).toHaveURL('/activity?type=profile_update&range=today');
  await expect(page.getByLabel('Date range')).toBeFocused();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Signed in' })).toHaveCount(0);
  await expect(newest).toContainText('Updated phone');
  await page.getByLabel('Activity', { exact: true }).selectOption('Location Changes');
  await expect(page).toHaveURL('/activity?type=location_change&range=today');
  await page.goBack();
  await expect(page.getByLabel('Activity', { exact: true })).toHaveValue('profile_update');
});
