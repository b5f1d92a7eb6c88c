/** What every journey stands on: `test` with a shop, a watched browser, and a way to open more browsers. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { openShop, type Shop } from './shop.ts';
import { watch } from './watch.ts';

export { expect };

type OpenBrowser = (options?: BrowserContextOptions & { affirmed?: boolean }) => Promise<BrowserContext>;

type PerTest = {
  /** Whether the visitor has already said that they are 21 or older. */
  affirmed: boolean;
  /** Whether the database goes away in this journey. */
  outage: boolean;
  /** Whether the browser's network goes away in this journey. */
  losesNetwork: boolean;
  /** Another visitor, with a browser and an address of their own; watched and closed like the first. */
  openBrowser: OpenBrowser;
};

type PerWorker = { shop: Shop };

export const test = base.extend<PerTest, PerWorker>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const { shop, close } = await openShop();
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  affirmed: [true, { option: true }],
  outage: [false, { option: true }],
  losesNetwork: [false, { option: true }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  extraHTTPHeaders: async ({}, use) => use(anAddress()),

  context: async ({ context, shop, affirmed, outage, losesNetwork }, use) => {
    await sameClock(context);
    if (affirmed) await affirm(context, shop.origin);
    const troubles = await watch(context, shop.origin, { outage, losesNetwork });
    await use(context);
    if (outage) await shop.giveDatabaseBack();
    expect(troubles).toEqual([]);
  },

  openBrowser: async ({ browser, shop, viewport, contextOptions, serviceWorkers }, use) => {
    const opened: { context: BrowserContext; troubles: readonly string[] }[] = [];
    await use(async ({ affirmed = true, ...options } = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: shop.origin,
        viewport,
        serviceWorkers,
        extraHTTPHeaders: anAddress(),
        ...options,
      });
      await sameClock(context);
      if (affirmed) await affirm(context, shop.origin);
      opened.push({ context, troubles: await watch(context, shop.origin) });
      return context;
    });
    for (const { context, troubles } of opened) {
      await context.close();
      expect(troubles).toEqual([]);
    }
  },
});

let visitors = 0;

/** From the block that is set aside for documentation and tests of networks (RFC 2544). */
function anAddress(): Record<string, string> {
  visitors += 1;
  return { 'X-Forwarded-For': `198.18.${Math.trunc(visitors / 250)}.${(visitors % 250) + 1}` };
}

const DAY_MS = 86_400_000;

/** Under `npm run test:at` pages have the clock of the shop; the browser itself keeps the machine's. */
async function sameClock(context: BrowserContext): Promise<void> {
  if (process.env.FAKETIME) await context.clock.install({ time: Date.now() });
}

async function affirm(context: BrowserContext, origin: string): Promise<void> {
  const until = new Date(Date.now() + 20 * DAY_MS).toISOString();
  await context.addCookies([
    { name: 'age_verified', value: encodeURIComponent(until), url: origin, sameSite: 'Lax' },
  ]);
}
