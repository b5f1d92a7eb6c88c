/** A shop for each worker: a clone of the demo store, the built application, a mailbox. */
import { randomBytes } from 'node:crypto';
import { type BrowserContext, expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { closeDatabase, type Database, openDatabase } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { sessions } from '#db/schema/identity.ts';
import { productStock } from '#db/schema/stock.ts';
import { startApplication } from '#tests/support/application.ts';
import { dropDatabase } from '#tests/support/drop-database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { openPushService, type PushService } from '#tests/support/push-service.ts';
import { openSmsGateway, type SmsGatewayPeer } from '#tests/support/sms-gateway.ts';
import { asAdministrator } from './databases.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import type { PlainPage } from './plain-page.ts';
import { thisRun } from './run.ts';

/** A real browser, or one without scripts. */
type Browser = Pick<BrowserContext, 'addCookies'> | Pick<PlainPage, 'addCookies'>;
type WantedPerson = Parameters<typeof aPerson>[1];
type WantedProduct = Parameters<typeof aProduct>[1];

/** Updates that reach the shop within milliseconds need no poll a second later. */
const SOON = { intervals: [20, 40, 80, 160, 250] };

export type Item = { id: number; name: string; path: string; price: number };

export type Shop = {
  origin: string;
  /** Of its database. */
  url: string;
  db: Database;
  mailbox: Mailbox;
  pushService: PushService;
  smsGateway: SmsGatewayPeer;
  /** Adds a product to the menu, and waits until the shop shows it. Cannabis at $45.00 by default. */
  product(wanted?: WantedProduct): Promise<Item>;
  /** Changes a product's columns, and waits until the shop knows. */
  reprice(item: Item, cents: number): Promise<void>;
  person(wanted?: WantedPerson): Promise<SignedIn>;
  /** Signs a person in without the form. */
  signIn(context: Browser, person: SignedIn): Promise<void>;
  /** Another customer buys first: reserves units over HTTP. */
  takeAway(item: Item, quantity: number): Promise<void>;
  /** A customer reserves a unit, or several, for a free pickup time, over HTTP; returns the order number. */
  order(person: SignedIn, item: Item, quantity?: number): Promise<string>;
  /** The number of units available in the shop. */
  available(item: Item): Promise<number>;
  /** Ends every connection to the shop's database and refuses new ones. */
  loseDatabase(): Promise<void>;
  giveDatabaseBack(): Promise<void>;
};

/** @param environment settings of this shop's own, such as an outside provider. */
export async function openShop(
  environment: Record<string, string> = {},
): Promise<{ shop: Shop; close(): Promise<void> }> {
  const { clusterUrl, template, dataFolder } = thisRun();
  const name = `journeys_${randomBytes(6).toString('hex')}`;
  await asAdministrator(clusterUrl, `create database ${name} template ${template}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const peers = {
    mailbox: await openMailbox(),
    pushService: await openPushService(),
    smsGateway: await openSmsGateway(),
  };
  const application = await startApplication(
    {
      DATABASE_URL: url.href,
      SMTP_URL: peers.mailbox.url,
      PUSH_SERVICES: peers.pushService.origin,
      SMS_URL: peers.smsGateway.url,
      // Each journey has its own address, so that its sign-ins do not use up another's attempts.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...environment,
    },
    { dataFolder },
  );
  const db = openDatabase({ url: url.href, max: 4 });
  return {
    shop: {
      ...peers,
      ...shopAt(application.origin, db),
      url: url.href,
      loseDatabase: async () => {
        await asAdministrator(clusterUrl, `alter database ${name} allow_connections false`);
        // Not the server's own processes, such as autovacuum, which only a superuser may end.
        const ended = `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${name}' and backend_type = 'client backend'`;
        await asAdministrator(clusterUrl, ended);
        await expect.poll(() => healthOf(application.origin)).toBe(503);
      },
      giveDatabaseBack: async () => {
        await asAdministrator(clusterUrl, `alter database ${name} allow_connections true`);
        await expect.poll(() => healthOf(application.origin)).toBe(200);
      },
    },
    close: async () => {
      // Whatever the journeys did, the store's invariants still hold.
      const violations = await checkInvariants(db);
      await closeDatabase();
      await application.stop();
      await Promise.all(Object.values(peers).map((peer) => peer.stop()));
      await dropDatabase(clusterUrl, name);
      expect(violations).toEqual([]);
    },
  };
}

