/** The list of reservations and the page that makes an order of one. */
import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Item, Shop } from './shop.ts';

export const PATH = '/admin/pickup-reservations';
export const DESK = { viewport: { width: 1440, height: 900 } };
export const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
export const CREATE = 'Mark Submitted → Create Order';
export const cardOf = (page: Page, item: Item) => page.getByRole('article', { name: item.name, exact: true });

/** Signs a person with this role in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff'): Promise<SignedIn> {
  const person = await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' });
  await shop.signIn(context, person);
  return person;
}

/** The list with the reservations of one product. */
export const listOf = (item: Item) => `${PATH}?product=${encodeURIComponent(item.name)}`;

/** On the page that makes an order of a reservation. */
export async function chooseTime(page: Page) {
  const time = page.getByRole('combobox', { name: 'Pickup time' });
  const open = time.locator('option:not([value=""]):not([disabled])').first();
  await time.selectOption((await open.getAttribute('value')) ?? '');
  await page.getByRole('button', { name: 'Create order' }).press('Enter');
}
