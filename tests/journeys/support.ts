/** The base of every journey: `test` with a shop, a watched browser, and a way to open more browsers. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test';
import { openShop, type Shop } from './shop.ts';
import { watch } from './watch.ts';

export { expect };

export type OpenBrowser = (
  options?: BrowserContextOptions & { affirmed?: boolean },
) => Promise<BrowserContext>;

type PerTest = {
  /** Whether the visitor is already past the age gate. */
  affirmed: boolean;
  /** Whether the database goes down in this journey. */
  outage: boolean;
  /** Whether the browser's network goes down in this journey. */
  losesNetwork: boolean;
  /** Whether this journey listens to its whole browser, or changes more than cookies and pages. */
  ownBrowser: boolean;
  /** Whether other journeys may share browsers with these options. */
  mayShare: boolean;
  /** Another visitor, with a separate browser and address; watched and closed like the first. */
  openBrowser: OpenBrowser;
};

type Opened = { context: BrowserContext; troubles: string[]; close(): Promise<void> };
type Kind = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'javaScriptEnabled'>;
/** Options in which shared browsers may differ. */
const KINDS = ['viewport', 'hasTouch', 'javaScriptEnabled'];

type PerWorker = { shop: Shop; sharedBrowser: (kind: Kind) => Promise<Opened> };

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
  /**
   * Opens a browser that other journeys of the worker have used and cleared, or a new one: a new one's first page
   * takes three times the processor time of a later one (1.8 s against 0.6 s).
   */
  sharedBrowser: [
    async ({ browser, shop }, use) => {
      const free: (Opened & { name: string })[] = [];
      const openNew = async (kind: Kind, name: string): Promise<Opened> => {
        const context = await browser.newContext(kind);
        const blank = await context.newPage();
        // It is of the shop, so later pages share its process and compiled code.
        await blank.goto(`${shop.origin}/robots.txt`);
        const storage = await context.newCDPSession(blank);
        const troubles = await watch(context, shop.origin);
        const close = async () => {
          for (const page of context.pages()) if (page !== blank) await page.close();
          await context.clearCookies();
          await context.clearPermissions();
          const storageTypes = 'local_storage,indexeddb,cache_storage';
          await storage.send('Storage.clearDataForOrigin', { origin: shop.origin, storageTypes });
          free.push(shared);
        };
        const shared = { context, troubles, close, name };
        return shared;
      };
      await use(async ({ viewport, hasTouch = false, javaScriptEnabled = true }) => {
        const kind = { viewport, hasTouch, javaScriptEnabled };
        const name = JSON.stringify(kind);
        const at = free.findIndex((each) => each.name === name);
        return at < 0 ? openNew(kind, name) : (free.splice(at, 1)[0] as Opened);
      });
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

  mayShare: async (
    { serviceWorkers, isMobile, deviceScaleFactor, outage, losesNetwork, ownBrowser },
    use,
  ) => {
    const isUsual = serviceWorkers === 'block' && !isMobile && !deviceScaleFactor;
    await use(isUsual && !outage && !losesNetwork && !ownBrowser && !process.env.FAKETIME);
  },

  context: async (
    {
      browser,
      sharedBrowser,
      mayShare,
      shop,
      affirmed,
      outage,
      losesNetwork,
      extraHTTPHeaders,
      viewport,
      hasTouch,
      javaScriptEnabled,
    },
    use,
  ) => {
    const { context, troubles, close } =
      mayShare && affirmed
        ? await sharedBrowser({ viewport, hasTouch, javaScriptEnabled })
        : await openOwn(browser, shop, {}, { outage, losesNetwork });
    await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    if (affirmed) await affirm(context, shop.origin);
    await use(context);
    if (outage) await shop.giveDatabaseBack();
    await close();
    expect(troubles.splice(0)).toEqual([]);
  },

  openBrowser: async (
    { browser, sharedBrowser, mayShare, shop, viewport, contextOptions, serviceWorkers, losesNetwork },
    use,
  ) => {
    const opened: Opened[] = [];
    await use(async ({ affirmed = true, ...options } = {}) => {
      const isUsual = affirmed && Object.keys(options).every((name) => KINDS.includes(name));
      const open =
        mayShare && isUsual
          ? await sharedBrowser({ viewport, ...options })
          : await openOwn(
              browser,
              shop,
              { ...contextOptions, baseURL: shop.origin, viewport, serviceWorkers, ...options },
              { losesNetwork },
            );
      opened.push(open);
      await open.context.setExtraHTTPHeaders({ ...anAddress(), ...options.extraHTTPHeaders });
      if (affirmed) await affirm(open.context, shop.origin);
      return open.context;
    });
    for (const { troubles, close } of opened) {
      await close();
      expect(troubles.splice(0)).toEqual([]);
    }
  },
});

async function openOwn(
  browser: Browser,
  shop: Shop,
  options: BrowserContextOptions,
  expected?: Parameters<typeof watch>[2],
): Promise<Opened> {
  const context = await browser.newContext(options);
  await sameClock(context);
  return { context, troubles: await watch(context, shop.origin, expected), close: () => context.close() };
}

let visitors = 0;

/** From the block reserved for documentation and network tests (RFC 2544). */
function anAddress(): Record<string, string> {
  visitors += 1;
  return { 'X-Forwarded-For': `198.18.${Math.trunc(visitors / 250)}.${(visitors % 250) + 1}` };
}

const DAY_MS = 86_400_000;

/** Under `npm run test:at` pages have the shop's clock; the browser itself has the machine's. */
async function sameClock(context: BrowserContext): Promise<void> {
  if (process.env.FAKETIME) await context.clock.install({ time: Date.now() });
}

async function affirm(context: BrowserContext, origin: string): Promise<void> {
  const until = new Date(Date.now() + 20 * DAY_MS).toISOString();
  await context.addCookies([
    { name: 'age_verified', value: encodeURIComponent(until), url: origin, sameSite: 'Lax' },
  ]);
}
