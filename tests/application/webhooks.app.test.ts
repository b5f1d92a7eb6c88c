/** Webhooks from the admin's form to the partner's server, through the running shop: nothing is lost by kill -9. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownScopes } from '#core/accounts/api-tokens/api-token.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { webhookDeliveries, webhookEndpoints, webhookNotes } from '#db/schema/webhooks.ts';
import { aToken } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openReceiver, type Receiver, verify } from '#tests/support/webhook-receiver.ts';

const PAGE = '/admin/settings/webhooks';
let fresh: FreshDatabase;
let app: Application;
let partner: Receiver;
let admin: SignedIn;
let cookie: string;
let productId: number;

const start = () =>
  startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    WEBHOOK_ORIGINS: partner.origin,
  });

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  productId = await aProduct(fresh.db, { onHand: 60, limitMg: 10 });
  admin = await aPerson(fresh.db, { role: 'admin' });
  cookie = await signedIn(fresh.db, admin);
  partner = await openReceiver();
  app = await start();
});
afterAll(async () => {
  await app?.stop();
  await partner?.stop();
  await fresh?.stop();
});

/** Returns the number of the order. Each has a customer of its own. */
async function reserve(): Promise<string> {
  const customer = await aPerson(fresh.db, { name: 'Robin Secret' });
  const token = await aToken(fresh.db, customer, { scopes: ownScopes, forStore: false });
  const answer = await fetch(`${app.origin}/api/v1/own/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      lines: [{ product_id: productId, quantity: 1 }],
      pickup_starts_at: aSlot(),
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { number: string }).number;
}

/** Kills the shop, and does what half a minute does: the endpoint is free, and the queue returns events that were begun. */
async function killed(): Promise<void> {
  app.process.kill('SIGKILL');
  await once(app.process, 'exit');
  partner.answer(204);
  await fresh.db.execute(sql`
    update pgboss.job set state = case name when 'events' then 'retry' else 'failed' end::pgboss.job_state,
      start_after = now() where state = 'active' and name in ('events', 'webhooks', 'webhook-ticks')`);
  await fresh.db.update(webhookEndpoints).set({ leasedUntil: sql`now() - interval '1 second'` });
}

/** No message of an earlier test is on its way, or follows at the next tick: it would come first, or meet the kill. */
const allSent = () =>
  expect
    .poll(
      async () => [
        await fresh.db.$count(webhookNotes),
        await fresh.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting')),
      ],
      { timeout: 30_000 },
    )
    .toEqual([0, 0]);

const numbers = () =>
  partner.got.filter(({ json }) => json.type === 'order.reserved').map(({ json }) => json.data.number);

test('an admin adds an endpoint, sees its secret once, and the partner verifies what happens in the shop', async () => {
  const add = (fields: Record<string, string>) =>
    postForm(app, PAGE, { name: 'Menu partner', url: partner.url, ...fields }, { cookie });
  expect((await add({})).status).toBe(400);
  const inside = await add({ url: 'https://127.0.0.1/', 'order.reserved': 'on' });
  expect([inside.status, await inside.text()]).toEqual([409, expect.stringContaining('public internet')]);
  const added = await add({ 'order.reserved': 'on', 'stock.changed': 'on' });
  expect(added.headers.get('cache-control')).toBe('no-store');
  const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec((await added.text()).replaceAll('&#x2F;', '/'))?.[0] ?? '';
  const list = await (await fetch(`${app.origin}${PAGE}`, { headers: { cookie } })).text();
  expect(list).toContain('Menu partner');
  expect(list).not.toContain('whsec_');
  const audited = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'webhook.added'));
  expect(audited).toHaveLength(1);
  expect(JSON.stringify(audited)).not.toContain(secret.slice(6));

  const number = await reserve();
  await partner.has(1);
  const [reserved] = partner.got;
  if (!reserved) throw new Error('nothing came');
  verify(reserved, secret);
  expect(reserved.json).toMatchObject({ type: 'order.reserved', data: { number, status: 'pending' } });
  expect(reserved.body).not.toContain('Robin');
  // Two more within the same ten seconds: one message about the product.
  await Promise.all([reserve(), reserve()]);
  await partner.has(4);
  const stock = partner.got.filter(({ json }) => json.type === 'stock.changed');
  expect(stock.at(-1)?.json.data).toEqual({ id: productId, available: 57, on_menu: true });
  expect(stock.length).toBeLessThan(3);
});

test('the former secret ends at a press on the endpoint’s page, which then offers no such button', async () => {
  const [endpoint] = await fresh.db.select({ id: webhookEndpoints.id }).from(webhookEndpoints);
  const page = `${PAGE}/${endpoint?.id}`;
  const shown = async () => (await fetch(`${app.origin}${page}`, { headers: { cookie } })).text();
  expect(await shown()).not.toContain('End the former secret now');
  await postForm(app, page, { intent: 'rotate' }, { cookie });
  expect(await shown()).toMatch(/<input type="hidden" name="intent" value="end-former"/);
  const pressed = await postForm(app, page, { intent: 'end-former' }, { cookie });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([302, page]);
  expect(await shown()).not.toContain('End the former secret now');
});

test('after kill -9 a message is sent for every confirmed order, and one that was on its way is sent again under its id', async () => {
  await allSent();
  partner.got.length = 0;
  partner.answer(() => undefined);
  const first = await reserve();
  await partner.has(1);
  const placed = [first, ...(await Promise.all([1, 2, 3, 4].map(() => reserve())))];
  await killed();
  const before = partner.got.length;
  app = await start();
  await expect.poll(() => new Set(numbers()).size, { timeout: 20_000 }).toBe(5);
  await expect
    .poll(() => partner.got.slice(before).map(({ id }) => id), { timeout: 20_000 })
    .toContain(partner.got[0]?.id);
  expect(numbers()).toEqual(expect.arrayContaining(placed));
});

test('a message on its way at kill -9 is sent again although nothing else happens', async () => {
  const [endpoint] = await fresh.db.select().from(webhookEndpoints);
  await allSent();
  partner.got.length = 0;
  partner.answer(() => undefined);
  await postForm(app, `${PAGE}/${endpoint?.id}`, { intent: 'test' }, { cookie });
  const ids = () => partner.got.filter(({ json }) => json.type === 'test').map(({ id }) => id);
  await expect.poll(() => ids().length, { timeout: 10_000 }).toBe(1);
  await killed();
  app = await start();
  await expect.poll(() => ids().length, { timeout: 20_000 }).toBe(2);
  expect(new Set(ids()).size).toBe(1);
});

test('the pages work without scripts: a test message, its attempts, send again, off, delete', async () => {
  const [endpoint] = await fresh.db.select().from(webhookEndpoints);
  const page = `${PAGE}/${endpoint?.id}`;
  const post = (path: string, fields: Record<string, string>) => postForm(app, path, fields, { cookie });
  const read = async (path: string) => (await fetch(`${app.origin}${path}`, { headers: { cookie } })).text();
  partner.got.length = 0;
  expect((await post(page, { intent: 'test' })).headers.get('location')).toContain('/messages');
  await expect.poll(() => partner.got.at(-1)?.json.type, { timeout: 10_000 }).toBe('test');
  await expect.poll(() => read(`${page}/messages?type=test&status=delivered`)).toContain('Delivered');
  const id = /messages\/([0-9a-f-]{36})/.exec(await read(`${page}/messages?type=test`))?.[1];
  const message = `${page}/messages/${id}`;
  expect(await read(message)).toContain('It answered 204.');
  const count = () => partner.got.filter(({ json }) => json.type === 'test').length;
  expect((await post(message, {})).status).toBe(302);
  await expect.poll(count, { timeout: 10_000 }).toBe(2);
  const refused = await post(page, { intent: 'replay', since: 'yesterday' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Enter a date')]);
  expect((await post(page, { intent: 'replay', since: '2026-01-01T00:00' })).status).toBe(302);
  const staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  await postForm(app, page, { intent: 'remove' }, { cookie: staff });
  await post(page, { intent: 'off' });
  expect(await read(page)).toContain('Messages are turned off.');
  await post(page, { intent: 'remove' });
  expect(await fresh.db.select().from(webhookEndpoints)).toEqual([]);
  expect((await fetch(`${app.origin}${page}`, { headers: { cookie } })).status).toBe(404);
});
