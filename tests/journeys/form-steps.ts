/** Steps shared by stories without scripts, named like those of `steps.ts`, which use a real browser. */
import { accounts } from '#db/schema/identity.ts';
import type { Role } from '#kernel/statuses.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { PlainPage, PlainPart } from './plain-page.ts';
import type { Item, Shop } from './shop.ts';

export const heading = (page: PlainPage, name: string | RegExp): PlainPart =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Signs in a staff member of this role. */
export async function enter(shop: Shop, page: PlainPage, role: Role = 'admin') {
  const person = await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' });
  await shop.signIn(page, person);
  return person;
}

/** Someone else who works here, with a password. */
export async function aColleague(shop: Shop, name: string, password: string) {
  const colleague = await shop.person({ role: 'staff', name });
  const { userId } = colleague;
  await shop.db
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: await hashPassword(password) });
  return colleague;
}

export async function signInByForm(page: PlainPage, email: string, password: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password').fill(password);
  await main.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** A visitor who leaves the browser for long: the session is gone, everything else stays. */
export const signOut = (page: PlainPage): Promise<void> => page.clearCookies({ name: /session_token/ });

export async function startCart(
  page: PlainPage,
  ...lines: { item: Item; quantity?: number }[]
): Promise<void> {
  const value = lines.map(({ item, quantity = 1 }) => `${item.id}:${quantity}`).join('.');
  await page.addCookies([{ name: 'cart', value }]);
}

export const cartLink = (page: PlainPage, count: number): PlainPart =>
  page.getByRole('link', { name: count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`, exact: true });

export const freeTimes = (page: PlainPage): PlainPart =>
  page.getByRole('group', { name: 'Pickup Time' }).getByRole('radio', { name: / at \d/, disabled: false });

export async function chooseTime(page: PlainPage, which: 'first' | 'last' = 'last'): Promise<void> {
  await (which === 'first' ? freeTimes(page).first() : freeTimes(page).last()).check();
}

export const reserveButton = (page: PlainPage): PlainPart =>
  page.getByRole('button', { name: 'Reserve Items' }).first();
export const reserveForPickup = (page: PlainPage): PlainPart =>
  page.getByRole('button', { name: 'Reserve for Pickup' });
export const problem = (page: PlainPage): PlainPart => page.getByRole('main').getByRole('alert');
export const successHeading = (page: PlainPage): PlainPart =>
  page.getByRole('heading', { level: 1, name: 'Success! Your order has been confirmed' });
