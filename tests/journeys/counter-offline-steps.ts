/** Tablets at the counter that have a copy of the day. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { staffPins } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { lots } from '#db/schema/stock.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { Shop } from './shop.ts';
import { takenOver, visit } from './steps.ts';
import { expect } from './support.ts';

export const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });
export const card = (page: Page, number: string) =>
  page.getByRole('article', { name: new RegExp(`^${number},`) });
/** What a tablet says while it has no network. */
export const lost = (page: Page) =>
  page.getByText(/^No connection since \d{1,2}:\d\d [AP]M\. Showing what was known then\.$/);

/** An order with a pickup time now, or from another moment on, of units of batch `batch`. */
export async function orderForNow(
  shop: Shop,
  name: string,
  batch = 'B-1',
  startsAt = new Date(),
): Promise<string> {
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
export async function prepared(page: Page, ...numbers: string[]): Promise<void> {
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

/** A page of a new member of staff in this browser. */
export async function signedIn(shop: Shop, context: BrowserContext, name: string): Promise<Page> {
  await shop.signIn(context, await shop.person({ role: 'staff', name }));
  return context.newPage();
}

/** Takes the shared tablet over. */
export async function byPin(page: Page, name: string, pin: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who works here now?' })).toBeVisible();
  await takenOver(page);
  await page.getByRole('main').getByText(name, { exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill(pin);
}

/** A tablet that its admin has shared and taken over by PIN. */
export async function sharedTablet(shop: Shop, context: BrowserContext, name: string, pin: string) {
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
