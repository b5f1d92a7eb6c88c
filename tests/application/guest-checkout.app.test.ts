/**
 * A guest's checkout without scripts: pickup times, sign-up, a hold, the link, the order. In a shop that began empty and
 * was set up through pages, with its owner's products, taxes, hours and limits.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmSignUp } from '#core/accounts/identity/accounts/confirm-sign-up.server.ts';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import { linkContext } from '#core/ground/mail/queue-mail.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders, pickupReservations, signUpHolds } from '#db/schema/orders.ts';
import { productStock } from '#db/schema/stock.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { decrypt } from '#platform/secrets/secrets.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';

const PASSWORD = 'kettle-orbit-mossy';
const UNDER_AGE = /You must be 21/;

let fresh: FarmShop;
let unused: number[];
let app: Application;
let product: number;

beforeAll(async () => {
  fresh = await farmShop();
  unused = [...fresh.cannabis];
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    // Each client has its own address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
});
beforeEach(() => {
  product = anUnused();
});
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await fresh?.stop();
});

let next = 1;

/** A product of the farm's list that no test has sold yet. */
function anUnused(): number {
  const id = unused.shift();
  if (id === undefined) throw new Error('each product of the list has had its test');
  return id;
}

/** A browser without scripts, with the product in its cart. */
function aBrowser({ cart = `${product}:1.` } = {}) {
  const jar = new Map<string, string>([['cart', cart]]);
  const headers = { 'X-Forwarded-For': `198.51.100.${next++}` };
  const withCookies = () => ({
    ...headers,
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const took = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    jar,
    get: async (path: string) =>
      took(await fetch(new URL(path, app.origin), { redirect: 'manual', headers: withCookies() })),
    post: async (path: string, fields: Record<string, string>) =>
      took(await postForm(app, path, fields, withCookies())),
  };
}

type Browser = ReturnType<typeof aBrowser>;

/** The pickup times that the page offers. */
const timesOn = (page: string) =>
  [...page.matchAll(/<input[^>]*name="slot"[^>]*>/g)].flatMap(([input]) =>
    input.includes('disabled=""') ? [] : (/value="([^"]+)"/.exec(input)?.[1] ?? []),
  );

/** The form as the page sends it. */
async function checkoutForm(browser: Browser, changes: Record<string, string> = {}) {
  const page = await (await browser.get('/checkout')).text();
  const hidden = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? '';
  return {
    key: hidden('key'),
    lines: hidden('lines'),
    expectedTotal: hidden('expectedTotal'),
    slot: timesOn(page).at(-1 - (next % 20)) ?? '',
    fullName: 'Wren Hollis',
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    birthDate: '1990-02-28',
    ...changes,
  };
}

const mailsTo = (email: string) =>
  fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, email));

/** The confirmation links mailed to this address, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  const mails = await fresh.db
    .select()
    .from(mailMessages)
    .where(and(eq(mailMessages.recipient, email), eq(mailMessages.subject, 'Confirm your email')))
    .orderBy(mailMessages.createdAt);
  return mails.flatMap(({ id, linkEncrypted }) => {
    if (linkEncrypted === null) return [];
    const { pathname, search } = new URL(decrypt(linkEncrypted, linkContext(id)));
    return [pathname + search];
  });
}

/** Waits for this many emails; returns the newest link. */
async function linkTo(email: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await linksTo(email)).length, { timeout: 30_000 }).toBe(mails);
  return (await linksTo(email)).at(-1) ?? '';
}

const tokenOf = (link: string) => new URL(link, app.origin).searchParams.get('token') ?? '';
const userOf = async (email: string) =>
  (await fresh.db.select().from(users).where(eq(users.email, email))).at(0);
const ordersFor = async (email: string) => fresh.db.select().from(orders).where(eq(orders.userEmail, email));
const heldOf = async (id: number) =>
  (await fresh.db.select().from(productStock).where(eq(productStock.productId, id))).at(0)?.held;
const endHolds = () => fresh.db.update(signUpHolds).set({ expiresAt: sql`now() - interval '1 second'` });

