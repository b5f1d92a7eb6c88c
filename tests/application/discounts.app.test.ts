/** Discounts over real HTTP, through two processes on one database: cached pages, filters, cart. */
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  atListPrice,
  type DiscountedMenu,
  discounted,
  openDiscountedMenu,
  PARTNER,
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

test('an offer that runs counts nowhere while discounts are turned off: pages, cart, API, feed and other sites', async () => {
  const every = (has: boolean) => ({ api: has, ofApi: has, embed: has, seenBefore: has, feed: false });
  await menu.set('sharing', { sites: [PARTNER], feed: true });
  await menu.set('discounts', { enabled: true });
  await menu.offerInstead();
  await menu.becomes(discounted);
  expect(await menu.elsewhere()).toEqual([every(true), every(true)]);
  await menu.set('discounts', { enabled: false });
  await menu.becomes(atListPrice);
  expect(await menu.elsewhere()).toEqual([every(false), every(false)]);
  await menu.set('discounts', { enabled: true });
  await menu.becomes(discounted);
});
