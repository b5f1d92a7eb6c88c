/** The API over real HTTP, by a client that knows only its description. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiScope, apiScopes, ownScopes, storeScopes } from '#core/accounts/api-tokens/api-token.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { webhookTypes } from '#core/running/webhooks/webhook.ts';
import { apiRequests } from '#db/schema/access.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { orders } from '#db/schema/orders.ts';
import { lots, productStock } from '#db/schema/stock.ts';
import { apiClient, aToken, type Described, type Sent } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

type Json = Record<string, unknown>;

let fresh: FreshDatabase;
let app: Application;
let client: Awaited<ReturnType<typeof apiClient>>;
let admin: SignedIn;
let customer: SignedIn;
let storeToken: string;
let ownToken: string;
let productId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  productId = await aProduct(fresh.db, { onHand: 40, limitMg: 10 });
  await aProduct(fresh.db, { onHand: 3 });
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Store' });
  customer = await aPerson(fresh.db, { name: 'Robin Secret' });
  storeToken = await aToken(fresh.db, admin, { scopes: storeScopes, forStore: true });
  ownToken = await aToken(fresh.db, customer, { scopes: ownScopes, forStore: false });
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  client = await apiClient(app.origin);
});
afterAll(async () => {
  await app?.stop();
  await fresh?.stop();
});

const tokenFor = (scope: string) => (scope.startsWith('own-') ? ownToken : storeToken);
const send = async (id: string, sent: Sent = {}, token?: string | null) => {
  const operation = client.find(id);
  const answer = await client.send(operation, token === undefined ? tokenFor(operation.scope) : token, sent);
  expect(answer.against, `${id} ${answer.text}`).toBeNull();
  return { ...answer, json: answer.text === '' ? null : JSON.parse(answer.text) };
};
const orderOf = (units = 1, slot = aSlot()) => ({
  lines: [{ product_id: productId, quantity: units }],
  pickup_starts_at: slot,
  again: true,
});
const place = (body: unknown, token?: string, key: string = randomUUID()) =>
  send('placeOwnOrder', { body, headers: { 'idempotency-key': key } }, token);

/** A request that parses, for things that do not exist. */
const harmless = ({ parameters, body, example }: Described): Sent => ({
  path: Object.fromEntries(
    parameters
      .filter((each) => each.in === 'path')
      .map(({ name }) => [name, name === 'id' ? '999999' : 'ORD999999']),
  ),
  query: Object.fromEntries(
    parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => [name, '999999']),
  ),
  ...(body
    ? {
        body: JSON.parse(JSON.stringify(example).replace('"product_id":1', '"product_id":999999')),
        headers: { 'idempotency-key': randomUUID() },
      }
    : {}),
});

