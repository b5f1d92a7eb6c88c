/**
 * The menu in a frame on another site (decision 68): where the owner allows it, after the visitor's age, and nowhere
 * else.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { storeSettings } from '#db/schema/settings.ts';
import { affirm, linesOf } from './embed-steps.ts';
import { expect, test } from './own-shop.ts';
import type { Shop } from './shop.ts';

// In one worker, because each starts a shop.
test.describe.configure({ mode: 'default' });

const servers: Server[] = [];
test.afterAll(() => {
  for (const server of servers) server.close();
});

/** A site of someone else; `body` is its page. */
async function aSite(body: () => string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Catskill Guide</title><body>${body()}`);
  });
  servers.push(server);
  // The shop is at localhost, so this is another site and not only another port.
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Refused frames are errors on the console, so nothing watches this browser. */
async function aVisitor(browser: Browser, options = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

const BLOCKED = 'chrome-error://chromewebdata/';
const frameAddresses = (page: Page) =>
  page
    .frames()
    .slice(1)
    .map((frame) => frame.url());

/** As the owner's page saves it; waits until the shop knows. */
async function list(shop: Shop, site: string): Promise<void> {
  const value = { sites: [site], feed: false };
  await shop.db
    .insert(storeSettings)
    .values({ name: 'sharing', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
  await expect.poll(async () => (await fetch(frameOf(shop, site))).status).toBe(200);
}

const frameOf = (shop: Shop, site: string) => `${shop.origin}/embed/menu?site=${encodeURIComponent(site)}`;

test('visitors of the site say their age once, and see the menu at its whole height, without a cookie', async ({
  browser,
  shop,
}) => {
  const { name, path } = await shop.product();
  const partner = await aSite(() => `<h1>Farms</h1>${linesOf(shop)}<h2>Again</h2>${linesOf(shop)}`);
  await list(shop, partner);
  const { context, page } = await aVisitor(browser, { viewport: { width: 1000, height: 800 } });
  await page.goto(partner);
  const frames = page.locator('iframe');
  await expect(frames).toHaveCount(2);
  const first = page.frameLocator('iframe').first();
  const last = page.frameLocator('iframe').last();
  await expect(first.getByRole('button', affirm)).toBeVisible();
  await expect(last.getByRole('button', affirm)).toBeVisible();
  await expect(first.getByText(name)).toHaveCount(0);
  await first.getByRole('button', affirm).click();
  const link = first.getByRole('link', { name: new RegExp(name) });
  await expect(link).toBeVisible();
  await expect(last.getByRole('link', { name: new RegExp(name) })).toBeVisible();

  const isWhole = async () => {
    const inside = await first.locator('html').evaluate((html) => html.getBoundingClientRect().height);
    const outside = await frames.first().evaluate((frame) => frame.getBoundingClientRect().height);
    return Math.abs(inside - outside) < 2;
  };
  await expect.poll(isWhole).toBe(true);
  const before = await frames.first().evaluate((frame) => frame.clientHeight);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(isWhole).toBe(true);
  await expect.poll(() => frames.first().evaluate((frame) => frame.clientHeight)).toBeGreaterThan(before);

  // The page around it cannot pretend to be the shop, and a frame sets a height for itself alone, if it is a number.
  const heights = () => frames.evaluateAll((all) => all.map((frame) => frame.style.height));
  const [height] = await heights();
  const say = (height: unknown) => window.parent.postMessage({ farmgate: 'menu-height', height }, '*');
  await page.evaluate(say, 7);
  await page.frames().at(-1)?.evaluate(say, '1px;');
  await page.frames().at(-1)?.evaluate(say, 777);
  await expect.poll(heights).toEqual([height, '777px']);

  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute('rel', 'noopener');
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  expect(opened.url()).toBe(`${shop.origin}${path}`);
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await context.close();
});

test('without scripts the frame asks too, and people under age see no menu', async ({ browser, shop }) => {
  const { name } = await shop.product();
  const frame = () => `<iframe src="${frameOf(shop, partner)}"></iframe>`;
  const partner = await aSite(() => frame().repeat(2));
  const stranger = await aSite(frame);
  await list(shop, partner);
  const { context, page } = await aVisitor(browser, { javaScriptEnabled: false });
  await page.goto(partner);
  const [young, grown] = [page.frameLocator('iframe').first(), page.frameLocator('iframe').last()];
  await young.getByRole('button', { name: 'I am under 21' }).click();
  await expect(young.getByRole('heading', { name: 'This menu is for adults 21 and older.' })).toBeVisible();
  await expect(young.getByText(name)).toHaveCount(0);
  await grown.getByRole('button', affirm).click();
  await expect(grown.getByText(name)).toBeVisible();
  // A site that is not listed gains nothing by naming one that is.
  await page.goto(stranger);
  await expect.poll(() => frameAddresses(page)).toEqual([BLOCKED]);
  await context.close();
});

test('no other site shows the menu, and no site shows any other page of ours', async ({ browser, shop }) => {
  const paths = [
    '/',
    '/products',
    '/login',
    '/checkout',
    '/developers',
    '/admin/settings/sharing',
    '/embed/menu',
  ];
  const stranger = await aSite(() => linesOf(shop));
  const partner = await aSite(() =>
    paths.map((path) => `<iframe src="${shop.origin}${path}"></iframe>`).join(''),
  );
  await list(shop, partner);
  const { context, page } = await aVisitor(browser);
  await page.goto(stranger);
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect.poll(() => frameAddresses(page)).toEqual([BLOCKED]);
  await page.goto(partner);
  await expect.poll(() => frameAddresses(page)).toEqual(paths.map(() => BLOCKED));
  await context.close();
});
