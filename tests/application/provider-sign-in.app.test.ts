/** Sign-in with an outside provider, over real HTTP against a real OpenID Connect server. */
import { eq, sql } from 'drizzle-orm';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, authenticators, sessions, users } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { productStock } from '#db/schema/stock.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { PlainBrowser, type Visit } from '#tests/support/browser.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type OutsideProvider, outsideProvider } from '#tests/support/oidc-provider.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let outside: OutsideProvider;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  outside = await outsideProvider();
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    OIDC_PROVIDERS: outside.setting,
    // Each browser has its own address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  outside.serve(app.origin);
});
afterAll(async () => {
  await app?.stop();
  await outside?.stop();
  await fresh?.stop();
});

let browser: PlainBrowser;
beforeEach(() => {
  browser = new PlainBrowser();
});
afterEach(async () => {
  outside.spoil = null;
  outside.forge = null;
  // No test uses up another's attempts.
  await fresh.db.execute(sql`delete from rate_limits`);
});

const signInAs = (person: OutsideProvider['person'], path = '/login/with/farm-id'): Promise<Visit> => {
  outside.person = person;
  return browser.visit(app.origin + path);
};
const says = ({ text }: Visit, words: string) =>
  expect(text.replaceAll('&#x27;', "'").replaceAll('<!-- -->', '')).toContain(words);
const userCount = async () => (await fresh.db.select({ id: users.id }).from(users)).length;
const isSignedIn = () => browser.has(app.origin, 'session_token');

/** Creates an account with the provider, and returns its person. */
async function newcomer(name: string) {
  const person = {
    sub: `sub-${name}`,
    email: `${name}@example.com`,
    email_verified: true,
    name: 'Wren Hale',
  };
  await signInAs(person);
  const done = await browser.post(`${app.origin}/login/complete`, {
    fullName: 'Wren Hale',
    birthDate: '1990-02-28',
  });
  const [user] = await fresh.db.select().from(users).where(eq(users.email, person.email));
  if (!user) throw new Error(`no account: ${done.url}`);
  return { person, user };
}

describe('a newcomer', () => {
  test('enters a birth date, and then has a confirmed account and is signed in on the requested page', async () => {
    const person = { sub: 'new-1', email: 'New.One@Example.com', email_verified: true, name: 'Juniper Vale' };
    const asked = await signInAs(person, '/login/with/farm-id?returnTo=/cart');
    expect(asked.url.pathname).toBe('/login/complete');
    says(asked, 'value="Juniper Vale"');
    expect(isSignedIn()).toBe(false);
    const before = await userCount();

    const refused = await browser.post(`${app.origin}/login/complete`, { fullName: 'Juniper Vale' });
    expect(refused.status).toBe(400);
    says(refused, 'Birth date is required for account creation.');
    says(refused, 'value="Juniper Vale"');
    expect(await userCount()).toBe(before);

    const done = await browser.post(`${app.origin}/login/complete`, {
      fullName: 'Juniper Vale',
      birthDate: '1990-02-28',
    });
    expect(done.url.pathname).toBe('/cart');
    expect(isSignedIn()).toBe(true);
    const [user] = await fresh.db.select().from(users).where(eq(users.email, 'new.one@example.com'));
    expect(user).toMatchObject({ name: 'Juniper Vale', emailVerified: true });
    const [profile] = await fresh.db
      .select()
      .from(customerProfiles)
      .where(eq(customerProfiles.userId, user?.id ?? ''));
    expect(profile).toMatchObject({ birthDate: '1990-02-28', isVerifiedOver21: null });
    // The form cannot be sent a second time.
    expect((await browser.visit(`${app.origin}/login/complete`)).url.pathname).not.toBe('/login/complete');
  });

  test('signs in without questions the next time', async () => {
    const { person, user } = await newcomer('again');
    browser = new PlainBrowser();
    const back = await signInAs(person, '/login/with/farm-id?returnTo=/orders');
    expect(back.url.pathname).toBe('/orders');
    expect(back.status).toBe(200);
    expect(await fresh.db.select().from(sessions).where(eq(sessions.userId, user.id))).toHaveLength(2);
  });

  const unconfirmed = 'has not confirmed your email';
  const unusable = 'did not send us an email address that works here';
  test.each([
    [
      'says their address is not confirmed',
      { email: 'loose@example.com', email_verified: false },
      unconfirmed,
    ],
    ['does not say whether their address is confirmed', { email: 'loose@example.com' }, unconfirmed],
    ['gives no address', {}, unusable],
    [
      'gives an address with letters beyond ASCII',
      { email: 'josé@example.com', email_verified: true },
      unusable,
    ],
  ])('whose provider %s gets no account', async (_what, claims, words) => {
    const before = await userCount();
    const refused = await signInAs({ sub: 'loose', name: 'Loose', ...claims });
    expect(refused.url.pathname).toBe('/login');
    says(refused, words);
    expect(await userCount()).toBe(before);
  });
});

