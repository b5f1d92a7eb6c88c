/** The counter without a network: what stays readable, what waits on the tablet, and what is refused when it arrives. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { sessions, staffPins } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { takenOver, toast, typeAsScanner, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 768, height: 1024 } });

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`^${number},`) });
const lost = (page: Page) =>
  page.getByText(/^No connection since \d{1,2}:\d\d [AP]M\. Showing what was known then\.$/);

/** An order with a pickup time now, or from another moment on, of units of batch `batch`. */
async function orderForNow(shop: Shop, name: string, batch = 'B-1', startsAt = new Date()): Promise<string> {
  const jar = await shop.product({ name: `Jar of ${name}`, onHand: 5 });
  await shop.db.update(lots).set({ batchNumber: batch }).where(eq(lots.productId, jar.id));
  const number = await shop.order(await shop.person({ name }), jar);
  const [placed] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  await shop.db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ pickupStartsAt: startsAt, pickupEndsAt: new Date(startsAt.getTime() + 1_800_000) })
      .where(eq(orders.orderId, number));
    await tx.insert(pickupSlots).values({ startsAt, taken: 1 });
    await tx
      .update(pickupSlots)
      .set({ taken: sql`${pickupSlots.taken} - 1` })
      .where(eq(pickupSlots.startsAt, placed?.pickupStartsAt ?? startsAt));
  });
  return number;
}

/** The tablet has a copy of these orders, and the files that show it. */
async function prepared(page: Page, ...numbers: string[]): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      const cache = await caches.open('counter');
      if (!(await indexedDB.databases()).some(({ name }) => name === 'counter-copy')) return [];
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open('counter-copy');
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
      try {
        if (!opened.objectStoreNames.contains('orders') || !(await cache.match('/counter/offline')))
          return [];
        return await new Promise<IDBValidKey[]>((resolve) => {
          const keys = opened.transaction('orders').objectStore('orders').getAllKeys();
          keys.onsuccess = () => resolve(keys.result);
        });
      } finally {
        opened.close();
      }
    });
  await expect.poll(stored, { timeout: 15_000 }).toEqual(expect.arrayContaining(numbers));
  const state = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state);
  await expect.poll(() => page.evaluate(state)).toBe('activated');
}

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

async function signedIn(shop: Shop, context: BrowserContext, name: string): Promise<Page> {
  await shop.signIn(context, await shop.person({ role: 'staff', name }));
  return context.newPage();
}

test('two tablets, one without a network for a while: its work is sent in order, and what came too late says why', async ({
  context,
  shop,
  openBrowser,
}) => {
  const mine = await orderForNow(shop, 'Linnea Holt', 'LINNEA-01');
  const both = await orderForNow(shop, 'Otis Marsh');
  const kim = await signedIn(shop, context, 'Pat Shaw');
  const lee = await signedIn(shop, await openBrowser(), 'Ada Moss');
  await visit(kim, '/counter');
  await visit(lee, '/counter');
  await prepared(kim, mine, both);

  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await expectFits(kim, [390, 768, 1024]);
  // The same order on both tablets.
  await card(kim, both)
    .getByRole('button', { name: `Pack ${both}`, exact: true })
    .click();
  await expect(kim.getByRole('heading', { name: `Pack ${both} for Otis Marsh` })).toBeVisible();
  await card(lee, both)
    .getByRole('button', { name: `Pack ${both}`, exact: true })
    .click();
  await expect(lee.getByRole('heading', { name: `Pack ${both} for Otis Marsh` })).toBeVisible();

  await kim.getByRole('link', { name: 'Board', exact: true }).click();
  await expect(column(kim, 'Packing').getByText('Not sent yet')).toBeVisible();
  await card(kim, mine)
    .getByRole('button', { name: `Pack ${mine}`, exact: true })
    .click();
  await expect(kim.getByRole('heading', { name: `Pack ${mine} for Linnea Holt` })).toBeVisible();
  await typeAsScanner(kim, 'NO-SUCH-BATCH\n');
  await expect(kim.getByRole('alert')).toContainText('Not of this order');
  await typeAsScanner(kim, 'LINNEA-01\n');
  await expect(kim.getByText('Jar of Linnea Holt: 1 of 1 packed. Not sent yet.')).toBeVisible();
  // A tablet that reloads, or starts again, still knows all of it.
  await kim.reload();
  await expect(kim.getByText('packed 1 of 1')).toBeVisible();
  await expect(lost(kim)).toBeVisible();
  await kim.getByRole('button', { name: 'Mark ready', exact: true }).click();
  await expect(column(kim, 'Ready').getByText('Linnea Holt')).toBeVisible();
  await kim.getByText('4 actions on this tablet, not sent yet').click();
  await expect(kim.getByText(`${mine}: Mark ready`)).toBeVisible();
  await kim.getByRole('button', { name: 'Sign Out' }).click();
  await expect(kim.getByRole('heading', { name: '4 actions of yours not sent' })).toBeVisible();
  await kim.getByRole('button', { name: 'Stay signed in' }).click();

  await context.setOffline(false);
  await expect(lost(kim)).toHaveCount(0);
  await expect(column(lee, 'Ready').getByText('Linnea Holt')).toHaveCount(0);
  await visit(lee, '/counter');
  await expect(column(lee, 'Ready').getByText('Linnea Holt')).toBeVisible();
  const refused = kim.getByRole('region', { name: 'Not accepted' });
  await expect(refused).toContainText(`Ada Moss packs ${both}. Take over, or pack another order.`);
  await expect(refused.getByRole('listitem')).toHaveCount(1);
  await expectFits(kim, [390, 768, 1024]);
  await visit(kim, '/counter');
  await refused.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(refused).toHaveCount(0);
  await expect(card(kim, both).getByText('Packing: Ada Moss')).toBeVisible();
});

