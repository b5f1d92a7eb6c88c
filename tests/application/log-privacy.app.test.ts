/**
 * What a day of use leaves in the log at its most talkative, and in the traces, with a mail server that refuses everyone
 * by address: no one's data. And what the log has of each refusal.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import { users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { decrypt, openSecrets } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type Collector, openCollector } from '#tests/support/otlp-collector.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

const person = {
  fullName: 'Marigold Quackenbush',
  email: 'marigold.quackenbush@example.com',
  password: 'kettle-orbit-mossy',
  birthDate: '1987-06-05',
  phone: '(607) 555-0187',
  address: '114 Peekamoose Hollow Road',
  licenseId: 'QX7734519',
  pickupName: 'Thaddeus Vanderploeg',
  customerNote: 'Blue truck beside the silo',
};

/** Repeats the address and the sender's words, as many mail servers do. */
const refusing = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(Object.assign(new Error(`try later: <${address}> is not here`), { responseCode: 451 })),
});

let fresh: FreshDatabase;
let app: Application;
let collector: Collector;
const jar = new Map<string, string>();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready));
  const { port } = refusing.server.address() as AddressInfo;
  collector = await openCollector();
  app = await startApplication({
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url, LOG_LEVEL: 'trace' },
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
});
afterAll(async () => {
  await app?.stop();
  await collector?.stop();
  await new Promise<void>((done) => refusing.close(() => done()));
  await fresh.stop();
});

const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
function took(answer: Response): Response {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  return answer;
}
const get = async (path: string) =>
  took(await fetch(app.origin + path, { redirect: 'manual', headers: { cookie: cookie() } }));
const post = async (path: string, fields: Record<string, string>) =>
  took(await postForm(app, path, fields, { cookie: cookie() }));

/** The token of the confirmation link, as its mail holds it. */
async function confirmationToken(): Promise<string> {
  const mail = () =>
    fresh.db
      .select()
      .from(mailMessages)
      .where(and(eq(mailMessages.recipient, person.email), eq(mailMessages.subject, 'Confirm your email')));
  await expect.poll(async () => (await mail())[0]?.linkEncrypted ?? null, { timeout: 30_000 }).not.toBeNull();
  const [{ id, linkEncrypted } = { id: '', linkEncrypted: '' }] = await mail();
  return new URL(decrypt(linkEncrypted ?? '', linkContext(id))).searchParams.get('token') ?? '';
}

test('sign-up, checkout, profile, wrong passwords, hand-over, failing mail and broken requests log and trace nothing of anyone', async () => {
  const product = await aProduct(fresh.db);
  jar.set('cart', `${product}:1.`);
  const page = await (await get('/checkout')).text();
  const hidden = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? '';
  const form = { key: hidden('key'), lines: hidden('lines'), expectedTotal: hidden('expectedTotal') };
  const { fullName, email, password, birthDate, pickupName, customerNote } = person;
  const reserved = await post('/checkout', {
    ...{ ...form, slot: aSlot(), fullName, email, password, birthDate, pickupName, customerNote },
  });
  expect(reserved.status).toBe(302);
  const token = await confirmationToken();
  await get(`/confirm-email?token=${token}`);
  const confirmed = await post('/confirm-email', { intent: 'own', token });
  expect(confirmed.headers.get('location')).toMatch(/^\/success/);
  const session = [...jar].find(([name]) => name.includes('session'))?.[1] ?? '';
  expect(session.length).toBeGreaterThan(20);

  await post('/profile', {
    intent: 'save',
    fullName,
    birthDate,
    phone: person.phone,
    address: person.address,
    licenseState: 'NY',
    licenseId: person.licenseId,
  });
  for (let nth = 0; nth < 3; nth++) await post('/login', { email, password: `wrong-${person.password}` });
  await post('/forgot-password', { email });
  for (const path of [
    `/products?search=${email}`,
    `/orders/${email}`,
    `/nothing/${encodeURIComponent(person.phone)}`,
  ])
    await get(path);
  await post('/checkout', { key: email, lines: person.licenseId, slot: fullName });

  const [order] = await fresh.db.select().from(orders).where(eq(orders.userEmail, email));
  const number = order?.orderId ?? '';
  await setStatus(fresh.db, number, 'ready');
  const staff = `age_verified=1; ${await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }))}`;
  const handOver = {
    intent: 'hand-over',
    version: '1',
    key: randomUUID(),
    cashReceived: '400',
    birthDate,
    idNumber: person.licenseId,
  };
  await postForm(app, `/counter/orders/${number}`, handOver, { cookie: staff });

  await expect.poll(() => app.output(), { timeout: 30_000 }).toContain('a job failed');
  const log = app.output();
  const secrets = [session, token, TEST_SECRET];
  const words = [
    ...Object.values(person),
    ...fullName.split(' '),
    '6075550187',
    '555-0187',
    '06/05/1987',
    'Peekamoose',
  ];
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  await expect.poll(() => named('send mail')[0]?.status?.code).toBe(2);
  const [bought] = named('POST /confirm-email');
  expect(bought?.attributes).toMatchObject({
    'http.route': '/confirm-email',
    'http.response.status_code': 302,
  });
  expect(named('update pickup_reservations').map(({ traceId }) => traceId)).toContain(bought?.traceId);
  const causes = () =>
    named('process events').flatMap(({ links = [] }) => links.map(({ traceId }) => traceId));
  await expect.poll(causes).toContain(bought?.traceId);
  const traces = collector.bodies.join('\n');
  for (const hidden of [...words, ...secrets, encodeURIComponent(email)]) {
    expect(log).not.toContain(hidden);
    expect(traces).not.toContain(hidden);
  }
  const [user] = await fresh.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  expect(traces).not.toContain(user?.id);
  expect(log.split('\n').filter((line) => line.startsWith('{')).length).toBeGreaterThan(0);
});

