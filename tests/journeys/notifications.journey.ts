/** Notifications arrive on the channels that people chose: bell, email, push and text message, and no other. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { PushBrowser } from '#tests/support/push-service.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

// Push messages need the worker.
test.use({ serviceWorkers: 'allow' });

const PREFERENCES = '/notifications/preferences';
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

/**
 * Lets this browser's push manager subscribe at the tests' service: a browser without a network has none. The service
 * worker, its notifications and the permission are real.
 */
async function subscribeHere(context: BrowserContext, browser: PushBrowser, origin: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript((own) => {
    const NAME = 'push manager of the tests';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
    const made = (key: string) => ({
      endpoint: own.endpoint,
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint: own.endpoint, keys: { p256dh: own.p256dh, auth: own.auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(NAME);
        return true;
      },
    });
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(NAME, String(options?.applicationServerKey));
      return made(String(options?.applicationServerKey)) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(NAME);
      return key === null ? null : (made(key) as unknown as PushSubscription);
    };
  }, browser);
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
  const security = page.getByRole('checkbox', { name: 'Security of your account: Email, always on' });
  await expect(security).toBeDisabled();
  await expect(security).toBeChecked();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(toast(page, 'Preferences updated successfully')).toBeVisible();

  // Another product each time: a repeat would ask for confirmation.
  const order = async () => shop.order(person, await shop.product());
  const first = await order();
  await shop.mailbox.receive(person.email, new RegExp(first));
  await expect.poll(() => shop.pushService.taken(browser).length).toBe(1);
  await expect
    .poll(() => shop.smsGateway.textsTo(phone).at(-1))
    .toBe(`Two Branches Farm: Your order is reserved. ${shop.origin}/orders/${first}`);
  expect((await toldTo(shop, person)).bell).toBe(1);

  await page.getByRole('checkbox', { name: 'Email Notifications', exact: true }).uncheck();
  // The message about the first save may still be there.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes(PREFERENCES),
  );
  await page.getByRole('button', { name: 'Save preferences' }).click();
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

/** Sends push messages to the browser's service worker, as the browser's push service would. */
async function delivery(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<(data: string) => Promise<unknown>> {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (own) found(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  // A message to a worker that is still installing is lost.
  const state = () => navigator.serviceWorker.getRegistration('/').then((found) => found?.active?.state);
  await expect.poll(() => page.evaluate(state)).toBe('activated');
  return (data) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

test('the browser shows a push message that reveals nothing to a passer-by and opens the order', async ({
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
  await expect(page.getByText('They are on in this browser while you are signed in.')).toBeVisible();
  const number = await shop.order(person, await shop.product({ name: 'Heron Lake Flower' }));
  await expect.poll(() => shop.pushService.taken(browser).length).toBe(1);
  const payload = shop.pushService.taken(browser)[0]?.payload ?? '';
  expect(payload).not.toMatch(/heron|cannabis|flower/i);

  const deliver = await delivery(context, page, shop.origin);
  await deliver(payload);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      const all = (await registration?.getNotifications()) ?? [];
      return all.map(({ title, body }) => ({ title, body }));
    });
  // Repeats until it shows: the browser's tools may lose a message. A repeat replaces the first.
  const deliverUntil = (data: string, expected: { title: string; body: string }) =>
    expect(async () => {
      await deliver(data);
      const same = async () => (await shown()).filter(({ body }) => body === expected.body);
      await expect.poll(same, { timeout: 2000 }).toEqual([expected]);
    }).toPass({ timeout: 30_000 });
  const news = { title: 'Two Branches Farm', body: 'Your order is reserved.' };
  await deliverUntil(payload, news);

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const all = await scope.registration.getNotifications();
    const notification = all.find(({ body }) => body.startsWith('Your order'));
    if (notification) dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(`/orders/${number}`);

  await deliverUntil(payload, news);
  await deliverUntil(payload, news);
  // One that cannot be read shows a message too.
  await deliverUntil('no json', { title: 'News for you', body: 'Open the shop to read it.' });
});

test('signing out stops push in this browser, and signing in again resumes it without asking', async ({
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
  await page.getByRole('banner').locator('summary').filter({ hasText: person.name }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  await shop.order(person, await shop.product());
  await expect.poll(async () => (await toldTo(shop, person)).bell).toBe(1);
  expect(shop.pushService.asked(browser)).toBe(0);

  await shop.signIn(context, person);
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/push') && response.request().method() === 'POST',
  );
  await visit(page, '/faq');
  expect((await kept).status()).toBe(200);
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

test('the list follows events, and the panel links to it', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  await visit(page, '/faq');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByRole('link', { name: 'See all notifications' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications yet.' })).toBeVisible();
  const number = await shop.order(person, await shop.product());
  await expect(page.getByRole('main').getByText(`Order ${number} reserved`)).toBeVisible();
});
