/** A discounted product on two instances over one database, and the price that each shows. */
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { offers } from '#db/schema/discounts.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { aToken } from './api.ts';
import { type Application, startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { aPerson, aProduct } from './people.ts';
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
  /** Ends the product's own discount; an offer from now on makes the same price. */
  offerInstead(): Promise<void>;
  /** The API, other sites and what was seen before, on every instance: whether each has the lower price. */
  elsewhere(): Promise<Record<string, boolean>[]>;
  /** Polls every instance, as guests do, until each shows this. */
  becomes(what: Said, patience?: number): Promise<void>;
  stop(): Promise<void>;
};

export async function openDiscountedMenu(): Promise<DiscountedMenu> {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  const id = await aProduct(fresh.db, { name: 'Kestrel Moon', retailPrice: 10_000 });
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const token = await aToken(fresh.db, admin, { scopes: ['menu.read'], forStore: true });
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
    offerInstead: async () => {
      const none = { discount: null, discountFrom: null, discountUntil: null, discountTerms: '' };
      await fresh.db.update(products).set(none);
      await fresh.db.insert(offers).values({
        ...{ name: 'Harvest week', terms: 'One each.', kind: 'percent', amount: 20 },
        parts: [{ products: [id], categories: [], units: 1 }],
        ...{ startsAt: sql`now() - interval '1 hour'`, endsAt: sql`now() + interval '1 day'` },
      });
    },
    elsewhere: () => Promise.all(apps.map((app) => saidElsewhere(app, id, token))),
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

/** A site that the settings list under `sharing`. */
export const PARTNER = 'https://partner.example';

async function saidElsewhere(
  { origin }: Application,
  id: number,
  token: string,
): Promise<Record<string, boolean>> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, init);
    const text = await answer.text();
    // An answer without the product would prove nothing.
    expect(text, path).toMatch(/Kestrel Moon/);
    return /\$80\.00|80\.00|\b8000\b|Harvest week|One each/.test(text);
  };
  const headers = { authorization: `Bearer ${token}` };
  const agreed = new URLSearchParams({ age: 'of-age' });
  const frame = { method: 'POST', body: agreed, headers: { origin, 'sec-fetch-site': 'same-origin' } };
  return {
    api: await ask('/api/v1/menu', { headers }),
    ofApi: await ask(`/api/v1/products/${id}`, { headers }),
    embed: await ask(`/embed/menu?site=${encodeURIComponent(PARTNER)}`, frame),
    seenBefore: await ask(`/api/products?ids=${id}`, { headers: { cookie: 'age_verified=yes' } }),
    feed: await ask('/api/v1/menu-feed'),
  };
}
