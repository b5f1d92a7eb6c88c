/** Pictures of every page in every view, into a folder that is not committed: test-results/look/<view>/<page>.png. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { everyPage, type PageToSee, type Shown } from './every-page.ts';
import { PASSWORDS } from './run.ts';
import type { Shop } from './shop.ts';
import { signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { type View, views } from './views.ts';

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
        await takeAll(context, shop.origin, group, view, shown);
        await context.close();
      }
    }
  });

async function takeAll(
  context: BrowserContext,
  origin: string,
  group: PageToSee[],
  view: View,
  shown: Shown,
): Promise<void> {
  const page = await context.newPage();
  const who = group[0]?.who;
  if (who === 'customer') await signIn(page, '/login', CUSTOMER, PASSWORDS.customer);
  if (who === 'admin') await signIn(page, '/login?mode=admin', 'admin@twobranches.example', PASSWORDS.admin);
  if (group.some(({ withCart }) => withCart))
    await context.addCookies([{ name: 'cart', value: `${shown.product}:2`, url: origin }]);
  if (view.paper) await page.emulateMedia({ media: 'print' });
  for (const each of group) {
    await visit(page, each.path);
    if (view.text) await enlarge(page, view.text);
    await take(page, join(FOLDER, view.name, `${each.name}.png`));
  }
}

/** By the root's size: what a browser's settings do (setTextSize) does not outlive the taking of a picture. */
const enlarge = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);

async function signIn(page: Page, path: string, email: string, password: string): Promise<void> {
  await visit(page, path);
  await signInByForm(page, email, password);
  await expect(page).not.toHaveURL(/login/);
}

/** The whole page, once everything on it has arrived. */
async function take(page: Page, path: string): Promise<void> {
  const { height, width } = await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all([document.fonts.ready, ...shown.map((image) => image.decode().catch(() => undefined))]);
    return { height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth };
  });
  const clip = { x: 0, y: 0, width, height: Math.min(height, HIGHEST) };
  await page.screenshot({ path, fullPage: true, clip, animations: 'disabled', caret: 'hide' });
}

/** What the demo store has of each. */
async function demoStore(shop: Shop): Promise<Shown> {
  const { rows } = await shop.db.execute<Shown>(sql`
    select
      (select id from products where name = 'Beaverkill Whole Flower' limit 1)::int as product,
      (select product_id from product_stock where on_hand - held < 1 order by product_id limit 1)::int as "soldOut",
      (select order_id from orders where user_id = users.id and status in ('confirmed', 'packing', 'ready', 'pending')
        order by (status = 'confirmed') desc, created_at desc limit 1) as order,
      users.id as customer
    from users where email = ${CUSTOMER}`);
  const [found] = rows;
  if (!found) throw new Error('the demo store has no customer');
  return found;
}
