/** Scans at every speed that scanners are set to, wherever the focus is: they are read, and press nothing. */

import type { Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { AFTERMATH } from '#core/sales/orders/scan/keystrokes.ts';
import { staffPins } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { announce } from '#platform/live/announce.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { card } from './counter-steps.ts';
import type { Shop } from './shop.ts';

import { toast, visit, withoutScripts } from './steps.ts';
import { expect } from './support.ts';

const namedKeys: Record<string, { key: string; text?: string }> = {
  '\n': { key: 'Enter', text: '\r' },
  '\t': { key: 'Tab' },
};
const codes: Record<string, { code: string; windowsVirtualKeyCode: number }> = {
  '\n': { code: 'Enter', windowsVirtualKeyCode: 13 },
  '\t': { code: 'Tab', windowsVirtualKeyCode: 9 },
};

/**
 * Types in real time, with that many milliseconds between two keys; '\n' is Enter, '\t' Tab, '^j' Ctrl+J.
 * @param late milliseconds by which all keys but the first come after the time of their press
 */
export async function typeAtPace(page: Page, text: string, gap: number, late = 0): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const from = Date.now();
  const keys = text.match(/\^[a-z]|./gs) ?? [];
  await Promise.all(
    keys.map(async (character, index) => {
      const at = from + index * gap;
      const due = index === 0 ? at : at + late;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
      const control = character.length > 1 ? { modifiers: 2, key: character.slice(1) } : null;
      const typed = namedKeys[character] ?? { key: character, text: character };
      const timestamp = at / 1000;
      const code = codes[character] ?? {};
      await client.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        timestamp,
        ...code,
        ...(control ?? typed),
      });
      const key = control?.key ?? typed.key;
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...code, key });
    }),
  );
  await client.detach();
}

/** Scans until it was read: a busy machine may type with a pause inside, and a person scans again then. */
export async function scanUntil(
  page: Page,
  text: string,
  gap: number,
  wasRead: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await typeAtPace(page, text, gap);
    await wasRead();
  }).toPass({ timeout: 20_000 });
}

const UPC = '012345678905';

/** A hand-over with $50.00 typed: a scan of a jar is answered, and changes nothing else. */
export async function scanAtHandOver(page: Page, shop: Shop, gaps: readonly number[]): Promise<void> {
  const number = await shop.order(
    await shop.person({ name: 'Wren Hale' }),
    await shop.product({ onHand: 5 }),
  );
  await setStatus(shop.db, number, 'ready');
  await visit(page, `/counter/orders/${number}`);
  const cash = page.getByLabel('Cash received');
  await cash.fill('50');
  const places = [
    cash,
    page.getByRole('button', { name: '+ $50', exact: true }),
    page.getByRole('button', { name: 'Paid and handed over' }),
    page.getByRole('link', { name: 'Counter', exact: true }),
  ];
  const answer = page.getByText('This is a product code, not a license.').first();
  for (const gap of gaps)
    for (const [at, place] of places.entries()) {
      await place.focus();
      await typeAtPace(page, `${['', '~', ']C1', '^b'][at]}${UPC}\n${at === 2 ? '^j' : ''}`, gap);
      await expect(answer).toBeVisible();
      await expect(cash).toHaveValue('50');
      // What 'Paid' says without an ID.
      await expect(page.getByText('Choose the kind of ID.')).toHaveCount(0);
      // A refusal that follows is another one: the first is gone.
      await visit(page, `/counter/orders/${number}`);
      await expect(answer).toHaveCount(0);
      await cash.fill('50');
    }
}

/** A pass on the board, with a button of another order focused. */
export async function scanOnBoard(
  page: Page,
  order: { number: string; pass: string },
  other: string,
  gaps: readonly number[],
) {
  for (const gap of gaps) {
    await visit(page, '/counter');
    await card(page, other)
      .getByRole('button', { name: `Customer is here ${other}` })
      .focus();
    await typeAtPace(page, `~${order.pass}\n`, gap);
    await expect(page).toHaveURL(`/counter/orders/${order.number}`);
    await visit(page, '/counter');
    await expect(card(page, other).getByRole('button', { name: `Customer is here ${other}` })).toBeVisible();
  }
}

