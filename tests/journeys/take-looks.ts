/** Pictures of every page in every view, into an uncommitted folder: test-results/look/<view>/<page>.png. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { demoStore } from '#tests/support/demo-store.ts';
import { signInAs } from './demo-store.ts';
import { everyPage, type PageToSee } from './every-page.ts';
import { fillCart, visit } from './steps.ts';
import { test } from './support.ts';
import { setTextSize, type View, views } from './views.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/look');
/** LOOK_AT=cart selects the pages with 'cart' in their name. */
const WANTED = process.env.LOOK_AT ?? '';
/** Taller pictures are too tall to review. */
const HIGHEST = 5000;

for (const view of views)
  test(view.name, async ({ openBrowser, shop }) => {
    const shown = await demoStore(shop.db);
    await mkdir(join(FOLDER, view.name), { recursive: true });
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const wanted = everyPage(shown).filter((page) => page.who === who && page.name.includes(WANTED));
      for (const gated of [true, false]) {
        const group = wanted.filter((page) => Boolean(page.gated) === gated);
        if (group.length === 0) continue;
        const context = await openBrowser({ ...view.context, affirmed: !gated });
        await takeAll(context, group, view);
      }
    }
  });

async function takeAll(context: BrowserContext, group: PageToSee[], view: View): Promise<void> {
  const page = await context.newPage();
  const who = group[0]?.who;
  if (who) await signInAs(page, who);
  if (view.paper) await page.emulateMedia({ media: 'print' });
  for (const each of group) {
    if (each.cart) await fillCart(page, each.cart);
    await (each.standsAlone ? page.goto(each.path) : visit(page, each.path));
    await take(page, join(FOLDER, view.name, `${each.name}.png`), view.text);
  }
}

/** The whole page, once everything on it has loaded. */
async function take(page: Page, path: string, text?: number): Promise<void> {
  if (text) await setTextSize(page, text);
  const { height, width } = await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all([document.fonts.ready, ...shown.map((image) => image.decode().catch(() => undefined))]);
    return { height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth };
  });
  const clip = { x: 0, y: 0, width, height: Math.min(height, HIGHEST) };
  if (text) await takeEnlarged(page, path, clip, text);
  else await page.screenshot({ path, fullPage: true, clip, animations: 'disabled', caret: 'hide' });
}

/** In a window as large as the page: a picture larger than the window would restore the usual text size. */
async function takeEnlarged(
  page: Page,
  path: string,
  size: { width: number; height: number },
  text: number,
): Promise<void> {
  const window = page.viewportSize() ?? size;
  await page.setViewportSize({ width: window.width, height: size.height });
  await setTextSize(page, text);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  await writeFile(path, Buffer.from(data, 'base64'));
  await session.detach();
  await page.setViewportSize(window);
}
