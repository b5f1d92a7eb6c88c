/** A shop in which one customer has many connections and another has one, each from its own address. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { type Application, startApplication } from './application.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { anOrder, openForOrders } from './orders.ts';
import { aPerson, aProduct, signedIn } from './people.ts';

const CROWD = '192.0.2.1';
export const OTHER = '192.0.2.2';

/** Headers of a request: its address, and its session. */
export const requestsOf = {
  crowd: (cookie: string) => ({ 'X-Forwarded-For': CROWD, Cookie: cookie }),
  other: (cookie: string) => ({ 'X-Forwarded-For': OTHER, Cookie: cookie }),
};

/** The crowd's requests, one by one. */
type Attack = (request: number) => string;

export type CrowdedShop = {
  fresh: FreshDatabase;
  app: Application;
  crowdCookie: string;
  otherCookie: string;
  attacks: Record<'receipt' | 'checkout' | 'lists' | 'mix', Attack>;
  stop(): Promise<void>;
};

/** Sixty products, and a completed order of the crowd's customer, with a receipt. */
export async function crowdedShop(): Promise<CrowdedShop> {
  const fresh = await freshDatabase();
  await openForOrders(fresh.db);
  const products: number[] = [];
  for (let count = 0; count < 60; count++) products.push(await aProduct(fresh.db));
  const customer = await aPerson(fresh.db);
  const number = await anOrder(
    customer,
    products.slice(0, 3).map((id) => [id, 1] as const),
  );
  await fresh.db.update(orders).set({ status: 'completed' }).where(eq(orders.orderId, number));
  const app = await startApplication({
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url },
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const receipt = () => `/orders/${number}/receipt.pdf`;
  const checkout = () => '/checkout';
  const lists: Attack = (n) => `/products?min=${n % 97}.${10 + (n % 89)}&max=${300 + n}&q=kestrel`;
  const mixed: Attack[] = [receipt, checkout, lists, () => '/profile', () => '/orders', () => '/healthz'];
  return {
    fresh,
    app,
    crowdCookie: await signedIn(fresh.db, customer),
    otherCookie: await signedIn(fresh.db, await aPerson(fresh.db)),
    attacks: { receipt, checkout, lists, mix: (n) => mixed[n % mixed.length]?.(n) ?? '/' },
    stop: async () => {
      await app.stop();
      await fresh.stop();
    },
  };
}
