/** Push messages of the browser, and the list of notifications, which follows events. */
import type { BrowserContext, Page } from '@playwright/test';
import { PREFERENCES_UPDATED } from '#shop/notifications/preferences.ts';
import { PREFERENCES, subscribeHere } from './notifications-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

// Push messages need the worker.
test.use({ serviceWorkers: 'allow' });

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

test.describe('a switch', () => {
  test.use({ losesNetwork: true });

  test('flips back and says so when it cannot be saved', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    await visit(page, PREFERENCES);
    const emails = page
      .getByRole('switch', { name: 'Email Notifications' })
      .or(page.getByRole('checkbox', { name: 'Email Notifications' }));
    const before = await emails.isChecked();
    await context.setOffline(true);
    await emails.click();
    await expect(toast(page, 'Failed to update preferences')).toBeVisible();
    await expect(emails).toBeChecked({ checked: before });
    await context.setOffline(false);
    await emails.click();
    await expect(toast(page, PREFERENCES_UPDATED)).toBeVisible();
    await page.reload();
    await expect(emails).toBeChecked({ checked: !before });
  });
});
