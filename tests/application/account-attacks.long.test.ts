/**
 * An hour of attacks on what opens an account and on what one person may have, through two processes at once: links,
 * PINs, brought-back forms, limits, and floods by people without an account.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  INVITATION_IDENTIFIER,
  RESET_IDENTIFIER,
} from '#core/accounts/identity/accounts/link-queries.server.ts';
import { hashLinkToken, newLinkToken } from '#core/accounts/identity/accounts/link-token.ts';
import { shareTablet } from '#core/accounts/identity/pins/share-tablet.server.ts';
import { browserErrorLimits, pinLimits } from '#core/accounts/identity/sessions/rate-limit.ts';
import { MAXIMUM_FAVORITES } from '#core/goods/favorites/mark.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { favorites } from '#db/schema/favorites.ts';
import {
  accounts,
  rateLimits,
  sessions,
  staffInvitations,
  staffPins,
  userRoles,
  users,
  verifications,
} from '#db/schema/identity.ts';
import { recentErrors } from '#db/schema/operations.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let apps: [Application, Application];
beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  const environment = {
    ...{ NODE_ENV: 'production', DATABASE_URL: fresh.url },
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
  };
  apps = [await startApplication(environment), await startApplication(environment)];
});
beforeEach(() => fresh.db.delete(rateLimits));
afterAll(async () => {
  for (const app of apps ?? []) {
    expect(app.process.exitCode).toBeNull();
    await app.stop();
  }
  await fresh.stop();
});

const appFor = (turn: number) => apps[turn % 2 === 0 ? 0 : 1];
/** Another client for each turn. */
const from = (turn: number) => ({
  'x-forwarded-for': `203.0.${Math.floor(turn / 250) % 250}.${(turn % 250) + 1}`,
});
const turns = (count: number) => Array.from({ length: count }, (_, turn) => turn);
const PASSWORD = 'kettle-orbit-mossy';

const linkTo = async (identifier: string, value: string, expiresAt = new Date(Date.now() + 600_000)) => {
  const token = newLinkToken();
  await fresh.db
    .insert(verifications)
    .values({ identifier: identifier + hashLinkToken(token), value, expiresAt });
  return token;
};
const passwordOf = async ({ userId }: SignedIn) =>
  (await fresh.db.select().from(accounts).where(eq(accounts.userId, userId)))[0]?.password ?? null;
async function withPassword(): Promise<SignedIn> {
  const person = await aPerson(fresh.db);
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await fresh.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}
const reset = (turn: number, token: string, password = `harbor-violet-${turn}-ninth`) =>
  postForm(appFor(turn), '/reset-password', { token, password, again: password }, from(turn));
const isDone = (answer: Response) => answer.headers.get('location') === '/login';

