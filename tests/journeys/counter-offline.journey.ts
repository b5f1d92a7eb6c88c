/**
 * The counter without a network: what stays readable, what waits on the tablet, and what is refused when it arrives.
 */
import type { Page, Route } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions, staffPins } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { setStatus } from '#tests/support/set-status.ts';
import {
  byPin,
  card,
  column,
  lost,
  orderForNow,
  prepared,
  sharedTablet,
  signedIn,
} from './counter-offline-steps.ts';
import { typeAsScanner, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ losesNetwork: true, serviceWorkers: 'allow', viewport: { width: 768, height: 1024 } });

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
  await expect(lee.getByText('A tablet has unsent work')).toBeVisible();
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
  await kim.getByLabel('Number of the ID').fill('X1234567');
  await kim.getByLabel('The name on the ID is Dell Pine').check();
  await kim.getByLabel('Cash received').fill('60');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByText(/The ID says under 21/).first()).toBeVisible();
  await kim.getByLabel('Birth date on the ID').fill('1990-05-14');
  await kim.getByRole('button', { name: 'Paid and handed over' }).click();
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('$9.60');
  await expect(kim.getByRole('region', { name: 'What was done' })).toContainText('not sent yet');
  // Number and dates of the ID are on the tablet only sealed.
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
  expect(stored).toContain('"sealedId":');
  expect(stored).not.toMatch(/1990-05|2090-01|Dell|X1234567/);
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
  await kim.getByLabel('Number of the ID').fill('X7654321');
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
