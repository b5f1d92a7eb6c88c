/** Discounts over real HTTP, through two processes on one database: cached pages, filters, cart. */
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, test } from 'vitest';
import {
  atListPrice,
  type DiscountedMenu,
  discounted,
  openDiscountedMenu,
} from '#tests/support/discounted-menu.ts';

let menu: DiscountedMenu;

beforeAll(async () => {
  menu = await openDiscountedMenu();
});
afterAll(() => menu?.stop());

/** West and east of every date line: it is never the same day in both. */
const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];

test('every page of every instance follows the setting and the store’s day', async () => {
  await menu.set('store', { zone: west });
  await menu.discountOn(Temporal.Now.plainDateISO(west).toString());
  await menu.becomes(atListPrice);
  await menu.set('discounts', { enabled: true });
  await menu.becomes(discounted);
  await menu.set('store', { zone: east });
  await menu.becomes(atListPrice);
  await menu.set('store', { zone: west });
  await menu.becomes(discounted);
  await menu.set('discounts', { enabled: false });
  await menu.becomes(atListPrice);
});
