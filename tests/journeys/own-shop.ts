/** A shop for journeys that change what others read. The files that import it share it. */
import { openShop, type Shop } from './shop.ts';
import { test as base } from './support.ts';

export { expect } from './support.ts';

export const test = base.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const { shop, close } = await openShop();
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
