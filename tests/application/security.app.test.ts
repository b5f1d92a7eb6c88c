/** The security page over real HTTP: ended sessions, re-checks, and where a second step leads. */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretContext } from '#core/accounts/identity/second-factor/take-code.server.ts';
import { codeOf, newSecret, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import { userActivity } from '#db/schema/activity.ts';
import { accounts, authenticators, sessions } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { encrypt, openSecrets } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';

let fresh: FreshDatabase;
let app: Application;
const PASSWORD = 'kettle-orbit-mossy';

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

async function somebody(wanted: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(fresh.db, wanted);
  const password = await hashPassword(PASSWORD);
  const { userId } = person;
  await fresh.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return { person, cookie: await signedIn(fresh.db, person) };
}

/** Turns on two-factor sign-in; returns the code of a time step as the app shows it. */
async function withCodes(userId: string) {
  const secret = newSecret();
  const row = { userId, secret: encrypt(secret, secretContext(userId)), lastStep: 0 };
  await fresh.db.insert(authenticators).values(row);
  return () => codeOf(secret, stepAt(new Date()));
}

const get = (path: string, cookie: string) =>
  fetch(app.origin + path, { redirect: 'manual', headers: { cookie } });
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
const placeOf = (response: Response) => {
  const to = response.headers.get('location');
  if (to === null) return response.status;
  const { pathname, search } = new URL(to, app.origin);
  return pathname + search;
};

describe('a form sent after its session ended', () => {
  test('is preserved, without its passwords, on a page that leads to sign-in and back', async () => {
    const { person, cookie } = await somebody();
    await fresh.db.delete(sessions).where(eq(sessions.userId, person.userId));
    const fields = { note: 'two <words>', currentPassword: PASSWORD, password: 'harbor-violet-ninth' };
    const answer = await postForm(app, '/security/password?x=1', fields, { cookie });
    const page = await answer.text();
    expect(answer.status).toBe(401);
    expect(page).toContain('You have been signed out.');
    expect(page).toContain('href="/login?returnTo=%2Fsecurity%2Fpassword%3Fx%3D1"');
    expect(page).toContain('name="note" value="two &lt;words&gt;"');
    expect(page).toContain('action="/security/password?x=1"');
    expect(page).not.toContain(PASSWORD);
    expect(page).not.toContain('harbor-violet-ninth');

    const again = await signedIn(fresh.db, person);
    expect(placeOf(await postForm(app, '/orders', { intent: 'none' }, { cookie: again }))).toBe('/orders');
  });

  test('by a guest leads to sign-in', async () => {
    expect(placeOf(await postForm(app, '/security/password', { password: 'x' }))).toBe('/login');
  });
});

describe('the download of personal data', () => {
  const path = '/your-data/download';
  const told = async (userId: string) => {
    const rows = await fresh.db.select().from(userActivity).where(eq(userActivity.userId, userId));
    return rows.filter(({ metadata }) => metadata.alert_type === 'data_downloaded').length;
  };

  test('accepts a form from our own page, and a bare link leads to that page', async () => {
    const { person, cookie } = await somebody();
    expect(placeOf(await get(path, cookie))).toBe('/your-data');
    expect(await (await get('/your-data', cookie)).text()).toContain(`<form action="${path}" method="post">`);
    expect(await told(person.userId)).toBe(0);
    const headers = { cookie, origin: 'https://elsewhere.example' };
    expect((await fetch(app.origin + path, { method: 'POST', headers })).status).toBe(403);
    expect(await told(person.userId)).toBe(0);
    const file = await postForm(app, path, {}, { cookie });
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500);
    expect(await told(person.userId)).toBe(1);
    expect(placeOf(await postForm(app, path, {}))).toBe('/login');
  });
});

describe('a sensitive page', () => {
  test('requires a re-check, counts wrong passwords, and returns to the page', async () => {
    const { person, cookie } = await somebody();
    const sessionsOf = () => fresh.db.select().from(sessions).where(eq(sessions.userId, person.userId));
    const { length } = await sessionsOf();
    await fresh.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.userId, person.userId));
    const confirm = '/security/confirm?returnTo=%2Fsecurity%2Fauthenticator';
    expect(placeOf(await get('/security/authenticator', cookie))).toBe(confirm);
    expect(placeOf(await postForm(app, '/security/authenticator', { intent: 'turn-off' }, { cookie }))).toBe(
      confirm,
    );
    expect((await postForm(app, confirm, { password: 'wrong-words-here' }, { cookie })).status).toBe(401);
    expect(placeOf(await get('/security/authenticator', cookie))).toBe(confirm);
    const right = await postForm(app, confirm, { password: PASSWORD }, { cookie });
    expect(placeOf(right)).toBe('/security/authenticator');
    expect(right.headers.getSetCookie().join()).not.toContain('session_token');
    expect((await get('/security/authenticator', cookie)).status).toBe(200);
    expect(await sessionsOf()).toHaveLength(length);
  });

  test('shows a form that no cookie can hold with words that say it was not done', async () => {
    const { person, cookie } = await somebody();
    await fresh.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.userId, person.userId));
    const note = randomBytes(5000).toString('hex');
    const fields = { intent: 'turn-off', note };
    const answer = await postForm(app, '/security/authenticator', fields, { cookie });
    const page = await answer.text();
    expect(page).toContain('Confirm it’s you.');
    expect(page).toContain('nothing was done yet');
    expect(page).toContain('href="/security/confirm?returnTo=%2Fsecurity%2Fauthenticator"');
    expect(page).toContain(`name="note" value="${note}"`);
    expect(page).not.toContain('signed out');
  });

  test('leads to itself by the sign-in when the session ends while it is confirmed', async () => {
    const { person, cookie } = await somebody();
    await fresh.db.delete(sessions).where(eq(sessions.userId, person.userId));
    for (const [confirm, login] of [
      ['/security/confirm?returnTo=%2Fsecurity%2Femail', '/login?returnTo=%2Fsecurity%2Femail'],
      ['/admin/confirm?returnTo=%2Fadmin%2Fusers', '/login?mode=admin&returnTo=%2Fadmin%2Fusers'],
      ['/security/confirm?returnTo=//evil.example', '/login'],
    ] as const)
      expect(placeOf(await postForm(app, confirm, { password: PASSWORD }, { cookie }))).toBe(login);
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    'javascript:alert(1)',
    '/security/confirm?returnTo=//evil.example',
  ])('leads to no other site: %s', async (returnTo) => {
    const { person, cookie } = await somebody();
    const query = new URLSearchParams({ returnTo });
    expect(placeOf(await get(`/security/confirm?${query}`, cookie))).toBe('/security');
    await fresh.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.userId, person.userId));
    const posted = await postForm(app, `/security/confirm?${query}`, { password: PASSWORD }, { cookie });
    expect(placeOf(posted)).toBe('/security');
  });
});

