/** The security page at every width, a second factor that the owner requires of staff, and a session that ends under a form. */
import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { minutesPass, PASSWORD, personWithPassword, setUpCodes } from './security-steps.ts';
import { signInByForm, takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

test('where the owner requires a second factor, the back office opens once staff have one', async ({
  page,
  context,
  shop,
}) => {
  const value = { staffSecondFactor: true };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'security', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  const person = await shop.person({ role: 'staff' });
  await shop.signIn(context, person);
  await expect(async () => {
    await visit(page, '/admin/orders');
    await expect(page).toHaveURL('/security/authenticator', { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('The back office asks for a second factor.')).toBeVisible();
  await setUpCodes(page);
  await page.getByRole('link', { name: 'Go to the back office' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await shop.db.delete(storeSettings).where(eq(storeSettings.name, 'security'));
});

test('a device with a long name and the re-check page fit every width', async ({ page, context, shop }) => {
  const person = await personWithPassword(shop);
  await shop.signIn(context, person);
  await shop.db.insert(sessions).values({
    userId: person.userId,
    token: crypto.randomUUID(),
    ipAddress: '203.0.113.77',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  for (const path of ['/security', '/security/confirm']) {
    if (path === '/security/confirm') await minutesPass(shop, person, 60);
    await visit(page, path);
    await expectFits(page, [360, 390, 768, 1440]);
  }
});

test('a form sent after its session ended waits until the customer signs in again', async ({
  page,
  context,
  shop,
}) => {
  const person = await personWithPassword(shop);
  await shop.signIn(context, person);
  await visit(page, '/security/password');
  await shop.db.delete(sessions).where(eq(sessions.userId, person.userId));
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('harbor-violet-ninth');
  await page.getByLabel('Enter it again').fill('harbor-violet-ninth');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'You have been signed out.' })).toBeVisible();
  await expectAccessible(page);

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Sign In in a new tab' }).click();
  const tab = await opened;
  await takenOver(tab);
  await signInByForm(tab.getByRole('main'), person.email, PASSWORD);
  await expect(tab).toHaveURL('/security/password');
  await tab.close();

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).fill('harbor-violet-ninth');
  await page.getByLabel('Enter it again').fill('harbor-violet-ninth');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page).toHaveURL('/security');
});
