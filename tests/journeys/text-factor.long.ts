/**
 * Two-factor sign-in by text message: set up, used, replaced by an app, and by backup code when no message arrives.
 */
import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { codeOf, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { accounts } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { Shop } from './shop.ts';
import { signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const PASSWORD = 'kettle-orbit-mossy';

async function personWithPassword(shop: Shop, wanted?: Parameters<Shop['person']>[0]): Promise<SignedIn> {
  const person = await shop.person(wanted);
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await shop.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}

/** A phone that no other journey has. */
const aPhone = () => `+1518${randomInt(200, 900)}${String(randomInt(10_000)).padStart(4, '0')}`;

/** The newest code at a phone, once this many messages have arrived. */
async function codeAt(shop: Shop, phone: string, messages: number): Promise<string> {
  await expect.poll(() => shop.smsGateway.textsTo(phone).length).toBe(messages);
  const text = shop.smsGateway.textsTo(phone).at(-1) ?? '';
  expect(text).toMatch(/^Two Branches Farm: your sign-in code is \d{6}\./);
  return /\d{6}/.exec(text)?.[0] ?? '';
}

async function signOut(context: BrowserContext, page: Page): Promise<void> {
  const kept = (await context.cookies()).filter(({ name }) => !name.includes('session_token'));
  await context.clearCookies();
  await context.addCookies(kept);
  await page.goto('about:blank');
}

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

test('a customer sets up codes by text message, signs in with one, and replaces them with an app', async ({
  page,
  context,
  shop,
}) => {
  const person = await personWithPassword(shop);
  const phone = aPhone();
  await shop.signIn(context, person);
  await visit(page, '/security');
  await expect(page.getByText('We recommend the app')).toBeVisible();
  await page.getByRole('link', { name: 'Use text messages' }).click();
  await page.getByLabel('Mobile phone').fill('+44 20 7946 0000');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Enter a US or Canadian phone number').first()).toBeVisible();
  await expect(page.getByLabel('Mobile phone')).toHaveValue('+44 20 7946 0000');
  await expectAccessible(page);
  await page.getByLabel('Mobile phone').fill(phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('12');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Enter the 6 digits of the message.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText(/You can ask for another in \d+ seconds/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeAt(shop, phone, 1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const [backupCode = ''] = await page.getByText(/^\d{5}-\d{5}$/).allInnerTexts();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('On, by text message')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await shop.mailbox.receive(person.email, /Two-factor sign-in by text message is on/);

  await signOut(context, page);
  await visit(page, '/login?returnTo=%2Fsecurity');
  await signInByForm(page.getByRole('main'), person.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter a code' })).toBeVisible();
  // Shown automatically once the gateway accepts it.
  await expect(page.getByText(`We sent a code to your phone ending in ${phone.slice(-2)}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeAt(shop, phone, 2));
  await signIn(page).click();
  await expect(page).toHaveURL('/security');

  // A phone number can be stolen, so a text code alone sets up nothing stronger.
  const stronger = page.getByText('sign in again with a backup code or a passkey');
  for (const path of ['/security/passkeys', '/security/text-messages', '/security/authenticator']) {
    await visit(page, path);
    await expect(stronger).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await signInByForm(page.getByRole('main'), person.email, PASSWORD);
  await page.getByRole('textbox', { name: 'Code' }).fill(backupCode);
  await signIn(page).click();
  await expect(page).toHaveURL('/security/authenticator');
  await expect(stronger).toBeHidden();
  await expect(page.getByText('The app replaces text messages')).toBeVisible();
  const key = page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = (await key.innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('On, by text message')).toBeHidden();
  await shop.mailbox.receive(person.email, /Your authenticator app replaces text messages/);
  expect(shop.smsGateway.textsTo(phone)).toHaveLength(3);
});