/** A scan whose answer is slow, and a press on another order: both count. */
export async function pressDuringScan(
  page: Page,
  shop: Shop,
  order: { number: string; pass: string },
  other: string,
): Promise<void> {
  await visit(page, '/counter');
  const pressed = Promise.withResolvers<void>();
  const isScan = (data: string | null) => data?.includes(order.pass) ?? false;
  await page.route(
    ({ pathname }) => pathname === '/counter.data',
    async (route) => {
      if (isScan(route.request().postData())) await pressed.promise;
      // Fails for a request that the page has given up.
      await route.continue().catch(() => undefined);
    },
  );
  await typeAtPace(page, `${order.pass}\n`, 10);
  const here = card(page, other).getByRole('button', { name: `Customer is here ${other}` });
  await expect(async () => {
    await here.click({ timeout: 1_000 });
    await expect(here).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  pressed.resolve();
  const arrivals = () =>
    shop.db
      .select({ at: orders.arrivedAt })
      .from(orders)
      .where(inArray(orders.orderId, [order.number, other]));
  await expect.poll(arrivals).toEqual([{ at: expect.any(Date) }, { at: expect.any(Date) }]);
  await page.unrouteAll({ behavior: 'wait' });
}

/** A press whose answer is slow, and a scan that is answered before it: both count, and the press decides where one is. */
export async function scanDuringPress(
  page: Page,
  shop: Shop,
  order: { number: string; pass: string },
  other: string,
): Promise<void> {
  await visit(page, '/counter');
  const scanned = Promise.withResolvers<void>();
  const given: string[] = [];
  await page.route(
    ({ pathname }) => pathname === '/counter.data',
    async (route) => {
      const sent = route.request().postData() ?? '';
      if (sent.includes(order.pass)) {
        await route.fulfill({ response: await route.fetch() });
        return scanned.resolve();
      }
      if (!sent.includes(other)) return route.continue();
      const answer = await route.fetch();
      await scanned.promise;
      // Fails for a request that the page has given up.
      await route.fulfill({ response: answer }).catch(() => given.push('up'));
    },
  );
  const pressed = page.waitForRequest((request) => request.postData()?.includes(other) ?? false);
  await card(page, other)
    .getByRole('button', { name: `Customer is here ${other}` })
    .click();
  await pressed;
  await typeAtPace(page, `${order.pass}\n`, 10);
  await scanned.promise;
  await expect(card(page, other).getByRole('button', { name: `Customer is here ${other}` })).toHaveCount(0);
  const arrivals = () =>
    shop.db
      .select({ at: orders.arrivedAt })
      .from(orders)
      .where(inArray(orders.orderId, [order.number, other]));
  await expect.poll(arrivals).toEqual([{ at: expect.any(Date) }, { at: expect.any(Date) }]);
  await expect(page).toHaveURL('/counter');
  expect(given).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
}

/** A change that is announced while a scan is under way: the board loads again afterwards, and the scan leads to its order. */
export async function changeDuringScan(
  page: Page,
  shop: Shop,
  order: { number: string; pass: string },
): Promise<void> {
  const listens = page.waitForResponse(
    (answer) => answer.request().headers().accept === 'text/event-stream' && answer.ok(),
  );
  await visit(page, '/counter');
  await listens;
  const changed = Promise.withResolvers<void>();
  const isScan = (data: string | null) => data?.includes(order.pass) ?? false;
  const isBoard = (url: string) => new URL(url).pathname === '/counter.data';
  await page.route(
    ({ href }) => isBoard(href),
    async (route) => {
      if (isScan(route.request().postData())) await changed.promise;
      await route.continue().catch(() => undefined);
    },
  );
  const sent = page.waitForRequest((request) => isScan(request.postData()));
  await typeAtPace(page, `${order.pass}\n`, 10);
  await sent;
  await shop.db.transaction((tx) => announce(tx, 'orders'));
  // As long as a board that loads at once would need.
  await page.waitForTimeout(1500);
  changed.resolve();
  await page.waitForURL(`**/counter/orders/${order.number}`);
  await page.unrouteAll({ behavior: 'wait' });
}

/** A person at the search of the board: '/' leads there, and quick keys and their Enter stay theirs. */
export async function typeOnBoard(page: Page, name: string, number: string): Promise<void> {
  await visit(page, '/counter');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await typeAtPace(page, `${name.slice(0, 6)}\n`, 80);
  await expect(page.getByRole('region', { name: `Open orders for ‘${name.slice(0, 6)}’` })).toContainText(
    number,
  );
}

/** A jar that is not in the order, with 'Pack one' focused: it is refused, and nothing is packed. */
export async function scanAtPacking(page: Page, shop: Shop, gaps: readonly number[]): Promise<void> {
  const jar = await shop.product({ name: 'Kestrel Moon', onHand: 9 });
  const wrong = await shop.product({ name: 'Plover Dawn', onHand: 5 });
  await shop.db.update(lots).set({ batchNumber: 'PLOVER-01' }).where(eq(lots.productId, wrong.id));
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar);
  await visit(page, `/counter/orders/${number}/packing`);
  await page.getByRole('button', { name: 'Start packing' }).click();
  for (const gap of gaps) {
    await page.getByRole('button', { name: 'Pack one Kestrel Moon' }).focus();
    await typeAtPace(page, 'PLOVER-01\n', gap);
    await expect(page.getByRole('alert')).toContainText('Wrong product');
    await expect(page.getByText('packed 0 of 1')).toBeVisible();
  }
  // A busy device delivers all but the first key late.
  await typeAtPace(page, 'LOVER-01\n', 40);
  await expect(page.getByRole('alert')).toContainText('Unknown code');
  await typeAtPace(page, 'PLOVER-01\n', 40, 400);
  await expect(page.getByRole('alert')).toContainText('Wrong product');
}

/** A scan before the scripts came: the button that is focused is not pressed, and the form of a field is not sent. */
export async function scanBeforeScripts(page: Page, shop: Shop, number: string, gaps: readonly number[]) {
  for (const gap of gaps) {
    const letThemCome = await withoutScripts(page);
    await page.goto('/counter', { waitUntil: 'commit' });
    const here = card(page, number).getByRole('button', { name: `Customer is here ${number}` });
    await here.focus();
    await typeAtPace(page, `~${UPC}\n^j`, gap);
    await page.getByRole('searchbox').focus();
    await typeAtPace(page, `${UPC}\n`, gap);
    expect(page.url()).toMatch(/\/counter$/);
    const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
    expect(order?.arrivedAt).toBeNull();
    await letThemCome();
  }
}

const NOTHING = 'Nothing is scanned on this page.';

/** The forms that the page sends from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A tablet says by itself what waits on it.
    if (request.method() === 'POST' && pathname !== '/counter/tablet') sent.push(pathname);
  });
  return sent;
}

/** In the office a focused button, also of a dialog, is not pressed; a field takes the scan, and sends no form. */
export async function scanInOffice(page: Page, shop: Shop, number: string, gaps: readonly number[]) {
  const { id } = await shop.product({ name: 'Kestrel Moon' });
  const sent = sentBy(page);
  for (const gap of gaps) {
    await visit(page, `/admin/orders/${number}`);
    await page.getByRole('button', { name: 'Mark ready for pickup' }).focus();
    await typeAtPace(page, `~${UPC}\n`, gap);
    await expect(toast(page, NOTHING)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).focus();
    await typeAtPace(page, 'PLOVER-01\n', gap);
    const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
    expect(order?.status).toBe('confirmed');
    // A list has a shortcut for each letter.
    await visit(page, '/admin/orders');
    await typeAtPace(page, 'JXREPJ-04\n', gap);
    await expect(toast(page, NOTHING)).toBeVisible();
    await expect(page).toHaveURL('/admin/orders');
    await visit(page, `/admin/products/${id}/lots`);
    const tag = page.getByLabel('Package tag').last();
    await tag.focus();
    await typeAtPace(page, '1A4FF0100000022000000123\n', gap);
    await expect(tag).toHaveValue('1A4FF0100000022000000123');
    // What a search is for.
    await visit(page, '/admin/orders');
    await page.getByRole('searchbox').first().focus();
    await typeAtPace(page, `${number}\n`, gap);
    await expect(page).toHaveURL(new RegExp(`find=${number}`));
  }
  expect(sent).toEqual([]);
}

/** At the PIN pad of a shared tablet a scan is no try; a person who leaves the list of names with Tab types their PIN. */
export async function scanAtPin(page: Page, shop: Shop, userId: string, gaps: readonly number[]) {
  await shop.db.insert(staffPins).values({ userId, hash: 'x' });
  await visit(page, '/counter/switch/share');
  await page.getByLabel('Name of the tablet').fill('Register 1');
  await page.getByRole('button', { name: 'Share and sign out' }).click();
  const pin = page.getByLabel('PIN', { exact: true });
  await expect(pin).toBeVisible();
  await visit(page, '/counter/switch');
  const sent = sentBy(page);
  for (const gap of gaps) {
    await pin.focus();
    await typeAtPace(page, `${UPC}\n`, gap);
    await expect(toast(page, NOTHING)).toBeVisible();
    await expect(pin).toHaveValue('');
    await page.getByRole('button', { name: 'Start' }).focus();
    await typeAtPace(page, `~${UPC}\n`, gap);
    await expect(toast(page, NOTHING)).toBeVisible();
  }
  // Just after a scan, Tab is taken for its last key.
  await page.waitForTimeout(AFTERMATH);
  await page.getByRole('radio').first().focus();
  await typeAtPace(page, '\t408213', 120);
  await expect(pin).toHaveValue('408213');
  expect(sent).toEqual([]);
}
