/** A newcomer who creates an account during checkout. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Shop } from './shop.ts';
import { startCart, visit } from './steps.ts';
import { expect } from './support.ts';

export const PASSWORD = 'heron over the cold river';

/** A newcomer with items in the cart, up to the page that says to look for the email. */
export async function signUpAtCheckout(page: Page, shop: Shop) {
  const email = `${randomUUID()}@example.com`;
  const item = await shop.product();
  await startCart(page, shop, { item });
  await visit(page, '/login?mode=signup&returnTo=%2Fcheckout');
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/account-created?returnTo=%2Fcheckout');
  return { email, item };
}
