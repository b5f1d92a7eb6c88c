/**
 * The security page: password, codes, passkeys, signed-in devices (the specification's account, and common practice).
 */
import type { BrowserContext, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { codeOf, stepAt } from '#core/identity/second-factor/totp.ts';
import { accounts, sessions } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { Shop } from './shop.ts';
import { signInByForm, takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

const PASSWORD = 'kettle-orbit-mossy';

async function personWithPassword(shop: Shop): Promise<SignedIn> {
  const person = await shop.person();
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await shop.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}

/** Moves this person's sign-ins this many minutes into the past. */
async function minutesPass(shop: Shop, { userId }: SignedIn, minutes: number): Promise<void> {
  await shop.db
    .update(sessions)
    .set({ confirmedAt: sql`confirmed_at - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, userId));
}

/** A device that has passkeys and always confirms its owner. */
async function withDevice(context: BrowserContext, page: Page): Promise<void> {
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(context: BrowserContext, page: Page): Promise<void> {
  const kept = (await context.cookies()).filter(({ name }) => !name.includes('session_token'));
  await context.clearCookies();
  await context.addCookies(kept);
  await page.goto('about:blank');
}

/** Sets up two-factor sign-in; returns the app's secret and the backup codes. */
async function setUpCodes(page: Page): Promise<{ secret: string; codes: string[] }> {
  const key = page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = (await key.innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const codes = await page.getByText(/^\d{5}-\d{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

/** A code newer than any used so far in these journeys; one step early is accepted. */
const nextCode = (secret: string) => codeOf(secret, stepAt(new Date()) + 1);

test('two-factor sign-in is set up and used, refuses a code the second time, and accepts a backup code', async ({
  page,
  context,
  shop,
}) => {
  const person = await personWithPassword(shop);
  await shop.signIn(context, person);
  await visit(page, '/security');
  await page.getByRole('link', { name: 'Set up two-factor sign-in' }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /This code is not right\./,
  );
  await expectAccessible(page);
  const { secret, codes } = await setUpCodes(page);
  // Scrolled as for the code, the side menu is half under the header.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('backup-codes.txt');
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 backup codes left')).toBeVisible();
  await shop.mailbox.receive(person.email, /Two-factor sign-in is on/);

  await signOut(context, page);
  await visit(page, '/login?returnTo=%2Fsecurity');
  await signInByForm(page.getByRole('main'), person.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await expectAccessible(page);
  const code = nextCode(secret);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/security');

  // From the dialog on another page, which the sign-in returns to.
  await signOut(context, page);
  await visit(page, '/faq');
  await page.getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await signInByForm(dialog, person.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /This code is not right\./,
  );
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/faq');
  await visit(page, '/security');
  await expect(page.getByText('9 backup codes left')).toBeVisible();
  await shop.mailbox.receive(person.email, /A backup code was used/);

  await page.getByRole('link', { name: 'Change two-factor sign-in' }).click();
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Two-factor sign-in is off.')).toBeVisible();
  await shop.mailbox.receive(person.email, /Two-factor sign-in is off/);
});

test('a customer adds a passkey, signs in with it on the page and in the dialog, and passes a re-check', async ({
  page,
  context,
  shop,
}) => {
  const person = await personWithPassword(shop);
  await shop.signIn(context, person);
  await withDevice(context, page);
  await visit(page, '/security');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Kitchen laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Kitchen laptop' })).toBeVisible();
  await shop.mailbox.receive(person.email, /A passkey was added/);
  await expectAccessible(page);
  await page.getByText('Rename Kitchen laptop').click();
  await page.getByRole('listitem').getByLabel('Name').fill('Old laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Old laptop' })).toBeVisible();

  await signOut(context, page);
  await visit(page, '/login?returnTo=%2Fsecurity');
  await page.getByRole('main').getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/security');
  await expect(page.getByText('You have one passkey.')).toBeVisible();

  await signOut(context, page);
  await visit(page, '/faq');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(toast(page, 'Signed in successfully!')).toBeVisible();

  await minutesPass(shop, person, 60);
  await visit(page, '/security');
  const before = await shop.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  await page.getByRole('link', { name: 'Change passkeys' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/security/passkeys');
  const after = await shop.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());

  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Passkey removed.')).toBeVisible();
  await signOut(context, page);
  await visit(page, '/login');
  await page.getByRole('main').getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('We do not know this passkey.')).toBeVisible();
});

test('a device signed out elsewhere leaves its page at once', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const person = await personWithPassword(shop);
  await shop.signIn(context, person);
  const lost = await openBrowser();
  await shop.signIn(lost, person);
  const lostPage = await lost.newPage();
  await visit(lostPage, '/security');
  await visit(page, '/security');
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out .*last used/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(toast(page, 'Device signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out .*last used/ })).toHaveCount(0);
  await expect(lostPage).toHaveURL('/login?returnTo=%2Fsecurity');
  await shop.mailbox.receive(person.email, /Devices were signed out/);
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
