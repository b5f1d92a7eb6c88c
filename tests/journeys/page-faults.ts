/**
 * Every page, loaded once, as people see it: its HTML is valid, it shifts nothing when its scripts take over, and is
 * sound. The whole
 * check covers every width, night, text twice as large on two phones, and four times as large.
 */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { shownPrices } from '#tests/support/shown-prices.ts';
import { aShownWebhook } from '#tests/support/webhooks.ts';
import { aThirdOf, everyPage, type PageToSee, type Shown } from './every-page.ts';
import type { Shop } from './shop.ts';
import { fillCart, holdScripts, visit } from './steps.ts';
import type { OpenBrowser } from './support.ts';
import { faultsOfHtml } from './valid-html.ts';
import { setTextSize } from './views.ts';
import {
  expectAccessible,
  expectContrast,
  expectIconsGrown,
  expectLandmarks,
  expectNoSidewaysScroll,
  expectNothingCut,
  expectSmallBars,
  expectWholeWords,
} from './watch.ts';

const WIDTHS = [360, 390, 768, 1024, 1440];

/** The widths at which the page before its scripts is compared with the page after. */
const COMPARED = [390, 768, 1440];

/** How a page is checked: at all widths and in every way, or at the width of its main users. */
type Look = { widths: readonly number[]; compared: readonly number[]; isWhole: boolean };

function lookAt({ path, who }: PageToSee, isWhole: boolean): Look {
  // Each kind of people's frame is checked whole once.
  if (isWhole || FRAMES.includes(path)) return { widths: WIDTHS, compared: COMPARED, isWhole: true };
  return { widths: [360, 1440], compared: who === 'admin' ? [1440] : [360], isWhole: false };
}

type Ask = (what: string, question: Promise<void>) => Promise<void>;

/** The data of all pages, and its owner. @param post sends a form as staff */
export async function makeAll(
  shop: Shop,
  post: (path: string, form: Record<string, string>) => Promise<unknown>,
): Promise<Shown & { owner: SignedIn }> {
  const [product, soldOut] = [await shop.product(), await shop.product({ onHand: 0 })];
  const ounce = await shop.product({ limitMg: 28_000 });
  const owner = await shop.person();
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-18', labName: 'Catskill Analytics' })
    .where(eq(lots.productId, product.id))
    .returning({ id: lots.id, publicCode: lots.publicCode });
  const [order, handedOver] = [await shop.order(owner, product), await shop.order(owner, ounce)];
  await setStatus(shop.db, handedOver, 'ready');
  await post(`/counter/orders/${handedOver}`, {
    ...{ intent: 'hand-over', version: '1', cashReceived: '100', nameMatches: '1' },
    // Its own in each run: the law counts what one license takes home in a day.
    idNumber: handedOver.replace('ORD', 'X000'),
    ...{
      idKind: 'passport',
      idIssuer: 'United States',
      idExpiresOn: '2060-01-01',
      idBirthDate: '1990-01-01',
    },
  });
  const [done] = await shop.db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.orderId, handedOver));
  if (done?.status !== 'completed') throw new Error(`${handedOver} is ${done?.status}`);
  return {
    product: product.id,
    soldOut: soldOut.id,
    certificate: lot?.id ?? 0,
    lotCode: lot?.publicCode ?? '',
    muchEach: ounce.id,
    order,
    handedOver,
    customer: owner.userId,
    staff: (await shop.person({ role: 'staff' })).userId,
    owner,
    ...(await aShownWebhook(shop.db)),
    ...(await shownPrices(shop.db, handedOver)),
  };
}

/** The position of every landmark of the page at this width, in whole pixels. */
async function places(page: Page, width: number): Promise<Record<string, string>> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(async (wanted) => {
    // The new size reaches the page with one of its next frames.
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (innerWidth !== wanted);
    await new Promise((resolve) => setTimeout(resolve, 30));
    // Table columns may retain widths of the previous size; another layout gives them those of a fresh page.
    document.body.style.display = 'none';
    document.body.getBoundingClientRect();
    document.body.style.display = '';
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
      // A list that scrolls its current entry into sight shifts nothing.
      let [x, y] = [left, top];
      for (let around = element.parentElement; around; around = around.parentElement) {
        x += around.scrollLeft;
        y += around.scrollTop;
      }
      found[`${name} ${count}`] = [x, y].map(Math.round).join(' ');
    }
    return found;
  }, width);
}

/** Elements that moved. */
function moved(before: Record<string, string>, now: Record<string, string>): string[] {
  return Object.entries(before)
    .filter(([name, place]) => {
      const [x = 0, y = 0] = place.split(' ').map(Number);
      const [left = 0, top = 0] = (now[name] ?? place).split(' ').map(Number);
      // Half pixels may round up or down.
      return Math.abs(x - left) > 1 || Math.abs(y - top) > 1;
    })
    .map(([name, place]) => `${name}: ${place} → ${now[name]}`);
}

type Places = Map<number, Record<string, string>>;

