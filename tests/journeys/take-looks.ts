/** Pictures of every page in every view, into a folder that is not committed: test-results/look/<view>/<page>.png. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { everyPage, type PageToSee, type Shown } from './every-page.ts';
import { PASSWORDS } from './run.ts';
import type { Shop } from './shop.ts';
import { fillCart, signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { setTextSize, type View, views } from './views.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/look');
/** LOOK_AT=cart takes the pages with 'cart' in their name. */
const WANTED = process.env.LOOK_AT ?? '';
/** Taller pictures than this help nobody. */
const HIGHEST = 5000;
const CUSTOMER = 'customer@twobranches.example';

for (const view of views)
  test(view.name, async ({ openBrowser, shop }) => {
    const shown = await demoStore(shop);
    await mkdir(join(FOLDER, view.name), { recursive: true });
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const wanted = everyPage(shown).filter((page) => page.who === who && page.name.includes(WANTED));
      for (const gated of [true, false]) {
        const group = wanted.filter((page) => Boolean(page.gated) === gated);
        if (group.length === 0) continue;
        const context = await openBrowser({ ...view.context, affirmed: !gated });
        await takeAll(context, group, view);
        await context.close();
      }
    }
  });

async function takeAll(context: BrowserContext, group: PageToSee[], view: View): Promise<void> {
  const page = await context.newPage();
  const who = group[0]?.who;
  if (who === 'customer') await signIn(page, '/login', CUSTOMER, PASSWORDS.customer);
  if (who === 'admin') await signIn(page, '/login?mode=admin', 'admin@twobranches.example', PASSWORDS.admin);
  if (view.paper) await page.emulateMedia({ media: 'print' });
  for (const each of group) {
    if (each.cart) await fillCart(page, each.cart);
    await (each.standsAlone ? page.goto(each.path) : visit(page, each.path));
    await take(page, join(FOLDER, view.name, `${each.name}.png`), view.text);
  }
}

async function signIn(page: Page, path: string, email: string, password: string): Promise<void> {
  await visit(page, path);
  await signInByForm(page, email, password);
  await expect(page).not.toHaveURL(/login/);
}

/** The whole page, once everything on it has arrived. */
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

/** In a window as large as the page: a picture of more than the window would bring the usual size of text back. */
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

/** What the demo store has of each. */
async function demoStore(shop: Shop): Promise<Shown> {
  const { rows } = await shop.db.execute<Shown>(sql`
    select
      (select id from products where name = 'Beaverkill Whole Flower' limit 1)::int as product,
      (select id from products where name = 'Beaverkill Whole Flower, One Ounce')::int as "muchEach",
      (select product_id from product_stock where on_hand - held < 1 order by product_id limit 1)::int as "soldOut",
      (select order_id from orders where user_id = users.id and status in ('confirmed', 'packing', 'ready', 'pending')
        order by (status = 'confirmed') desc, created_at desc limit 1) as order,
      (select order_id from orders where user_id = users.id and status = 'completed'
        order by created_at desc limit 1) as "handedOver",
      (select id from lots where status = 'sellable' and coa_number is not null order by id limit 1)::int as certificate,
      users.id as customer
    from users where email = ${CUSTOMER}`);
  const [found] = rows;
  if (!found) throw new Error('the demo store has no customer');
  return found;
}