describe('while this browser’s sign-up holds a cart', () => {
  let slot: string;
  let product: number;
  const held = async () =>
    (await fresh.db.select().from(productStock).where(eq(productStock.productId, product))).at(0)?.held;

  beforeEach(async () => {
    product = await aProduct(fresh.db);
    browser.setCookie(app.origin, 'age_verified=yes');
    browser.setCookie(app.origin, `cart=${product}:1.`);
    const { text } = await browser.visit(`${app.origin}/checkout`);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
    slot = aSlot();
    await browser.post(`${app.origin}/checkout`, {
      key: hidden('key'),
      lines: hidden('lines'),
      expectedTotal: hidden('expectedTotal'),
      slot,
      fullName: 'Wren Hollis',
      email: `${crypto.randomUUID()}@example.com`,
      password: 'heron over the cold river',
      birthDate: '1990-02-28',
    });
    expect(await held()).toBe(1);
  });

  test('a sign-in with the provider releases it, and checkout has the cart and the time', async () => {
    const guests = browser;
    browser = new PlainBrowser();
    const { person } = await newcomer('held');
    browser = guests;
    const back = await signInAs(person, '/login/with/farm-id?returnTo=/checkout');
    expect(back.url.pathname + back.url.search).toBe(`/checkout?${new URLSearchParams({ slot })}`);
    expect(await held()).toBe(0);
    expect(back.text).toContain('Reserve Items');
  });

  test('a new account with the provider releases it too', async () => {
    await newcomer('held-new');
    expect(await held()).toBe(0);
  });
});

describe('an account with the same address', () => {
  test('is not taken over, because linking needs a signed-in account', async () => {
    const owner = await aPerson(fresh.db, { email: 'Owner@Example.com' });
    const refused = await signInAs({
      sub: 'stranger',
      email: 'owner@example.com',
      email_verified: true,
      name: 'Stranger',
    });
    expect(refused.url.pathname).toBe('/login');
    says(refused, 'Sign in with your password, then link Farm ID under Security');
    expect(isSignedIn()).toBe(false);
    expect(await fresh.db.select().from(accounts).where(eq(accounts.userId, owner.userId))).toEqual([]);
  });

  test('is not taken over either when it is created while the form is open', async () => {
    await signInAs({ sub: 'late', email: 'late@example.com', email_verified: true, name: 'Late' });
    await aPerson(fresh.db, { email: 'Late@example.com' });
    const refused = await browser.post(`${app.origin}/login/complete`, {
      fullName: 'Late',
      birthDate: '1990-02-28',
    });
    expect(refused.url.pathname).toBe('/login');
    expect(isSignedIn()).toBe(false);
  });
});

describe('while the shop is closed', () => {
  const setOpen = async (isOpen: boolean) => {
    await fresh.db.update(storeSettings).set({ value: { isOpen } }).where(eq(storeSettings.name, 'opening'));
    await expect
      .poll(async () => (await fetch(`${app.origin}/about`)).status, { timeout: 20_000 })
      .toBe(isOpen ? 200 : 503);
  };
  afterEach(() => setOpen(true));

  test('a newcomer gets no account, and a person with one signs in', async () => {
    const { person } = await newcomer('regular');
    await setOpen(false);
    const before = await userCount();
    browser = new PlainBrowser();
    const refused = await signInAs({ sub: 'early', email: 'early@example.com', email_verified: true });
    expect(refused.url.pathname).toBe('/login');
    says(refused, 'This shop is not open yet.');
    expect(browser.has(app.origin, 'unfinished')).toBe(false);
    expect(await userCount()).toBe(before);
    browser = new PlainBrowser();
    await signInAs(person);
    expect(isSignedIn()).toBe(true);
  });

  test('a newcomer who returned from the provider before it closed gets none either', async () => {
    await signInAs({ sub: 'half-way', email: 'half-way@example.com', email_verified: true, name: 'Wren' });
    await setOpen(false);
    const before = await userCount();
    const form = { fullName: 'Wren Hale', birthDate: '1990-02-28' };
    const refused = await browser.post(`${app.origin}/login/complete`, form);
    says(refused, 'This shop is not open yet.');
    expect(await userCount()).toBe(before);
    expect(isSignedIn()).toBe(false);
  });
});