test('every refusal is a line with event, kind and the id of its request, and without what was typed', async () => {
  const password = 'wrong-lantern-thistle';
  const email = 'nobody.quackenbush@example.com';
  const customer = await aPerson(fresh.db);
  const session = await signedIn(fresh.db, customer);
  const staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const bearer = { Authorization: 'Bearer fg_live_0123456789abcdefghijklmnopqrstuvwxyz' };
  const asked: [string, RequestInit, object][] = [
    [
      '/login',
      signIn(email, password),
      { event: 'sign-in-refused', kind: 'invalid-credentials', way: 'password' },
    ],
    ['/admin/users', { headers: { cookie: session } }, { event: 'access-refused', account: customer.userId }],
    ['/admin/users', { headers: { cookie: staff } }, { event: 'access-refused', kind: 'staff.rights' }],
    [
      `/orders/ORD999/${email}`,
      { headers: { cookie: session } },
      { event: 'access-refused', kind: 'not-found', place: 'GET /orders/…/…' },
    ],
    [
      '/profile',
      { method: 'POST', headers: { ...form, Origin: 'https://evil.example' }, body: `email=${email}` },
      { event: 'request-refused', kind: 'foreign-origin', place: 'POST /profile' },
    ],
    [
      '/login',
      {
        method: 'POST',
        headers: { ...form, Origin: app.origin },
        body: `email=${email}&a=${'x'.repeat(70_000)}`,
      },
      { event: 'request-refused', kind: 'too-large', place: 'POST /login' },
    ],
    ['/api/v1/orders', { headers: bearer }, { event: 'token-refused', kind: 'invalid' }],
    ['/api/v1/orders', {}, { event: 'token-refused', kind: 'missing' }],
  ];
  const lineOf = (id: string | null) => lines().find((line) => line.request === id && 'event' in line);
  for (const [path, init, line] of asked) {
    const answer = await fetch(app.origin + path, { redirect: 'manual', ...init });
    const id = answer.headers.get('X-Request-Id');
    await answer.arrayBuffer();
    await expect.poll(() => lineOf(id) ?? null, { message: path }).toMatchObject(line);
  }

  for (let nth = 0; nth < 20; nth++) await fetch(`${app.origin}/login`, signIn(email, password));
  await expect
    .poll(() =>
      lines()
        .filter(({ event }) => event === 'limit-reached')
        .map(({ kind }) => kind),
    )
    .toContain('sign-in:address');
  for (const hidden of [email, password, bearer.Authorization.slice(7), 'evil.example'])
    expect(app.output()).not.toContain(hidden);
});

const lines = (): Record<string, unknown>[] =>
  app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

const signIn = (email: string, password: string): RequestInit => ({
  method: 'POST',
  redirect: 'manual',
  headers: { Origin: app.origin },
  body: new URLSearchParams({ email, password }),
});
