/** Error messages of signing in and signing up, word for word (specification sections 5 and 8). */
import type { Locator, Page } from '@playwright/test';
import { problem, signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';

test.describe('signing in says', () => {
  const doors: [string, (page: Page) => Promise<Page | Locator>][] = [
    [
      'on the page',
      async (page) => {
        await visit(page, '/login');
        return page;
      },
    ],
    [
      'in the dialog',
      async (page) => {
        await visit(page, '/faq');
        await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
        return page.getByRole('dialog', { name: 'Customer Login' });
      },
    ],
  ];
  for (const [where, open] of doors) {
    test(`${where}: “Invalid credentials or email not confirmed.”`, async ({ page }) => {
      const form = await open(page);
      await signInByForm(form, CUSTOMER, 'not the password at all');
      await expect(form.getByText('Invalid credentials or email not confirmed.')).toBeVisible();
      await expect(form.getByLabel('Email')).toHaveValue(CUSTOMER);
      await expectAccessible(page);
    });
  }

  test('what is missing, beside its field', async ({ page }) => {
    await visit(page, '/login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email.');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Please enter your password.');
    await expect(page.getByLabel('Email')).toBeFocused();
    // Also in the summary on top, with a link to each field.
    await expect(problem(page)).toContainText('2 things to correct');
    await problem(page).getByRole('link', { name: 'Please enter your password.' }).click();
    await expect(page.getByLabel('Password')).toBeFocused();
  });
});
