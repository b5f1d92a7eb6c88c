/**
 * Tabs through every kind of page: long ones forward and back, others through their own part. At each stop at least 3
 * px of the focus ring show on every side, and no sticky bar covers the focus. Some pages are checked by pictures;
 * `npm run rings` takes pictures of all.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aProduct } from '#tests/support/people.ts';
import { beginAtMain, pictureRings } from './ring-pictures.ts';
import type { Shop } from './shop.ts';
import { visit } from './steps.ts';
import { expect } from './support.ts';

/** No page has more stops; the wrap to its start ends a walk sooner. */
const MOST_STOPS = 400;

/**
 * The fault of the focused element's ring; null if it is whole, undefined at the end of the page. The ring is
 * compared with every clipping ancestor, the window, and sticky bars.
 */
function ringFault(scope: string): string | null | undefined {
  const LEAST = 3;
  const focused = document.activeElement;
  if (!focused?.closest(scope) || focused === document.body || !document.hasFocus()) return undefined;
  const ringOf = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element, pseudo);
    const width = Number.parseFloat(outlineWidth);
    return outlineStyle === 'none' || width < LEAST ? null : { offset: Number.parseFloat(outlineOffset) };
  };
  const labels = focused.id ? document.querySelectorAll(`label[for="${CSS.escape(focused.id)}"]`) : [];
  // A card's link covers the whole card by its ::after, which has the ring.
  const overlay = ringOf(focused, '::after') && focused.closest('.card');
  const owner = overlay || [focused, ...labels].find((element) => ringOf(element));
  const name = `${focused.localName}.${focused.className}`.slice(0, 90);
  if (!owner) return `no ring: ${name}`;
  const { offset } = ringOf(owner) ?? ringOf(focused, '::after') ?? { offset: 0 };
  const box = owner.getBoundingClientRect();
  const grow = offset + LEAST;
  const ring = {
    left: box.left - grow,
    top: box.top - grow,
    right: box.right + grow,
    bottom: box.bottom + grow,
  };
  type Side = keyof typeof ring;
  const faults = new Set<string>();
  const result = () => (faults.size === 0 ? null : `${name}: ${[...faults].join(', ')}`);
  const clip = (by: Partial<Record<Side, number>>, what: string) => {
    for (const side of ['left', 'top'] as const)
      if (by[side] !== undefined && ring[side] < by[side] - 0.6) faults.add(`${side} by ${what}`);
    for (const side of ['right', 'bottom'] as const)
      if (by[side] !== undefined && ring[side] > by[side] + 0.6) faults.add(`${side} by ${what}`);
  };
  const clipBy = (parent: HTMLElement, { overflowX, overflowY }: CSSStyleDeclaration) => {
    const edges = parent.getBoundingClientRect();
    const left = edges.left + parent.clientLeft;
    const top = edges.top + parent.clientTop;
    const what = `${parent.localName}.${parent.className}`.slice(0, 60);
    if (overflowX !== 'visible') clip({ left, right: left + parent.clientWidth }, what);
    if (overflowY !== 'visible') clip({ top, bottom: top + parent.clientHeight }, what);
  };
  let position = getComputedStyle(owner).position;
  for (let each = owner.parentElement; each && each !== document.documentElement; each = each.parentElement) {
    const style = getComputedStyle(each);
    // Only positioned ancestors clip positioned elements; nothing clips fixed ones or the top layer.
    const skips = position === 'absolute' && style.position === 'static';
    if (!skips && each !== document.body) clipBy(each, style);
    if (position === 'fixed' || each.matches('dialog:modal, :popover-open')) break;
    if (!skips) position = style.position;
  }
  if (ring.right - ring.left <= innerWidth)
    clip({ left: 0, right: document.documentElement.clientWidth }, 'window');
  // An element taller than the scroll area cannot show all of its ring.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const room =
    innerHeight - (Number.parseFloat(scrollPaddingTop) || 0) - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (ring.bottom - ring.top <= room) clip({ top: 0, bottom: innerHeight }, 'window');
  const stays = (element: Element | null): boolean =>
    element !== null &&
    !element.contains(owner) &&
    (['sticky', 'fixed'].includes(getComputedStyle(element).position) || stays(element.parentElement));
  // The ring itself cannot be hit-tested: fixed elements would seem covered by the bars below them.
  if (position === 'fixed') return result();
  const middle = { x: (ring.left + ring.right) / 2, y: (ring.top + ring.bottom) / 2 };
  if (ring.bottom <= 0 || ring.top >= innerHeight) faults.add('out of the window');
  for (const [side, x, y] of [
    ['middle', middle.x, middle.y],
    ['left', ring.left + 1, middle.y],
    ['right', ring.right - 1, middle.y],
    ['top', middle.x, ring.top + 1],
    ['bottom', middle.x, ring.bottom - 1],
  ] as const) {
    const above = document.elementFromPoint(x, y);
    if (stays(above)) faults.add(`${side} under ${above?.localName}.${above?.className}`.slice(0, 80));
  }
  return result();
}

