/** Races over real HTTP against applications on one database. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Database } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import { type Application, startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { aPerson, aProduct, signedIn } from './people.ts';
import { inParallel, postForm } from './requests.ts';
import { aSlot, openShop } from './shop.ts';

export type RaceTrack = {
  db: Database;
  apps: readonly Application[];
  slot: string;
  /** The application that request number `index` goes to. */
  appFor(index: number): Application;
  customers(count: number): Promise<{ person: SignedIn; cookie: string }[]>;
  checkout(app: Application, cookie: string, lines: string, key?: string): Promise<Response>;
  stop(): Promise<void>;
};

/** An open shop with this many processes. */
export async function openRaceTrack(processes: number): Promise<RaceTrack> {
  const fresh = await freshDatabase();
  await openShop(fresh.db);
  const environment = { NODE_ENV: 'production', DATABASE_URL: fresh.url, DATABASE_POOL: '20' };
  const apps: Application[] = [];
  for (let count = 0; count < processes; count++) apps.push(await startApplication(environment));
  const slot = aSlot();
  return {
    db: fresh.db,
    apps,
    slot,
    appFor: (index) => apps[index % apps.length] ?? expect.fail('no application'),
    customers: (count) =>
      inParallel(
        Array.from({ length: count }, () => null),
        20,
        async () => {
          const person = await aPerson(fresh.db);
          return { person, cookie: await signedIn(fresh.db, person) };
        },
      ),
    checkout: (app, cookie, lines, key = randomUUID()) =>
      // Some of these customers order the same products repeatedly.
      postForm(app, '/checkout', { key, lines, slot, birthDate: '', again: 'yes' }, { cookie }),
    stop: async () => {
      await Promise.all(apps.map((app) => app.stop()));
      await fresh.stop();
    },
  };
}

/** The order's number; null if none was placed. */
export const ordered = (response: Response) =>
  response.status === 302 ? (response.headers.get('location')?.match(/order=(ORD\d+)/)?.[1] ?? null) : null;

/** The races that are run over one process and over several, by what they show. */
export const races: Record<string, (track: RaceTrack) => Promise<void>> = {
  'two hundred customers and fifty units make fifty orders, and the others see that it is sold out': async ({
    db,
    appFor,
    customers,
    checkout,
  }) => {
    const product = await aProduct(db, { onHand: 50, name: `Last of the harvest ${randomUUID()}` });
    const buyers = await customers(200);
    const answers = await inParallel(buyers, 200, async ({ cookie }) => {
      const index = buyers.findIndex((buyer) => buyer.cookie === cookie);
      const response = await checkout(appFor(index), cookie, `${product}:1`);
      return { status: response.status, order: ordered(response), text: await response.text() };
    });
    expect(answers.filter((answer) => answer.order !== null)).toHaveLength(50);
    const others = answers.filter((answer) => answer.order === null);
    expect(
      others.filter((answer) => answer.status === 409 && answer.text.includes('is sold out.')),
    ).toHaveLength(150);
    const [stock] = await db.select().from(productStock).where(eq(productStock.productId, product));
    expect(stock).toMatchObject({ onHand: 50, held: 50 });
  },
  'one idempotency key sent fifty times makes one order, and another cart with it is refused': async ({
    db,
    appFor,
    customers,
    checkout,
  }) => {
    const product = await aProduct(db, { onHand: 100 });
    const [buyer] = await customers(1);
    if (!buyer) throw new Error('no buyer');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => checkout(appFor(index), buyer.cookie, `${product}:1`, key)),
    );
    expect(new Set(answers.map(ordered)).size).toBe(1);
    expect(answers.map(ordered)).not.toContain(null);
    expect((await checkout(appFor(0), buyer.cookie, `${product}:2`, key)).status).toBe(409);
    const made = await db.select().from(orders).where(eq(orders.userId, buyer.person.userId));
    expect(made).toHaveLength(1);
  },
  'carts of four lines in random order all succeed, and no deadlock reaches a customer': async ({
    db,
    apps,
    appFor,
    customers,
    checkout,
  }) => {
    const ids = await inParallel([1, 2, 3, 4], 4, () => aProduct(db, { onHand: 1000, limitMg: 1 }));
    const buyers = await customers(100);
    const answers = await inParallel(buyers, 50, ({ cookie }) => {
      const shuffled = ids.toSorted(() => Math.random() - 0.5);
      const index = Math.floor(Math.random() * apps.length);
      return checkout(appFor(index), cookie, shuffled.map((id) => `${id}:1`).join('.'));
    });
    expect(answers.filter((response) => ordered(response) === null)).toEqual([]);
  },
};