/** A person with a password. */
async function anAccount() {
  const person = await aPerson(fresh.db);
  const password = await hashPassword(PASSWORD);
  await fresh.db
    .insert(accounts)
    .values({ userId: person.userId, accountId: person.userId, providerId: 'credential', password });
  return person;
}

/** A guest who has reserved and has not opened the link. */
async function holding(changes: Record<string, string> = {}) {
  const browser = aBrowser();
  const form = await checkoutForm(browser, changes);
  const answer = await browser.post('/checkout', form);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/account-created?returnTo=%2Fcheckout');
  return { browser, email: form.email, slot: form.slot };
}

test('a guest sees pickup times, the four fields and the sign-in link at checkout', async () => {
  const page = await (await aBrowser().get('/checkout')).text();
  expect(page).toContain('Pickup Time');
  for (const label of ['Full Name', 'Email', 'Password', 'Birth Date']) expect(page).toContain(`${label}<`);
  expect(page).toContain('href="/login?returnTo=%2Fcheckout"');
});

test('Reserve Items holds the cart and says so, and the link in this browser orders it without a password', async () => {
  const { browser, email, slot } = await holding();
  const created = await (await browser.get('/account-created?returnTo=/checkout')).text();
  expect(created.replaceAll(/<[^>]*>/g, '')).toMatch(/Held until \d{1,2}:\d{2} [AP]M/);
  expect(await heldOf(product)).toBe(1);
  expect(await userOf(email)).toBeUndefined();
  expect(await ordersFor(email)).toEqual([]);

  const link = await linkTo(email);
  const opened = await (await browser.get(link)).text();
  expect(opened).toContain('You signed up in this browser as');
  const confirmed = await browser.post('/confirm-email', { intent: 'own', token: tokenOf(link) });
  expect(confirmed.headers.get('location')).toMatch(/^\/success\?order=ORD\d+$/);
  const [order, ...others] = await ordersFor(email);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ status: 'pending', pickupStartsAt: new Date(slot) });
  expect(browser.jar.get('cart') ?? '').toBe('');
  const success = await (await browser.get(confirmed.headers.get('location') ?? '')).text();
  expect(success).toContain('Success! Your order has been confirmed');
  expect(await heldOf(product)).toBe(1);

  const again = await browser.post('/confirm-email', { intent: 'own', token: tokenOf(link) });
  expect(again.headers.get('location')).toMatch(/^\/confirm-email\?token=/);
  expect(await ordersFor(email)).toHaveLength(1);
});

test('without scripts a note and a pickup person are saved with the order, and a refusal preserves them', async () => {
  const notes = { customerNote: 'Ring <b>twice</b>', pickupName: 'Juniper Vale' };
  const browser = aBrowser();
  const folded = await (await browser.get('/checkout')).text();
  expect(folded).toMatch(/<details[^>]*><summary[^>]*>Add a note, or someone else picks it up/);
  expect(folded).not.toMatch(/<details open=""[^>]*><summary[^>]*>Add a note/);

  const form = await checkoutForm(browser, notes);
  const late = await browser.post('/checkout', { ...form, slot: '' });
  expect(late.status).toBe(422);
  const shown = await late.text();
  expect(shown).toMatch(/<details open=""[^>]*><summary[^>]*>Add a note/);
  expect(shown).toContain('>Ring &lt;b&gt;twice&lt;/b&gt;</textarea>');
  expect(shown).toMatch(/name="pickupName"[^>]*value="Juniper Vale"/);

  const link = await browser.post('/checkout', { ...form, pickupName: 'see example.com', email: form.email });
  expect(link.status).toBe(400);
  expect(await link.text()).toContain('Please enter a name without web addresses or links.');

  expect((await browser.post('/checkout', form)).status).toBe(302);
  // 'Change something' releases the units, and preserves the input.
  const changed = await browser.post('/checkout', { intent: 'change' });
  const again = await (await browser.get(changed.headers.get('location') ?? '')).text();
  expect(again).toContain('>Ring &lt;b&gt;twice&lt;/b&gt;</textarea>');

  const second = { ...form, email: `${randomUUID()}@example.com` };
  expect((await browser.post('/checkout', second)).status).toBe(302);
  const mailed = await linkTo(second.email);
  expect(browser.jar.has('farmgate.notes')).toBe(true);
  await browser.post('/confirm-email', { intent: 'own', token: tokenOf(mailed) });
  expect(await ordersFor(second.email)).toMatchObject([notes]);
  expect(browser.jar.has('farmgate.notes')).toBe(false);
});

