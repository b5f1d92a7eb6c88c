/** Activity History: what a person did, by kind and by day (specification section 2). */
import { randomUUID } from 'node:crypto';
import { userActivity } from '#db/schema/activity.ts';
import { PASSWORDS } from './run.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';

test('a guest is told why to sign in, comes back, and finds the sign-in and a saved profile', async ({
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

  // Filters act at once, are in the address, and going back undoes them.
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

test('nothing yet, nothing of that kind, and a long history in pages, on a phone', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await shop.person();
  await shop.signIn(context, person);
  await visit(page, '/activity');
  await expect(page.getByRole('heading', { name: 'No activity yet.' })).toBeVisible();
  await visit(page, '/activity?type=security_alert');
  await expect(page.getByRole('heading', { name: 'No activity matches.' })).toBeVisible();
  await expectAccessible(page);

  await shop.db.insert(userActivity).values(
    Array.from({ length: 30 }, (_, index) => ({
      id: randomUUID(),
      userId: person.userId,
      activityType: 'profile_update' as const,
      description: `A rather long description of what has been updated this time, number ${index}`,
      metadata: { fields: 'Full Name, Phone, Address, State of License' },
      createdAt: new Date(Date.now() - index * 60_000),
    })),
  );
  await visit(page, '/activity');
  const entries = page.getByRole('main').locator('ol > li');
  await expect(entries).toHaveCount(25);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(entries).toHaveCount(5);
  await page.getByRole('link', { name: 'Previous', exact: true }).click();
  await expect(entries).toHaveCount(25);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('filters and details work', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await shop.db.insert(userActivity).values({
      userId: person.userId,
      activityType: 'security_alert',
      description: 'Password changed',
      metadata: { alert_type: 'password_reset' },
    });
    await page.goto('/activity');
    await page.getByLabel('Activity', { exact: true }).selectOption('Security Alerts');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/type=security_alert/);
    await page.getByText('View Details').click();
    await expect(page.getByRole('main').getByRole('definition')).toHaveText('Password reset');
  });
});
