/**
 * What the arrival of the scripts changes: nothing that is seen moves, and nothing that was pressed before is lost. Every
 * page is here, so that this is also where each is looked at by width and by axe.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { everyPage, type PageToSee, type Shown } from './every-page.ts';
import type { Shop } from './shop.ts';
import { about, cartLink, fillCart, takenOver, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectWellMade } from './watch.ts';

const WIDTHS = [390, 768, 1440];

/** Holds every script of the context's pages back until `release`. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isScript = /\/assets\/.*\.js$/;
  await page.route(isScript, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await takenOver(page);
    await page.unroute(isScript);
  };
}

/** Where everything is that people find their way by at this width, in whole pixels of the page. */
async function places(page: Page, width: number): Promise<Record<string, string>> {
  await page.setViewportSize({ width, height: 900 });
  // The new size reaches the page with one of its next frames.
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));
    // Columns of a table may keep widths of the size before; laid out once more they have those of a fresh page.
    document.body.style.display = 'none';
    document.body.getBoundingClientRect();
    document.body.style.display = '';
  });
  return page.evaluate(() => {
    const landmarks =
      'header, nav, main, footer, aside, section, form, table, thead, tbody > tr, h1, h2, h3, main a, main button, main summary, main label, main input, main p, main li, main img';
    const found: Record<string, string> = {};
    const seen = new Map<string, number>();
    for (const element of document.querySelectorAll(landmarks)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (!element.checkVisibility() || element.closest('.sr-only, .scripted, .toasts')) continue;
      if (width === 0 || height === 0) continue;
      const words = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 24);
      const name = `${element.localName} “${words}” ${element.getAttribute('name') ?? ''}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      found[`${name} ${count}`] = [left + scrollX, top + scrollY].map(Math.round).join(' ');
    }
    return found;
  });
}

/** What was somewhere before and is elsewhere now. */
function moved(before: Record<string, string>, now: Record<string, string>): string[] {
  return Object.entries(before)
    .filter(([name, place]) => {
      const [x = 0, y = 0] = place.split(' ').map(Number);
      const [left = 0, top = 0] = (now[name] ?? place).split(' ').map(Number);
      // Halves of a pixel are rounded either way.
      return Math.abs(x - left) > 1 || Math.abs(y - top) > 1;
    })
    .map(([name, place]) => `${name}: ${place} → ${now[name]}`);
}

async function makeAll(
  shop: Shop,
  staff: BrowserContext,
): Promise<Shown & { owner: Parameters<Shop['signIn']>[1] }> {
  const [product, soldOut] = [await shop.product(), await shop.product({ onHand: 0 })];
  const ounce = await shop.product({ limitMg: 28_000 });
  const owner = await shop.person();
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-18', labName: 'Catskill Analytics' })
    .where(eq(lots.productId, product.id))
    .returning({ id: lots.id });
  const [order, handedOver] = [await shop.order(owner, product), await shop.order(owner, ounce)];
  await shop.db.update(orders).set({ status: 'ready' }).where(eq(orders.orderId, handedOver));
  await staff.request.post(`/admin/orders/${handedOver}/hand-over`, {
    form: { intent: 'hand-over', version: 1, cashReceived: '100' },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  return {
    ...{ product: product.id, soldOut: soldOut.id, certificate: lot?.id ?? 0, muchEach: ounce.id },
    ...{ order, handedOver, customer: owner.userId, owner },
  };
}

/** How far things moved when the scripts took over, in words; at the last width the browser's own score as well. */
async function jumps(page: Page, { path }: PageToSee): Promise<string[]> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading' && document.querySelector('main'));
  await page.evaluate(() => document.fonts.ready);
  const before = new Map<number, Record<string, string>>();
  for (const width of WIDTHS) before.set(width, await places(page, width));
  await page.evaluate(() => {
    const scored = window as unknown as { shifts: number };
    scored.shifts = 0;
    const start = performance.now();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime >= start) scored.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: false });
  });
  await release();
  const score = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
  const found = score > 0 ? [`${path}: layout shift ${score.toFixed(4)}`] : [];
  for (const width of [...WIDTHS].reverse()) {
    const away = moved(before.get(width) ?? {}, await places(page, width));
    if (away.length > 0)
      found.push(`${path} at ${width} px: ${away.length} moved: ${away.slice(0, 4).join('; ')}`);
  }
  return found;
}

/** Pages whose frame axe sees in both of its layouts. Of others, people of the shop have phones and staff a desk. */
const FRAMES = ['/', '/orders', '/admin/dashboard'];

function axeWidths({ path, who }: PageToSee): number[] {
  if (FRAMES.includes(path)) return [360, 768, 1440];
  return who === 'admin' ? [1440] : [360];
}

/** So many tests that each take about as long. */
const PARTS = 4;

for (let part = 0; part < PARTS; part++)
  test(`nothing moves when the scripts of a page take over, and it is well made at every width, ${part + 1} of ${PARTS}`, async ({
    openBrowser,
    shop,
  }) => {
    // Eighteen pages each.
    test.setTimeout(180_000);
    const browsers = {
      guest: await openBrowser(),
      customer: await openBrowser(),
      admin: await openBrowser(),
    };
    await shop.signIn(browsers.admin, await shop.person({ role: 'admin' }));
    const shown = await makeAll(shop, browsers.admin);
    await shop.signIn(browsers.customer, shown.owner);
    const found: string[] = [];
    // Mails of these very orders come into the list of sent mail while it is looked at.
    const pages = everyPage(shown)
      .filter(({ standsAlone, path }) => !standsAlone && path !== '/admin/sent-mail')
      .filter((_, at) => at % PARTS === part);
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const own = await browsers[who].newPage();
      for (const each of pages.filter((one) => one.who === who)) {
        // The gate stays up in its browser.
        const page = each.gated ? await (await openBrowser({ affirmed: false })).newPage() : own;
        if (each.cart) await fillCart(page, each.cart);
        found.push(...(await jumps(page, each)));
        // What is behind the gate is out of reach; a page's text has its preview's first heading too (page-texts.journey).
        if (each.gated || each.path.startsWith('/admin/settings/page-texts/')) continue;
        await expectWellMade(page, axeWidths(each)).catch((error: Error) =>
          found.push(`${each.path}: ${error.message.slice(0, 900)}`),
        );
      }
      await own.close();
    }
    expect(found).toEqual([]);
  });

test('what a guest presses before the scripts arrive happens once', async ({ page, shop }) => {
  const item = await shop.product({ onHand: 5 });
  // A button that only scripts give a meaning: the sheet with the filters opens as soon as they are here.
  await page.setViewportSize({ width: 390, height: 844 });
  let release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();

  // The menu is the browser's own and stays open.
  release = await holdScripts(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();

  // A chosen sort order is not undone.
  await page.setViewportSize({ width: 1440, height: 900 });
  release = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-price');
  await release();
  await expect(page).toHaveURL(/sort=-price/);

  // A form goes the long way, once.
  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page).toHaveURL('/cart');
  await release();
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(page.getByText('Quantity 2')).toBeVisible();
});

test('what is pressed just as the scripts take over happens once', async ({ page, shop }) => {
  await shop.product({ onHand: 5 });
  // Presses between React's first look at the button and the moment in which early presses are repeated.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const counted = window as unknown as { presses: number; opened: number };
    counted.presses = 0;
    counted.opened = 0;
    const showModal = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () {
      counted.opened += 1;
      showModal.call(this);
    };
    window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) => {
      const button = [...document.querySelectorAll('button')].find((one) =>
        one.textContent?.includes('Filters'),
      );
      const isReacts = button && Object.keys(button).some((key) => key.startsWith('__reactProps'));
      if (counted.presses === 0 && isReacts && window.earlyPresses) {
        counted.presses = 1;
        button.click();
      }
      return later(work, ms, ...rest);
    }) as typeof window.setTimeout;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/products');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(1);
  expect(await page.evaluate(() => (window as unknown as { opened: number }).opened)).toBe(1);
});

test('what a customer presses before the scripts arrive happens once', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  const item = await shop.product();
  let release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await release();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    /nothing|no notifications/i,
  );

  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  await page.locator('summary', { hasText: 'account menu' }).click();
  await release();
  await expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible();

  release = await holdScripts(page);
  await page.goto(item.path, { waitUntil: 'commit' });
  const heart = page.getByRole('button', { name: `Favorite: ${item.name}` });
  await heart.click();
  await expect(toast(page, /.*/).or(page.getByRole('status')).first()).toBeAttached();
  await release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('what staff press before the scripts arrive happens once', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  for (let count = 0; count < 3; count++) await shop.order(await shop.person(), await shop.product());
  let release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeHidden();
  const rows = page.locator('tbody').getByRole('checkbox');
  await rows.nth(1).check();
  await expect(page.getByRole('form', { name: 'Selected rows' })).toBeVisible();
  await release();
  await expect(rows.nth(1)).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();

  release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await release();
  await expect(page.getByText(`${await rows.count()} selected`)).toBeVisible();

  release = await holdScripts(page);
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Search commands/ }).click();
  await release();
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeVisible();

  const number = await shop.order(await shop.person(), await shop.product());
  release = await holdScripts(page);
  await page.goto(`/admin/orders/${number}`, { waitUntil: 'commit' });
  await page.locator('summary', { hasText: 'Cancel order' }).click();
  await release();
  await expect(page.getByRole('dialog', { name: `Cancel ${number}?` })).toBeVisible();
});

test('the cart’s number is in the first answer, also of cached pages', async ({
  page,
  openBrowser,
  shop,
}) => {
  const [item, other] = [await shop.product(), await shop.product()];
  await visit(page, '/faq');
  await page.context().addCookies([{ name: 'cart', value: `${item.id}:2.${other.id}:1`, url: page.url() }]);
  const release = await holdScripts(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await expect(cartLink(page, 2)).toBeVisible();
  await release();
  await expect(cartLink(page, 2)).toBeVisible();

  const plain = await (await openBrowser({ javaScriptEnabled: false })).newPage();
  await plain.goto(item.path);
  // Nothing counts the cart yet.
  await expect(plain.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await plain.getByRole('button', { name: about('Add to cart', item.name) }).click();
  for (const path of ['/faq', '/products', item.path]) {
    await plain.goto(path);
    await expect(cartLink(plain, 1)).toBeVisible();
  }
});