test('another browser asks for the password and then orders too', async () => {
  const { email } = await holding();
  const link = await linkTo(email);
  const elsewhere = aBrowser({ cart: '' });
  expect(await (await elsewhere.get(link)).text()).toContain('Enter the password you chose');
  const confirmed = await elsewhere.post('/confirm-email', {
    intent: 'confirm',
    token: tokenOf(link),
    password: PASSWORD,
  });
  expect(confirmed.headers.get('location')).toMatch(/^\/success\?order=/);
  expect(await ordersFor(email)).toHaveLength(1);
});

test('the browser that signed up says so when another one has confirmed, and its cart lets go of what was ordered', async () => {
  const other = anUnused();
  const { browser, email } = await holding();
  expect(await (await browser.get('/account-created')).text()).toContain('Almost there');
  const token = tokenOf(await linkTo(email));
  await aBrowser({ cart: '' }).post('/confirm-email', { intent: 'confirm', token, password: PASSWORD });
  // Added while the mail was on its way.
  browser.jar.set('cart', `${product}:1.${other}:2`);
  const before = new Map(browser.jar);
  for (const path of ['/cart', '/checkout', '/account-created?returnTo=%2Fcheckout']) {
    for (const [name, value] of before) browser.jar.set(name, value);
    const noticed = await browser.get(path);
    const said = noticed.headers.get('location') ?? '';
    expect(said).toBe('/account-created?returnTo=%2Forders&confirmed=order');
    expect(browser.jar.get('cart')).toBe(`${other}:2.`);
    const page = await (await browser.get(said)).text();
    expect(page).toContain('Your email is confirmed');
    expect(page).toContain('and your items are reserved');
    expect(page).toContain('href="/login?returnTo=%2Forders"');
  }
  // Once: the product may be added again.
  browser.jar.set('cart', `${product}:1.`);
  expect((await browser.get('/cart')).status).toBe(200);
  expect(browser.jar.get('cart')).toBe(`${product}:1.`);
});

test('signing in before the browser has noticed leads to the order, and its cart lets go, too', async () => {
  const { browser, email } = await holding();
  const token = tokenOf(await linkTo(email));
  await aBrowser({ cart: '' }).post('/confirm-email', { intent: 'confirm', token, password: PASSWORD });
  const form = { mode: 'signin', returnTo: '/checkout', email, password: PASSWORD };
  expect((await browser.post('/login', form)).headers.get('location')).toBe('/orders');
  expect(browser.jar.get('cart') ?? '').toBe('');
  expect(browser.jar.has('farmgate.sign-up')).toBe(false);
});

test('choosing a new password does not claim the sign-up, so nothing is ordered and the hold ends', async () => {
  const { browser, email } = await holding();
  const token = tokenOf(await linkTo(email));
  const confirmed = await aBrowser().post('/confirm-email', {
    intent: 'new-password',
    token,
    password: 'a heron over the cold river',
    fullName: 'Wren Hollis',
    birthDate: '1990-02-28',
  });
  expect(confirmed.status).toBe(302);
  expect(await userOf(email)).toBeDefined();
  expect(await ordersFor(email)).toEqual([]);
  expect(await heldOf(product)).toBe(0);
  // The cart of the browser that signed up stays.
  expect((await browser.get('/cart')).headers.get('location')).toBe(
    '/account-created?returnTo=%2Fcart&confirmed=account',
  );
  expect(browser.jar.get('cart')).toBe(`${product}:1.`);
});