describe('the second step of a sign-in', () => {
  test('follows the right password, and leads to the requested page', async () => {
    const { person } = await somebody();
    const code = await withCodes(person.userId);
    const wrong = await postForm(app, '/login', { email: person.email, password: 'wrong-words-here' });
    expect(wrong.status).toBe(401);
    expect(cookiesOf(wrong)).not.toContain('second-factor');

    const first = await postForm(app, '/login', {
      email: person.email,
      password: PASSWORD,
      returnTo: '/orders?page=1',
    });
    const step = '/login/second-factor?returnTo=%2Forders%3Fpage%3D1';
    expect(placeOf(first)).toBe(step);
    const waiting = cookiesOf(first);
    expect(waiting).not.toContain('session_token');
    expect(first.headers.getSetCookie().join('\n')).toMatch(/farmgate\.second-factor=[^\n]*HttpOnly/);
    expect(placeOf(await get('/orders', waiting))).toBe('/login?returnTo=%2Forders');

    expect((await postForm(app, step, { code: 'abc' }, { cookie: waiting })).status).toBe(400);
    expect((await postForm(app, step, { code: '1234567890' }, { cookie: waiting })).status).toBe(401);
    const done = await postForm(app, step, { code: code() }, { cookie: waiting });
    expect(placeOf(done)).toBe('/orders?page=1');
    expect((await get('/orders', cookiesOf(done))).status).toBe(200);
    expect(placeOf(await postForm(app, step, { code: code() }, { cookie: waiting }))).toBe(
      '/login?returnTo=%2Forders%3Fpage%3D1',
    );
  });

  test('leads to no other site', async () => {
    const { person } = await somebody();
    const code = await withCodes(person.userId);
    const first = await postForm(app, '/login', { email: person.email, password: PASSWORD });
    const step = '/login/second-factor?returnTo=%2F%2Fevil.example';
    expect(placeOf(await postForm(app, step, { code: code() }, { cookie: cookiesOf(first) }))).toBe(
      '/products',
    );
  });

  test('is out of reach for guests', async () => {
    for (const cookie of ['', 'farmgate.second-factor=x', `farmgate.second-factor=${'a'.repeat(32)}`]) {
      expect(placeOf(await get('/login/second-factor', cookie))).toBe('/login');
      expect(placeOf(await postForm(app, '/login/second-factor', { code: '123456' }, { cookie }))).toBe(
        '/login',
      );
    }
  });
});

test('a page that a mailed link opens is stored nowhere: its form has the link', async () => {
  for (const path of ['/reset-password', '/confirm-email', '/unsubscribe', '/reset-password.data']) {
    const answer = await get(`${path}?token=${'a'.repeat(32)}`, '');
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

test('passkey options are only for those who may have them', async () => {
  const options = (purpose: string, cookie = '') =>
    postForm(app, '/passkey-options', { purpose }, { cookie });
  expect((await options('add')).status).toBe(400);
  expect((await options('confirm')).status).toBe(400);
  const answer = await options('sign-in');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.getSetCookie().join()).toMatch(/farmgate\.passkey=[\w-]{32}; .*HttpOnly/);
  expect(await answer.json()).toMatchObject({ options: { rpId: 'localhost', userVerification: 'required' } });
});

test('where the owner requires a second factor, staff without one must set it up', async () => {
  const { cookie } = await somebody({ role: 'staff' });
  expect((await get('/admin/orders', cookie)).status).toBe(200);
  await fresh.db.insert(storeSettings).values({ name: 'security', value: { staffSecondFactor: true } });
  await expect.poll(async () => placeOf(await get('/admin/orders', cookie))).toBe('/security/authenticator');
  expect(placeOf(await get('/admin/orders.data', cookie))).not.toBe(200);
  expect((await get('/security/authenticator', cookie)).status).toBe(200);
  expect((await get('/orders', cookie)).status).toBe(200);
  await fresh.db.update(sessions).set({ secondFactor: true });
  expect((await get('/admin/orders', cookie)).status).toBe(200);
});
