/** Open pages follow changes, over one stream for all tabs. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { customerProfiles } from '#db/schema/customers.ts';
import type { Topic } from '#kernel/topic.ts';
import { announce } from '#platform/live/announce.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

// Requests of the whole browser are counted.
test.use({ ownBrowser: true });

const TABS = 9;

/** The open streams of a browser, and how often pages requested their data. */
function count(context: BrowserContext) {
  const seen = { streams: 0, opened: 0, asked: 0 };
  const isStream = (url: string, accept: string | undefined) =>
    new URL(url).pathname === '/live' && accept === 'text/event-stream';
  context.on('request', (request) => {
    if (isStream(request.url(), request.headers().accept)) {
      seen.streams += 1;
      seen.opened += 1;
    }
    if (new URL(request.url()).pathname === '/admin/dashboard.data') seen.asked += 1;
  });
  const over = (request: { url(): string; headers(): Record<string, string> }) => {
    if (isStream(request.url(), request.headers().accept)) seen.streams -= 1;
  };
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  return seen;
}

const say = (shop: Shop, topic: Topic) => shop.db.transaction((tx) => announce(tx, topic));

test('nine tabs share one stream and follow a change, and the next tab leads when the first closes', async ({
  context,
  shop,
}) => {
  const staff = await shop.person({ role: 'staff' });
  await shop.signIn(context, staff);
  const seen = count(context);
  const tabs: Page[] = [];
  for (let tab = 0; tab < TABS; tab++) {
    const page = await context.newPage();
    await visit(page, '/admin/dashboard');
    tabs.push(page);
  }
  await expect.poll(() => seen.streams).toBe(1);

  const before = seen.asked;
  await say(shop, 'orders');
  await expect.poll(() => seen.asked, { timeout: 5_000 }).toBeGreaterThan(before);
  expect(seen.streams).toBe(1);

  await tabs[0]?.close();
  await expect.poll(() => seen.streams, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => seen.opened).toBeGreaterThanOrEqual(2);
  const afterwards = seen.asked;
  await say(shop, 'reservations');
  await expect.poll(() => seen.asked, { timeout: 5_000 }).toBeGreaterThan(afterwards);
});

test('the dashboard shows a new order without a reload, and a ban removes the page within five seconds', async ({
  page,
  context,
  shop,
}) => {
  const staff = await shop.person({ role: 'staff' });
  await shop.signIn(context, staff);
  const customer = await shop.person();
  const item = await shop.product();
  await visit(page, '/admin/dashboard');
  const week = page.getByRole('region', { name: 'Orders in the last 7 days, table' });
  await page.getByText('Show as a table').click();
  const today = week.getByRole('row', { name: /^Today/ });
  const text = await today.innerText();
  await shop.order(customer, item);
  await say(shop, 'orders');
  await expect(today).not.toHaveText(text, { timeout: 5_000 });

  await shop.db
    .update(customerProfiles)
    .set({ isBanned: true })
    .where(eq(customerProfiles.userId, staff.userId));
  await expect(page).toHaveURL(/\/login\?/, { timeout: 10_000 });
});

test('the page polls where streams are cut off', async ({ page, context, shop }) => {
  // It polls every 15 seconds; under npm run test:at the clock is already installed.
  if (!process.env.FAKETIME) await context.clock.install();
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await context.route('**/live?*', (route) =>
    route.request().headers().accept === 'text/event-stream'
      ? route.fulfill({ status: 403 })
      : route.continue(),
  );
  const asked: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/admin/dashboard.data') asked.push(request.url());
  });
  const polled = page.waitForResponse(
    (response) =>
      response.url().includes('/live?') && response.request().headers().accept === 'application/json',
  );
  await visit(page, '/admin/dashboard');
  await polled;
  await say(shop, 'inventory');
  const askedLater = async () => {
    await context.clock.fastForward(20_000);
    return asked.length;
  };
  await expect.poll(askedLater).toBeGreaterThan(0);
});
