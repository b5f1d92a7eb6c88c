/** The focus after a dialog, a save, a reveal or a refusal is never at the top of the page. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { customerProfiles } from '#db/schema/customers.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible } from './watch.ts';

/** The focused element: its name and a few of its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.localName}: ${(element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 60)}`;
  });
const expectKept = (page: Page) => expect.poll(() => focused(page)).not.toMatch(/^(body|html|undefined)/);

test.beforeEach(async ({ context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Admin' }));
});

test('a refused dialog on a customer’s page preserves the input, says what is wrong, and closes once it succeeds', async ({
  page,
  shop,
}) => {
  const customer = await shop.person({ name: 'Robin Focus' });
  await visit(page, `/admin/customers/${customer.userId}`);
  const ask = page.getByRole('button', { name: /^Change points/ });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Change the loyalty points?' });
  await dialog.getByLabel('Points').fill('many');
  await dialog.getByLabel('Reason').fill('A birthday');
  await dialog.getByRole('button', { name: /^Change points/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Points')).toHaveValue('many');
  await expect(dialog.getByLabel('Points')).toBeFocused();
  await expect(dialog.getByLabel('Reason')).toHaveValue('A birthday');
  await expectAccessible(page);
  await dialog.getByLabel('Points').fill('12');
  await dialog.getByRole('button', { name: /^Change points/ }).click();
  await expect(toast(page, /points/i)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(ask).toBeFocused();

  await page.getByRole('button', { name: /^Ban/ }).click();
  const ban = page.getByRole('dialog', { name: 'Ban Robin Focus?' });
  await ban.getByRole('button', { name: /^Ban/ }).click();
  await expect(ban.getByText('Enter a reason. It is saved with the customer.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ban).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ban/ })).toBeFocused();
  await page.getByRole('button', { name: /^Ban/ }).click();
  await ban.getByLabel('Reason').fill('Try');
  await ban.getByRole('button', { name: /^Ban/ }).click();
  await expect(page.getByRole('button', { name: /^End ban/ }).first()).toBeVisible();
  await expectKept(page);
});

test('revealing a phone, opening a user’s details and changing pages leave the focus in the page', async ({
  page,
  shop,
}) => {
  const customer = await shop.person({ name: 'Robin Reveal' });
  await shop.db
    .update(customerProfiles)
    .set({ phone: '(607) 555-0199' })
    .where(eq(customerProfiles.userId, customer.userId));
  await visit(page, `/admin/customers/${customer.userId}`);
  await page.getByRole('button', { name: 'Show the phone' }).press('Enter');
  await expect(page.getByText('(607) 555-0199')).toBeVisible();
  await expectKept(page);

  await visit(page, `/admin/users?find=${encodeURIComponent(customer.email)}`);
  const details = page.getByRole('link', { name: 'View Details of Robin Reveal' });
  await details.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Robin Reveal' })).toBeVisible();
  await pressUntil(page, 'Escape', () => expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2_000 }));
  await expect(details).toBeFocused();

  await page.getByRole('main').getByRole('link', { name: 'Robin Reveal', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Reveal' })).toBeFocused();
});

test('staff cannot approve a minor, and staff without a recent sign-in confirm first', async ({
  page,
  shop,
}) => {
  const child = await shop.person({ name: 'Bo Young', birthDate: '2015-01-01' });
  await visit(page, `/admin/age-verification?case=${child.userId}`);
  const open = page.getByRole('article', { name: 'Bo Young' });
  await expect(open.getByText('The birth date on file is under age.')).toBeVisible();
  await expect(open.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(open.getByRole('button', { name: /^Reject/ }).first()).toBeVisible();
});
