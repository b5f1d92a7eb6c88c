/** Changing the email of an account, through a real mail server: confirmed from the new address, undone from the old. */
import { randomUUID } from 'node:crypto';
import { linkIn } from './mailbox.ts';
import { takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

test('a new email counts once it is confirmed, and the old one can take it back', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const oldEmail = `old-${randomUUID()}@example.com`;
  const newEmail = `new-${randomUUID()}@example.com`;
  const person = await shop.person({ email: oldEmail });
  await shop.signIn(context, person);

  await visit(page, '/security');
  await page.getByRole('link', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('not an address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription(
    'Please enter an email address like name@example.com.',
  );
  await expect(page.getByLabel('New email')).toHaveValue('not an address');
  await expectAccessible(page);
  await page.getByLabel('New email').fill(newEmail);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(toast(page, 'We emailed the new address.')).toBeVisible();
  await expect(page.getByText('Waiting for your confirmation')).toBeVisible();

  // Whoever has the link and not the account is asked to sign in.
  const link = linkIn(await shop.mailbox.receive(newEmail, /^Confirm your new email$/), '/change-email');
  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\/login\?returnTo=/);

  await page.goto(link);
  await takenOver(page);
  await expect(page.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Change my email' }).click();
  await expect(toast(page, 'Email changed.')).toBeVisible();
  await expect(page.locator('#email').getByText(newEmail)).toBeVisible();

  // 'This wasn't me', in another browser and without scripts.
  const mail = await shop.mailbox.receive(oldEmail, /^The email of your account was changed$/);
  const undoing = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  await undoing.goto(linkIn(mail, '/undo-email-change'));
  await expect(undoing.getByText(oldEmail)).toBeVisible();
  await undoing.getByRole('button', { name: 'This wasn’t me: undo it' }).click();
  await expect(undoing).toHaveURL(/\/forgot-password$/);
  await expect(undoing.getByText('Your old email is restored')).toBeVisible();

  await page.goto('/security');
  await expect(page).toHaveURL(/\/login/);
});
