/** What every journey stands on: `test` with a shop, a watched browser, and a way to open more browsers. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type CDPSession,
  expect,
  type Page,
  type ViewportSize,
} from '@playwright/test';
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
  /** Whether this journey listens to its whole browser, or changes it other than by cookies and pages. */
  ownBrowser: boolean;
  /** Another visitor, with a browser and an address of their own; watched and closed like the first. */
  openBrowser: OpenBrowser;
};

type Watched = { context: BrowserContext; troubles: string[] };
type PerWorker = { shop: Shop; sharedBrowser: { open(): Promise<Watched>; clear(): Promise<void> } };

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
  sharedBrowser: [
    async ({ browser, shop }, use) => {
      let shared: (Watched & { blank: Page; storage: CDPSession }) | undefined;
      await use({
        open: async () => {
          if (shared) return shared;
          const context = await browser.newContext();
          const blank = await context.newPage();
          const storage = await context.newCDPSession(blank);
          shared = { context, blank, storage, troubles: await watch(context, shop.origin) };
          return shared;
        },
        clear: async () => {
          if (!shared) return;
          const { context, blank, storage, troubles } = shared;
          for (const page of context.pages()) if (page !== blank) await page.close();
          await context.clearCookies();
          await context.clearPermissions();
          const storageTypes = 'local_storage,indexeddb,cache_storage';
          await storage.send('Storage.clearDataForOrigin', { origin: shop.origin, storageTypes });
          troubles.length = 0;
        },
      });
      await shared?.context.close();
    },
    { scope: 'worker' },
  ],
  affirmed: [true, { option: true }],
  ownBrowser: [false, { option: true }],
  outage: [false, { option: true }],
  losesNetwork: [false, { option: true }],
  baseURL: async ({ shop }, use) => use(shop.origin),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  extraHTTPHeaders: async ({}, use) => use(anAddress()),

  /**
   * Journeys without wishes share a browser, cleared after each: the first page of a fresh one takes three times the work
   * of a later one (2.0 s of processor time against 0.6 s).
   */
  context: async (
    {
      browser,
      sharedBrowser,
      shop,
      affirmed,
      outage,
      losesNetwork,
      ownBrowser,
      javaScriptEnabled,
      serviceWorkers,
      viewport,
      extraHTTPHeaders,
    },
    use,
    { project },
  ) => {
    const isPlain =
      affirmed &&
      javaScriptEnabled !== false &&
      serviceWorkers === 'block' &&
      isSame(viewport, project.use.viewport);
    if (isPlain && !outage && !losesNetwork && !ownBrowser && !process.env.FAKETIME) {
      const { context, troubles } = await sharedBrowser.open();
      await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
      await affirm(context, shop.origin);
      await use(context);
      const found = [...troubles];
      await sharedBrowser.clear();
      expect(found).toEqual([]);
      return;
    }
    const context = await browser.newContext();
    await sameClock(context);
    if (affirmed) await affirm(context, shop.origin);
    const troubles = await watch(context, shop.origin, { outage, losesNetwork });
    await use(context);
    if (outage) await shop.giveDatabaseBack();
    await context.close();
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

const isSame = (one: ViewportSize | null | undefined, other: ViewportSize | null | undefined): boolean =>
  one?.width === other?.width && one?.height === other?.height;

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