describe('the description', () => {
  test('is OpenAPI 3.1: references lead somewhere, ids are unique, every parameter of a path is declared', () => {
    expect(client.description).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
    const ids = client.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(12);
    for (const { path, parameters, responses } of client.operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(named);
      for (const status of Object.keys(responses)) expect(status).toMatch(/^[1-5]\d\d$/);
    }
    expect(JSON.stringify(client.description)).not.toContain('"$schema"');
  });

  test('has every message of webhooks, with the shapes of the operations', () => {
    type Body = { content: Record<string, { schema: { properties: Json } }> };
    const webhooks = client.description.webhooks as Record<string, { post: { requestBody: Body } }>;
    expect(Object.keys(webhooks).toSorted()).toEqual([...Object.keys(webhookTypes), 'test'].toSorted());
    const dataOf = (type: string) =>
      webhooks[type]?.post.requestBody.content['application/json']?.schema.properties.data;
    expect(dataOf('order.ready')).toEqual({ $ref: '#/components/schemas/Order' });
    expect(dataOf('product.changed')).toEqual({ $ref: '#/components/schemas/ProductDetails' });
  });

  test('has every operation, and nothing else answers', async () => {
    for (const operation of client.operations)
      expect(
        (await client.send(operation, tokenFor(operation.scope), harmless(operation))).text,
      ).not.toContain('"problem":"wrong-method"');
    for (const path of [
      '',
      '/',
      '/menu/',
      '/own',
      '/orders/ORD001/lines',
      '/lots/1',
      '/openapi.yaml',
      '/menu%00',
    ]) {
      const answer = await fetch(`${app.origin}/api/v1${path}`, {
        headers: { authorization: `Bearer ${storeToken}` },
      });
      expect([404, 400, 401], path).toContain(answer.status);
    }
    const wrong = await fetch(`${app.origin}/api/v1/menu`, {
      method: 'POST',
      headers: { authorization: `Bearer ${storeToken}` },
    });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const never = await fetch(`${app.origin}/api/v1/menu`, {
        method,
        headers: { authorization: `Bearer ${storeToken}` },
      });
      expect([never.status, never.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
      expect(await never.json()).toMatchObject({
        detail: 'This address does not accept that kind of request.',
      });
    }
  });

  test('answers from other sites’ pages are not readable there', async () => {
    const answer = await fetch(`${app.origin}/api/v1/menu`, {
      headers: { authorization: `Bearer ${storeToken}`, origin: 'https://partner.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('who may', () => {
  test('no one without a token, whatever cookies they have and however they spell the path', async () => {
    const cookie = await signedIn(fresh.db, admin);
    for (const operation of client.operations.filter(({ scope }) => scope !== '')) {
      const sent = harmless(operation);
      const answer = await client.send(operation, null, { ...sent, headers: { ...sent.headers, cookie } });
      expect([operation.operationId, answer.status, answer.against]).toEqual([
        operation.operationId,
        401,
        null,
      ]);
    }
    for (const path of [
      '/API/v1/orders',
      '/api/V1/orders',
      '/%61pi/v1/orders',
      '/api/v1/orders.data',
      '/api/v1%2Forders',
    ]) {
      const answer = await fetch(`${app.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
      expect([401, 404], path).toContain(answer.status);
      expect(await answer.text()).not.toContain('"orders"');
    }
  });

  test.each(['fg_live_', `fg_live_${'A'.repeat(43)}`, 'Bearer', 'x'.repeat(5000)])(
    'not the token %.20s',
    async (token) => {
      const answer = await send('readMenu', {}, token);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    },
  );

  test('exactly those with the scope', async () => {
    for (const scope of apiScopes) {
      const isOwn = (ownScopes as readonly string[]).includes(scope) && scope !== 'menu.read';
      const token = await aToken(fresh.db, isOwn ? customer : admin, { scopes: [scope], forStore: !isOwn });
      for (const operation of client.operations) {
        const answer = await client.send(operation, token, harmless(operation));
        expect(answer.against).toBeNull();
        const isRefused = answer.text.includes('"problem":"scope-missing"');
        expect([scope, operation.operationId, isRefused]).toEqual([
          scope,
          operation.operationId,
          operation.scope !== '' && operation.scope !== scope,
        ]);
      }
    }
  });

  test('not with store scopes on a customer’s token: the command itself refuses', async () => {
    const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, productId));
    const token = await aToken(fresh.db, customer, { scopes: ['inventory.write'], forStore: false });
    const body = { on_hand: 0, expected: lot?.onHand, reason: 'count' };
    const answer = await send('changeLotUnits', { path: { id: String(lot?.id) }, body }, token);
    expect(answer.status).toBe(403);
  });

  test('no longer: after revoking, a ban, a lost role, the last day', async () => {
    const status = async (token: string) => (await send('readMenu', {}, token)).status;
    const scopes: ApiScope[] = ['menu.read'];
    const one = await aPerson(fresh.db, { role: 'admin' });
    const storeOne = await aToken(fresh.db, one, { scopes, forStore: true });
    expect(await status(storeOne)).toBe(200);
    await fresh.db
      .update(userRoles)
      .set({ role: 'staff', updatedAt: new Date() })
      .where(eq(userRoles.userId, one.userId));
    expect(await status(storeOne)).toBe(401);
    await fresh.db
      .update(userRoles)
      .set({ role: 'admin', updatedAt: new Date() })
      .where(eq(userRoles.userId, one.userId));
    expect(await status(storeOne)).toBe(401);

    const ban = (isBanned: boolean) =>
      fresh.db.update(customerProfiles).set({ isBanned }).where(eq(customerProfiles.userId, one.userId));
    const own = await aToken(fresh.db, one, { scopes, forStore: false });
    expect(await status(own)).toBe(200);
    await ban(true);
    expect(await status(own)).toBe(401);
    await ban(false);
    expect(await status(own)).toBe(401);

    const past = { createdAt: new Date(Date.now() - 7200_000), expiresAt: new Date(Date.now() - 1000) };
    expect(await status(await aToken(fresh.db, customer, { scopes, forStore: false, ...past }))).toBe(401);
  });
});

describe('a client that has read the description', () => {
  test('finds a product, reserves it, sees it and cancels it', async () => {
    const menu = await send('readMenu', { query: { in_stock: 'true', limit: '1' } });
    const [first] = menu.json.products;
    expect(menu.json.warning).toContain('21');
    const { json: details } = await send('readProduct', { path: { id: String(first.id) } });
    expect(details).toMatchObject({ name: first.name, price: first.price });
    const available = async () =>
      (await send('readAvailability', { query: { ids: String(first.id) } })).json.products[0].available;
    const before = await available();
    const { json: times } = await send('readPickupTimes');
    const free = times.days
      .flatMap(({ times }: { times: { full: boolean }[] }) => times)
      .filter((each: { full: boolean }) => !each.full);
    const body = { lines: [{ product_id: first.id, quantity: 2 }], pickup_starts_at: free.at(-1).starts_at };
    const placed = await place(body);
    expect(placed.status).toBe(201);
    expect(placed.json).toMatchObject({ status: 'pending', lines: [{ product_id: first.id, quantity: 2 }] });
    const { number } = placed.json;
    expect(await available()).toBe(before - 2);
    expect((await send('readOwnOrder', { path: { number } })).json).toEqual(placed.json);
    expect((await send('listOwnOrders')).json.orders[0]).toEqual(placed.json);
    for (const _ of [1, 2])
      expect((await send('cancelOwnOrder', { path: { number }, body: {} })).json.status).toBe('cancelled');
    expect(await available()).toBe(before);
  });

  test('pages through every product once, in the order of numbers, and gets 304 for what it has', async () => {
    const seen: number[] = [];
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const { json } = await send('readMenu', { query: { limit: '1', cursor } });
      seen.push(...json.products.map(({ id }: { id: number }) => id));
      cursor = json.next;
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    const etag = (await send('readMenu')).headers.get('etag') ?? '';
    expect(etag, 'one tag for every compression').toMatch(/^W\//);
    const same = await send('readMenu', { headers: { 'if-none-match': etag } });
    expect([same.status, same.headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
    expect((await send('readMenu', { query: { category: 'no-such-shelf' } })).json.products).toEqual([]);
  });

  test('gets the checkout’s refusals in its words', async () => {
    const tooMany = await place({ ...orderOf(), lines: [{ product_id: productId, quantity: 99 }] });
    expect(tooMany.json).toMatchObject({ status: 409, problem: 'not-available' });
    expect(tooMany.json.detail).toMatch(/^Fewer than 99 of .* are left\./);
    const young = await aPerson(fresh.db, { birthDate: `${new Date().getFullYear() - 20}-01-01` });
    const token = await aToken(fresh.db, young, { scopes: ownScopes, forStore: false });
    expect((await place(orderOf(), token)).json).toMatchObject({ status: 403, problem: 'under-age' });
    const unknown = await aPerson(fresh.db, { birthDate: null });
    const other = await aToken(fresh.db, unknown, { scopes: ownScopes, forStore: false });
    expect((await place(orderOf(), other)).json).toMatchObject({
      status: 403,
      problem: 'birth-date-missing',
    });
    expect((await place({ ...orderOf(), expected_total: 1 })).json.problem).toBe('price-changed');
    expect((await place({ ...orderOf(), price: 1 })).json).toMatchObject({ status: 422 });
    expect((await send('placeOwnOrder', { body: orderOf() })).json.errors).toEqual([
      { field: 'Idempotency-Key', message: expect.any(String) },
    ]);
  });

  test('places one order with one key, sent fifty times at once, and is refused another body', async () => {
    const buyer = await aPerson(fresh.db);
    const token = await aToken(fresh.db, buyer, { scopes: ownScopes, forStore: false });
    const [key, body] = [randomUUID(), orderOf(1, aSlot(1))];
    const answers = await inParallel(Array.from({ length: 50 }), 50, () => place(body, token, key));
    // Under that much load a gate may ask to come again; nothing else.
    const done = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    expect(new Set(done.map(({ json }) => json.number)).size).toBe(1);
    expect(await fresh.db.select().from(orders).where(eq(orders.userId, buyer.userId))).toHaveLength(1);
    const other = await place(
      { ...body, lines: [{ product_id: productId, quantity: 2 }] },
      token,
      key.toUpperCase(),
    );
    expect(other.json).toMatchObject({ status: 409, problem: 'cart-changed' });
  });

  test('cannot tell another customer’s order from one that does not exist', async () => {
    const other = await aPerson(fresh.db);
    const theirs = await aToken(fresh.db, other, { scopes: ownScopes, forStore: false });
    const { number } = (await place(orderOf(), theirs)).json;
    for (const id of ['readOwnOrder', 'cancelOwnOrder']) {
      const sent = (number: string) => ({
        path: { number },
        ...(id === 'cancelOwnOrder' ? { body: {} } : {}),
      });
      const [foreign, missing] = [await send(id, sent(number)), await send(id, sent('ORD9999999'))];
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect((await send('listOwnOrders', { query: { cursor: number } })).json.orders).toEqual([]);
    expect((await send('readOwnOrder', { path: { number } }, theirs)).json.status).toBe('pending');
  });
});

describe('the store’s programs', () => {
  test('read orders without names, and move them by the state machine', async () => {
    const { number, version } = (await place(orderOf())).json;
    const list = await send('listOrders', { query: { status: 'pending', limit: '1' } });
    expect(list.json.orders[0].number).toBe(number);
    for (const secret of ['Robin', customer.email, customer.userId]) expect(list.text).not.toContain(secret);
    const change = (body: unknown) => send('changeOrderStatus', { path: { number }, body });
    expect((await change({ status: 'confirmed', version: version + 7 })).json.problem).toBe('stale');
    expect((await change({ status: 'confirmed', version })).json.status).toBe('confirmed');
    expect((await change({ status: 'completed' })).status).toBe(422);
    expect((await change({ status: 'cancelled' })).json).toMatchObject({
      status: 422,
      problem: 'reason-missing',
    });
    expect((await change({ status: 'cancelled', reason: 'Asked by phone' })).json.status).toBe('cancelled');
    expect((await change({ status: 'confirmed' })).json).toMatchObject({
      status: 409,
      problem: 'no-such-step',
    });
  });

  test('change the units of a lot once, through the ledger', async () => {
    const id = await aProduct(fresh.db, { onHand: 10 });
    const { json } = await send('listLots', { query: { product_id: String(id) } });
    const [lot] = json.lots;
    expect(lot).toMatchObject({ product_id: id, on_hand: 10, held: 0 });
    const change = (body: object) =>
      send('changeLotUnits', {
        path: { id: String(lot.id) },
        body: { on_hand: 8, expected: 10, reason: 'damaged', ...body },
      });
    const answers = await inParallel(Array.from({ length: 5 }), 5, () => change({}));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const [stock] = await fresh.db.select().from(productStock).where(eq(productStock.productId, id));
    expect(stock?.onHand).toBe(8);
    expect((await change({ expected: 8, reason: 'waste' })).status).toBe(422);
    expect((await change({ on_hand: 7, expected: 8, reason: 'theft' })).json.problem).toBe('note-missing');
  });

  test('change units once for each key: the same request has the same answer, another one is refused', async () => {
    const id = await aProduct(fresh.db, { onHand: 10 });
    const { json } = await send('listLots', { query: { product_id: String(id) } });
    const path = { id: String(json.lots[0].id) };
    const key = randomUUID();
    const change = (
      body: object,
      headers: Record<string, string> = { 'idempotency-key': key },
      token?: string,
    ) =>
      send(
        'changeLotUnits',
        { path, body: { on_hand: 8, expected: 10, reason: 'damaged', ...body }, headers },
        token,
      );
    // Refused first: nothing is stored for the key.
    expect((await change({ expected: 9 })).json.problem).toBe('changed');
    const answers = await inParallel(Array.from({ length: 20 }), 20, () => change({}));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(['{"change":-2}']));
    const onHand = async () =>
      (await fresh.db.select().from(productStock).where(eq(productStock.productId, id)))[0]?.onHand;
    expect(await onHand()).toBe(8);
    // Somebody else changed the lot since; the answer stays.
    expect((await change({ on_hand: 5, expected: 8 }, { 'idempotency-key': randomUUID() })).status).toBe(200);
    expect((await change({}, { 'idempotency-key': key.toUpperCase() })).text).toBe('{"change":-2}');
    expect((await change({ on_hand: 7 })).json).toMatchObject({ status: 422, problem: 'key-reused' });
    const elsewhere = await send('changeOrderStatus', {
      path: { number: 'ORD001' },
      body: { status: 'confirmed' },
      headers: { 'idempotency-key': key },
    });
    expect(elsewhere.json).toMatchObject({ status: 422, problem: 'key-reused' });
    expect((await change({}, { 'idempotency-key': 'twice' })).json.errors).toEqual([
      { field: 'Idempotency-Key', message: expect.any(String) },
    ]);
    // A key belongs to its token.
    const other = await aToken(fresh.db, admin, { scopes: storeScopes, forStore: true });
    expect((await change({}, undefined, other)).json.problem).toBe('changed');
    expect(await onHand()).toBe(5);
  });

  test('get the answer of a canceled order again, also when its process died before it answered', async () => {
    const { number } = (await place(orderOf())).json;
    const key = randomUUID();
    const cancel = () =>
      send('changeOrderStatus', {
        path: { number },
        body: { status: 'cancelled', reason: 'Asked by phone' },
        headers: { 'idempotency-key': key },
      });
    const first = await cancel();
    expect(first.json.status).toBe('cancelled');
    await fresh.db.update(apiRequests).set({ answer: null }).where(eq(apiRequests.key, key));
    expect((await cancel()).json).toEqual(first.json);
    const own = (await place(orderOf())).json.number;
    const ownKey = { 'idempotency-key': randomUUID() };
    const cancelOwn = (number: string) =>
      send('cancelOwnOrder', { path: { number }, body: {}, headers: ownKey });
    expect((await cancelOwn(own)).json.status).toBe('cancelled');
    expect((await cancelOwn(own)).json.status).toBe('cancelled');
    expect((await cancelOwn(number)).json.problem).toBe('key-reused');
  });

  test('have three hundred requests a minute for each token', async () => {
    const token = await aToken(fresh.db, admin, { scopes: ['menu.read'], forStore: true });
    const first = await send('readPickupTimes', {}, token);
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=300;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"token";r=299;t=\d+$/);
    const answers = await inParallel(Array.from({ length: 300 }), 4, () =>
      send('readOrder', harmless(client.find('readOrder')), token),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('readMenu')).status).toBe(200);
  });
});

describe('a person', () => {
  const secretIn = (html: string) => /fg_live_[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? '';

  test.each([
    ['an admin', '/admin/settings/api-tokens', 'orders.read', 'listOrders'],
    ['a customer', '/security/api-tokens', 'own-orders.read', 'listOwnOrders'],
  ])('%s creates a token, sees its secret once, and revokes it', async (_, page, scope, id) => {
    const person = page.startsWith('/admin') ? admin : customer;
    const cookie = await signedIn(fresh.db, person);
    const create = (fields: Record<string, string>) =>
      postForm(app, page, { intent: 'create', name: 'My partner', days: '30', ...fields }, { cookie });
    expect((await create({})).status).toBe(400);
    const created = await create({ [scope]: 'on', 'menu.read': 'on' });
    const secret = secretIn(await created.text());
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect((await send(id, {}, secret)).status).toBe(200);
    const [row] = await fresh.db
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.prefix, secret.slice(0, 12)));
    expect(row).toMatchObject({ name: 'My partner', userId: person.userId, scopes: ['menu.read', scope] });
    expect(JSON.stringify(row)).not.toContain(secret);
    const list = await (await fetch(`${app.origin}${page}`, { headers: { cookie } })).text();
    expect(list).toContain('My partner');
    expect(secretIn(list)).toBe('');
    const stranger = await signedIn(fresh.db, await aPerson(fresh.db));
    await postForm(
      app,
      '/security/api-tokens',
      { intent: 'revoke', token: row?.id ?? '' },
      { cookie: stranger },
    );
    expect((await send(id, {}, secret)).status).toBe(200);
    expect((await postForm(app, page, { intent: 'revoke', token: row?.id ?? '' }, { cookie })).status).toBe(
      302,
    );
    expect((await send(id, {}, secret)).status).toBe(401);
  });

  test('a customer cannot give a token the store’s scopes', async () => {
    const cookie = await signedIn(fresh.db, customer);
    const fields = { intent: 'create', name: 'Mine', days: '30', 'orders.read': 'on' };
    expect((await postForm(app, '/security/api-tokens', fields, { cookie })).status).toBe(400);
  });
});
