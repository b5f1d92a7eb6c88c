/** Sign-in with an outside provider: a first visit, and linking one with an existing account. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { accounts, users } from '#db/schema/identity.ts';
import { type OutsideProvider, outsideProvider } from '#tests/support/oidc-provider.ts';
import { openShop, type Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { test as base, expect } from './support.ts';

const test = base.extend<object, { outside: OutsideProvider; shop: Shop }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const outside = await outsideProvider();
      await use(outside);
      await outside.stop();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ outside }, use) => {
      const { shop, close } = await openShop({ OIDC_PROVIDERS: outside.setting });
      outside.serve(shop.origin);
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

// In one worker: each would start a shop for this file only.
test.describe.configure({ mode: 'default' });

/** As a toast, or in the page. */
const said = (page: Page, words: string) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();

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

for (const javaScriptEnabled of [true, false]) {
  test(`a customer links an account with a provider and unlinks it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    openBrowser,
    shop,
    outside,
  }) => {
    const person = await shop.person();
    await shop.db
      .insert(accounts)
      .values({ userId: person.userId, accountId: person.userId, providerId: 'credential', password: 'x' });
    const context = await openBrowser({ javaScriptEnabled });
    await shop.signIn(context, person);
    const page = await context.newPage();
    outside.person = { sub: `linked-${person.userId}` };

    await page.goto('/security');
    await page.getByRole('link', { name: 'Link a provider' }).click();
    await page.getByRole('button', { name: 'Link Farm ID' }).click();
    // Without scripts a press continues; with them the page continues by itself.
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Go to Farm ID' }).click();
    await said(page, 'You can now sign in with Farm ID.');
    await expect(page.getByText('Linked to your account')).toBeVisible();

    // A button that opens a dialog, or a disclosure without scripts.
    await page.getByText('Remove').first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await said(page, 'You can no longer sign in with Farm ID.');
    await expect(page.getByRole('button', { name: 'Link Farm ID' })).toBeVisible();
  });
}
