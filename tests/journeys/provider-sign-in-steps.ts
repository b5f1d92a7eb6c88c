/** A shop of its own with an outside provider. */
import { type OutsideProvider, outsideProvider } from '#tests/support/oidc-provider.ts';
import { openShop, type Shop } from './shop.ts';
import { test as base } from './support.ts';

/** The base of journeys in a shop that accepts an outside provider. */
export const test = base.extend<object, { outside: OutsideProvider; shop: Shop }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const outside = await outsideProvider();
      await use(outside);
      await outside.stop();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ outside }, use) => {
      const { shop, close } = await openShop({ OIDC_PROVIDERS: outside.setting });
      outside.serve(shop.origin);
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
