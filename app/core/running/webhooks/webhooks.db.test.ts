/** Webhooks against real servers: signatures, retries at another clock, hostile receivers and addresses, replays. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { userRoles } from '#db/schema/identity.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
  webhookNotes,
} from '#db/schema/webhooks.ts';
import { doing, work } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { selfSigned } from '#tests/support/self-signed.ts';
import { openReceiver, type Receiver, verify } from '#tests/support/webhook-receiver.ts';
import { addEndpoint } from './add-endpoint.server.ts';
import { cleanUpWebhooks, stopEndpoints, withholdWebhooks } from './clean-up-webhooks.server.ts';
import { deliverTo } from './deliver-messages.server.ts';
import { endFormerSecret, rotateSecret } from './rotate-secret.server.ts';
import { replaySince, sendAgain, sendTest } from './send-again.server.ts';
import { storeMessage } from './store-message.server.ts';
import { turnEndpointOff, turnEndpointOn } from './switch-endpoint.server.ts';
import { openWebhooks, targetProblem } from './target.server.ts';
import { tellProducts } from './tell-products.server.ts';
import { MOST_ENDPOINTS, type WebhookType, webhookMessage } from './webhook.ts';
import { webhookJob } from './webhook-jobs.ts';
import { readEndpoints, readMessage } from './webhooks-queries.server.ts';

const ZONE = 'America/New_York';
let fresh: FreshDatabase;
let admin: SignedIn;
let partner: Receiver;
let other: Receiver;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  [partner, other] = [await openReceiver(), await openReceiver()];
  openWebhooks({ ownOrigins: [partner.origin, other.origin] });
});
afterAll(async () => {
  openWebhooks({ ownOrigins: [] });
  await Promise.all([partner.stop(), other.stop()]);
  await fresh.stop();
});
afterEach(async () => {
  await fresh.db.delete(webhookEndpoints);
  await fresh.db.delete(webhookMessages);
  for (const receiver of [partner, other]) {
    receiver.got.length = 0;
    receiver.answer(204);
  }
});

async function anEndpoint(url = partner.url, types: WebhookType[] = ['order.ready']) {
  const made = await addEndpoint(admin, { name: 'Partner', url, types });
  if (!made.ok) throw new Error(made.problem.kind);
  const [row] = await fresh.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.url, url));
  return { id: row?.id ?? '', secret: made.value.secret };
}

/** An address that no form would take, as a name would have it that leads elsewhere by now. */
async function anOldEndpoint(url: string): Promise<string> {
  const { id } = await anEndpoint(other.url);
  await fresh.db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, id));
  return id;
}

const tell = async (data: object = { number: 'ORD001' }) => {
  const id = randomUUID();
  await storeMessage({ id, type: 'order.ready', data });
  return id;
};
const deliveries = () =>
  fresh.db
    .select()
    .from(webhookDeliveries)
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id));
const attempts = () => fresh.db.select().from(webhookAttempts).orderBy(asc(webhookAttempts.id));
const endpointOf = async (id: string) =>
  (await fresh.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0];

test('a message arrives once, signed as the convention wants it, and its secret is stored encrypted', async () => {
  const { id, secret } = await anEndpoint();
  const unasked = await anEndpoint(other.url, ['recall.opened']);
  const messageId = await tell({ number: 'ORD001', total: 4500 });
  await storeMessage({ id: messageId, type: 'order.ready', data: { number: 'another' } });
  await Promise.all([deliverTo(id), deliverTo(id), deliverTo(id), deliverTo(unasked.id)]);
  expect(other.got).toEqual([]);
  expect(partner.got).toHaveLength(1);
  const [message] = partner.got;
  if (!message) throw new Error('nothing came');
  verify(message, secret);
  expect(message.id).toBe(`msg_${messageId}`);
  expect(message.headers['content-type']).toBe('application/json');
  expect(message.json).toEqual({
    type: 'order.ready',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { number: 'ORD001', total: 4500 },
  });
  expect(() => verify({ ...message, body: `${message.body} ` }, secret)).toThrow('no signature');
  expect(JSON.stringify(await endpointOf(id))).not.toContain(secret.slice(6));
  expect(JSON.stringify(await readEndpoints(admin, ZONE))).not.toMatch(/whsec|secret/i);
});

