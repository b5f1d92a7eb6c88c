/** By keyboard along long pages: whatever the focus reaches, no bar that stays at an edge lies on it. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** No page has more to stop at; the wrap to its beginning ends a walk sooner. */
const MOST_STOPS = 400;

/**
 * The focused thing, if its middle is out of the window or under something that stays while the page scrolls; undefined
 * at the end of the page.
 */
function hiddenFocus(): string | null | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body || !document.hasFocus()) return undefined;
  const isDrawnByLabel = focused.getBoundingClientRect().width <= 2 && focused.id;
  const shown = (isDrawnByLabel && document.querySelector(`label[for="${focused.id}"]`)) || focused;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const stays = (element: Element | null): boolean =>
    element !== null &&
    !element.contains(shown) &&
    (['sticky', 'fixed'].includes(getComputedStyle(element).position) || stays(element.parentElement));
  const isOutside = bottom <= 0 || top >= innerHeight;
  return isOutside || stays(above) ? shown.outerHTML.slice(0, 200) : null;
}

/** Every stop of Tab from the top to the end, then back again; what was hidden at one of them. */
async function walk(page: Page): Promise<string[]> {
  const hidden = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press(key);
      const found = await staysHidden(page);
      if (found === undefined) break;
      if (found) hidden.add(found);
    }
  }
  return [...hidden];
}

/** What comes into sight by itself, as the skip link does, has some frames for it. */
async function staysHidden(page: Page): Promise<string | null | undefined> {
  for (let frame = 0; ; frame++) {
    const hidden = await page.evaluate(hiddenFocus);
    if (!hidden || frame === 30) return hidden;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

for (const viewport of WIDTHS)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('nothing lies on the focus in the shop', async ({ page, context, shop }) => {
      const items = [await shop.product(), await shop.product(), await shop.product(), await shop.product()];
      const person = await shop.person();
      const order = await shop.order(person, items[0] ?? (await shop.product()));
      await shop.signIn(context, person);
      const cart = items.map(({ id }) => `${id}:1`).join('.');
      await context.addCookies([{ name: 'cart', value: cart, url: shop.origin }]);
      for (const path of ['/products', items[0]?.path ?? '', '/cart', '/checkout', `/orders/${order}`]) {
        await visit(page, path);
        expect(await walk(page), path).toEqual([]);
      }
    });

    test('nor in the back office, with rows ticked', async ({ page, context, shop }) => {
      const kind = `Sightline ${randomBytes(3).toString('hex')}`;
      const names = Array.from({ length: 14 }, (_, at) => `${kind} ${at + 1}`);
      const items = await Promise.all(names.map((name) => shop.product({ name })));
      const order = await shop.order(await shop.person(), items[0] ?? (await shop.product()));
      await shop.signIn(context, await shop.person({ role: 'admin' }));
      await visit(page, `/admin/orders/${order}`);
      expect(await walk(page), 'the order').toEqual([]);

      await visit(page, `/admin/inventory?find=${encodeURIComponent(kind)}`);
      await page.getByRole('checkbox', { name: `Select ${kind} 1`, exact: true }).press('Space');
      await expect(page.getByRole('form', { name: 'Selected rows' })).toBeVisible();
      await page.getByRole('heading', { level: 1 }).click();
      expect(await walk(page), 'the list').toEqual([]);
    });
  });