test('a banned person gets no session', async () => {
  const { person, user } = await newcomer('banned');
  await fresh.db.update(customerProfiles).set({ isBanned: true }).where(eq(customerProfiles.userId, user.id));
  browser = new PlainBrowser();
  const refused = await signInAs(person);
  expect(refused.url.pathname).toBe('/login');
  says(refused, 'This account is suspended');
  expect(isSignedIn()).toBe(false);
});

test('a person with two-factor sign-in enters a code after the provider too', async () => {
  const { person, user } = await newcomer('two-factor');
  await fresh.db.insert(authenticators).values({ userId: user.id, secret: 'encrypted', lastStep: 0 });
  browser = new PlainBrowser();
  const asked = await signInAs(person, '/login/with/farm-id?returnTo=/orders');
  expect(asked.url.pathname + asked.url.search).toBe('/login/second-factor?returnTo=%2Forders');
  expect(asked.status).toBe(200);
  expect(isSignedIn()).toBe(false);
});

test('a person who declines reads that they did not continue', async () => {
  says(await signInAs(null), 'You did not continue with Farm ID');
});

describe('a provider’s response', () => {
  /** Up to the callback, which is not visited yet. */
  const wayBack = async (name: string): Promise<URL> => {
    outside.person = { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, name: 'Wren' };
    const stopped = await browser.visit(`${app.origin}/login/with/farm-id`, (url) =>
      url.pathname.endsWith('/callback'),
    );
    return stopped.url;
  };
  const isRefused = async (visit: Visit) => {
    expect(visit.url.pathname).toBe('/login');
    expect(isSignedIn()).toBe(false);
    expect(browser.has(app.origin, 'unfinished')).toBe(false);
  };

  test('with another state is refused', async () => {
    const url = await wayBack('state');
    url.searchParams.set('state', 'x'.repeat(43));
    await isRefused(await browser.visit(url.href));
  });

  test('in a browser that started no sign-in is refused', async () => {
    const url = await wayBack('elsewhere');
    browser = new PlainBrowser();
    await isRefused(await browser.visit(url.href));
  });

  test('works once, and neither the callback nor its code can be reused', async () => {
    const url = await wayBack('twice');
    const away = browser.cookies(app.origin);
    expect((await browser.visit(url.href)).url.pathname).toBe('/login/complete');

    browser.setCookie(app.origin, 'farmgate.unfinished=');
    const again = await browser.visit(url.href);
    expect(again.url.pathname).toBe('/login');

    browser = new PlainBrowser();
    for (const cookie of away.split('; ')) browser.setCookie(app.origin, cookie);
    const stolen = await browser.visit(url.href);
    says(stolen, 'could not confirm who you are');
    await isRefused(stolen);
  });

  test('from another issuer is refused', async () => {
    const url = await wayBack('iss');
    url.searchParams.set('iss', 'https://evil.example');
    await isRefused(await browser.visit(url.href));
    browser = new PlainBrowser();
    const without = await wayBack('iss');
    without.searchParams.delete('iss');
    await isRefused(await browser.visit(without.href));
  });

  const hour = 3600;
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another-shop' })],
    ['several audiences, given to another', (claims) => ({ ...claims, aud: ['the-shop', 'b'], azp: 'b' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['an end that has passed', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - hour })],
    ['a beginning long ago', (claims) => ({ ...claims, iat: Math.floor(Date.now() / 1000) - hour })],
    ['no subject', ({ sub: _, ...claims }) => claims],
    ['a subject that no database stores', (claims) => ({ ...claims, sub: 'a\0b' })],
  ])('with an ID token that has %s is refused', async (_what, spoil) => {
    outside.spoil = spoil;
    await isRefused(await browser.visit((await wayBack('spoiled')).href));
  });

  test.each<[string, (token: string) => string | Promise<string>]>([
    ['without a signature', (token) => new UnsecuredJWT(decodeJwt(token)).encode()],
    [
      'signed with the secret we share',
      (token) =>
        new SignJWT(decodeJwt(token))
          .setProtectedHeader({ alg: 'HS256', kid: 'theirs' })
          .sign(Buffer.from('a secret that both of them know')),
    ],
    [
      'altered after signing',
      (token) => token.replace(/\.[^.]+\./, `.${btoa('{"sub":"x"}').replaceAll('=', '')}.`),
    ],
  ])('with an ID token %s is refused', async (_what, forge) => {
    outside.forge = forge;
    await isRefused(await browser.visit((await wayBack('forged')).href));
  });

  test('never leads to another site afterwards', async () => {
    const { person } = await newcomer('elsewhere-bound');
    browser = new PlainBrowser();
    const visit = await signInAs(person, '/login/with/farm-id?returnTo=https://evil.example/');
    expect(visit.url.origin).toBe(app.origin);
  });

  test('may arrive as a form from the provider’s own site, which becomes a GET of ours', async () => {
    const url = await wayBack('form');
    const posted = await fetch(`${app.origin}${url.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: outside.issuer, 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams([...url.searchParams, ['user', '{}']]),
    });
    expect(posted.status).toBe(303);
    expect(posted.headers.getSetCookie()).toEqual([]);
    const back = new URL(posted.headers.get('location') ?? '', app.origin);
    expect((await browser.visit(back.href)).url.pathname).toBe('/login/complete');
  });
});

test('the request asks for a code with PKCE, state and nonce, for one fixed address', async () => {
  outside.person = null;
  await browser.visit(`${app.origin}/login/with/farm-id`, (url) => url.origin === outside.issuer);
  const query = Object.fromEntries(browser.trail.at(-1)?.searchParams ?? []);
  expect(query).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${app.origin}/login/with/farm-id/callback`,
    scope: 'openid email profile',
  });
  for (const secret of [query.state, query.nonce, query.code_challenge])
    expect(secret).toMatch(/^[\w-]{43}$/);
});

