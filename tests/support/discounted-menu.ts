/** A discounted product on two instances over one database, and the price that each shows. */
import { expect, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { type Application, startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { aProduct } from './people.ts';
import { openShop } from './shop.ts';

/** The prices on pages, shelf, price filter and cart, during the discount and otherwise. */
export const discounted = { page: [true, true, true], shelf: true, cheap: true, cart: 8_000 };
export const atListPrice = { page: [false, false, false], shelf: false, cheap: false, cart: null };

type Said = typeof discounted | typeof atListPrice;

export type DiscountedMenu = {
  /** Writes a group of settings. */
  set(name: string, value: object): Promise<void>;
  /** Sets the product's discount, for one day only. */
  discountOn(day: string): Promise<void>;
  /** Polls every instance, as guests do, until each shows this. */
  becomes(what: Said, patience?: number): Promise<void>;
  stop(): Promise<void>;
};

export async function openDiscountedMenu(): Promise<DiscountedMenu> {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  const id = await aProduct(fresh.db, { name: 'Kestrel Moon', retailPrice: 10_000 });
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url };
  const apps = [await startApplication(environment), await startApplication(environment)];
  return {
    set: (name, value) => writeSettings(fresh.db, name, value),
    discountOn: async (day) => {
      await fresh.db.update(products).set({
        discount: 2_000,
        discountFrom: day,
        discountUntil: day,
        discountTerms: 'One each.',
      });
    },
    becomes: (what, patience = 20_000) =>
      vi.waitFor(
        async () => expect(await Promise.all(apps.map((app) => said(app, id)))).toEqual([what, what]),
        { timeout: patience, interval: 200 },
      ),
    stop: async () => {
      await Promise.all(apps.map((app) => app.stop()));
      await fresh.stop();
    },
  };
}

async function writeSettings(db: Database, name: string, value: object): Promise<void> {
  await db
    .insert(storeSettings)
    .values({ name, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });
}

async function said(app: Application, id: number): Promise<Said> {
  const read = async (path: string) =>
    (await fetch(app.origin + path, { headers: { cookie: 'age_verified=yes' } })).text();
  const [page, shelf, cheap, cart] = await Promise.all([
    read(`/products/${id}`),
    read('/products'),
    read('/products?max=90'),
    read(`/api/cart?lines=${id}:1`),
  ]);
  const [product] = (JSON.parse(cart) as { products: { offer: { price: number } | null }[] }).products;
  return {
    page: ['$80.00', '"price":"80.00"', 'One each.'].map((words) => page.includes(words)),
    shelf: shelf.includes('$80.00'),
    cheap: cheap.includes('Kestrel Moon') && !cheap.includes('No products found'),
    cart: product?.offer?.price ?? null,
  } as Said;
}
