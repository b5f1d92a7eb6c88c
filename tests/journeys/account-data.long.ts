/** Downloading personal data, and deleting the account. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { accounts, sessions, users } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const PASSWORD = 'kettle-orbit-mossy';

test('a customer downloads their data after proving who they are', async ({ page, context, shop }) => {
  const person = await shop.person({ email: `mine-${randomUUID()}@example.com` });
  await shop.db.insert(accounts).values({
    userId: person.userId,
    accountId: person.userId,
    providerId: 'credential',
    password: await hashPassword(PASSWORD),
  });
  const order = await shop.order(person, await shop.product());
  await shop.signIn(context, person);
  await shop.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.userId, person.userId));

  await visit(page, '/orders');
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Security and data' })
    .click();
  await page.getByRole('link', { name: 'Your data' }).click();
  await page.getByRole('link', { name: 'Confirm it’s you to download' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain(person.email);
  expect(strFromU8(files['orders.json'] ?? new Uint8Array())).toContain(order);
  await shop.mailbox.receive(person.email, /^Your data was downloaded$/);
});

test('a customer without open orders deletes their account', async ({ openBrowser, shop }) => {
  const person = await shop.person({ email: `leaving-${randomUUID()}@example.com` });
  const order = await shop.order(person, await shop.product());
  const context = await openBrowser({ viewport: { width: 390, height: 800 } });
  await shop.signIn(context, person);
  const page = await context.newPage();

  await page.goto('/your-data');
  const groups = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await expect(groups).toHaveText(['Orders', 'Favorites', 'Profile', 'Notifications', 'Security and data']);
  // No strip hides half of the rings.
  for (const group of await groups.all()) await expect(group).toBeInViewport({ ratio: 1 });
  const here = groups.last();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(here).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(`${order} is still open.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account for good' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Go to your orders' }).click();
  await page.getByText('Cancel order').first().click();
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .last()
    .click();
  await expect(page.getByText(`${order} is canceled.`).filter({ visible: true }).first()).toBeVisible();

  await page.goto('/your-data/delete');
  await page.getByLabel(/^To confirm, enter your email/).fill('somebody@example.com');
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByLabel(/^To confirm, enter your email/)).toHaveAccessibleDescription(
    /so that nothing is deleted by accident/,
  );
  await page.getByLabel(/^To confirm, enter your email/).fill(person.email.toUpperCase());
  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'POST') return;
    page.on('request', (request) =>
      asked.push(`${request.method()} ${request.url().slice(shop.origin.length)}`),
    );
  });
  await page.getByRole('button', { name: 'Delete my account for good' }).click();

  await expect(page).toHaveURL(`${shop.origin}/`);
  await expect(toast(page, 'Your account is deleted.').first()).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const own of [person.email, person.userId, person.name]) expect(stored).not.toContain(own);
  expect(await shop.db.select().from(users).where(eq(users.id, person.userId))).toEqual([]);
  await shop.mailbox.receive(person.email, /^Your account is deleted$/);
  await page.waitForLoadState('networkidle');
  // No page that was still open in the browser requests personal data.
  expect(
    asked.filter((each) => /^\S+ \/(live|api\/(?!menu)|notifications|orders|photos|your-data)/.test(each)),
  ).toEqual([]);
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/login/);
});
