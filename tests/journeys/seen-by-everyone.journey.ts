/**
 * Every page as people see it who need it otherwise: at night, with the system's own colors, with text twice as large on
 * a phone and on the narrowest one, and four times as large. How pages are built is asked elsewhere (pages, hydration); here, whether
 * they can still be read and pressed.
 */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { everyPage, type PageToSee, type Shown } from './every-page.ts';
import type { Item, Shop } from './shop.ts';
import { addToCart, chooseTime, fillCart, reserveButton, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { setTextSize } from './views.ts';
import { expectContrast, expectIconsGrown, expectNoSidewaysScroll, expectNothingCut } from './watch.ts';

type Made = { product: Item; customer: SignedIn; order: string; soldOut: Item };

async function make(shop: Shop): Promise<Made> {
  const [product, soldOut] = [await shop.product(), await shop.product({ onHand: 0 })];
  const customer = await shop.person();
  return { product, soldOut, customer, order: await shop.order(customer, product) };
}

/** All that pages are of, and whose it is. */
async function makeAll(shop: Shop, staff: BrowserContext): Promise<Shown & { owner: SignedIn }> {
  const { product, soldOut, customer, order } = await make(shop);
  const ounce = await shop.product({ limitMg: 28_000 });
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-18', labName: 'Catskill Analytics' })
    .where(eq(lots.productId, product.id))
    .returning({ id: lots.id });
  const handedOver = await shop.order(customer, await shop.product());
  await shop.db.update(orders).set({ status: 'ready' }).where(eq(orders.orderId, handedOver));
  await staff.request.post(`/admin/orders/${handedOver}/hand-over`, {
    form: { intent: 'hand-over', version: 1, cashReceived: '100' },
    headers: { Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  return {
    product: product.id,
    soldOut: soldOut.id,
    certificate: lot?.id ?? 0,
    muchEach: ounce.id,
    order,
    handedOver,
    customer: customer.userId,
    owner: customer,
  };
}

/** The page at night, then larger and narrower; what is wrong with it, in words. */
async function faults(page: Page, { path, standsAlone }: PageToSee): Promise<string[]> {
  const found: string[] = [];
  const ask = (what: string, question: Promise<void>) =>
    question.catch((error: Error) => found.push(`${path} ${what}: ${error.message.slice(0, 900)}`));
  await page.setViewportSize({ width: 390, height: 844 });
  await (standsAlone ? page.goto(path) : visit(page, path));
  await ask('at night', expectContrast(page));
  await setTextSize(page, 200);
  await ask('with text twice as large', expectIconsGrown(page));
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await ask(`at ${width} px with text twice as large`, expectNoSidewaysScroll(page));
    await ask(`at ${width} px with text twice as large`, expectNothingCut(page));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await setTextSize(page, 400);
  await ask('at 390 px with text four times as large', expectNoSidewaysScroll(page));
  await setTextSize(page, 100);
  return found;
}

/** The pages in so many parts that take about as long: they are looked at side by side. */
const PARTS = 4;
const isInPart = (part: number) => (_: PageToSee, at: number) => at % PARTS === part;

for (let part = 0; part < PARTS; part++)
  test(`every page at night and in large text, ${part + 1} of ${PARTS}`, async ({ openBrowser, shop }) => {
    // Nineteen pages each.
    test.setTimeout(180_000);
    const browsers = {
      guest: await openBrowser({ colorScheme: 'dark' }),
      customer: await openBrowser({ colorScheme: 'dark' }),
      admin: await openBrowser({ colorScheme: 'dark' }),
    };
    await shop.signIn(browsers.admin, await shop.person({ role: 'admin' }));
    const shown = await makeAll(shop, browsers.admin);
    await shop.signIn(browsers.customer, shown.owner);
    const found: string[] = [];
    for (const who of ['guest', 'customer', 'admin'] as const) {
      const pages = everyPage(shown)
        .filter(isInPart(part))
        .filter((each) => each.who === who);
      const own = await browsers[who].newPage();
      for (const each of pages) {
        // The gate stays up in its browser.
        const page = each.gated
          ? await (await openBrowser({ affirmed: false, colorScheme: 'dark' })).newPage()
          : own;
        if (each.cart) await fillCart(page, each.cart);
        found.push(...(await faults(page, each)));
      }
    }
    expect(found).toEqual([]);
  });

test('with the system’s own colors what is chosen, what is current and what can be pressed still shows', async ({
  openBrowser,
  shop,
}) => {
  const { product, customer, order } = await make(shop);
  const context = await openBrowser({ forcedColors: 'active' });
  await shop.signIn(context, customer);
  const page = await context.newPage();
  const style = (of: Locator, name: string) =>
    of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  await addToCart(page, product);
  await visit(page, '/checkout');
  await chooseTime(page);
  for (const name of ['day', 'slot']) {
    const chosen = page.locator(`input[name=${name}]:checked + label`);
    const other = page.locator(`input[name=${name}]:not(:checked, :disabled) + label`).first();
    expect(await style(chosen, 'background-color')).not.toBe(await style(other, 'background-color'));
    expect(await style(other, 'border-top-style')).toBe('solid');
  }
  expect(await style(reserveButton(page), 'border-top-width')).toBe('3px');

  await visit(page, `/orders/${order}`);
  const steps = page.getByRole('list', { name: 'Progress' });
  const dot = (step: Locator) => style(step.locator('.rounded-pill'), 'border-top-width');
  expect(await dot(steps.locator('[aria-current]'))).toBe('7px');
  expect(await dot(steps.getByRole('listitem').last())).toBe('1px');
  const current = page.getByRole('link', { name: 'Your Orders' }).and(page.locator('[aria-current=page]'));
  expect(await style(current.first(), 'border-left-width')).toBe('4px');

  await visit(page, '/notifications/preferences');
  const toggle = page.getByRole('switch').first().or(page.locator('.switch').first());
  expect(await style(toggle.first(), 'appearance')).toBe('auto');
  await visit(page, '/profile');
  expect(await style(page.getByLabel('Full Name'), 'border-top-style')).toBe('solid');
});

test('at night the page says so to the browser, and paper stays white', async ({ openBrowser }) => {
  const page = await (await openBrowser({ colorScheme: 'dark' })).newPage();
  await visit(page, '/faq');
  const look = () =>
    page.evaluate(() => {
      const { colorScheme, backgroundColor, color } = getComputedStyle(document.documentElement);
      return { colorScheme, backgroundColor, color };
    });
  expect(await look()).toEqual({
    colorScheme: 'dark',
    backgroundColor: 'rgb(20, 38, 30)',
    color: 'rgb(243, 237, 224)',
  });
  const bars = page.locator('meta[name=theme-color]');
  expect(await bars.evaluateAll((all) => all.map((each) => (each as HTMLMetaElement).media))).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
  await page.emulateMedia({ media: 'print' });
  // The browser takes a moment to draw a page anew for paper.
  await expect.poll(look).toEqual({
    colorScheme: 'normal',
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(30, 42, 36)',
  });
});

test('with large text the head of a page is whole, and does not stay over what is read', async ({
  openBrowser,
  shop,
}) => {
  const context = await openBrowser({ viewport: { width: 320, height: 640 } });
  await shop.signIn(context, await shop.person());
  const page = await context.newPage();
  await visit(page, '/faq');
  await setTextSize(page, 200);
  const name = page.getByRole('banner').getByRole('link', { name: 'Two Branches Farm' }).locator('span');
  await expect
    .poll(() =>
      name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight - clientHeight,
        scrollWidth - clientWidth,
      ]),
    )
    .toEqual([0, 0]);
  const phone = page.getByRole('region', { name: 'License and contact' }).getByRole('link').first();
  expect((await phone.boundingBox())?.height).toBeLessThan(100);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await setTextSize(page, 100);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});

test('on paper answers stand open, and what can only be pressed is not there', async ({ page, shop }) => {
  await visit(page, '/faq');
  const answer = page.getByText('In cash, at the store, when you pick up.');
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
  const item = await shop.product();
  await visit(page, item.path);
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('whoever saves data is offered the film and does not load it', async ({ openBrowser }) => {
  const context = await openBrowser({ reducedMotion: 'no-preference' });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const films: string[] = [];
  context.on('request', (request) => {
    if (/farm\.(webm|mp4)$/.test(request.url())) films.push(request.url());
  });
  const page = await context.newPage();
  await visit(page, '/about');
  const play = page.getByRole('button', { name: 'Play film' });
  await expect(play).toBeVisible();
  expect(films).toEqual([]);
  await play.click();
  await expect.poll(() => films.length).toBeGreaterThan(0);
});
