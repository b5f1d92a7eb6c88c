/** Promotions as an admin writes, tests, sends and follows them; staff and customers have no access. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { notifications, userPreferences } from '#db/schema/notifications.ts';
import { linkIn } from './mailbox.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

/** No two tests or runs use the same title. */
const aTitle = () => `Harvest ${randomBytes(4).toString('hex')}`;

async function aFollower(shop: Shop) {
  const person = await shop.person();
  await shop.db.insert(userPreferences).values({ userId: person.userId, promotional: true });
  return person;
}

const fill = async (page: Page, title: string, words: string) => {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel(/^Text/).fill(words);
};

test('an admin writes an offer, previews and tests it, sends it to customers who want offers, and ends it with one press', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const follower = await aFollower(shop);
  const other = await shop.person();
  const item = await shop.product();
  const admin = await shop.person({ role: 'admin' });
  await shop.signIn(context, admin);
  const title = aTitle();

  await visit(page, '/admin/promotions');
  await page.getByRole('link', { name: 'New promotion' }).click();
  await page.getByLabel('Kind').selectOption('offer');
  await fill(page, title, 'First paragraph.\n\nDank words here.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  // The input is preserved, and the focus is on the error.
  await expect(page.getByText('An offer needs its terms.').first()).toBeVisible();
  await expect(page.getByLabel(/^Text/)).toHaveValue('First paragraph.\n\nDank words here.');
  await expectAccessible(page);
  await page.getByLabel(/^Terms of the offer/).fill('One for each adult.');
  await page.getByLabel(/^First day/).fill('2020-01-01');
  await page.getByLabel(/^Last day/).fill('2999-12-31');
  await page.getByLabel(/^Link to a page/).fill(item.path);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(toast(page, 'Draft saved')).toBeVisible();

  await expect(page.getByText('Words the state does not allow in advertising: dank.')).toBeVisible();
  const mail = page.frameLocator('iframe[title="The mail as it looks"]');
  await expect(mail.getByText('Terms: One for each adult.')).toBeVisible();
  await expect(mail.getByText(/Keep out of reach of children and pets/)).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  await expect(page.getByText('There is news from the farm.').first()).toBeVisible();
  await expectFits(page);

  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(toast(page, `The test goes to ${admin.email} now.`)).toBeVisible();
  await shop.mailbox.receive(admin.email, new RegExp(`^Test: ${title}$`));

  const send = page.getByRole('button', { name: /^Send to [\d,]+ pe/ });
  await send.click();
  const dialog = page.getByRole('dialog', { name: /^Send this to [\d,]+ pe/ });
  await expect(dialog.getByText(/Sent messages cannot be recalled\. .*Email: \d/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await expect(page.getByText('Read the warnings before you send it.')).toBeVisible();
  await send.click();
  await dialog.getByLabel(/^Send anyway/).check();
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await expect(toast(page, /^Sending to/)).toBeVisible();

  const received = await shop.mailbox.receive(follower.email, new RegExp(`^${title}$`));
  expect(received.text).toContain('From Jan 1, 2020 through Dec 31, 2999, for adults 21 and older.');
  expect(linkIn(received, item.path)).toContain(item.path);
  const bells = () => shop.db.select().from(notifications).where(eq(notifications.userId, follower.userId));
  await expect.poll(async () => (await bells()).map(({ title: said }) => said)).toEqual([title]);
  // The page updates by itself.
  await expect(page.getByText(/Sent to [\d,]+ of [\d,]+/)).toBeVisible();
  await expect(page.getByText(/^Sent by .+, done /)).toBeVisible();
  expect(shop.mailbox.all().filter(({ recipient }) => recipient === other.email)).toEqual([]);

  const mailProgram = await (await openBrowser()).newPage();
  await mailProgram.goto(linkIn(received, '/unsubscribe'));
  await mailProgram.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(mailProgram.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();

  await visit(page, '/admin/promotions?status=sent');
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Email');
  await expectAccessible(page);
});
