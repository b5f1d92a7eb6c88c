/** By Tab through every kind of page: at each stop at least 3 px of the focus ring show on every side. */
import type { BrowserContext, Page } from '@playwright/test';
import { fillCart, visit } from './steps.ts';
import { expect, test } from './support.ts';

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** No page has more stops; the wrap to its beginning ends a walk sooner. */
const MOST_STOPS = 250;

/**
 * What is wrong with the ring of the focused element; null where it is whole, undefined at the end of the page. The ring
 * is compared with every ancestor that clips, with the window, and with the bars that stay while the page scrolls.
 */
function ringFault(): string | null | undefined {
  const LEAST = 3;
  const focused = document.activeElement;
  if (!focused || focused === document.body || !document.hasFocus()) return undefined;
  const ringOf = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element, pseudo);
    const width = Number.parseFloat(outlineWidth);
    return outlineStyle === 'none' || width < LEAST ? null : { offset: Number.parseFloat(outlineOffset) };
  };
  const label = focused.id && document.querySelector(`label[for="${CSS.escape(focused.id)}"]`);
  // A card's link stretches over the whole card by its ::after, which has the ring.
  const overlay = ringOf(focused, '::after') && focused.closest('.card');
  const owner = overlay || [focused, label || null].find((element) => element && ringOf(element));
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
  const clip = (by: Partial<Record<Side, number>>, what: string) => {
    for (const side of ['left', 'top'] as const)
      if (by[side] !== undefined && ring[side] < by[side] - 0.6) faults.add(`${side} by ${what}`);
    for (const side of ['right', 'bottom'] as const)
      if (by[side] !== undefined && ring[side] > by[side] + 0.6) faults.add(`${side} by ${what}`);
  };
  let position = getComputedStyle(owner).position;
  for (let each = owner.parentElement; each && each !== document.documentElement; each = each.parentElement) {
    const style = getComputedStyle(each);
    // What is positioned is clipped by positioned ancestors alone; what is fixed or on top by none.
    const skips = position === 'absolute' && style.position === 'static';
    if (!skips && each !== document.body) {
      const edges = each.getBoundingClientRect();
      const left = edges.left + each.clientLeft;
      const top = edges.top + each.clientTop;
      const what = `${each.localName}.${each.className}`.slice(0, 60);
      if (style.overflowX !== 'visible') clip({ left, right: left + each.clientWidth }, what);
      if (style.overflowY !== 'visible') clip({ top, bottom: top + each.clientHeight }, what);
    }
    if (position === 'fixed' || each.matches('dialog:modal, :popover-open')) break;
    if (!skips) position = style.position;
  }
  if (ring.right - ring.left <= innerWidth)
    clip({ left: 0, right: document.documentElement.clientWidth }, 'window');
  // What is taller than the part of the window that scrolling aims at has no place where all of its ring shows.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const room =
    innerHeight - (Number.parseFloat(scrollPaddingTop) || 0) - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (ring.bottom - ring.top <= room) clip({ top: 0, bottom: innerHeight }, 'window');
  const stays = (element: Element | null): boolean =>
    element !== null &&
    !element.contains(owner) &&
    (['sticky', 'fixed'].includes(getComputedStyle(element).position) || stays(element.parentElement));
  // The ring itself cannot be hit: what is fixed would seem covered by the bars that are below it.
  if (position === 'fixed') return faults.size === 0 ? null : `${name}: ${[...faults].join(', ')}`;
  const middle = { x: (ring.left + ring.right) / 2, y: (ring.top + ring.bottom) / 2 };
  for (const [side, x, y] of [
    ['left', ring.left + 1, middle.y],
    ['right', ring.right - 1, middle.y],
    ['top', middle.x, ring.top + 1],
    ['bottom', middle.x, ring.bottom - 1],
  ] as const) {
    const above = document.elementFromPoint(x, y);
    if (stays(above)) faults.add(`${side} under ${above?.localName}.${above?.className}`.slice(0, 80));
  }
  return faults.size === 0 ? null : `${name}: ${[...faults].join(', ')}`;
}

/** The fault at this stop once nothing moves: transitions and the browser's own scrolling have some frames to end. */
async function settledFault(page: Page): Promise<string | null | undefined> {
  let fault = await page.evaluate(ringFault);
  for (let frame = 0; fault && frame < 30; frame++) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    fault = await page.evaluate(ringFault);
  }
  return fault;
}

/** Adds each fault that Tab meets from the top to the end with the page that has it first; returns the stops made. */
async function walk(page: Page, path: string, faults: Map<string, string>): Promise<number> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const fault = await settledFault(page);
    if (fault === undefined) return stops;
    if (fault && !faults.has(fault)) faults.set(fault, path);
  }
  throw new Error(`${path} has more than ${MOST_STOPS} stops`);
}

async function walkAll(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await context.newPage();
  const faults = new Map<string, string>();
  for (const path of paths) {
    await visit(page, path);
    expect(await walk(page, path, faults), path).toBeGreaterThan(3);
  }
  await page.close();
  expect(Object.fromEntries(faults)).toEqual({});
}

for (const viewport of WIDTHS)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('focus rings are whole in the shop', async ({ context, shop }) => {
      const item = await shop.product();
      await walkAll(context, [
        '/',
        // The grid is walked on the page before.
        `/products?q=${encodeURIComponent(item.name)}`,
        item.path,
        '/login?mode=signup',
        '/faq',
        '/education',
        '/restricted',
      ]);
    });

    test('focus rings are whole in the account', async ({ page, context, shop }) => {
      const item = await shop.product();
      const person = await shop.person();
      const order = await shop.order(person, item);
      await shop.signIn(context, person);
      await fillCart(page, { product: item.id, quantity: 1 });
      await walkAll(context, [
        '/cart',
        '/checkout',
        '/orders',
        `/orders/${order}`,
        '/profile',
        '/notifications/preferences',
        '/security',
        '/favorites',
      ]);
    });

    test('focus rings are whole in the back office', async ({ context, shop }) => {
      const item = await shop.product();
      const order = await shop.order(await shop.person(), item);
      await shop.signIn(context, await shop.person({ role: 'admin' }));
      await walkAll(context, [
        '/admin/dashboard',
        // A row of each kind has all rings of its list; long lists are those of focus-in-sight.
        `/admin/orders?find=${order}`,
        `/admin/orders/${order}`,
        `/admin/products/${item.id}`,
        '/admin/customers',
        '/admin/analytics',
        '/admin/settings/hours',
      ]);
    });
  });