test('after a new secret both sign for a day, then only the new one', async () => {
  const { id, secret } = await anEndpoint();
  const rotated = await rotateSecret(admin, id);
  if (!rotated.ok) throw new Error(rotated.problem.kind);
  await tell();
  await deliverTo(id);
  const [both] = partner.got;
  if (!both) throw new Error('nothing came');
  expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
  verify(both, secret);
  verify(both, rotated.value.secret);
  await fresh.db.update(webhookEndpoints).set({ formerUntil: sql`now() - interval '1 second'` });
  await tell();
  await deliverTo(id);
  const [, one] = partner.got;
  if (!one) throw new Error('nothing came');
  verify(one, rotated.value.secret);
  expect(() => verify(one, secret)).toThrow('no signature');
  await cleanUpWebhooks();
  expect((await endpointOf(id))?.formerSecret).toBeNull();
});

test('an admin ends the former secret early: only the new one signs, also of what is being sent', async () => {
  const { id, secret } = await anEndpoint();
  const rotated = await rotateSecret(admin, id);
  if (!rotated.ok) throw new Error(rotated.problem.kind);
  for (let message = 0; message < 12; message++) await tell();
  partner.answerNext((response) => {
    void endFormerSecret(admin, id).then(() => response.writeHead(204).end());
  });
  await deliverTo(id, { renewMs: 0 });
  const [first, last] = [partner.got[0], partner.got.at(-1)];
  if (!first || !last) throw new Error('nothing came');
  verify(first, secret);
  expect(() => verify(last, secret)).toThrow('no signature');
  verify(last, rotated.value.secret);
  expect((await readEndpoints(admin, ZONE))?.[0]?.formerUntil).toBeNull();
  // A second press finds nothing to end.
  expect(await endFormerSecret(admin, id)).toEqual({ ok: true, value: null });
  const entries = await fresh.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'webhook.former-secret-ended'));
  expect(entries).toEqual([{ after: { name: 'Partner' } }]);
});

test('a replay is refused while an earlier one has messages waiting, and not for other messages', async () => {
  const { id } = await anEndpoint();
  await tell();
  partner.answer(500);
  await deliverTo(id);
  expect(await replaySince(admin, id, new Date(0))).toEqual({ ok: true, value: 1 });
  const refused = await replaySince(admin, id, new Date(0));
  expect(!refused.ok && webhookMessage(refused.problem)).toBe(
    'An earlier replay still has 1 message waiting. Wait until it is done.',
  );
  // One that failed is tried again for a day and a half, and still counts.
  await deliverTo(id);
  expect(await replaySince(admin, id, new Date(0))).toMatchObject({ problem: { kind: 'replaying' } });
  partner.answer(204);
  await fresh.db.update(webhookDeliveries).set({ dueAt: sql`now()` });
  await deliverTo(id);
  expect(await replaySince(admin, id, new Date(0))).toEqual({ ok: true, value: 1 });
});

test('a message that fails is tried on the schedule, with the same id and bytes, and then given up', async () => {
  const { id } = await anEndpoint();
  await tell();
  partner.answer(500);
  let now = new Date();
  const began = now.getTime();
  for (let attempt = 1; attempt <= 9; attempt++) {
    await deliverTo(id, { now });
    expect(partner.got).toHaveLength(attempt);
    // Nothing is due before its time.
    await deliverTo(id, { now });
    expect(partner.got).toHaveLength(attempt);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ attempts: attempt, lastStatus: 500, lastError: 'It answered 500.' });
    if (delivery?.dueAt) now = delivery.dueAt;
  }
  expect((now.getTime() - began) / 3_600_000).toBeGreaterThan(28);
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', dueAt: null });
  expect(new Set(partner.got.map(({ id: each, body }) => `${each} ${body}`)).size).toBe(1);
  expect((await attempts())[0]).toMatchObject({ status: 500, answer: 'answer 500' });
});

