/** Sending a CSV file and reading its rows. */
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema/catalogue.ts';
import type { Shop } from './shop.ts';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
export const rows = (page: Page) => page.getByRole('table', { name: 'Rows of the file' }).locator('tbody tr');
/** A word that no other test uses. */
export const word = () => `Dunlin${crypto.randomUUID().slice(0, 8)}`;

/** Signs a person with this role in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff' | 'user' = 'admin') {
  await shop.signIn(context, await shop.person({ role }));
}

/** Uploads a file. */
export async function send(page: Page, content: string | Buffer) {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload file' }).click();
}

/** A product by its name, as stored. */
export const stored = async (shop: Shop, name: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.name, name));
  return row;
};
