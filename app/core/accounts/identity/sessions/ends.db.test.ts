/** Goes through what ends with what: every act that takes access away, and everything that gives it. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActorOfApiToken } from '#core/accounts/api-tokens/token-actor.server.ts';
import { may, type SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { stillAllowed } from '#core/ground/live/live-access-queries.server.ts';
import { stopOfFormerAdmin } from '#core/running/webhooks/record-attempt.server.ts';
import { banCustomer } from '#core/sales/bans/ban-customer.server.ts';
import { accounts, sessions, sharedTablets, staffPins, users, verifications } from '#db/schema/identity.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { aToken } from '#tests/support/api.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { changePassword } from '../accounts/change-password.server.ts';
import { RESET_IDENTIFIER } from '../accounts/link-queries.server.ts';
import { hashLinkToken, newLinkToken } from '../accounts/link-token.ts';
import { resetPassword } from '../accounts/reset-password.server.ts';
import { newTablet } from '../pins/tablet-cookie.server.ts';
import { changeRole } from '../staff/change-role.server.ts';
import { endWork } from '../staff/end-work.server.ts';
import { readActor } from './actor-queries.server.ts';
import { endOtherSessions } from './end-sessions.server.ts';
import { readEndOfSession } from './session-end-queries.server.ts';
import { signOutPerson } from './sign-out-person.server.ts';

let fresh: FreshDatabase;
let owner: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  owner = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(() => fresh.stop());

const OLD = 'a long walk by two rivers';
const NEW = 'harbor-violet-ninth';
const request = () => new Request('http://localhost:3000/security');

type Access = {
  person: SignedIn;
  /** Of another device than the one that acts. */
  session: () => Promise<boolean>;
  recentSignIn: () => Promise<boolean>;
  pinSession: () => Promise<boolean>;
  pin: () => Promise<boolean>;
  /** What is pressed from now on, without a network, on a tablet that they took over. */
  tabletWork: () => Promise<boolean>;
  ownToken: () => Promise<boolean>;
  storeToken: () => Promise<boolean>;
  push: () => Promise<boolean>;
  liveStream: () => Promise<boolean>;
  passwordLink: () => Promise<boolean>;
  webhook: () => Promise<boolean>;
};

/** An admin with everything that gives access. Each returns whether it still does. */
async function withEverything(): Promise<Access> {
  const person = await aPerson(fresh.db, { role: 'admin' });
  const { userId } = person;
  await fresh.db.insert(accounts).values({
    ...{ userId, accountId: userId, providerId: 'credential', password: await hashPassword(OLD) },
  });
  const cookie = await signedIn(fresh.db, person);
  await fresh.db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, userId));
  const other = (await readActor(new Headers({ cookie }))) as SignedIn;
  const { hash, cookie: line } = newTablet();
  const [tablet] = await fresh.db
    .insert(sharedTablets)
    .values({
      name: 'Register',
      tokenHash: hash,
      setUpBy: owner.userId,
      setUpByName: 'x',
      secondFactor: true,
    })
    .returning({ id: sharedTablets.id });
  const atCounter = await signedIn(fresh.db, person);
  const [atTablet] = await fresh.db
    .update(sessions)
    .set({ tabletId: tablet?.id ?? null, createdAt: sql`now()` })
    .where(sql`user_id = ${userId} and id not in (${person.sessionId}, ${other.sessionId})`)
    .returning({ id: sessions.id });
  await fresh.db.insert(staffPins).values({ userId, hash: 'x' });
  const own = await aToken(fresh.db, person, { scopes: ['own-orders.read'], forStore: false });
  const store = await aToken(fresh.db, person, { scopes: ['menu.read'], forStore: true });
  await fresh.db.insert(pushSubscriptions).values({
    ...{
      userId,
      sessionId: other.sessionId,
      endpoint: `https://push.example/${userId}`,
      p256dh: 'x',
      auth: 'x',
    },
  });
  await fresh.db.insert(verifications).values({
    ...{
      identifier: `${RESET_IDENTIFIER}${randomUUID()}`,
      value: userId,
      expiresAt: new Date(Date.now() + 1e7),
    },
  });
  const [endpoint] = await fresh.db
    .insert(webhookEndpoints)
    .values({ name: 'P', url: 'https://p.example', types: ['x'], secret: 'x', responsibleId: userId })
    .returning({ id: webhookEndpoints.id });
  const isThere = async (rows: Promise<unknown[]>) => (await rows).length > 0;
  return {
    person,
    session: async () => may(await readActor(new Headers({ cookie })), 'backoffice.enter'),
    recentSignIn: async () => {
      const actor = await readActor(new Headers({ cookie }));
      return actor.kind === 'user' && (await isRecentlyConfirmed(actor));
    },
    pinSession: async () =>
      may(await readActor(new Headers({ cookie: `${line.split(';')[0]}; ${atCounter}` })), 'orders.manage'),
    tabletWork: async () => {
      const ended = await readEndOfSession(userId, atTablet?.id ?? '');
      return ended === null || ended.getTime() > Date.now();
    },
    pin: () => isThere(fresh.db.select().from(staffPins).where(eq(staffPins.userId, userId))),
    ownToken: async () => (await readActorOfApiToken(own)).kind === 'user',
    storeToken: async () => (await readActorOfApiToken(store)).kind === 'user',
    push: () =>
      isThere(fresh.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))),
    liveStream: async () =>
      (await stillAllowed([{ listener: other, topics: ['orders'] }] as never))[0] === true,
    passwordLink: () => isThere(fresh.db.select().from(verifications).where(eq(verifications.value, userId))),
    webhook: async () => {
      await stopOfFormerAdmin(endpoint?.id ?? '');
      const [row] = await fresh.db
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.id, endpoint?.id ?? ''));
      return row?.stopped === null;
    },
  };
}