test('an endpoint that an admin turns off in the middle gets no more than what is on its way', async () => {
  const { id } = await anEndpoint();
  for (let message = 0; message < 30; message++) await tell();
  partner.answer((response) => void setTimeout(() => response.writeHead(204).end(), 100));
  const turn = deliverTo(id);
  await expect.poll(() => partner.got.length).toBeGreaterThan(0);
  const at = partner.got.length;
  await fresh.db.update(webhookEndpoints).set({ stopped: 'staff' }).where(eq(webhookEndpoints.id, id));
  await turn;
  expect(partner.got.length).toBeLessThanOrEqual(at + 8);
});

test('an endpoint of a person who is no admin anymore gets nothing that waits, and is turned off', async () => {
  const { id } = await anEndpoint();
  await tell();
  await fresh.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, admin.userId));
  await deliverTo(id);
  await fresh.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, admin.userId));
  expect(partner.got).toEqual([]);
  expect(await endpointOf(id)).toMatchObject({ stopped: 'left' });
});

test('an endpoint that fails for days, or says 410, is turned off, and every admin gets one notification', async () => {
  const colleague = await aPerson(fresh.db, { role: 'admin' });
  const { id } = await anEndpoint();
  for (let message = 0; message < 4; message++) await tell();
  partner.answer(500);
  const ago = (days: number) => ({ failingSince: sql`now() - make_interval(days => ${days})`, failures: 40 });
  await fresh.db.update(webhookEndpoints).set(ago(2));
  await deliverTo(id);
  expect(await endpointOf(id)).toMatchObject({ stopped: null, failures: 44 });
  await fresh.db.update(webhookEndpoints).set(ago(3));
  await fresh.db.update(webhookDeliveries).set({ dueAt: sql`now()` });
  // All four fail at once.
  await deliverTo(id);
  expect((await endpointOf(id))?.stopped).toBe('failing');
  const told = await fresh.db.select().from(events).where(eq(events.kind, 'webhook-stopped'));
  expect(told.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    [admin.userId, colleague.userId].toSorted(),
  );
  await fresh.db.update(webhookDeliveries).set({ dueAt: sql`now()` });
  await deliverTo(id);
  expect(partner.got).toHaveLength(8);

  const gone = await anEndpoint(other.url);
  await tell();
  other.answer(410);
  await deliverTo(gone.id);
  expect((await endpointOf(gone.id))?.stopped).toBe('gone');
});

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://localhost/',
  'https://localhost./',
  'https://metadata.internal/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://user:secret@partner.example/',
  'http://partner.example/',
  'ftp://partner.example/',
  'javascript:alert(1)',
  'nonsense',
])('an endpoint cannot be %s', async (address) => {
  const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
  expect(await targetProblem(address, resolve)).toBe('address-forbidden');
});

