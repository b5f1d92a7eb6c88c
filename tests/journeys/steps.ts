/** Steps and checks shared by several journeys. Locators by role, as people find things. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import type { Item, Shop } from './shop.ts';

/** Opens a page and waits until its scripts have taken over. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page);
}

/** Holds the page's scripts back; returns how to let them come. */
export async function withoutScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(/\/assets\/.*\.js$/, (route) => (isOpen ? route.continue() : void held.push(route)));
  return async () => {
    isOpen = true;
    for (const route of held) await route.continue();
    await page.unroute(/\/assets\/.*\.js$/);
  };
}

/** The longest that a page's scripts may take to take over, in milliseconds. */
const TAKING_OVER_MS = 20_000;

/**
 * Waits until React has taken over the page: its root is no longer the server's, its elements are marked, and later
 * effects (such as key listeners) have run. The page waits by itself, because Playwright's waiting loads its tools into
 * every page: a seventh of what a page costs.
 */
export async function takenOver(page: Page): Promise<void> {
  try {
    await page.evaluate(untilTakenOver, TAKING_OVER_MS);
  } catch (error) {
    // The page has left for the next one.
    if (!/Execution context was destroyed/.test(String(error))) throw error;
    await takenOver(page);
  }
}

async function untilTakenOver(patienceMs: number): Promise<void> {
  // A page that is not drawn has no frames.
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 100);
    });
  const ours = (node: object, prefix: string) => Object.keys(node).find((key) => key.startsWith(prefix));
  type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
  const isTakenOver = () => {
    const key = ours(document, '__reactContainer$');
    const root = key ? (document as unknown as Record<string, Root>)[key] : undefined;
    const main = document.querySelector('main');
    return (
      root?.stateNode.current.memoizedState?.isDehydrated === false &&
      main !== null &&
      ours(main, '__react') !== undefined
    );
  };
  const started = performance.now();
  while (!isTakenOver()) {
    if (performance.now() - started > patienceMs) throw new Error('the scripts have not taken over');
    await frame();
  }
  await frame();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * Holds back the scripts of pages that open from now on, until the returned function is called. Their files load as
 * ever: a page with intercepted requests has no cache, and costs nearly twice as much.
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const hold = await page.addInitScript(holdModules);
  return async () => {
    await hold.dispose();
    await page.evaluate(() => (window as unknown as { releaseModules(): void }).releaseModules());
    await takenOver(page);
  };
}

/** For a page that is about to open: module scripts wait for `releaseModules`. */
function holdModules(): void {
  const held: HTMLScriptElement[] = [];
  const hold = (node: unknown) => {
    // What adds the first page's scripts after its first paint may run; what it adds is held.
    if (!(node instanceof HTMLScriptElement) || node.type !== 'module' || !/^\s*import\b/.test(node.text))
      return;
    node.type = 'held';
    held.push(node);
  };
  // Observers run before a script that the parser has read, whose text may arrive in parts; after one that another
  // script adds.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, target.parentNode, ...addedNodes]) hold(node);
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  const append = Element.prototype.append;
  Element.prototype.append = function (...nodes) {
    for (const node of nodes) hold(node);
    append.apply(this, nodes);
  };
  Object.assign(window, {
    releaseModules: () => {
      if (Object.keys(document).some((key) => key.startsWith('__reactContainer$')))
        throw new Error('the scripts were not held');
      observer.disconnect();
      Element.prototype.append = append;
      for (const script of held) {
        const { nonce, text, async } = script;
        script.replaceWith(
          Object.assign(document.createElement('script'), { type: 'module', nonce, text, async }),
        );
      }
    },
  });
}

/** Presses a key until the page reacts: key listeners arrive a moment after the page. */
export async function pressUntil(page: Page, key: string, heard: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await heard();
  }).toPass({ timeout: 15_000 });
}

/** A message at the page's edge. */
export function toast(page: Page, message: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(message);
}

/** A name that starts with a verb and ends with its object: 'Add to cart: Kestrel', 'Cancel order ORD042'. */
export function about(word: string, thing: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal(word)}:? ${literal(thing)}$`);
}

/** The link to the cart shows its number of lines. */
export function cartLink(page: Page, count: number): Locator {
  return page.getByRole('link', { name: count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`, exact: true });
}

/** A product's line in the cart. */
export function cartLine(page: Page, item: Item): Locator {
  return page.getByRole('listitem').filter({ hasText: item.name });
}

/** The number of units on a product's line in the cart. */
export function unitsInCart(page: Page, item: Item): Locator {
  return cartLine(page, item).getByRole('status');
}