type Thing = Exclude<keyof Access, 'person'>;

const byPassword: readonly Thing[] = [
  ...([
    'session',
    'recentSignIn',
    'pinSession',
    'pin',
    'tabletWork',
    'ownToken',
    'push',
    'liveStream',
    'passwordLink',
  ] as const),
];
const everything: readonly Thing[] = [...byPassword, 'storeToken', 'webhook'];

/** Each act, and what it ends; what is not listed goes on. Tokens and webhooks of the store are the store's, not a device's. */
const acts: readonly [string, (person: SignedIn) => Promise<unknown>, readonly Thing[]][] = [
  [
    'a reset by mail',
    async ({ userId }) => {
      const token = newLinkToken();
      await fresh.db.insert(verifications).values({
        ...{ identifier: RESET_IDENTIFIER + hashLinkToken(token), value: userId },
        expiresAt: new Date(Date.now() + 1e7),
      });
      return resetPassword(request(), { token, password: NEW });
    },
    byPassword,
  ],
  [
    'a new password',
    (person) => changePassword(request(), person, { currentPassword: OLD, password: NEW }),
    byPassword,
  ],
  ['‘Sign out all other devices’', (person) => endOtherSessions(request(), person), byPassword],
  ['a sign-out by an admin', ({ userId }) => signOutPerson(owner, userId), byPassword],
  ['a ban', ({ userId }) => banCustomer(owner, userId, { reason: 'x', openOrders: 'keep' }), everything],
  [
    'the end of work here',
    ({ userId }) => changeRole(owner, { userId, role: 'user', from: 'admin' }),
    // The session goes on as a customer's, and so do its push messages, own tokens and links.
    ['session', 'recentSignIn', 'pinSession', 'pin', 'tabletWork', 'storeToken', 'liveStream', 'webhook'],
  ],
  [
    'a demotion to staff',
    ({ userId }) => changeRole(owner, { userId, role: 'staff', from: 'admin' }),
    ['recentSignIn', 'pinSession', 'pin', 'tabletWork', 'storeToken', 'liveStream', 'webhook'],
  ],
  [
    'leaving',
    ({ userId }) =>
      endWork(owner, { userId, drawerTo: null, chargeTo: null, tokens: 'revoke', webhooks: 'transfer' }, []),
    everything,
  ],
  [
    'the deletion of the account',
    ({ userId }) => fresh.db.delete(users).where(eq(users.id, userId)),
    everything.filter((thing) => thing !== 'passwordLink'),
  ],
];

describe('what ends', () => {
  test.each(acts)('with %s', async (_, act, ends) => {
    const { person, ...access } = await withEverything();
    const left = async () => {
      const things: string[] = [];
      for (const [thing, isOpen] of Object.entries(access)) if (await isOpen()) things.push(thing);
      return things;
    };
    expect((await left()).toSorted()).toEqual(everything.toSorted());
    const outcome = await act(person);
    expect(outcome).not.toMatchObject({ ok: false });
    expect((await left()).toSorted()).toEqual(everything.filter((thing) => !ends.includes(thing)).toSorted());
  });
});
