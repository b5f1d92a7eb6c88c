/** Products on the inventory page. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Item, Shop } from './shop.ts';

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Signs a person with this role in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff' | 'user' = 'admin') {
  await shop.signIn(
    context,
    await shop.person({ role, name: role === 'admin' ? 'Ada Owner' : 'Sam Counter' }),
  );
}

/** Products whose names start with a word that no other test uses. */
export async function someProducts(shop: Shop, count: number, wanted: Parameters<Shop['product']>[0] = {}) {
  const word = `Osprey${crypto.randomUUID().slice(0, 8)}`;
  const items: Item[] = [];
  for (let index = 1; index <= count; index++)
    items.push(await shop.product({ ...wanted, name: `${word} ${index}` }));
  return { word, items };
}