test('a form repeated after its sign-up was confirmed holds nothing, and the next sign-in orders nothing', async () => {
  const stranger = aBrowser();
  const form = await checkoutForm(stranger, { pickupName: 'Mallory Vale' });
  await stranger.post('/checkout', form);
  const password = 'a heron over the cold river';
  await aBrowser().post('/confirm-email', {
    ...{ intent: 'new-password', token: tokenOf(await linkTo(form.email)), password },
    ...{ fullName: 'Wren Hollis', birthDate: '1990-02-28' },
  });
  // Without the cookie of the first time.
  expect((await aBrowser().post('/checkout', form)).headers.get('location')).toMatch(/^\/account-created/);
  expect(await heldOf(product)).toBe(0);
  const signIn = await aBrowser().post('/login', { mode: 'signin', email: form.email, password });
  expect(signIn.headers.get('location')).not.toMatch(/success/);
  expect(await ordersFor(form.email)).toEqual([]);
});

test('after thirty minutes the account is still created, and checkout has the cart and the time in any browser', async () => {
  const { email, slot } = await holding();
  const token = tokenOf(await linkTo(email));
  await endHolds();
  const elsewhere = aBrowser({ cart: '' });
  const confirmed = await elsewhere.post('/confirm-email', { intent: 'confirm', token, password: PASSWORD });
  expect(confirmed.headers.get('location')).toBe(`/checkout?${new URLSearchParams({ slot })}`);
  const page = await (await elsewhere.get(confirmed.headers.get('location') ?? '')).text();
  expect(page).toContain('Your 30 minutes are over');
  expect(page).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="${slot}"|<input[^>]*value="${slot}"[^>]*checked`),
  );
  expect(await userOf(email)).toBeDefined();
  expect(await ordersFor(email)).toEqual([]);
  expect(await heldOf(product)).toBe(0);
  expect(elsewhere.jar.get('cart')).toBe(`${product}:1.`);
});

test('checkout shows this browser’s held sign-up, and ‘Change something’ reopens it with cart and time', async () => {
  const { browser, email, slot } = await holding();
  const held = await (await browser.get('/checkout')).text();
  expect(held).toContain('Almost there: confirm your email');
  expect(held).toContain(email);
  expect(held).not.toContain('sold out');
  const sent = await browser.post('/checkout', { intent: 'resend' });
  expect(sent.headers.get('location')).toBe('/checkout');
  const changed = await browser.post('/checkout', { intent: 'change' });
  expect(changed.headers.get('location')).toBe(`/checkout?${new URLSearchParams({ slot })}`);
  expect(await heldOf(product)).toBe(0);
  const page = await (await browser.get(changed.headers.get('location') ?? '')).text();
  expect(page).toContain('Your details');
});

test('the last units are not sold out for the person whose sign-up holds them', async () => {
  product = await aProduct(fresh.db, { onHand: 2 });
  const { browser, slot } = await holding();
  const customer = await aPerson(fresh.db);
  const lines = [{ productId: product, quantity: 1 }];
  const wish = { lines, reservationId: null, slotStartsAt: slot, birthDate: null, expectedTotal: null };
  expect(await placeOrder(customer, { ...wish, key: randomUUID() })).toMatchObject({ ok: true });
  const soldOut = /sold out|no longer available/i;
  expect(await (await aBrowser().get('/cart')).text()).toMatch(soldOut);
  expect(await (await browser.get('/cart')).text()).not.toMatch(soldOut);
});

test('an address with an account looks like any other, and signing in releases the hold and preserves cart and time', async () => {
  const { email } = await anAccount();
  const { browser, slot } = await holding({ email });
  expect(await heldOf(product)).toBe(1);
  const subject = 'You already have an account';
  await expect
    .poll(
      () =>
        fresh.db
          .select({ id: mailMessages.id })
          .from(mailMessages)
          .where(and(eq(mailMessages.recipient, email), eq(mailMessages.subject, subject))),
      { timeout: 30_000 },
    )
    .toHaveLength(1);
  expect(await (await browser.get('/checkout')).text()).toContain('Almost there: confirm your email');
  const answer = await browser.post('/login', {
    mode: 'signin',
    returnTo: '/checkout',
    email,
    password: PASSWORD,
  });
  expect(answer.headers.get('location')).toBe(`/checkout?${new URLSearchParams({ slot })}`);
  expect(await heldOf(product)).toBe(0);
  const page = await (await browser.get(answer.headers.get('location') ?? '')).text();
  expect(page).toContain('Reserve Items');
  expect(page).not.toContain('sold out');
});

test('a person who returns signed in another way reserves what this browser’s sign-up held', async () => {
  const { browser, slot } = await holding();
  const [name = '', session = ''] = (await signedIn(fresh.db, await aPerson(fresh.db))).split(/=(.*)/s);
  browser.jar.set(name, session);
  expect(await (await browser.get('/checkout')).text()).toContain('Continue to checkout');
  const on = await browser.post('/checkout', { intent: 'change' });
  expect(on.headers.get('location')).toBe(`/checkout?${new URLSearchParams({ slot })}`);
  expect(await heldOf(product)).toBe(0);
});

test('sign-in completes a confirmation that was interrupted before its order, with one order', async () => {
  const { browser, email, slot } = await holding();
  const token = tokenOf(await linkTo(email));
  // The remains of an interrupted confirmation: the account, and the hold.
  const request = new Request(app.origin, { headers: { [CLIENT_ADDRESS_HEADER]: '198.51.101.7' } });
  expect(await confirmSignUp(request, { token, password: PASSWORD })).toMatchObject({ ok: true });
  expect(await ordersFor(email)).toEqual([]);
  const again = await browser.post('/confirm-email', { intent: 'own', token });
  expect(await (await browser.get(again.headers.get('location') ?? '')).text()).toContain(
    'Already confirmed',
  );
  const answer = await browser.post('/login', { mode: 'signin', email, password: PASSWORD });
  expect(answer.headers.get('location')).toMatch(/^\/success\?order=/);
  expect((await ordersFor(email)).map(({ pickupStartsAt }) => pickupStartsAt)).toEqual([new Date(slot)]);
});

test('a sign-in in the dialog that cannot order the held units says so, and not as a success', async () => {
  const { browser, email } = await holding();
  const token = tokenOf(await linkTo(email));
  const request = new Request(app.origin, { headers: { [CLIENT_ADDRESS_HEADER]: '198.51.101.8' } });
  await confirmSignUp(request, { token, password: PASSWORD });
  await fresh.db
    .update(customerProfiles)
    .set({ isVerifiedOver21: false })
    .where(eq(customerProfiles.userId, (await userOf(email))?.id ?? ''));
  const form = { mode: 'signin', door: 'dialog', email, password: PASSWORD };
  const answer = await (await browser.post('/login.data', form)).text();
  expect(answer).toContain('You must be at least 21');
  expect(answer).toContain('"info"');
  expect(await ordersFor(email)).toEqual([]);
  expect(await heldOf(product)).toBe(0);
});

test('a connection lost while the order is saved loses neither the order nor the hold', async () => {
  const { browser, email } = await holding();
  const token = tokenOf(await linkTo(email));
  await fresh.db.execute(sql`create sequence broken_commits`);
  await fresh.db.execute(sql`create function break_commit() returns trigger language plpgsql as
    'begin if nextval(''broken_commits'') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end'`);
  await fresh.db.execute(sql`create constraint trigger break_commit after insert on orders
    deferrable initially deferred for each row execute function break_commit()`);
  const confirmed = await browser.post('/confirm-email', { intent: 'own', token });
  await fresh.db.execute(sql`drop function break_commit cascade`);
  expect(confirmed.headers.get('location')).toMatch(/^\/success\?order=/);
  expect(await ordersFor(email)).toHaveLength(1);
});

test('confirming one sign-up of an address releases the holds of the others', async () => {
  const email = `${randomUUID()}@example.com`;
  const first = await holding({ email });
  const token = tokenOf(await linkTo(email));
  await holding({ email });
  expect(await heldOf(product)).toBe(2);
  const confirmed = await first.browser.post('/confirm-email', { intent: 'own', token });
  expect(confirmed.headers.get('location')).toMatch(/^\/success\?order=/);
  expect(await heldOf(product)).toBe(1);
});

test('an under-age guest sees why, and nothing is stored or held', async () => {
  const browser = aBrowser();
  const form = await checkoutForm(browser, { birthDate: '2010-01-01' });
  const asked = await browser.post('/checkout', form);
  const refused = await browser.post('/checkout', { ...form, birthDateAsked: form.birthDate });
  expect([asked.status, refused.status]).toEqual([400, 400]);
  const page = await refused.text();
  expect(page).toMatch(UNDER_AGE);
  expect(page).not.toContain(PASSWORD);
  expect(await heldOf(product)).toBe(0);
  expect(
    await fresh.db.select().from(pickupReservations).where(eq(pickupReservations.productId, product)),
  ).toEqual([]);
});

test('a refused form lists everything missing and preserves all input except the password', async () => {
  const browser = aBrowser();
  const form = await checkoutForm(browser, { slot: '', email: 'not an address', fullName: 'Wren Hollis' });
  const page = await (await browser.post('/checkout', form)).text();
  expect(page).toContain('Please select a pickup time');
  expect(page).toContain('value="Wren Hollis"');
  expect(page).not.toContain(PASSWORD);
  expect(await heldOf(product)).toBe(0);
});

test('a form without details, as after a sign-out in another tab, asks for a sign-in', async () => {
  const browser = aBrowser();
  const { key, lines, slot } = await checkoutForm(browser);
  const answer = await browser.post('/checkout', { key, lines, slot });
  expect(answer.headers.get('location')).toBe(
    `/login?${new URLSearchParams({ returnTo: `/checkout?${new URLSearchParams({ slot })}` })}`,
  );
  expect(decodeURIComponent(answer.headers.getSetCookie().join())).toContain(
    'You must be logged in to complete checkout.',
  );
});

test('at a limit the sign-up works, says that nothing is held, and its link leads to checkout with the time', async () => {
  // More than half of the eight T-shirts.
  product = fresh.goods[3] ?? 0;
  const browser = aBrowser({ cart: `${product}:5.` });
  const form = await checkoutForm(browser);
  const answer = await browser.post('/checkout', form);
  const returnTo = `/checkout?${new URLSearchParams({ slot: form.slot })}`;
  expect(answer.headers.get('location')).toBe(`/account-created?${new URLSearchParams({ returnTo })}`);
  const created = await (await browser.get(answer.headers.get('location') ?? '')).text();
  expect(created).toContain('We cannot hold items before you confirm right now.');
  expect(await heldOf(product)).toBe(0);
  const token = tokenOf(await linkTo(form.email));
  const confirmed = await browser.post('/confirm-email', { intent: 'own', token });
  expect(confirmed.headers.get('location')).toBe(returnTo);
});

test('two presses of one form, together or in turn, make one sign-up with one hold', async () => {
  const browser = aBrowser();
  const form = await checkoutForm(browser);
  const once = aBrowser();
  const answers = await Promise.all([browser.post('/checkout', form), once.post('/checkout', form)]);
  answers.push(await browser.post('/checkout', form));
  for (const answer of answers) {
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/account-created/);
  }
  const held = await fresh.db
    .select()
    .from(pickupReservations)
    .where(and(eq(pickupReservations.productId, product), eq(pickupReservations.status, 'pending')));
  expect(held).toHaveLength(1);
});

test('a repeated form without its lost response’s cookie gets the same answer, with or without an account', async () => {
  const known = await anAccount();
  for (const email of [`${randomUUID()}@example.com`, known.email]) {
    const form = await checkoutForm(aBrowser(), { email });
    const first = await aBrowser().post('/checkout', form);
    if (email === known.email)
      await expect
        .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), { timeout: 30_000 })
        .toEqual(['You already have an account']);
    const again = await aBrowser().post('/checkout', form);
    expect([again.status, again.headers.get('location')]).toEqual([302, first.headers.get('location')]);
    expect(again.headers.getSetCookie().join()).toContain('farmgate.sign-up=');
  }
  expect(await heldOf(product)).toBe(2);
});

test('a form repeated with another password, time and note is a new sign-up, and the last input counts', async () => {
  const browser = aBrowser();
  const form = await checkoutForm(browser);
  await browser.post('/checkout', form);
  const [slot = ''] = timesOn(await (await aBrowser().get('/checkout')).text());
  const other = {
    ...form,
    ...{ slot, password: 'a heron over the cold river', customerNote: 'Ring twice' },
  };
  expect((await browser.post('/checkout', other)).headers.get('location')).toMatch(/^\/account-created/);
  expect(await heldOf(product)).toBe(1);
  const token = tokenOf(await linkTo(form.email, 2));
  const confirmed = await browser.post('/confirm-email', { intent: 'own', token });
  expect(confirmed.headers.get('location')).toMatch(/^\/success\?order=/);
  expect(await ordersFor(form.email)).toMatchObject([
    { pickupStartsAt: new Date(other.slot), customerNote: 'Ring twice' },
  ]);
  const signIn = await aBrowser().post('/login', {
    mode: 'signin',
    email: form.email,
    password: other.password,
  });
  expect(signIn.status).toBe(302);
});

test('a refused second attempt preserves the first one’s hold, and another attempt replaces it', async () => {
  const browser = aBrowser();
  const heldNow = async () => {
    const [row] = await fresh.db.select().from(productStock).where(eq(productStock.productId, product));
    return row?.held;
  };
  const form = await checkoutForm(browser);
  await browser.post('/checkout', form);
  expect(await heldNow()).toBe(1);
  for (const slot of ['2020-01-01T12:00:00Z', '0000-01-01T00:00:00Z'])
    expect((await browser.post('/checkout', { ...form, key: randomUUID(), slot })).status).toBe(409);
  expect(await heldNow()).toBe(1);
  const other = await browser.post('/checkout', {
    ...form,
    key: randomUUID(),
    email: `${randomUUID()}@example.com`,
  });
  expect(other.status).toBe(302);
  expect(await heldNow()).toBe(1);
});

test('a link on another site cannot make a page reserve by itself', async () => {
  const person = await aPerson(fresh.db);
  const cookie = `age_verified=yes; reserving=${product}:1; ${await signedIn(fresh.db, person)}`;
  const waits = async (site: string) => {
    const page = await fetch(new URL('/reserve.data', app.origin), {
      headers: { cookie, 'Sec-Fetch-Site': site },
    });
    return /"isLinked",true/.test(await page.text());
  };
  expect([await waits('cross-site'), await waits('same-origin')]).toEqual([true, false]);
});

test('an unreadable cart does not empty the account’s', async () => {
  const person = await aPerson(fresh.db);
  const cookie = await signedIn(fresh.db, person);
  const send = (lines: string, seen: string) => postForm(app, '/api/saved-cart', { lines, seen }, { cookie });
  expect((await send(`${product}:1`, '0')).status).toBe(200);
  expect((await send(Array(1000).fill(`${product}:1`).join('.'), '1')).status).toBe(400);
  const saved = await fetch(new URL('/api/saved-cart', app.origin), { headers: { cookie } });
  expect(await saved.json()).toMatchObject({ lines: `${product}:1` });
});

test('the page of a person who signed out in another tab neither reads nor changes the next person’s cart', async () => {
  const [left, person] = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const cookie = await signedIn(fresh.db, person);
  const send = (owner: string, lines: string, seen: string) =>
    postForm(app, '/api/saved-cart', { owner, lines, seen }, { cookie });
  const read = (owner: string) =>
    fetch(new URL(`/api/saved-cart?owner=${owner}`, app.origin), { headers: { cookie } });
  expect((await send(left.userId, `${product}:9`, '0')).status).toBe(401);
  expect((await send(person.userId, `${product}:1`, '0')).status).toBe(200);
  expect((await send(left.userId, `${product}:9`, '1')).status).toBe(401);
  expect((await read(left.userId)).status).toBe(401);
  expect(await (await read(person.userId)).json()).toMatchObject({ lines: `${product}:1` });
});
