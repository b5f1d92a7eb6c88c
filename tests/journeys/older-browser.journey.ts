/**
 * Browsers older than the shop's scripts: the server's pages stay and work as without scripts. The oldest that run the
 * scripts (README.md) lack popovers, and get them.
 */
import type { Browser, Page } from '@playwright/test';
import { about, cartLine, takenOver, toast } from './steps.ts';
import { expect, test } from './support.ts';

/** A page of a browser without these functions. Unwatched: its console may have errors. */
async function pageWithout(browser: Browser, origin: string, remove: () => void): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'X-Forwarded-For': '198.19.4.1' },
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript(remove);
  return context.newPage();
}

test('a first render that fails leaves the server’s page, which works without scripts', async ({
  browser,
  shop,
}) => {
  const item = await shop.product({ onHand: 5 });
  const page = await pageWithout(browser, shop.origin, () => {
    // The first render of every page calls it.
    Object.defineProperty(String.prototype, 'isWellFormed', { value: undefined });
  });
  await page.goto(item.path, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page).toHaveURL('/cart');
  await expect(cartLine(page, item)).toContainText('2');
  await page.context().close();
});

test('an error page of the server is taken over by scripts', async ({ browser, shop }) => {
  const page = await pageWithout(browser, shop.origin, () => undefined);
  await page.goto('/no-such-page');
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await takenOver(page);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.context().close();
});

test('a browser of the oldest kind opens the menu and shows messages', async ({ browser, shop }) => {
  const item = await shop.product({ onHand: 5 });
  const page = await pageWithout(browser, shop.origin, () => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
    for (const [owner, name] of [
      [URL, 'canParse'],
      [URL, 'parse'],
      [Map, 'groupBy'],
      [Object, 'groupBy'],
      [Promise, 'withResolvers'],
      [window, 'navigation'],
    ] as const)
      delete (owner as unknown as Record<string, unknown>)[name];
  });
  await page.goto(item.path);
  await page.getByRole('button', { name: 'I am 21 or older' }).click();
  await takenOver(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/cart');
  // Pressed before, it is a form, and the page that answers it has no message.
  await takenOver(page);
  await page.getByRole('button', { name: about('Remove', item.name) }).click();
  await expect(toast(page, /removed|Removed/)).toBeVisible();
  await page.context().close();
});
