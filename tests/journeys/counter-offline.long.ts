/**
 * The counter without a network, with other people and other pages on the tablet: whose copy it has, and when it is in
 * use.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { counterTablets } from '#db/schema/cash-desk.ts';
import {
  card,
  column,
  lost,
  orderForNow,
  prepared,
  sharedTablet,
  signedIn,
} from './counter-offline-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 768, height: 1024 } });

const storedDay = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ idleMinutes: number | null } | undefined>((resolve, reject) => {
        const asked = indexedDB.open('counter-copy');
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          const read = asked.result.transaction('day').objectStore('day').get('day');
          read.onsuccess = () => {
            asked.result.close();
            resolve(read.result);
          };
        };
      }),
  );

test('a tablet that shows the back office is not in use at the counter, and is again once it is back', async ({
  context,
  shop,
}) => {
  const number = await orderForNow(shop, 'Vera Lund');
  const kim = await signedIn(shop, context, 'Kim Lund');
  await visit(kim, '/counter');
  await prepared(kim, number);
  const inView = async () => {
    const [row] = await shop.db
      .select({ inView: counterTablets.inView })
      .from(counterTablets)
      .where(eq(counterTablets.person, 'Kim Lund'));
    return row?.inView;
  };
  await expect.poll(inView).toBe(true);
  await kim.getByRole('link', { name: 'Back office' }).click();
  await expect(kim).toHaveURL('/admin/dashboard');
  await expect.poll(inView).toBe(false);
  await kim.goBack();
  await expect(kim).toHaveURL('/counter');
  await expect.poll(inView).toBe(true);
  // A document of its own.
  await kim.goto('/admin/dashboard');
  await expect.poll(inView).toBe(false);
});

test('the step of the tablets is not done while one stops the drawer, nor while nothing is known of one', async ({
  context,
  shop,
}) => {
  const owner = await shop.person({ role: 'staff', name: 'Rae Lund' });
  const seenAt = new Date(Date.now() - 150_000);
  const tablet = { userId: owner.userId, person: 'Rae Lund', unsent: 0, inView: true, seenAt };
  const stopping = { ...tablet, id: randomUUID(), handsOver: true };
  const silent = { ...tablet, id: randomUUID(), handsOver: false };
  await shop.db.insert(counterTablets).values([stopping, silent]);
  const page = await signedIn(shop, context, 'Lee Lund');
  await visit(page, '/counter/end-of-day');
  const step = page.getByRole('listitem').filter({ hasText: 'Work on tablets' });
  await expect(step).toContainText('Rae Lund’s tablet lost the network and may hold actions');
  await expect(step).not.toContainText(/Done:|Everything/);
  await shop.db.delete(counterTablets).where(eq(counterTablets.id, stopping.id));
  await visit(page, '/counter/end-of-day');
  await expect(step).toContainText('The drawer does not wait for these tablets.');
  await expect(step).toContainText('Rae Lund’s tablet was last seen');
  await expect(step).not.toContainText(/Done:|Everything/);
  await expectFits(page, [390, 768, 1440]);
  await shop.db.delete(counterTablets).where(eq(counterTablets.id, silent.id));
});

test('another person on the tablet neither sees the first one’s copy nor sends their work', async ({
  context,
  shop,
}) => {
  const number = await orderForNow(shop, 'Cora Ames');
  const kim = await signedIn(shop, context, 'Kim Stone');
  await visit(kim, '/counter');
  await prepared(kim, number);
  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await card(kim, number)
    .getByRole('button', { name: `Customer is here ${number}` })
    .click();
  await expect(column(kim, 'Here').getByText('Not sent yet')).toBeVisible();
  await kim.close();
  await context.setOffline(false);
  await context.clearCookies();
  const lee = await signedIn(shop, context, 'Lee Stone');
  await visit(lee, '/counter');
  await expect(lee.getByText('1 action of Kim Stone on this tablet, not sent yet.')).toBeVisible();
  await expect(column(lee, 'Here').getByText('Cora Ames')).toHaveCount(0);
});

test('a sign-out while the tablet stores its copy leaves no customer on it', async ({ context, shop }) => {
  const name = 'Juniper Leftover';
  await orderForNow(shop, name);
  const page = await signedIn(shop, context, 'Kim Reyes');
  const pressed = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<string>();
  const stored = () =>
    page.evaluate(async () => {
      if (!(await indexedDB.databases()).some((each) => each.name === 'counter-copy')) return '';
      const whole = (asked: IDBRequest) =>
        new Promise((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
      const opened = (await whole(indexedDB.open('counter-copy'))) as IDBDatabase;
      const stores = [...opened.objectStoreNames];
      const rows = await Promise.all(
        stores.map((store) => whole(opened.transaction(store).objectStore(store).getAll())),
      );
      opened.close();
      return JSON.stringify(rows);
    });
  // The orders arrive after the press, and before the sign-out is answered.
  await page.route('**/counter/copy?orders=*', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await pressed.promise;
    await route.fulfill({ response });
  });
  await page.route('**/sign-out.data', async (route) => {
    // The shop is slow: until it answers, this person is still signed in.
    const copied = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/counter/copy?orders='),
    );
    pressed.resolve();
    await copied;
    const again = page.waitForResponse('**/counter/copy');
    // The page reads the day again when the tablet says that it has the network.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await (await again).finished();
    // This read waits for what the page writes before it.
    left.resolve(await stored());
    await route.continue();
  });
  await page.goto('/counter');
  await asked.promise;
  await page.getByRole('button', { name: 'Sign Out' }).click();
  expect(await left.promise).not.toContain(name);
  await expect(page).not.toHaveURL(/counter/);
  expect(await stored()).not.toContain(name);
});