test('the drawer is not closed while another tablet has work that was not sent, and is once it is sent', async ({
  context,
  shop,
  openBrowser,
}) => {
  const number = await orderForNow(shop, 'Ines Rowe');
  const kim = await signedIn(shop, context, 'Jo Shaw');
  const lee = await signedIn(shop, await openBrowser(), 'Ada Moss');
  await visit(lee, '/counter/cash');
  await lee.getByLabel(/Float/).fill('100');
  await lee.getByRole('button', { name: 'Open the drawer' }).click();
  await expect(lee.getByRole('link', { name: /^Count, close/ })).toBeVisible();
  await visit(kim, '/counter');
  await prepared(kim, number);
  // A tablet whose screen goes off says so: silence means something else then than that of one in use.
  await says(kim, 'hidden', 'inView=0');
  await says(kim, 'visible', 'inView=1');
  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await card(kim, number)
    .getByRole('button', { name: `Customer is here ${number}` })
    .click();
  await expect(kim.getByText('1 action on this tablet, not sent yet')).toBeVisible();
  // A network that lets little through: the tablet reports what it holds, and cannot send it.
  await context.route('**/counter/actions', (route) => route.abort('internetdisconnected'));
  const reported = kim.waitForResponse((answer) => answer.url().endsWith('/counter/tablet'));
  await context.setOffline(false);
  expect((await reported).status()).toBe(204);

  await visit(lee, '/counter/end-of-day');
  const words = 'Jo Shaw’s tablet has 1 action that was not sent.';
  await expect(lee.getByText(words)).toBeVisible();
  await expectFits(lee, [390, 768, 1440]);
  await visit(lee, '/counter/cash/count');
  await expect(lee.getByText('A tablet has work that was not sent')).toBeVisible();
  await expect(lee.getByText('Close without it, because')).toHaveCount(0);
  await expectFits(lee, [390, 768, 1440]);
  await lee.getByLabel('Counted').fill('100');
  await lee.getByRole('button', { name: 'Save the count' }).click();
  await expect(lee.getByRole('alert')).toContainText(words);
  await expect(lee.getByLabel('Counted')).toHaveValue('100');

  const sent = kim.waitForResponse(
    (answer) =>
      answer.url().endsWith('/counter/tablet') && answer.request().postData()?.includes('unsent=0') === true,
  );
  await context.unroute('**/counter/actions');
  expect((await sent).status()).toBe(204);
  await lee.getByRole('button', { name: 'Save the count' }).click();
  await expect(lee.getByRole('region', { name: 'The last drawer' })).toContainText('Exact');
});