/** The sizes to choose from on a product's page. */
export function sizeChoice(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Sizes' });
}

/** What the browser has stored about viewed products. */
export function viewedProducts(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('recently-viewed'));
}

/** From the product's own page into the cart. */
export async function addToCart(page: Page, item: Item, quantity = 1): Promise<void> {
  await visit(page, item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  const answer = page.getByRole('link', { name: /^In cart · View: \d+ of / });
  await expect(answer.and(page.getByLabel(`of ${item.name}`))).toBeFocused();
}

/** Waits until a press no longer counts as the second of a double click on 'Add to cart'. */
export async function pastDoubleClick(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((start) => performance.now() - start > 650, since);
}

/** Fills the empty cart of a browser, for journeys that are not about adding. */
export async function startCart(
  page: Page,
  shop: Shop,
  ...lines: { item: Item; quantity?: number }[]
): Promise<void> {
  const value = lines.map(({ item, quantity = 1 }) => `${item.id}:${quantity}`).join('.');
  await page.context().addCookies([{ name: 'cart', value, url: shop.origin }]);
}

/** Sets the cart to a quantity of one product. The browser's stored cart would override the cookie. */
export async function fillCart(
  page: Page,
  { product, quantity }: { product: number; quantity: number },
): Promise<void> {
  await visit(page, '/faq');
  await page.evaluate(() => localStorage.clear());
  const url = page.url();
  // A page that is still open may write its own cart, or the account's, over the cookie.
  await page.goto('about:blank');
  await page.context().addCookies([{ name: 'cart', value: `${product}:${quantity}`, url }]);
}

/** The days and times to choose from at checkout. */
export function pickupTimes(page: Page): Locator {
  return page.getByRole('group', { name: 'Pickup Time' });
}

/** The free pickup times of the open day. */
export function freeTimes(page: Page): Locator {
  return pickupTimes(page).getByRole('radio', { name: / at \d/, disabled: false });
}

/** Presses a free pickup time, the last of the day by default; returns it, '7:30 PM'. */
export async function chooseTime(page: Page, which: 'first' | 'last' = 'last'): Promise<string> {
  const radio = which === 'first' ? freeTimes(page).first() : freeTimes(page).last();
  const label = await timeLabel(page, radio);
  await label.click();
  await expect(radio).toBeChecked();
  return /\d+:\d\d [AP]M/.exec(await label.innerText())?.[0] ?? '';
}

/** The label of a time in the list; 'Earliest' above it is another label of its radio button. */
export async function timeLabel(page: Page, radio: Locator): Promise<Locator> {
  return page.locator(`input[id="${await radio.getAttribute('id')}"] + label`);
}

export function reserveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Reserve Items' });
}

/** The box with the reason why nothing was reserved. */
export function problem(page: Page): Locator {
  return page.getByRole('main').getByRole('alert');
}

export function successHeading(page: Page): Locator {
  return page.getByRole('heading', { level: 1, name: 'Success! Your order has been confirmed' });
}

/** The order number on the success page. */
export async function orderNumber(page: Page): Promise<string> {
  await expect(successHeading(page)).toBeVisible();
  const number = new URL(page.url()).searchParams.get('order');
  if (!number) throw new Error(`no order number in ${page.url()}`);
  return number;
}

export async function ordersOf(shop: Shop, person: SignedIn): Promise<{ orderId: string; status: string }[]> {
  return shop.db
    .select({ orderId: orders.orderId, status: orders.status })
    .from(orders)
    .where(eq(orders.userId, person.userId));
}

export async function signInByForm(page: Page | Locator, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Milliseconds between the keys of a scanner. */
const SCANNER_GAP = 4;

/**
 * Types like a USB scanner: Enter for each line end, nothing for other control characters. Each key has the time a
 * scanner would press it, as the system reports keys to a browser that is too busy to take them at once.
 */
export async function typeAsScanner(page: Page, text: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const from = Date.now();
  await Promise.all(
    [...text.replaceAll('\x1e', '')].flatMap((character, index) => {
      const isEnd = character === '\n' || character === '\r';
      const key = isEnd ? { key: 'Enter', text: '\r' } : { key: character, text: character };
      const timestamp = (from + index * SCANNER_GAP) / 1000;
      return [
        client.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        client.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ];
    }),
  );
  await client.detach();
}

/**
 * Scans a license until the page shows what it should, as people do: on a busy machine its 300 keys may come with a pause
 * in between, which ends a scan too early.
 */
export async function scanLicense(page: Page, text: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await typeAsScanner(page, text);
    await expect(shown).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 20_000 });
}