test('one reset link, sixty times at once, sets one password, and every session from before ends', async () => {
  const person = await withPassword();
  const cookie = await signedIn(fresh.db, person);
  const token = await linkTo(RESET_IDENTIFIER, person.userId);
  const second = await linkTo(RESET_IDENTIFIER, person.userId);
  const answers = await Promise.all(turns(60).map((turn) => reset(turn, token)));
  expect(answers.filter(isDone)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  const set = await passwordOf(person);
  for (const turn of turns(6)) expect(isDone(await reset(100 + turn, turn < 3 ? token : second))).toBe(false);
  expect(await passwordOf(person)).toBe(set);
  for (const app of apps) {
    const profile = await fetch(`${app.origin}/profile`, { headers: { cookie }, redirect: 'manual' });
    expect(profile.headers.get('location')).toContain('/login');
  }
});

test('a link written another way, one of another kind, and one that ends now open nothing', async () => {
  const person = await withPassword();
  const before = await passwordOf(person);
  const token = await linkTo(RESET_IDENTIFIER, person.userId);
  const invitation = await linkTo(INVITATION_IDENTIFIER, person.userId);
  const variants = [
    ...[token.toUpperCase(), token.toLowerCase(), ` ${token}`, `${token}\u0000`, `${token}=`, `${token} `],
    ...[token.slice(1), `${token}${token}`, encodeURIComponent(`%${token}`), token.replace(/.$/, '\u0430')],
    ...[`${token}%00`, hashLinkToken(token), invitation, '', `${token},${token}`, `["${token}"]`],
  ].filter((each) => each !== token);
  for (const [turn, variant] of variants.entries())
    expect([variant, isDone(await reset(turn, variant))]).toEqual([variant, false]);
  const ends = Date.now() + 1500;
  const short = await linkTo(RESET_IDENTIFIER, person.userId, new Date(ends));
  await new Promise((resolve) => setTimeout(resolve, ends - Date.now()));
  expect(isDone(await reset(50, short))).toBe(false);
  expect(await passwordOf(person)).toBe(before);
  expect(isDone(await reset(51, token))).toBe(true);
});

test('a page with a live link is in no cache and names the link to no other site', async () => {
  const person = await withPassword();
  const [invitation] = await fresh.db
    .insert(staffInvitations)
    .values({
      email: `${randomUUID()}@example.com`,
      role: 'staff',
      invitedBy: person.userId,
      expiresAt: new Date(Date.now() + 600_000),
    })
    .returning();
  const links = [
    `/reset-password?token=${await linkTo(RESET_IDENTIFIER, person.userId)}`,
    `/join?token=${await linkTo(INVITATION_IDENTIFIER, invitation?.id ?? '')}`,
  ];
  for (const path of links) {
    const answer = await fetch(apps[0].origin + path, { redirect: 'manual' });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    for (const app of apps) expect(app.output()).not.toContain(path.split('=')[1]);
  }
});

test('one invitation, accepted forty times at once, makes one account', async () => {
  const owner = await aPerson(fresh.db, { role: 'admin' });
  const email = `${randomUUID()}@example.com`;
  const [invitation] = await fresh.db
    .insert(staffInvitations)
    .values({ email, role: 'staff', invitedBy: owner.userId, expiresAt: new Date(Date.now() + 600_000) })
    .returning();
  const token = await linkTo(INVITATION_IDENTIFIER, invitation?.id ?? '');
  const answers = await Promise.all(
    turns(40).map((turn) => {
      const fields = { token, fullName: `Joiner ${turn}`, password: PASSWORD, again: PASSWORD };
      return postForm(appFor(turn), '/join', fields, from(turn));
    }),
  );
  expect(answers.filter((answer) => answer.headers.get('location') === '/admin/dashboard')).toHaveLength(1);
  const made = await fresh.db.select().from(users).where(eq(users.email, email));
  expect(made).toHaveLength(1);
  expect(await fresh.db.$count(userRoles, eq(userRoles.userId, made[0]?.id ?? ''))).toBe(1);
});

test.each([1, 10])(
  'with %i shared tablets a thief tries twenty PINs of each person in a day, and no one else is locked out',
  async (count) => {
    await fresh.db.delete(staffPins);
    const owner = await aPerson(fresh.db, { role: 'admin' });
    const hash = await hashPassword('408213');
    const people: SignedIn[] = [];
    for (const _ of turns(4)) {
      const person = await aPerson(fresh.db, { role: 'staff' });
      await fresh.db.insert(staffPins).values({ userId: person.userId, hash });
      people.push(person);
    }
    const [bystander, ...victims] = people;
    const tablets: string[] = [];
    for (const turn of turns(count)) {
      const shared = await shareTablet(owner, `Register ${turn}`);
      if (!shared.ok) throw new Error(shared.problem.kind);
      tablets.push(shared.value.cookie.split(';')[0] ?? '');
    }
    const tryPin = async (turn: number, userId: string, pin: string) =>
      postForm(
        appFor(turn),
        '/counter/switch',
        { person: userId, pin, to: '' },
        { cookie: tablets[turn % count] ?? '', ...from(turn) },
      );
    // Nine quarters of an hour: each ends every short window, and none the day.
    let tried = 0;
    let sent = 0;
    for (let quarter = 0; quarter < 9; quarter++) {
      const answers = await inParallel(turns(27), 6, async (turn) => {
        const victim = victims[turn % victims.length] ?? expect.fail('no one');
        // An id that is no one's costs the thief nothing of what the others have.
        const userId = turn % 9 === 8 ? randomUUID() : victim.userId;
        const answer = await tryPin(turn, userId, String(100_000 + quarter * 27 + turn));
        return { isOfVictim: userId === victim.userId, text: await answer.text() };
      });
      sent += answers.length;
      tried += answers.filter(
        ({ isOfVictim, text }) => isOfVictim && text.includes('That is not this person’s PIN.'),
      ).length;
      await fresh.db.update(rateLimits).set({ lastRequest: sql`last_request - 900 * 1000` });
    }
    console.info({ tablets: count, victims: victims.length, sent, tried });
    expect(tried).toBeLessThanOrEqual(victims.length * pinLimits.personInADay.max);
    expect(tried).toBeGreaterThan(victims.length * 5);
    const own = await tryPin(0, bystander?.userId ?? '', '408213');
    expect(own.headers.getSetCookie().join()).toContain('farmgate.session_token=');
    const locked = await tryPin(0, victims[0]?.userId ?? '', '408213');
    expect(locked.headers.getSetCookie().join()).not.toContain('farmgate.session_token=');
  },
);

test('sixty presses at once, of checkout, hold and heart, give one person no more than the limits', async () => {
  const limits = { unitsPerCustomer: 12, linesPerCustomer: 6, ordersPerHour: 100 };
  const holds = { ...limits, unitsUntilPickup: 5, ordersUntilPickup: 3 };
  const { rows: earlier } = await fresh.db.execute<{ value: unknown }>(
    sql`select value from store_settings where name = 'holds'`,
  );
  await fresh.db.update(storeSettings).set({ value: holds }).where(eq(storeSettings.name, 'holds'));
  // Instances read the settings again when the database announces them.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const person = await aPerson(fresh.db);
  const cookie = await signedIn(fresh.db, person);
  const product = await aProduct(fresh.db, { onHand: 500, limitMg: 100 });
  const answers = await Promise.all(
    turns(60).map((turn) =>
      turn % 2 === 0
        ? postForm(
            appFor(turn / 2),
            '/checkout',
            { key: randomUUID(), lines: `${product}:1`, slot: aSlot(), birthDate: '', again: 'yes' },
            { cookie },
          )
        : postForm(
            appFor((turn - 1) / 2),
            '/api/reserve',
            { key: randomUUID(), productId: String(product), quantity: '1' },
            { cookie },
          ),
    ),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const held = await fresh.db
    .select()
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, person.userId));
  console.info({
    held: held.length,
    orders: await fresh.db.$count(orders, eq(orders.userId, person.userId)),
  });
  expect(held.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(holds.unitsUntilPickup);
  expect(await fresh.db.$count(orders, eq(orders.userId, person.userId))).toBeLessThanOrEqual(
    holds.ordersUntilPickup,
  );
  await fresh.db
    .update(storeSettings)
    .set({ value: earlier[0]?.value as object })
    .where(eq(storeSettings.name, 'holds'));

  const { rows: made } = await fresh.db.execute<{ id: number }>(sql`
    insert into products (name, product_type, tax_class, retail_price, for_sale, category_id, limit_category, limit_mg)
    select 'Row ' || n, 'cannabis', 'cannabis', 100, true, (select category_id from products where id = ${product}), 'flower', 1
    from generate_series(1, ${MAXIMUM_FAVORITES + 59}::int) n returning id`);
  await fresh.db.execute(
    sql`insert into product_stock (product_id) select id from products on conflict do nothing`,
  );
  await fresh.db
    .insert(favorites)
    .values(made.slice(0, MAXIMUM_FAVORITES - 1).map(({ id }) => ({ userId: person.userId, productId: id })));
  const hearts = await Promise.all(
    made
      .slice(MAXIMUM_FAVORITES - 1)
      .map(({ id }, turn) =>
        postForm(
          appFor(turn),
          '/api/favorites',
          { productId: String(id), intent: 'add', stay: 'yes' },
          { cookie },
        ).then((answer) => answer.json() as Promise<{ ok: boolean }>),
      ),
  );
  expect(hearts.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await fresh.db.$count(favorites, eq(favorites.userId, person.userId))).toBe(MAXIMUM_FAVORITES);
});

test('sixty orders at once, each a third of a day’s limit, make three', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const cookie = await signedIn(fresh.db, await aPerson(fresh.db));
  const product = await aProduct(fresh.db, { onHand: 500, limitMg: 28_000 });
  const answers = await Promise.all(
    turns(60).map((turn) =>
      postForm(
        appFor(turn),
        '/checkout',
        { key: randomUUID(), lines: `${product}:1`, slot: aSlot(), birthDate: '', again: 'yes' },
        { cookie },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(3);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

test('what was pressed comes back to its person on its page alone: not to another, elsewhere, cut or changed', async () => {
  const person = await withPassword();
  const cookie = await signedIn(fresh.db, person);
  await fresh.db
    .update(sessions)
    .set({ confirmedAt: sql`now() - interval '1 hour'` })
    .where(eq(sessions.userId, person.userId));
  const note = `typed ${randomUUID()}`;
  const answer = await postForm(
    apps[0],
    '/security/authenticator',
    { intent: 'turn-off', note, password: PASSWORD },
    { cookie, referer: `${apps[0].origin}/security/authenticator` },
  );
  const line =
    answer.headers.getSetCookie().find((each) => /pressed=/.test(each)) ?? expect.fail('no cookie');
  const pressed = line.split(';')[0] ?? '';
  expect(line).toMatch(/HttpOnly/i);
  expect(line.length).toBeLessThan(4000);
  expect(decodeURIComponent(pressed)).not.toContain(note);
  const other = await signedIn(fresh.db, await aPerson(fresh.db));
  const show = async (path: string, cookies: string) =>
    (await fetch(apps[1].origin + path, { headers: { cookie: cookies }, redirect: 'manual' })).text();
  for (const path of ['/security', '/profile', '/cart', '/', '/checkout', '/security/authenticator'])
    for (const cookies of [`${other}; ${pressed}`, pressed])
      expect(await show(path, cookies)).not.toContain(note);
  for (const path of ['/security', '/profile', '/cart', '/checkout'])
    expect(await show(path, `${cookie}; ${pressed}`)).not.toContain(note);
  for (const broken of [
    pressed.slice(0, -3),
    pressed.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`),
    `${pressed}${'A'.repeat(3800)}`,
    `${pressed.split('=')[0]}=${randomBytes(2000).toString('base64url')}`,
  ]) {
    const headers = { cookie: `${cookie}; ${broken}` };
    const page = await fetch(`${apps[0].origin}/profile`, { headers });
    expect([broken.length, page.status]).toEqual([broken.length, 200]);
  }
});

/** Bytes in memory of a process. */
const memory = (app: Application) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.process.pid}/status`, 'utf8'))?.[1]) * 1024;

test('floods of reports, searches and sign-ins by 1,500 addresses fill no list and end nothing', async () => {
  for (const turn of turns(50)) await fetch(`${appFor(turn).origin}/products?q=warm${turn}`);
  const before = apps.map(memory);
  const listed = await fresh.db.$count(recentErrors);
  const report = (turn: number) =>
    fetch(`${appFor(turn).origin}/browser-errors`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ path: `/products/${turn}`, message: `x${turn} `.repeat(40), version: 'ab12cd34' },
        browser: 'Firefox',
      }),
      headers: { origin: appFor(turn).origin, ...from(turn) },
    });
  const answers = await inParallel(turns(1500), 40, async (turn) => {
    const app = appFor(turn);
    const answer = await (turn % 3 === 0
      ? report(turn)
      : turn % 3 === 1
        ? fetch(`${app.origin}/products?q=${randomUUID().repeat(4)}`, { headers: from(turn) })
        : postForm(
            app,
            '/login',
            { email: `${turn}@example.com`, password: 'wrong-words-here' },
            from(turn),
          ));
    await answer.arrayBuffer();
    return answer.status;
  });
  const rows = await fresh.db.$count(rateLimits);
  const grown = apps.map((app, nth) => Math.round((memory(app) - (before[nth] ?? 0)) / 1e6));
  const statuses = Object.fromEntries(
    [...new Set(answers)].map((status) => [status, answers.filter((each) => each === status).length]),
  );
  console.info({ statuses, rows, grownMb: grown });
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  // A sign-in that found no free place to hash is an error of the shop, and listed.
  const busy = answers.filter((status) => status === 503).length;
  expect((await fresh.db.$count(recentErrors)) - listed).toBeLessThanOrEqual(
    browserErrorLimits.inTotal.max + busy,
  );
  expect(Object.keys(statuses).filter((status) => status >= '500' && status !== '503')).toEqual([]);
  expect((await fetch(`${apps[0].origin}/healthz`)).status).toBe(200);
});