/** Opens the page; returns positions before its scripts took over, and the layout shift they caused. */
async function openInSteps(
  page: Page,
  path: string,
  compared: readonly number[],
): Promise<{ html: string; before: Places; shift: number }> {
  const release = await holdScripts(page);
  const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
  const html = (await response?.text()) ?? '';
  await page.evaluate(async () => {
    await document.fonts.ready;
    // As on a first visit: what was viewed before is known to scripts alone, and is a shelf at the end of a product page.
    localStorage.removeItem('recently-viewed');
  });
  const before: Places = new Map();
  for (const width of compared) before.set(width, await places(page, width));
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
  return { html, before, shift: await page.evaluate(() => (window as unknown as { shifts: number }).shifts) };
}

/** Pages with a frame that axe checks in both layouts. Elsewhere shoppers have phones and staff a desk. */
const FRAMES = ['/', '/orders', '/admin/dashboard'];

function axeWidths({ path, who }: PageToSee): number[] {
  if (FRAMES.includes(path)) return [360, 768, 1440];
  return who === 'admin' ? [1440] : [360];
}

/** Whether the page is readable and usable at night, then larger and narrower. */
async function seenOtherwise(page: Page, ask: Ask): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await ask('at night', expectContrast(page));
  await page.emulateMedia({ colorScheme: 'light' });
  await setTextSize(page, 200);
  await ask('with text twice as large', expectIconsGrown(page));
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await ask(`at ${width} px with text twice as large`, expectNoSidewaysScroll(page));
    await ask(`at ${width} px with text twice as large`, expectNothingCut(page));
    await ask(`at ${width} px with text twice as large`, expectWholeWords(page));
    await ask(`at ${width} px with text twice as large`, expectSmallBars(page));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await setTextSize(page, 400);
  await ask('at 390 px with text four times as large', expectNoSidewaysScroll(page));
  await setTextSize(page, 100);
}

/** All checks of one page; returns its faults as text. */
async function faults(page: Page, each: PageToSee, look: Look): Promise<string[]> {
  const { path, standsAlone, gated } = each;
  const found: string[] = [];
  const ask: Ask = (what, question) =>
    question.catch((error: Error) => void found.push(`${path} ${what}: ${error.message.slice(0, 900)}`));
  let before: Places = new Map();
  if (standsAlone) await page.goto(path);
  // Emails about these orders arrive in the list during the check.
  else if (path === '/admin/sent-mail') await visit(page, path);
  else {
    const opened = await openInSteps(page, path, look.compared);
    before = opened.before;
    for (const fault of faultsOfHtml(opened.html)) found.push(`${path}: ${fault}`);
    if (opened.shift > 0) found.push(`${path}: layout shift ${opened.shift.toFixed(4)}`);
  }
  // The page behind the gate is out of reach; a page text also has its preview's first heading (page-texts.journey).
  const hasMain = !standsAlone && !gated && !path.startsWith('/admin/settings/page-texts/');
  if (hasMain) await ask('is not well made', expectLandmarks(page));
  const widths = new Set([...look.widths, ...look.compared]);
  for (const width of [...widths].sort((one, other) => other - one)) {
    const were = before.get(width);
    if (were) {
      const away = moved(were, await places(page, width));
      if (away.length > 0)
        found.push(`${path} at ${width} px: ${away.length} moved: ${away.slice(0, 4).join('; ')}`);
    } else await page.setViewportSize({ width, height: 900 });
    if (!hasMain) continue;
    await ask(`at ${width} px`, expectNoSidewaysScroll(page));
    if (axeWidths(each).includes(width)) await ask('is not well made', expectAccessible(page));
  }
  if (look.isWhole) await seenOtherwise(page, ask);
  return found;
}

/**
 * The faults of one part of the pages, as text.
 * @param look whether all pages are checked whole or a third of them in short, and which part of how many is walked
 */
export async function faultsOfPages(
  openBrowser: OpenBrowser,
  shop: Shop,
  { part, parts, isWhole }: { part: number; parts: number; isWhole: boolean },
): Promise<string[]> {
  const browsers = { guest: await openBrowser(), customer: await openBrowser(), admin: await openBrowser() };
  await shop.signIn(browsers.admin, await shop.person({ role: 'admin' }));
  const headers = { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' };
  const shown = await makeAll(shop, (path, form) => browsers.admin.request.post(path, { form, headers }));
  await shop.signIn(browsers.customer, shown.owner);
  const found: string[] = [];
  const wanted = isWhole ? everyPage(shown) : aThirdOf(everyPage(shown));
  const pages = wanted.filter((_, at) => at % parts === part);
  for (const who of ['guest', 'customer', 'admin'] as const) {
    const own = await browsers[who].newPage();
    for (const each of pages.filter((one) => one.who === who)) {
      // The gate stays up in its browser.
      const page = each.gated ? await (await openBrowser({ affirmed: false })).newPage() : own;
      if (each.cart) await fillCart(page, each.cart);
      found.push(...(await faults(page, each, lookAt(each, isWhole))));
    }
    await own.close();
  }
  return found;
}
