/** People can view the password they type, for as long as they want. */
import type { Locator, Page } from '@playwright/test';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits, expectNoSidewaysScroll } from './watch.ts';

const showButton = (page: Page | Locator, what = 'password') =>
  page.getByRole('button', { name: `Show ${what}`, exact: true });
const selection = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);

test('the eye button shows and hides the password by pointer; focus and caret stay, and nothing is sent', async ({
  page,
}) => {
  await visit(page, '/login');
  const main = page.getByRole('main');
  const field = main.getByLabel('Password');
  await field.fill('heron over the river');
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 10));
  await expect(showButton(main)).toHaveAttribute('aria-pressed', 'false');
  await showButton(main).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(showButton(main)).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toBeFocused();
  expect(await selection(field)).toEqual([6, 10]);
  await page.keyboard.type('under');
  await expect(field).toHaveValue('heron under the river');
  await expectFits(page);
  await showButton(main).click();
  await expect(field).toHaveAttribute('type', 'password');
  expect(await selection(field)).toEqual([11, 11]);
  await expect(page).toHaveURL('/login');
  await expect(main.getByRole('alert')).toHaveCount(0);
});

test('it works by keyboard, in the dialog and on the page, and sending the form hides the password', async ({
  page,
}) => {
  await visit(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer Login' });
  await dialog.getByLabel('Email').fill('nobody@example.com');
  await dialog.getByLabel('Password').fill('heron over the river');
  await page.keyboard.press('Tab');
  await expect(showButton(dialog)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'text');
  await expect(showButton(dialog)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).press('Enter');
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(dialog.getByText('Invalid credentials or email not confirmed.')).toBeVisible();
  await expect(dialog.getByLabel('Password')).toHaveValue('heron over the river');
});

test('each field has its own button, whose name says which field it shows', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/security/password');
  const main = page.getByRole('main');
  await main.getByLabel('New password').fill('harbor-violet-ninth');
  await main.getByLabel('Enter it again').fill('harbor-violet-nineth');
  await showButton(main, 'password entered again').click();
  await expect(main.getByLabel('Enter it again')).toHaveAttribute('type', 'text');
  await expect(main.getByLabel('New password')).toHaveAttribute('type', 'password');
  await showButton(main, 'new password').click();
  await expect(main.getByLabel('New password')).toHaveAttribute('type', 'text');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectNoSidewaysScroll(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no button that does nothing', async ({ page }) => {
    await page.goto('/login?mode=signup');
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(showButton(page)).toHaveCount(0);
  });
});
