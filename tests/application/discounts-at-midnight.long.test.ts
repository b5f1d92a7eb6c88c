/** A real midnight of the store, in the built application. */
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('at a real midnight the new day’s discount appears by itself, also on cached pages', async () => {
  // A time zone with an offset in minutes, in which it is 11:58 or 11:59 PM.
  const now = Temporal.Now.instant().toZonedDateTimeISO('UTC');
  const ahead = 24 * 60 - (now.second < 20 ? 1 : 2) - (now.hour * 60 + now.minute);
  // Offsets go from −12 to +14 hours.
  const minutes = ahead > 12 * 60 ? ahead - 24 * 60 : ahead;
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  const tomorrow = Temporal.Now.plainDateISO(zone).add({ days: 1 });
  await menu.set('store', { zone });
  await menu.set('discounts', { enabled: true });
  await menu.discountOn(tomorrow.toString());
  await menu.becomes(atListPrice);
  expect(Temporal.Now.plainDateISO(zone).toString()).not.toBe(tomorrow.toString());
  // Requested all the time, as guests do: a cached page is never older than the day.
  await menu.becomes(discounted, 130_000);
  expect(Temporal.Now.plainDateISO(zone).toString()).toBe(tomorrow.toString());
}, 200_000);
