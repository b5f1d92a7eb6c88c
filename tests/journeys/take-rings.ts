/**
 * Every focusable element of every page shows its whole focus ring, checked in pictures. The focus-rings journey
 * covers a part.
 */
import { demoStore } from '#tests/support/demo-store.ts';
import { signInAs } from './demo-store.ts';
import { everyPage } from './every-page.ts';
import { beginAtMain, pictureRings } from './ring-pictures.ts';
import { fillCart, visit } from './steps.ts';
import { expect, test } from './support.ts';

/** RINGS_AT=cart walks the pages with 'cart' in their name. */
const WANTED = process.env.RINGS_AT ?? '';
/** Of lists, the first rows show every kind of ring. */
const MOST_STOPS = 60;

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const viewport of WIDTHS)
  for (const who of ['guest', 'customer', 'admin'] as const)
    test(`rings of every page of a ${who} at ${viewport.width} px`, async ({ openBrowser, shop }) => {
      const shown = await demoStore(shop.db);
      const context = await openBrowser({ viewport });
      const page = await context.newPage();
      await signInAs(page, who);
      const faults: string[] = [];
      let pictured = 0;
      for (const each of everyPage(shown)) {
        if (each.who !== who || each.gated || each.standsAlone || !each.name.includes(WANTED)) continue;
        if (each.cart) await fillCart(page, each.cart);
        await visit(page, each.path);
        await beginAtMain(page);
        const walk = await pictureRings(page, 'main', MOST_STOPS);
        pictured += walk.pictured;
        faults.push(...walk.faults.map((fault) => `${each.path} ${fault}`));
      }
      console.log(`${pictured} rings at ${viewport.width} px as ${who}`);
      expect(faults).toEqual([]);
    });