async function says(tablet: Page, state: 'hidden' | 'visible', words: string): Promise<void> {
  const sent = tablet.waitForRequest(
    (request) => request.url().endsWith('/counter/tablet') && request.postData()?.includes(words) === true,
  );
  await tablet.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
  await sent;
}

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

test('the owner allows hand-overs without a network: the tablet checks ID and cash, and shows the change', async ({
  context,
  shop,
}) => {
  const value = { offlineHandOver: true };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'counter', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  const number = await orderForNow(shop, 'Dell Pine');
  await setStatus(shop.db, number, 'ready');
  const kim = await signedIn(shop, context, 'Pat Stone');
  await visit(kim, '/counter');
  await prepared(kim, number);
  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await card(kim, number)
    .getByRole('link', { name: `Hand over ${number}` })
    .click();
  await kim.getByText('Add a note').click();
  await kim.getByLabel('Note for the others at the counter').fill('Came by bike');
  await kim.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(kim.getByText(/, Pat Stone: Came by bike$/)).toBeVisible();

  await kim.getByText('Passport', { exact: true }).click();
  await kim.getByLabel('Expires').fill('2090-01-31');
  await kim.getByLabel('Birth date on the ID').fill('2015-05-14');
  await kim.getByLabel('The name on the ID is Dell Pine').check();
  await kim.getByLabel('Cash received').fill('60');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByText(/The ID says under 21/).first()).toBeVisible();
  await kim.getByLabel('Birth date on the ID').fill('1990-05-14');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('$9.60');
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('not sent yet');
  // Nothing of the ID's dates is on the tablet.
  const stored = await kim.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('counter-actions');
      asked.onsuccess = () => resolve(asked.result);
    });
    const all = await new Promise<unknown[]>((resolve) => {
      const found = opened.transaction('waiting').objectStore('waiting').getAll();
      found.onsuccess = () => resolve(found.result);
    });
    opened.close();
    return JSON.stringify(all);
  });
  expect(stored).not.toMatch(/1990|2090|Dell/);
  await context.setOffline(false);
  await expect(lost(kim)).toHaveCount(0);
  await expect
    .poll(async () => (await shop.db.select().from(orders).where(eq(orders.orderId, number)))[0]?.status)
    .toBe('completed');
  await kim.reload();
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('$9.60');
  await shop.db.update(storeSettings).set({ value: {} }).where(eq(storeSettings.name, 'counter'));
});

