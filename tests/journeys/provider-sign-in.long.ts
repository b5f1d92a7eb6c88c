/** Linking an account with an outside provider, and unlinking it. */
import type { Page } from '@playwright/test';
import { accounts } from '#db/schema/identity.ts';
import { test } from './provider-sign-in-steps.ts';
import { expect } from './support.ts';

// In one worker: each would start a shop for this file only.
test.describe.configure({ mode: 'default' });

/** As a toast, or in the page. */
const said = (page: Page, words: string) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();

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