describe('in an account', () => {
  const asOwner = async () => {
    const owner = await aPerson(fresh.db);
    browser.setCookie(app.origin, await signedIn(fresh.db, owner));
    return owner;
  };
  const linksOf = (userId: string) => fresh.db.select().from(accounts).where(eq(accounts.userId, userId));
  const page = () => `${app.origin}/security/providers`;
  /** Presses 'Link', goes to the provider and returns. */
  const link = async (sub: string) => {
    outside.person = { sub, email: 'whatever@example.com', email_verified: false };
    const pressed = await browser.post(page(), { provider: 'farm-id' });
    const url = /href="(http:\/\/127\.0\.0\.1[^"]+)"/.exec(pressed.text)?.[1]?.replaceAll('&amp;', '&');
    return browser.visit(url ?? '');
  };

  test('a provider is linked, signs in from then on, and is unlinked again', async () => {
    const owner = await asOwner();
    says(await link('linked-1'), 'You can now sign in with Farm ID.');
    const [row] = await linksOf(owner.userId);
    expect(row).toMatchObject({ providerId: `oidc:${outside.issuer}`, accountId: 'linked-1' });

    browser = new PlainBrowser();
    await signInAs({ sub: 'linked-1' });
    expect(isSignedIn()).toBe(true);

    await fresh.db.insert(accounts).values({
      userId: owner.userId,
      accountId: owner.userId,
      providerId: 'credential',
      password: 'a hash',
    });
    says(
      await browser.post(page(), { intent: 'unlink', id: row?.id ?? '' }),
      'You can no longer sign in with Farm ID',
    );
    expect(await linksOf(owner.userId)).toHaveLength(1);
  });

  test('the only way to sign in cannot be unlinked', async () => {
    const { user } = await newcomer('only-way');
    const [row] = await linksOf(user.id);
    says(
      await browser.post(page(), { intent: 'unlink', id: row?.id ?? '' }),
      'This is the only way into your account',
    );
    expect(await linksOf(user.id)).toHaveLength(1);
  });

  test('another account’s link can be neither linked nor removed', async () => {
    const { user } = await newcomer('theirs');
    const [theirs] = await linksOf(user.id);
    browser = new PlainBrowser();
    const owner = await asOwner();
    says(await link('sub-theirs'), 'belongs to another account here');
    expect(await linksOf(owner.userId)).toEqual([]);
    says(await browser.post(page(), { intent: 'unlink', id: theirs?.id ?? '' }), 'Sign-in not found.');
    expect(await linksOf(user.id)).toHaveLength(1);
  });

  test('a response requested in another session links nothing', async () => {
    await asOwner();
    outside.person = { sub: 'planted' };
    const pressed = await browser.post(page(), { provider: 'farm-id' });
    const url = /href="(http:\/\/127\.0\.0\.1[^"]+)"/.exec(pressed.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const victim = await asOwner();
    await browser.visit(url);
    expect(await linksOf(victim.userId)).toEqual([]);
  });

  test('an old sign-in is confirmed first', async () => {
    const owner = await asOwner();
    await fresh.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.userId, owner.userId));
    expect((await browser.post(page(), { provider: 'farm-id' })).url.pathname).toBe('/security/confirm');
    expect(browser.has(app.origin, 'away')).toBe(false);
  });
});