test('what was done just before the network is lost is in the copy, or its order is not shown', async ({
  context,
  shop,
}) => {
  const packed = await orderForNow(shop, 'Thea Birch');
  const over = await orderForNow(shop, 'Sven Birch');
  await setStatus(shop.db, over, 'ready');
  const kim = await signedIn(shop, context, 'Kim Birch');
  await visit(kim, '/counter');
  await prepared(kim, packed, over);
  await card(kim, packed)
    .getByRole('button', { name: `Pack ${packed}`, exact: true })
    .click();
  await expect(kim.getByRole('heading', { name: `Pack ${packed} for Thea Birch` })).toBeVisible();
  await kim.getByRole('button', { name: /^Pack one/ }).click();
  await expect(kim.getByText('packed 1 of 1')).toBeVisible();
  await expect.poll(() => packedInCopy(kim, packed), { timeout: 5000 }).toBe(1);

  // From here on the copy stays older than what is done: its answer is on its way as the network is lost.
  const held: Route[] = [];
  await context.route('**/counter/copy*', (route) => void held.push(route));
  await kim.getByRole('link', { name: 'Board', exact: true }).click();
  await card(kim, over)
    .getByRole('link', { name: `Hand over ${over}` })
    .click();
  await kim.getByText('Passport', { exact: true }).click();
  await kim.getByLabel('Expires').fill('2090-01-31');
  await kim.getByLabel('Birth date on the ID').fill('1990-05-14');
  await kim.getByLabel('The name on the ID is Sven Birch').check();
  await kim.getByLabel('Cash received').fill('60');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('$9.60');
  await context.setOffline(true);
  await expect(lost(kim)).toBeVisible();
  await kim.getByRole('link', { name: 'Counter', exact: true }).click();
  const words = `${over} was changed on this tablet after its copy was stored. It is shown again with the network.`;
  await expect(kim.getByText(words)).toBeVisible();
  await expect(card(kim, packed)).toBeVisible();
  await expect(card(kim, over)).toHaveCount(0);
  await expectFits(kim, [390, 768, 1024]);
  await kim.goto(`/counter/orders/${over}`);
  await expect(kim.getByRole('main').getByText(words).first()).toBeVisible();
  await expect(kim.getByText(/^Go on with another order\./)).toBeVisible();
  const picture = kim.getByRole('main').locator('img');
  await expect
    .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);
  await expect(kim.getByRole('button', { name: 'Paid and handed over' })).toHaveCount(0);
  await kim.goto(`/counter/orders/${packed}/packing`);
  await expect(kim.getByText('packed 1 of 1')).toBeVisible();
  await context.unroute('**/counter/copy*');
  await Promise.all(held.map((route) => route.abort('internetdisconnected').catch(() => undefined)));
  await context.setOffline(false);
  await expect(lost(kim)).toHaveCount(0);
  await kim.goto(`/counter/orders/${over}`);
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('$9.60');
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

/** How many units the tablet's copy of an order has packed. */
const packedInCopy = (page: Page, number: string) =>
  page.evaluate(async (key) => {
    const whole = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const opened = await whole(indexedDB.open('counter-copy'));
    const stored = await whole(opened.transaction('orders').objectStore('orders').get(key));
    opened.close();
    return stored?.packing.packed as number | undefined;
  }, number);

async function byPin(page: Page, name: string, pin: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who works here now?' })).toBeVisible();
  await takenOver(page);
  await page.getByRole('main').getByText(name, { exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Start' }).click();
}

async function sharedTablet(shop: Shop, context: BrowserContext, name: string, pin: string) {
  const owner = await shop.person({ role: 'admin', name });
  await shop.db.insert(staffPins).values({ userId: owner.userId, hash: await hashPassword(pin) });
  await shop.signIn(context, owner);
  const page = await context.newPage();
  await visit(page, '/counter/switch/share');
  await page.getByLabel('Name of the tablet').fill(`Register of ${name}`);
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  // The one before is of the sign-in.
  const copied = page.waitForResponse('**/counter/copy');
  await byPin(page, name, pin);
  await expect(page).toHaveURL('/counter');
  await copied;
  return { page, owner };
}

test('a PIN that ran out without a network is asked for again, and only its person sends what waits', async ({
  context,
  shop,
}) => {
  const number = await orderForNow(shop, 'Elin Frost');
  const ben = await shop.person({ role: 'staff', name: 'Ben Frost' });
  await shop.db.insert(staffPins).values({ userId: ben.userId, hash: await hashPassword('408213') });
  const { page, owner } = await sharedTablet(shop, context, 'Ana Frost', '927461');
  await prepared(page, number);
  await context.setOffline(true);
  await expect(lost(page)).toBeVisible();
  await card(page, number)
    .getByRole('button', { name: `Pack ${number}`, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: `Pack ${number} for Elin Frost` })).toBeVisible();
  await shop.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.userId, owner.userId));
  await context.setOffline(false);
  await expect(page.getByText(/^Your PIN is needed to send 1 action\./)).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
  await expectFits(page, [390, 768, 1024]);
  // What is done until then waits too.
  await page.getByRole('button', { name: /^Pack one/ }).click();
  await expect(page.getByText(/^Your PIN is needed to send 2 actions\./)).toBeVisible();
  await page.getByRole('link', { name: 'Enter your PIN' }).click();
  await byPin(page, 'Ben Frost', '408213');
  await expect(page).toHaveURL(`/counter/orders/${number}/packing`);
  await expect(page.getByText('2 actions of Ana Frost on this tablet, not sent yet.')).toBeVisible();
  const status = async () =>
    (await shop.db.select().from(orders).where(eq(orders.orderId, number)))[0]?.status;
  expect(await status()).not.toBe('packing');
  await page.getByRole('button', { name: 'Lock' }).click();
  await byPin(page, 'Ana Frost', '927461');
  await expect.poll(status).toBe('packing');
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  await expect(column(page, 'Packing').getByText('Elin Frost', { exact: true })).toBeVisible();
});

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
