/** Forms and files that asked for a sign-in, without scripts: for the same person, and for another one. */
import { eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { sessions } from '#db/schema/identity.ts';
import { PASSWORD, signOutEverywhere, withPassword } from './ended-session-steps.ts';
import { signInByForm } from './form-steps.ts';
import { expect, test } from './forms.ts';
import type { Shop } from './shop.ts';

const signInLongAgo = (shop: Shop, { userId }: SignedIn) =>
  shop.db
    .update(sessions)
    .set({ confirmedAt: sql`confirmed_at - make_interval(mins => 20)` })
    .where(eq(sessions.userId, userId));

const AGAIN = 'You were signed out. Check and press again.';

test('another person who signs in on the device never sees what was typed', async ({
  visitor: page,
  shop,
}) => {
  const robin = await withPassword(shop);
  const kim = await withPassword(shop);
  await page.goto('/login?returnTo=/profile');
  await signInByForm(page, robin.email, PASSWORD);
  await page.getByLabel('Full name').fill('Robin Secret');
  await signOutEverywhere(shop, robin);
  await page.getByRole('button', { name: 'Save' }).first().click();
  expect(page).toHaveURL('/login?returnTo=%2Fprofile');
  await signInByForm(page, kim.email, PASSWORD);
  expect(page).toHaveURL('/profile');
  expect(page.getByText(AGAIN)).toHaveCount(0);
  expect(page.getByText('Robin Secret')).toHaveCount(0);
  expect(page.getByLabel('Full name')).toHaveValue(kim.name);
  // It is deleted, too: the first person finds nothing either.
  expect((await page.cookies()).filter(({ name }) => name === 'pressed')).toEqual([]);
});

test('a file that asked who one is is offered after the answer, and says that it was not downloaded', async ({
  visitor: page,
  shop,
}) => {
  const ada = await withPassword(shop, { role: 'admin' });
  await page.goto('/login?mode=admin&returnTo=/admin/customers?find=x');
  await signInByForm(page, ada.email, PASSWORD);
  await signInLongAgo(shop, ada);
  await page.goto('/admin/customers/export?find=x');
  expect(page).toHaveURL(/\/admin\/confirm\?/);
  await page.getByRole('main').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(page.getByText('Your file was not downloaded yet.')).toBeVisible();
  const { name } = await page.getByRole('link', { name: 'Download the file' }).download();
  expect(name).toMatch(/^customers-.*\.csv$/);
});

test('a form that met an old sign-in is filled in after the answer, and is sent by one more press', async ({
  visitor: page,
  shop,
}) => {
  const robin = await withPassword(shop);
  await page.goto('/login?returnTo=/security/email');
  await signInByForm(page, robin.email, PASSWORD);
  const field = page.getByRole('main').getByRole('textbox', { name: /email/i });
  await field.fill('new-address@example.com');
  await signInLongAgo(shop, robin);
  await field.press('Enter');
  expect(page).toHaveURL(/\/security\/confirm\?/);
  await page.getByRole('main').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(page).toHaveURL('/security/email');
  expect(field).toHaveValue('new-address@example.com');
  expect(
    page.getByText('Thanks for confirming. Nothing was done yet: check and press again.').first(),
  ).toBeVisible();
});

test('a form that is refused while its page asks who one is comes back as typed', async ({
  visitor: page,
  shop,
}) => {
  const ada = await withPassword(shop, { role: 'admin' });
  await page.goto('/login?mode=admin&returnTo=/admin/users/invite');
  await signInByForm(page, ada.email, PASSWORD);
  const field = page.getByRole('main').getByLabel('Email');
  await field.fill('no address');
  await signInLongAgo(shop, ada);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  expect(page).toHaveURL(/\/admin\/confirm\?/);
  await page.getByRole('main').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(page).toHaveURL('/admin/users/invite');
  expect(field).toHaveValue('no address');
});

test('a note that met an ended session on a shared tablet comes back after the PIN, to its own person only', async ({
  visitor: page,
  shop,
}) => {
  const number = await shop.order(await shop.person(), await shop.product());
  const kim = await withPassword(shop, { role: 'staff', name: 'Kim Hollow' });
  await withPassword(shop, { role: 'staff', name: 'Lee Brook' });
  await page.goto('/login?mode=admin&returnTo=/counter/switch/share');
  await signInByForm(page, kim.email, PASSWORD);
  await page.getByRole('textbox', { name: /^Name of the tablet/ }).fill('Register 8');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  for (const [name, pin] of [
    ['Kim Hollow', '550831'],
    ['Lee Brook', '661942'],
  ] as const) {
    await page.goto('/counter/switch/pin');
    await page.getByRole('combobox', { name: /^You/ }).selectOption(name);
    await page.getByLabel(/^Your password/).fill(PASSWORD);
    await page.getByLabel(/^New PIN(?! again)/).fill(pin);
    await page.getByLabel(/^New PIN again/).fill(pin);
    await page.getByRole('button', { name: 'Set PIN' }).click();
  }
  const start = async (name: string, pin: string) => {
    await page.getByRole('radio', { name }).check();
    await page.getByLabel(/^PIN/).fill(pin);
    await page.getByRole('button', { name: 'Start' }).click();
  };
  const note = page.getByLabel('Note for the others at the counter');
  const pressEnded = async () => {
    await page.goto(`/counter/orders/${number}`);
    await note.fill('Rings the bell at the barn');
    await shop.db.delete(sessions).where(eq(sessions.userId, kim.userId));
    await note.press('Enter');
    expect(page).toHaveURL(/\/counter\/switch\?to=/);
  };
  await start('Kim Hollow', '550831');
  await pressEnded();
  await start('Kim Hollow', '550831');
  expect(page).toHaveURL(`/counter/orders/${number}`);
  expect(note).toHaveValue('Rings the bell at the barn');
  expect(page.getByText(AGAIN).first()).toBeVisible();
  await pressEnded();
  await start('Lee Brook', '661942');
  expect(page).toHaveURL(`/counter/orders/${number}`);
  expect(note).toHaveValue('');
  expect(page.getByText(AGAIN)).toHaveCount(0);
});