test('a name is refused when any of its addresses is private, and taken when all are public', async () => {
  const leading = (...addresses: string[]) =>
    targetProblem('https://partner.example/hooks', async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  expect(await leading('93.184.216.34')).toBeNull();
  expect(await leading('93.184.216.34', '10.0.0.7')).toBe('address-forbidden');
  expect(await leading('::ffff:169.254.169.254')).toBe('address-forbidden');
  expect(await leading()).toBe('address-forbidden');
  const lost = targetProblem('https://partner.example/', () => Promise.reject(new Error('ENOTFOUND')));
  expect(await lost).toBe('address-unknown');
});

test.each(['https://localhost', 'https://127.0.0.1', 'https://[::ffff:127.0.0.1]', 'http://127.0.0.1'])(
  'an address that leads to this machine by now gets nothing: %s',
  async (origin) => {
    const secretly = await openReceiver();
    const { port } = new URL(secretly.origin);
    const id = await anOldEndpoint(`${origin}:${port}/`);
    await tell();
    await deliverTo(id);
    expect((await attempts())[0]).toMatchObject({
      status: null,
      error: 'The address is not in the public network.',
    });
    expect(secretly.got).toEqual([]);
    await secretly.stop();
  },
);

test('a redirect is not followed', async () => {
  const { id } = await anEndpoint();
  await tell();
  partner.answer((response) => response.writeHead(307, { location: `${other.url}/secret` }).end());
  await deliverTo(id);
  expect(other.got).toEqual([]);
  expect((await deliveries())[0]).toMatchObject({
    status: 'waiting',
    lastError: 'It answered 307. Redirects are not followed.',
  });
});

test('a receiver that never answers, or never ends, delays only itself and fills nothing', async () => {
  const silent = await anEndpoint();
  const quick = await anEndpoint(other.url);
  for (let message = 0; message < 6; message++) await tell();
  partner.answer(() => undefined);
  const began = performance.now();
  const waiting = deliverTo(silent.id, { answerMs: 1500 });
  await deliverTo(quick.id);
  expect(other.got).toHaveLength(6);
  expect(performance.now() - began).toBeLessThan(1500);
  await waiting;
  // Four at a time, and after their failures the rest waits.
  expect(partner.got).toHaveLength(4);
  const [failed] = (await attempts()).filter(({ error }) => error !== null);
  expect(failed).toMatchObject({ status: null, error: 'No answer within 10 seconds.' });

  await fresh.db.delete(webhookMessages);
  partner.answer((response) => {
    response.on('error', () => undefined);
    response.writeHead(200);
    const more = () => void (response.write('\u0000x'.repeat(32_000)) && setImmediate(more));
    response.on('drain', more);
    more();
  });
  await tell();
  await deliverTo(silent.id, { answerMs: 1500 });
  const [endless] = await attempts();
  expect(endless).toMatchObject({ status: 200, error: null });
  expect(endless?.answer.length).toBe(500);
  expect((await deliveries())[0]?.status).toBe('delivered');
});

test('a certificate that no one issued is refused', async () => {
  const server = createServer({ key: selfSigned.key, cert: selfSigned.cert }, (_, response) =>
    response.end(),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  openWebhooks({ ownOrigins: [partner.origin, other.origin, origin] });
  const { id } = await anEndpoint(`${origin}/hooks`);
  await tell();
  await deliverTo(id);
  expect((await attempts())[0]).toMatchObject({ status: null, error: 'The certificate is not valid.' });
  server.close();
});

test('one process at a time sends to an endpoint; one that died holds it for half a minute', async () => {
  const { id } = await anEndpoint();
  await tell();
  await fresh.db.update(webhookEndpoints).set({ leasedUntil: sql`now() + interval '30 seconds'` });
  await deliverTo(id);
  expect(partner.got).toEqual([]);
  await fresh.db.update(webhookEndpoints).set({ leasedUntil: sql`now() - interval '1 second'` });
  await deliverTo(id);
  expect(partner.got).toHaveLength(1);
});

test('a process whose lease ran out sends no more, and neither extends nor releases the lease of another', async () => {
  const { id } = await anEndpoint();
  for (let message = 0; message < 30; message++) await tell();
  const theirs = { leaseId: randomUUID(), leasedUntil: new Date(Date.now() + 60_000) };
  partner.answer((response) => {
    void fresh.db
      .update(webhookEndpoints)
      .set(theirs)
      .then(() => response.writeHead(204).end());
  });
  await deliverTo(id, { renewMs: 0 });
  expect(partner.got.length).toBeLessThan(10);
  expect(await endpointOf(id)).toMatchObject(theirs);
  // Its own lease is released.
  partner.answer(204);
  await fresh.db.update(webhookEndpoints).set({ leasedUntil: null });
  await deliverTo(id);
  expect(await endpointOf(id)).toMatchObject({ leaseId: null, leasedUntil: null });
});

test('what was stored while the last messages went out is sent too', async () => {
  const { id } = await anEndpoint();
  await tell();
  partner.answerNext((response) => void tell().then(() => response.writeHead(204).end()));
  await deliverTo(id);
  expect(partner.got).toHaveLength(2);
});

test('messages are sent again under their ids: one, and all since a moment, also those missed while it was off', async () => {
  const { id } = await anEndpoint();
  const first = await tell();
  await deliverTo(id);
  const [delivery] = await deliveries();
  const since = new Date();
  await turnEndpointOff(admin, id);
  const missed = [await tell(), await tell()];
  expect(await sendAgain(admin, id, delivery?.id ?? '')).toMatchObject({ problem: { kind: 'off' } });
  expect(await replaySince(admin, id, since)).toMatchObject({ problem: { kind: 'off' } });
  expect((await turnEndpointOn(admin, id)).ok).toBe(true);
  await deliverTo(id);
  expect(partner.got).toHaveLength(1);
  expect((await sendAgain(admin, id, delivery?.id ?? '')).ok).toBe(true);
  await deliverTo(id);
  expect(partner.got.map((message) => message.id)).toEqual([`msg_${first}`, `msg_${first}`]);
  expect(await replaySince(admin, id, since)).toEqual({ ok: true, value: 2 });
  await deliverTo(id);
  expect(partner.got.slice(2).map((message) => message.id)).toEqual(missed.map((each) => `msg_${each}`));
  expect(await replaySince(admin, id, new Date(0))).toEqual({ ok: true, value: 3 });
  await deliverTo(id);
  expect(new Set(partner.got.slice(4).map((message) => message.id))).toEqual(
    new Set([first, ...missed].map((each) => `msg_${each}`)),
  );
  const shown = await readMessage(admin, id, delivery?.id ?? '', ZONE);
  expect(shown?.tries).toHaveLength(3);
});

test('a test message goes to one endpoint alone, whatever it chose', async () => {
  const { id } = await anEndpoint();
  const quiet = await anEndpoint(other.url);
  expect((await sendTest(admin, id)).ok).toBe(true);
  await Promise.all([deliverTo(id), deliverTo(quiet.id)]);
  expect(partner.got.map(({ json }) => json)).toEqual([
    { type: 'test', timestamp: expect.any(String), data: {} },
  ]);
  expect(other.got).toEqual([]);
});

test('people without the permission neither see nor change an endpoint, and there is a most of them', async () => {
  const { id } = await anEndpoint();
  for (const role of ['staff', 'user'] as const) {
    const person = await aPerson(fresh.db, { role });
    const denied = { ok: false, problem: { kind: 'not-allowed' } };
    expect(await readEndpoints(person, ZONE)).toBeNull();
    expect(await rotateSecret(person, id)).toEqual(denied);
    expect(await replaySince(person, id, new Date(0))).toEqual(denied);
    expect(await turnEndpointOff(person, id)).toEqual(denied);
  }
  for (let made = 1; made < MOST_ENDPOINTS; made++) await anEndpoint(`${other.url}/${made}`);
  const more = await addEndpoint(admin, { name: 'More', url: other.url, types: ['order.ready'] });
  expect(more).toEqual({ ok: false, problem: { kind: 'too-many' } });
});

test('a change of stock is noted with the change, told once for many, and not at all if it was rolled back', async () => {
  const productId = await aProduct(fresh.db, { onHand: 10 });
  const notes = () => fresh.db.select().from(webhookNotes);
  const hold = (held: number, fails = false) =>
    fresh.db
      .transaction(async (tx) => {
        await tx.execute(sql`update product_stock set held = ${held} where product_id = ${productId}`);
        if (fails) throw new Error('rolled back');
      })
      .catch(() => undefined);
  await hold(1);
  expect(await notes(), 'without an endpoint nothing is noted').toEqual([]);
  const { id } = await anEndpoint(partner.url, ['stock.changed', 'product.changed']);
  await hold(9, true);
  expect(await notes()).toEqual([]);
  for (const held of [2, 3, 4]) await hold(held);
  expect(await notes()).toHaveLength(3);
  const read = {
    states: async (ids: readonly number[]) => {
      const { rows } = await fresh.db.execute<{ id: number; available: number }>(
        sql`select product_id as id, on_hand - held as available from product_stock where product_id = any(${sql.param(ids)}::int[])`,
      );
      return rows.map((row) => ({ ...row, onMenu: true }));
    },
    details: async (product: number) => ({ id: product }),
  };
  await Promise.all([tellProducts(read), tellProducts(read), tellProducts(read)]);
  expect(await notes()).toEqual([]);
  await deliverTo(id);
  expect(partner.got.map(({ json }) => json.data)).toEqual([{ id: productId, available: 6, on_menu: true }]);
  await fresh.db.execute(sql`update products set low_stock_level = 3 where id = ${productId}`);
  expect(await notes(), 'what the API does not show is not told').toEqual([]);
  await fresh.db.execute(sql`update products set retail_price = 100 where id = ${productId}`);
  await Promise.all([tellProducts(read), tellProducts(read), tellProducts(read)]);
  await deliverTo(id);
  expect(partner.got.slice(1).map(({ json }) => json.type)).toEqual(['product.changed']);
});

test('a product that cannot be read holds up no other, is logged once, and its notes end after a day', async () => {
  const { id } = await anEndpoint(partner.url, ['stock.changed']);
  const [broken, whole] = [
    await aProduct(fresh.db, { onHand: 10 }),
    await aProduct(fresh.db, { onHand: 10 }),
  ];
  await fresh.db.delete(webhookNotes);
  const hold = () =>
    fresh.db.execute(sql`update product_stock set held = held + 1 where product_id in (${broken}, ${whole})`);
  // Older than everything else, and more than are read at a time.
  await fresh.db
    .insert(webhookNotes)
    .values(Array.from({ length: 250 }, () => ({ productId: broken, isFacts: false })));
  await hold();
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const told = () =>
    tellProducts({
      states: async (ids) => {
        if (ids.includes(broken)) throw new Error('a damaged row');
        return ids.map((each) => ({ id: each, onMenu: true, available: 9 }));
      },
      details: async () => null,
    });
  await told();
  await deliverTo(id);
  expect(partner.got.map(({ json }) => json.data)).toEqual([{ id: whole, available: 9, on_menu: true }]);
  await told();
  expect(logged.mock.calls.map(([line]) => line)).toEqual([{ err: expect.any(Error), products: [broken] }]);
  const notes = () => fresh.db.selectDistinct({ of: webhookNotes.productId }).from(webhookNotes);
  expect(await notes()).toEqual([{ of: broken }]);
  await cleanUpWebhooks();
  expect(await notes()).toEqual([{ of: broken }]);
  await fresh.db.update(webhookNotes).set({ createdAt: sql`now() - interval '25 hours'` });
  await cleanUpWebhooks();
  expect(await notes()).toEqual([]);
  expect(logged.mock.lastCall?.[0]).toEqual({ products: [broken] });
  logged.mockRestore();
});

test('a restored shop sends nothing that waited, and a copy nothing at all; old messages are deleted', async () => {
  const { id } = await anEndpoint();
  await tell();
  expect(await withholdWebhooks()).toBe(1);
  await deliverTo(id);
  await tell();
  await stopEndpoints();
  await deliverTo(id);
  expect(partner.got).toEqual([]);
  await fresh.db.update(webhookMessages).set({ createdAt: sql`now() - interval '31 days'` });
  await cleanUpWebhooks();
  expect(await deliveries()).toEqual([]);
});

// The last one: its worker stays.
test('five endpoints that never answer, woken one by one, leave the sixth its worker', async () => {
  const held: { end(): void }[] = [];
  partner.answer((response) => void held.push(response));
  await work(
    doing(webhookJob, ({ endpointId }) => deliverTo(endpointId)),
    ZONE,
  );
  const began = performance.now();
  for (let nth = 1; nth <= 5; nth++) {
    const { id } = await anEndpoint(`${partner.url}/${nth}`);
    await sendTest(admin, id);
    // Fetched by a worker of its own, about a second after the one before.
    await partner.has(nth);
  }
  await anEndpoint(other.url, ['recall.opened']);
  await storeMessage({ id: randomUUID(), type: 'recall.opened', data: {} });
  await other.has(1);
  // None of the five has given up yet.
  expect(performance.now() - began).toBeLessThan(9500);
  partner.answer(204);
  for (const response of held) response.end();
});