/** Retries while the shop says that it is busy, as browsers do by its Retry-After; the request has a key. */
async function served(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask();
    if (response.status !== 503 || tries === 5) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

const healthOf = async (origin: string): Promise<number> => (await fetch(`${origin}/healthz`)).status;

function shopAt(
  origin: string,
  db: Database,
): Omit<Shop, 'url' | 'loseDatabase' | 'giveDatabaseBack' | 'mailbox' | 'pushService' | 'smsGateway'> {
  const known = async (id: number): Promise<{ available: number; retailPrice: number } | undefined> => {
    const response = await fetch(`${origin}/api/cart?lines=${id}:1`);
    const { products: found } = (await response.json()) as {
      products: { id: number; available: number; retailPrice: number }[];
    };
    const product = found.find((each) => each.id === id);
    if (!product || product.available === 0) return product;
    // The shop tells shoppers whether there are enough, not how many.
    const [stock] = await db.select().from(productStock).where(eq(productStock.productId, id));
    return { ...product, available: (stock?.onHand ?? 0) - (stock?.held ?? 0) };
  };

  /**
   * Whether a search shows the product: lists show a change once the shop has reloaded its index. Compares the price
   * too, because one card covers all sizes that a search finds.
   */
  const finds = async (path: string, name: string, wanted: NonNullable<WantedProduct>): Promise<boolean> => {
    const { retailPrice = 4500, discount, onHand } = wanted;
    const query = new URLSearchParams({
      q: name,
      min: ((retailPrice - (discount ?? 0)) / 100).toFixed(2),
      max: (retailPrice / 100).toFixed(2),
      ...(onHand === 0 ? {} : { stock: '1' }),
    });
    const list = await fetch(`${origin}/products?${query}`, { headers: { cookie: 'age_verified=yes' } });
    return (await list.text()).includes(`href="${path}"`);
  };

  return {
    origin,
    db,
    product: async (wanted = {}) => {
      const name = wanted.name ?? `Kestrel ${randomBytes(4).toString('hex')}`;
      const id = await aProduct(db, { ...wanted, name });
      const path = `/products/${id}`;
      await expect.poll(async () => (await known(id))?.available, SOON).toBe(wanted.onHand ?? 10);
      await expect.poll(() => finds(path, name, wanted), SOON).toBe(true);
      return { id, name, path, price: wanted.retailPrice ?? 4500 };
    },
    reprice: async (item, cents) => {
      await db.update(products).set({ retailPrice: cents }).where(eq(products.id, item.id));
      await expect.poll(async () => (await known(item.id))?.retailPrice, SOON).toBe(cents);
    },
    person: async (wanted) => {
      const person = await aPerson(db, wanted);
      // People of journeys have only the sessions of their browsers.
      await db.delete(sessions).where(eq(sessions.userId, person.userId));
      return person;
    },
    signIn: async (context, person) => {
      const cookie = await signedIn(db, person);
      const [cookieName = '', value = ''] = cookie.split(/=(.*)/s);
      await context.addCookies([{ name: cookieName, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
    },
    takeAway: async (item, quantity) => {
      const cookie = await signedIn(db, await aPerson(db));
      const response = await fetch(`${origin}/api/reserve`, {
        method: 'POST',
        headers: { cookie, origin, accept: 'application/json' },
        body: new URLSearchParams({
          productId: String(item.id),
          quantity: String(quantity),
          key: crypto.randomUUID(),
        }),
      });
      expect(response.status, await response.text()).toBe(200);
    },
    order: async (person, item, quantity = 1) => {
      const cookie = `${await signedIn(db, person)}; age_verified=yes; cart=${item.id}:${quantity}`;
      const page = await served(() => fetch(`${origin}/checkout`, { headers: { cookie } }));
      expect(page.status).toBe(200);
      const form = await page.text();
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
      const free = [...form.matchAll(/<input[^>]*name="slot"[^>]*>/g)]
        .map(([input]) => input)
        .filter((input) => !/ disabled=/.test(input));
      // Not the first: its time may run out between reading the page and sending it.
      const [slot = ''] = /\d{4}-\d\d-\d\dT[\d:]+Z/.exec(free[1] ?? '') ?? [];
      const body = new URLSearchParams({
        key: field('key'),
        lines: field('lines'),
        expectedTotal: field('expectedTotal'),
        slot,
      });
      const response = await served(() =>
        fetch(`${origin}/checkout`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie, origin },
          body,
        }),
      );
      const to = new URL(response.headers.get('location') ?? '/', origin);
      // The page's error, or else its whole text.
      const said = await response.text();
      const why = /role="alert"[\s\S]{0,600}/.exec(said)?.[0] ?? said.slice(0, 2000);
      expect(to.pathname, `${response.status} ${body} ${why}`).toBe('/success');
      return to.searchParams.get('order') ?? '';
    },
    available: async (item) => (await known(item.id))?.available ?? 0,
  };
}
