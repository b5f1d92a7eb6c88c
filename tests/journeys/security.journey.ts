/**
 * The security page: password, codes, passkeys, signed-in devices (the specification's account, and common practice).
 */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { codeOf, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import { sessions } from '#db/schema/identity.ts';
import { minutesPass, PASSWORD, personWithPassword, setUpCodes } from './security-steps.ts';
import { signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

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

/** A code newer than any used so far in these journeys; one step early is accepted. */
const nextCode = (secret: string) => codeOf(secret, stepAt(new Date()) + 1);

/** From here on this is a browser that cannot offer passkeys at a field: one presses the button. */
const offersNoPasskey = (page: Page) =>
  page.addInitScript(() => {
    // A blank page has none.
    if ('PublicKeyCredential' in window)
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined });
  });

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
    /This code is wrong\./,
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
  await offersNoPasskey(page);
  await signOut(context, page);
  await visit(page, '/faq');
  await page.getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await signInByForm(dialog, person.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /This code is wrong\./,
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

test('a customer adds a passkey, signs in with it at the email field and by its button, and passes a re-check', async ({
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
  // The page was open for too long: it asks who this is, and still has the name.
  await minutesPass(shop, person, 20);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/security/passkeys');
  await expect(page.getByLabel('Name')).toHaveValue('Kitchen laptop');
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
  // The browser offers it at the email field, and this device takes every offer.
  await expect(page).toHaveURL('/security');
  await expect(page.getByText('You have one passkey.')).toBeVisible();
  await offersNoPasskey(page);

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