test('a tablet that loses the network before it has the next person’s copy does nothing as the person before', async ({
  context,
  shop,
}) => {
  const number = await orderForNow(shop, 'Otto Ames');
  const kim = await signedIn(shop, context, 'Kim Marsh');
  await visit(kim, '/counter');
  await prepared(kim, number);
  await kim.close();
  await context.clearCookies();
  const lee = await signedIn(shop, context, 'Lee Marsh');
  // The copy is never answered.
  await lee.route('**/counter/copy*', () => undefined);
  await lee.goto('/counter');
  await expect(lee.getByRole('banner').getByText('Lee Marsh')).toBeVisible();
  const owner = () => lee.evaluate(() => localStorage.getItem('counter-copy-owner'));
  await expect.poll(owner).toBeNull();
  await context.setOffline(true);
  await card(lee, number)
    .getByRole('button', { name: `Customer is here ${number}` })
    .click();
  await expect(lee.getByText('Kim Marsh')).toHaveCount(0);
  await expect(lee.getByText(/not sent yet/)).toHaveCount(0);
});

test('an order released at the end of the day is not on the board of a tablet that then loses the network', async ({
  context,
  shop,
}) => {
  const began = new Date(Date.now() - 1_900_000);
  test.skip(storeDay(began) !== storeDay(new Date()), 'The board has no pickup of yesterday.');
  const number = await orderForNow(shop, 'Runa Birch', 'B-1', began);
  const kim = await signedIn(shop, context, 'Ole Birch');
  await visit(kim, '/counter');
  await prepared(kim, number);
  await context.route('**/counter/copy*', () => undefined);
  await kim.getByRole('link', { name: 'End of day' }).click();
  await kim.getByRole('button', { name: `Not picked up ${number}` }).click();
  await kim.getByRole('dialog').getByRole('button', { name: 'Not picked up' }).click();
  await expect(toast(kim, `${number} is marked as not picked up.`)).toBeVisible();
  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await kim.getByRole('banner').getByRole('link', { name: 'Counter', exact: true }).click();
  await expect(kim.getByText(new RegExp(`^${number} was changed on this tablet`))).toBeVisible();
  await expect(card(kim, number)).toHaveCount(0);
});

const storeDay = (at: Date) => at.toLocaleDateString('en-US', { timeZone: 'America/New_York' });

test('a shared tablet without a network has its Lock, also after a reload, and says why it waits', async ({
  context,
  shop,
}) => {
  const number = await orderForNow(shop, 'Maren Pike');
  const { page } = await sharedTablet(shop, context, 'Ana Pike', '927461');
  await prepared(page, number);
  // The copy of the person who shared the tablet, by password, has the order too.
  const isByPin = async () => typeof (await storedDay(page))?.idleMinutes === 'number';
  await expect.poll(isByPin, { timeout: 15_000 }).toBe(true);
  await context.setOffline(true);
  await expect(lost(page)).toBeVisible();
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(lost(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Lock' }).click({ force: true });
    await expect(toast(page, /^Locking needs the network\./)).toBeVisible();
  }
  await expect(page.getByRole('banner').getByText('Ana Pike')).toBeVisible();
});
