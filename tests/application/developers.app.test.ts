/** The page for developers: every example on it runs as it is written, and it says what the description says. */
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parseDocument } from 'htmlparser2';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownScopes, storeScopes } from '#core/accounts/api-tokens/api-token.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { generatedFrom, type paths } from '#tests/client/api-paths.ts';
import { fingerprint } from '#tests/client/description-shape.ts';
import { apiClient, aToken, complaint } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';
import { requestOf, shapeDifferences } from '#tests/support/shell-example.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let client: Awaited<ReturnType<typeof apiClient>>;
let tokens: { own: string; store: string };
let html: string;

const setSharing = (value: { sites: string[]; feed: boolean }) =>
  fresh.db
    .insert(storeSettings)
    .values({ name: 'sharing', value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  await setSharing({ sites: [], feed: true });
  // The examples name the first product, lot and order.
  await aProduct(fresh.db, { onHand: 12, limitMg: 10, name: 'Kestrel' });
  await aProduct(fresh.db, { onHand: 3 });
  const [customer, admin] = [await aPerson(fresh.db), await aPerson(fresh.db, { role: 'admin' })];
  tokens = {
    own: await aToken(fresh.db, customer, { scopes: ownScopes, forStore: false }),
    store: await aToken(fresh.db, admin, { scopes: storeScopes, forStore: true }),
  };
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  client = await apiClient(app.origin);
  html = await (await fetch(`${app.origin}/developers`)).text();
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const textIn = (markup: string) => {
  const text = (node: { data?: string; children?: unknown[] }): string =>
    node.data ?? (node.children ?? []).map((each) => text(each as never)).join('');
  return text(parseDocument(markup) as never);
};
/** As a reader copies it. */
const commandOf = (id: string) =>
  textIn(new RegExp(`<pre[^>]*data-example="${id}"[^>]*>(.*?)</pre>`, 's').exec(html)?.[1] ?? '');

/** The order of the story: what is placed can be read, what is confirmed can still be canceled. */
const inOrder = () => {
  const ids = client.operations.map(({ operationId }) => operationId);
  const [first, last] = [['placeOwnOrder', 'changeOrderStatus'], ['cancelOwnOrder']];
  return [...first, ...ids.filter((id) => !first.includes(id) && !last.includes(id)), ...last];
};

test('every example runs as it is written, and answers in the documented shape', async () => {
  const seen: string[] = [];
  for (const id of inOrder()) {
    const operation = client.find(id);
    // The one thing that a page cannot know: a pickup time that is still to come.
    const command = commandOf(id).replace('2026-11-28T19:00:00Z', aSlot());
    const request = requestOf(command, {
      TOKEN: operation.scope.startsWith('own-') ? tokens.own : tokens.store,
    });
    const answer = await fetch(request);
    const text = await answer.text();
    expect([id, answer.status, text]).toEqual([id, Number(operation.done), text]);
    expect([id, complaint(operation, answer, text)]).toEqual([id, null]);
    expect([id, shapeDifferences(operation.answer, JSON.parse(text))]).toEqual([id, []]);
    // The documented answer is one that the schema allows.
    expect([id, complaint(operation, answer, JSON.stringify(operation.answer))]).toEqual([id, null]);
    seen.push(id);
  }
  expect(seen.toSorted()).toEqual(client.operations.map(({ operationId }) => operationId).toSorted());
  expect((await fresh.db.select().from(lots)).find(({ id }) => id === 1)?.onHand).toBe(11);
});

describe('the description', () => {
  test('is valid OpenAPI 3.1, by its published schema', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(client.description));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const broken = { ...client.description, paths: { '/menu': { get: { responses: { 200: {} } } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('is the one that the generated client was made from; if not, run `npm run api:types`', () => {
    expect(generatedFrom).toBe(fingerprint(client.description));
  });

  test('lets a generated client find a product, buy it, read the order and cancel it', async () => {
    const api = createClient<paths>({
      baseUrl: `${app.origin}/api/v1`,
      headers: { Authorization: `Bearer ${tokens.own}` },
      querySerializer: { array: { style: 'form', explode: false } },
    });
    const menu = await api.GET('/menu', { params: { query: { in_stock: true, limit: 1 } } });
    const [product] = menu.data?.products ?? [];
    if (!product) throw new Error(JSON.stringify(menu.error));
    const stock = async () =>
      (await api.GET('/availability', { params: { query: { ids: [product.id, 2] } } })).data?.products;
    const before = await stock();
    expect(before?.map(({ id }) => id)).toEqual([product.id, 2]);
    const times = await api.GET('/pickup-times');
    const free = times.data?.days.flatMap((day) => day.times).filter((time) => !time.full);
    const placed = await api.POST('/own/orders', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: {
        lines: [{ product_id: product.id, quantity: 2 }],
        pickup_starts_at: free?.at(-1)?.starts_at ?? '',
      },
    });
    expect(placed.data).toMatchObject({ status: 'pending', subtotal: 2 * product.price });
    const number = placed.data?.number ?? '';
    expect((await api.GET('/own/orders/{number}', { params: { path: { number } } })).data).toEqual(
      placed.data,
    );
    const after = await stock();
    expect(after?.[0]?.available).toBe((before?.[0]?.available ?? 0) - 2);
    const cancelled = await api.POST('/own/orders/{number}/cancel', {
      params: { path: { number } },
      body: {},
    });
    expect(cancelled.data?.status).toBe('cancelled');
    expect(await stock()).toEqual(before);
    // A refusal is typed too.
    const refused = await api.GET('/own/orders/{number}', { params: { path: { number: 'ORD999999' } } });
    expect(refused.error?.problem).toBe('not-found');
  });
});

describe('the page', () => {
  test('has every operation, parameter, schema and status, each link leads somewhere', () => {
    const words = textIn(html);
    for (const { operationId, path, parameters, responses } of client.operations) {
      expect(html).toContain(`id="${operationId}"`);
      expect(words).toContain(path);
      for (const { name } of parameters) expect(words).toContain(name);
      for (const status of Object.keys(responses)) expect(words).toContain(status);
    }
    const { schemas } = client.description.components as { schemas: Record<string, object> };
    for (const name of Object.keys(schemas)) expect(html).toContain(`id="schema-${name}"`);
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(40);
    expect(targets.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
  });

  test('shows no product, asks for no age, and is one of the pages that are cached for guests', async () => {
    const answer = await fetch(`${app.origin}/developers`);
    expect(html).not.toContain('data-age-gate="open"');
    expect(html).not.toContain('Kestrel');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(
      (
        await fetch(`${app.origin}/developers`, {
          headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304);
  });
});

describe('the menu feed', () => {
  const feed = (path = '', headers = {}) => fetch(`${app.origin}/api/v1/menu-feed${path}`, { headers });

  test('needs no token, can be cached for a minute, and says in words what can be reserved', async () => {
    const answer = await feed();
    const text = await answer.text();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(JSON.parse(text)).toMatchObject({
      minimum_age: 21,
      products: [
        { id: 1, name: 'Kestrel', availability: 'available' },
        { id: 2, availability: 'few' },
      ],
    });
    // Nothing that advertises, and no count.
    for (const word of ['price', 'thc', 'offer', 'strain', 'picture', 'on_hand', '4500'])
      expect(text).not.toContain(word);
    expect((await feed('', { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await feed('?limit=1')).headers.get('cache-control')).toBe('public, max-age=60');
    expect(((await (await feed('?limit=1')).json()) as { next: string }).next).toBe('1');
  });

  test('refuses what it does not know, a wrong method and a broken token', async () => {
    expect((await feed('?price=1')).status).toBe(422);
    expect((await fetch(`${app.origin}/api/v1/menu-feed`, { method: 'POST' })).status).toBe(405);
    expect((await feed('', { authorization: 'Bearer fg_live_x' })).status).toBe(401);
  });

  test('has three hundred requests a minute for each address', async () => {
    const from = (localAddress: string) =>
      new Promise<IncomingMessage>((answered, failed) => {
        get(`${app.origin}/api/v1/menu-feed?limit=1`, { localAddress }, (answer) =>
          answered(answer.resume()),
        ).on('error', failed);
      });
    const first = await from('127.0.0.7');
    expect(first.headers['ratelimit-policy']).toBe('"address";q=300;w=60');
    expect(first.headers.ratelimit).toMatch(/^"address";r=299;t=\d+$/);
    const answers = await inParallel(Array.from({ length: 300 }), 4, () => from('127.0.0.7'));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.headers['cache-control']).toBe('no-store');
    expect((await from('127.0.0.8')).statusCode).toBe(200);
  });

  test('is off until the owner turns it on', async () => {
    await setSharing({ sites: [], feed: false });
    await expect.poll(async () => (await feed()).status, { timeout: 5000 }).toBe(404);
    expect((await feed()).headers.get('cache-control')).toBe('no-store');
    await setSharing({ sites: [], feed: true });
  });
});
