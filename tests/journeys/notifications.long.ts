/** Notifications by what people prefer, and push in browsers that sign out, block it or lack it. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { sessions } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import { PREFERENCES, subscribeHere } from './notifications-steps.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

// Push messages need the worker.
test.use({ serviceWorkers: 'allow' });
const WIDTHS = [360, 390, 768, 1440];

async function expectWellMade(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    // From the top: the header covers part of a scrolled page.
    await page.evaluate(() => scrollTo(0, 0));
    if (width === WIDTHS[0]) await expectAccessible(page);
  }
}

/** The person's stored notifications: the number in the bell, and the subjects of their emails. */
async function toldTo(shop: Shop, person: SignedIn) {
  const bell = await shop.db.select().from(notifications).where(eq(notifications.userId, person.userId));
  const mails = await shop.db
    .select({ subject: mailMessages.subject })
    .from(mailMessages)
    .where(eq(mailMessages.recipient, person.email));
  return { bell: bell.length, mails: mails.map(({ subject }) => subject) };
}

test('each channel’s preference counts: all channels, then all but email, then the bell alone', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const browser = shop.pushService.browser();
  await shop.signIn(context, person);
  await subscribeHere(context, browser, shop.origin);
  await visit(page, PREFERENCES);
  for (const [name, on] of [
    ['Order Updates', true],
    ['Account Updates', true],
    ['Promotional Updates', false],
    ['Email Notifications', true],
    ['Push Notifications', false],
  ] as const)
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked({ checked: on });

  // Text messages: a number, a yes, a code.
  const phone = `+1518555${String(person.userId.charCodeAt(0)).padStart(2, '0').slice(-2)}${String(Date.now() % 100).padStart(2, '0')}`;
  await page.getByLabel('Mobile phone').fill(phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Check the box to agree').first()).toBeVisible();
  await expect(page.getByLabel('Mobile phone')).toHaveValue(phone);
  await page.getByRole('checkbox', { name: /^I agree to get text messages/ }).check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByLabel('Code').fill('00');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByText('Enter the 6 digits of the message.').first()).toBeVisible();
  await expect.poll(() => shop.smsGateway.textsTo(phone).length).toBe(1);
  const code = /\d{6}/.exec(shop.smsGateway.textsTo(phone)[0] ?? '')?.[0] ?? '';
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(toast(page, 'Text messages are on.')).toBeVisible();
  await expectAccessible(page);

  // Push: the button also turns the switch on.
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Turn off in this browser' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Push Notifications', exact: true })).toBeChecked();

  // A text message for a reserved order is not sent by itself: it is chosen, by keyboard.
  const summary = page.getByText('Choose event by event', { exact: true });
  await summary.focus();
  await page.keyboard.press('Enter');
  const cell = (channel: string) =>
    page.getByRole('checkbox', { name: `Order reserved: ${channel}`, exact: true });
  await expect(cell('Bell')).toBeChecked();
  await expect(cell('Text message')).not.toBeChecked();
  await cell('Text message').focus();
  await page.keyboard.press('Space');
  await expect(toast(page, 'Preferences updated successfully')).toBeVisible();
  const security = page.getByRole('checkbox', { name: 'Security of your account: Email, always on' });
  await expect(security).toBeDisabled();
  await expect(security).toBeChecked();
  await expectWellMade(page);

  // Another product each time: a repeat would ask for confirmation.
  const order = async () => shop.order(person, await shop.product());
  const first = await order();
  await shop.mailbox.receive(person.email, new RegExp(first));
  await expect.poll(() => shop.pushService.taken(browser).length).toBe(1);
  await expect
    .poll(() => shop.smsGateway.textsTo(phone).at(-1))
    .toBe(`Two Branches Farm: Your order is reserved. ${shop.origin}/orders/${first}`);
  expect((await toldTo(shop, person)).bell).toBe(1);

  // The message about the first save may still be there.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes(PREFERENCES),
  );
  await page.getByRole('checkbox', { name: 'Email Notifications', exact: true }).uncheck();
  await saved;
  const second = await order();
  await expect.poll(() => shop.smsGateway.textsTo(phone).at(-1)).toContain(second);
  await expect.poll(() => shop.pushService.taken(browser).length).toBe(2);
  expect(await toldTo(shop, person)).toEqual({ bell: 2, mails: [expect.stringContaining(first)] });

  await page.getByRole('button', { name: 'Turn off text messages' }).click();
  await expect(toast(page, 'Text messages are off.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible();
  await order();
  await expect.poll(async () => (await toldTo(shop, person)).bell).toBe(3);
  expect((await toldTo(shop, person)).mails).toHaveLength(1);
  expect(shop.pushService.asked(browser)).toBe(2);
  expect(shop.smsGateway.textsTo(phone)).toHaveLength(3);
});

test('signing out stops push in this browser and forgets that it was on', async ({ page, context, shop }) => {
  const person = await shop.person();
  const browser = shop.pushService.browser();
  await shop.signIn(context, person);
  await subscribeHere(context, browser, shop.origin);
  await visit(page, PREFERENCES);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Turn off in this browser' })).toBeVisible();
  await page.getByRole('banner').locator('summary').filter({ hasText: person.name }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  await shop.order(person, await shop.product());
  await expect.poll(async () => (await toldTo(shop, person)).bell).toBe(1);
  expect(shop.pushService.asked(browser)).toBe(0);
  // A sign-out leaves nothing in the browser, the wish for push messages included.
  await shop.signIn(context, person);
  await visit(page, PREFERENCES);
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible();
});

test('push goes on without asking when a session has ended by itself and the person signs in again', async ({
  page,
  context,
  shop,
}) => {
  const person = await shop.person();
  const browser = shop.pushService.browser();
  await shop.signIn(context, person);
  await subscribeHere(context, browser, shop.origin);
  await visit(page, PREFERENCES);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Turn off in this browser' })).toBeVisible();
  await shop.db.delete(sessions).where(eq(sessions.userId, person.userId));
  await visit(page, '/faq');
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();

  await shop.signIn(context, person);
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/push') && response.request().method() === 'POST',
  );
  await visit(page, '/faq');
  expect((await stored).status()).toBe(200);
  await shop.order(person, await shop.product());
  await expect.poll(() => shop.pushService.taken(browser).length).toBe(1);
});

test('a browser that blocks or lacks push says so, and what to do', async ({ openBrowser, shop }) => {
  const cases = [
    [() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }), /is set to block/],
    [() => Reflect.deleteProperty(window, 'PushManager'), /does not support push messages/],
    [
      () => {
        Reflect.deleteProperty(window, 'PushManager');
        Object.defineProperty(navigator, 'userAgent', {
          get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
        });
      },
      /put the shop on your home screen first/,
    ],
  ] as const;
  for (const [prepare, words] of cases) {
    const context = await openBrowser();
    await shop.signIn(context, await shop.person());
    await context.addInitScript(prepare);
    const page = await context.newPage();
    await visit(page, PREFERENCES);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toHaveCount(0);
    await expectAccessible(page);
  }
});
