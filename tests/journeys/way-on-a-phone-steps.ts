/**
 * Counts taps, fields and screens as docs/evidence/front-room.md counts: a tap is one press of a finger on the page, in the
 * email or on the keyboard's Go; a field is typed into; a screen is one more page to read.
 */
import type { Locator, Page } from '@playwright/test';
import type { Item } from './shop.ts';
import { about, pastDoubleClick, takenOver } from './steps.ts';
import { expect } from './support.ts';

export const PASSWORD = 'heron over the cold river';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Taps, typing and screens that count themselves. */
export function counting() {
  const count = { taps: 0, fields: 0, screens: 0 };
  return {
    count,
    async tap(target: Locator) {
      await target.tap();
      count.taps += 1;
    },
    async type(field: Locator, text: string) {
      await field.fill(text);
      count.fields += 1;
    },
    async screen(page: Page, address: string | RegExp) {
      await expect(page).toHaveURL(address);
      count.screens += 1;
    },
  };
}

export type Counting = ReturnType<typeof counting>;

/** From a product's page to checkout: the gate, if it is up, one product, and the button that replaces Add to cart. */
export async function toCheckout(page: Page, item: Item, { tap, screen }: Counting, isGateUp = true) {
  const main = page.getByRole('main');
  await page.goto(item.path);
  await takenOver(page);
  if (isGateUp) {
    await screen(page, item.path);
    await tap(page.getByRole('button', { name: 'I am 21 or older' }));
  }
  await screen(page, item.path);
  await tap(main.getByRole('button', { name: about('Add to cart', item.name) }));
  await pastDoubleClick(page);
  await tap(main.getByRole('link', { name: 'Checkout' }));
  await screen(page, '/checkout');
}

/** Taps the earliest time. */
export async function tapTime(page: Page, { tap }: Counting): Promise<void> {
  await tap(page.getByText(/^Earliest: /));
}

/** Fills in the fields of a new account at checkout. */
export async function signUpThere(page: Page, email: string, { type }: Counting): Promise<void> {
  await type(page.getByLabel('Full Name'), 'Wren Hollis');
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page.getByLabel('Birth Date'), '1990-02-28');
}
