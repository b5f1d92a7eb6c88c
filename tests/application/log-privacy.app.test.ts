/** What a day of use leaves in the log at its most talkative, with a mail server that refuses everyone by address: no one's data. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkContext } from '#core/mail/queue-mail.server.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { decrypt, openSecrets } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
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
const jar = new Map<string, string>();

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready));
  const { port } = refusing.server.address() as AddressInfo;
  app = await startApplication({
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url, LOG_LEVEL: 'trace' },
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
});
afterAll(async () => {
  await app?.stop();
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

test('sign-up, checkout, profile, wrong passwords, hand-over, failing mail and broken requests log nothing of anyone', async () => {
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
  for (const hidden of [...words, ...secrets, encodeURIComponent(email)]) expect(log).not.toContain(hidden);
  expect(log.split('\n').filter((line) => line.startsWith('{')).length).toBeGreaterThan(0);
});