/** The fault at this stop once nothing moves: transitions and scrolling get a few frames to end. */
async function settledFault(scope: string): Promise<string | null | undefined> {
  let fault = ringFault(scope);
  for (let frame = 0; fault && frame < 30; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    fault = ringFault(scope);
  }
  return fault;
}

/** Adds each fault that a key meets in the part of the page, or in `most` stops; returns the number of stops. */
async function walk(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  scope: string,
  faults: Set<string>,
  most = MOST_STOPS,
): Promise<number> {
  // Sent once, because the stops are many.
  await page.evaluate(`Object.assign(window, { ringFault: ${ringFault}, settledFault: ${settledFault} })`);
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press(key);
    const fault = await page.evaluate(
      (within) =>
        (
          window as unknown as { settledFault: (scope: string) => Promise<string | null | undefined> }
        ).settledFault(within),
      scope,
    );
    if (fault === undefined) return stops;
    if (fault) faults.add(fault);
    if (stops + 1 === most && most < MOST_STOPS) return most;
  }
  throw new Error(`${page.url()} has more than ${MOST_STOPS} stops`);
}

/** The whole page, forward and back: going back, sticky bars are at the opposite edge. */
async function expectSeenFocus(page: Page): Promise<void> {
  const faults = new Set<string>();
  const stops = await walk(page, 'Tab', 'body', faults);
  expect(stops, page.url()).toBeGreaterThan(3);
  // Going back wraps at the start, so the same number of stops covers all.
  expect(await walk(page, 'Shift+Tab', 'body', faults, stops), page.url()).toBe(stops);
  expect([...faults], page.url()).toEqual([]);
}

/** The page's own part, forward: its frame is the same as on pages that are walked whole. */
async function expectSeenFocusInMain(page: Page): Promise<void> {
  const faults = new Set<string>();
  await page.getByRole('main').evaluate((main) => {
    main.tabIndex = -1;
    main.focus();
  });
  expect(await walk(page, 'Tab', 'main', faults), page.url()).toBeGreaterThan(0);
  expect([...faults], page.url()).toEqual([]);
}

async function walkAll(page: Page, { short, long }: Record<'short' | 'long', string[]>): Promise<void> {
  for (const path of long) {
    await visit(page, path);
    await expectSeenFocus(page);
  }
  for (const path of short) {
    await visit(page, path);
    await expectSeenFocusInMain(page);
  }
}

export async function seeFocusInShop(page: Page, shop: Shop): Promise<void> {
  const item = await shop.product();
  await walkAll(page, {
    long: ['/products?category=flower', item.path],
    short: ['/', '/login?mode=signup', '/faq', '/education', '/restricted'],
  });
}

export async function seeFocusInAccount(page: Page, shop: Shop): Promise<void> {
  const context = page.context();
  const items = [await shop.product(), await shop.product(), await shop.product(), await shop.product()];
  const person = await shop.person();
  const order = await shop.order(person, items[0] ?? (await shop.product()));
  await shop.signIn(context, person);
  const cart = items.map(({ id }) => `${id}:1`).join('.');
  await context.addCookies([{ name: 'cart', value: cart, url: shop.origin }]);
  await walkAll(page, {
    long: ['/cart', '/checkout', `/orders/${order}`],
    short: ['/orders', '/profile', '/notifications/preferences', '/security', '/favorites'],
  });
}

export async function seeFocusInOffice(page: Page, shop: Shop): Promise<void> {
  const context = page.context();
  const item = await shop.product();
  const order = await shop.order(await shop.person(), item);
  const kind = `Sightline ${randomBytes(3).toString('hex')}`;
  for (let at = 1; at <= 14; at++) await aProduct(shop.db, { name: `${kind} ${at}` });
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  await walkAll(page, {
    long: [`/admin/orders/${order}`],
    short: [
      '/admin/dashboard',
      // One row of each kind shows all rings of its list; the long list comes last.
      `/admin/orders?find=${order}`,
      `/admin/products/${item.id}`,
      '/admin/customers',
      '/admin/analytics',
      '/admin/settings/hours',
    ],
  });

  await visit(page, `/admin/inventory?find=${encodeURIComponent(kind)}`);
  await page.getByRole('checkbox', { name: `Select ${kind} 1`, exact: true }).press('Space');
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expectSeenFocus(page);
}

/** @param paths more pages besides the one with a form. */
export async function seeRingsInPictures(page: Page, shop: Shop, paths: string[]): Promise<void> {
  const context = page.context();
  const item = await shop.product();
  await shop.signIn(context, await shop.person());
  await context.addCookies([{ name: 'cart', value: `${item.id}:1`, url: shop.origin }]);
  for (const path of [...paths, item.path, '/profile']) {
    await visit(page, path);
    await beginAtMain(page);
    const { pictured, faults } = await pictureRings(page, 'main', 24);
    expect(pictured, path).toBeGreaterThan(3);
    expect(faults, path).toEqual([]);
  }
  // The same pictures catch a clipping parent.
  await page.evaluate(() => {
    for (const parent of document.querySelectorAll<HTMLElement>('main form div'))
      parent.style.overflow = 'hidden';
  });
  await beginAtMain(page);
  expect((await pictureRings(page, 'main', 24)).faults.length).toBeGreaterThan(0);
}
