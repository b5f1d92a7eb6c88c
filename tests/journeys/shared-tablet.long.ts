/**
 * A tablet that staff share: it is set up once, people take it over by PIN, it locks, and a PIN opens no more than the
 * daily work.
 */
import { eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/audit.ts';
import { staffPins } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { expect, test } from './own-shop.ts';
import { toast, visit } from './steps.ts';
import { expectAccessible, expectFits } from './watch.ts';

/** Milliseconds between keys: at a machine's pace they are a scan, whose Enter sends no PIN. */
const AS_PEOPLE_TYPE = { delay: 150 };

test.use({ viewport: { width: 768, height: 1024 } });

test('a tablet is shared once; then two people take it over by PIN, and it locks by itself', async ({
  context,
  page,
  shop,
}) => {
  const ana = await shop.person({ role: 'admin', name: 'Ana Reyes' });
  const ben = await shop.person({ role: 'staff', name: 'Ben Ford' });
  await shop.db.insert(staffPins).values({ userId: ben.userId, hash: await hashPassword('408213') });
  await shop.signIn(context, ana);
  await visit(page, '/security/pin');
  await page.getByLabel('New PIN', { exact: true }).fill('123456');
  await page.getByLabel('New PIN again').fill('123456');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByText('Many people choose this PIN.').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New PIN', { exact: true }).fill('927461');
  await page.getByLabel('New PIN again').fill('927461');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(toast(page, 'PIN set.')).toBeVisible();

  await visit(page, '/counter');
  await page.getByRole('link', { name: 'Switch' }).click();
  await page.getByRole('link', { name: 'Share this tablet' }).click();
  await page.getByLabel('Name of the tablet').fill('Register 1');
  await expectFits(page);
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Who works here now?' })).toBeVisible();
  await expectFits(page, [390, 1440, 1024, 768]);

  // A press on the name is followed by the PIN, right or wrong, and by nothing else.
  await page.getByText('Ben Ford').click();
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused();
  await page.keyboard.type('000001\n', AS_PEOPLE_TYPE);
  await expect(page.getByText('That is not this person’s PIN.').first()).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('');
  // By keyboard the list is left with Tab.
  await page.getByRole('radio', { name: 'Ben Ford' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Ana Reyes' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('408213\n', AS_PEOPLE_TYPE);
  await expect(page).toHaveURL('/counter');
  await expect(page.getByRole('banner').getByText('Ben Ford')).toBeVisible();

  await page.getByRole('link', { name: 'Switch' }).click();
  await expect(page.getByText('Ben Ford is at work')).toBeVisible();
  await page.getByText('Ana Reyes').click();
  await page.getByLabel('PIN', { exact: true }).fill('927461');
  await expect(page.getByRole('banner').getByText('Ana Reyes')).toBeVisible();
  // An admin, by PIN.
  await visit(page, '/admin/users');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText('This needs a sign-in with your password.').first()).toBeVisible();
  await visit(page, '/security/pin');
  await expect(page).toHaveURL(/\/login\?.*returnTo=%2Fsecurity%2Fpin/);
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'tablet.taken-over'));
  expect(entries.map(({ actorName }) => actorName)).toEqual(
    expect.arrayContaining(['Ana Reyes', 'Ben Ford']),
  );

  const value = { pinIdleMinutes: 1 };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'security', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  await page.clock.install();
  await visit(page, '/counter/cash');
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('heading', { name: 'Who works here now?' })).toBeVisible();
  await visit(page, '/counter/cash');
  await expect(page.getByRole('heading', { name: 'Who works here now?' })).toBeVisible();
  await page.getByText('Ben Ford').click();
  await page.getByLabel('PIN', { exact: true }).fill('408213');
  await expect(page).toHaveURL('/counter/cash');
  await expectFits(page, [390, 768, 1024, 1440]);
});
