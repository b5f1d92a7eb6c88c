/** Tests shared tablets: who takes one over, what a PIN may do, what ends its session, and who is locked out. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, may, type SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { banCustomer } from '#core/sales/bans/ban-customer.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, rateLimits, sessions, sharedTablets, staffPins, userRoles } from '#db/schema/identity.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { readActor, readActorOfSession } from '../sessions/actor-queries.server.ts';
import { forgetAttempts } from '../sessions/count-attempt.server.ts';
import { changeRole } from '../staff/change-role.server.ts';
import type { PinProblem } from './pin.ts';
import { removeOwnPin, removePin, setPin, setPinByPassword } from './set-pin.server.ts';
import { shareTablet, stopSharing } from './share-tablet.server.ts';
import { takeOver } from './take-over.server.ts';

let opened: FreshDatabase;
let ana: SignedIn;
let ben: SignedIn;
let owner: SignedIn;
let tablet: string;
/** Of `PIN`: a hash takes 84 ms of a core, so everyone shares one. */
let pinHash: string;

const PIN = '408213';
const PASSWORD = 'a long walk by two rivers';
const AS_DOCUMENT = { 'sec-fetch-dest': 'document' };

beforeAll(async () => {
  opened = await freshDatabase();
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  owner = await aPerson(opened.db, { role: 'admin', name: 'Ora Owner' });
  pinHash = await hashPassword(PIN);
});
afterAll(() => opened.stop());

const asked = (cookie: string, headers: Record<string, string> = AS_DOCUMENT) =>
  new Request('http://localhost:3000/counter', { headers: { ...headers, cookie } });
const nameOf = (line: string) => line.split(';')[0] ?? '';

beforeEach(async () => {
  await opened.db.delete(rateLimits);
  ana = await aPerson(opened.db, { role: 'staff', name: 'Ana Reyes' });
  ben = await aPerson(opened.db, { role: 'staff', name: 'Ben Ford' });
  for (const person of [ana, ben, owner])
    await opened.db.insert(staffPins).values({ userId: person.userId, hash: pinHash }).onConflictDoNothing();
  const shared = await shareTablet(owner, 'Register 1');
  if (!shared.ok) throw new Error(shared.problem.kind);
  tablet = nameOf(shared.value.cookie);
});

/** The tablet's cookies once this person works on it. */
async function workOn(person: SignedIn, cookies = tablet): Promise<string> {
  const outcome = await takeOver(asked(cookies), { userId: person.userId, pin: PIN });
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return `${tablet}; ${nameOf(outcome.value.cookie)}`;
}

const actorOf = (cookie: string, headers = AS_DOCUMENT) => readActor(asked(cookie, headers).headers);
const problemOf = (outcome: { ok: true } | { ok: false; problem: PinProblem }) =>
  outcome.ok ? null : outcome.problem.kind;
const take = async (person: SignedIn, pin: string, cookie = tablet) =>
  problemOf(await takeOver(asked(cookie), { userId: person.userId, pin }));

describe('a PIN', () => {
  test('takes the tablet over as that person, ends the session before, and is in the audit log', async () => {
    const anas = await workOn(ana);
    expect(await actorOf(anas)).toMatchObject({ userId: ana.userId, name: 'Ana Reyes', byPin: true });
    const bens = await workOn(ben, anas);
    expect(await actorOf(bens)).toMatchObject({ userId: ben.userId });
    expect(await actorOf(anas)).toEqual(guest);
    const [entry] = await opened.db.select().from(auditLog).where(eq(auditLog.actorId, ben.userId));
    expect(entry).toMatchObject({ action: 'tablet.taken-over', after: { tablet: 'Register 1' } });
  });

  test('works on its tablet only: neither elsewhere, nor on another tablet, nor without one', async () => {
    const cookie = await workOn(ana);
    const session = cookie.split('; ')[1] ?? '';
    expect(await actorOf(session)).toEqual(guest);
    const second = await shareTablet(owner, 'Register 2');
    if (!second.ok) throw new Error('no second tablet');
    expect(await actorOf(`${nameOf(second.value.cookie)}; ${session}`)).toEqual(guest);
    expect(await take(ana, PIN, '')).toBe('no-tablet');
    expect(await take(ana, PIN, `farmgate.tablet=${'x'.repeat(32)}`)).toBe('no-tablet');
    expect(await actorOf(cookie)).toMatchObject({ userId: ana.userId });
  });

  test('gives an admin the daily work and nothing of settings, users, exports and money reports', async () => {
    const actor = await actorOf(await workOn(owner));
    for (const allowed of ['orders.manage', 'cash.handle', 'inventory.count'] as const)
      expect(may(actor, allowed), allowed).toBe(true);
    for (const refused of [
      'settings.manage',
      'users.manage',
      'records.export',
      'cash.report',
      'audit.read',
    ] as const)
      expect(may(actor, refused), refused).toBe(false);
    const asAdmin = actor as SignedIn;
    expect(await changeRole(asAdmin, { userId: ben.userId, role: 'admin', from: 'staff' })).toMatchObject({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    expect(await banCustomer(asAdmin, ben.userId, { reason: 'x', openOrders: 'keep' })).toMatchObject({
      ok: false,
    });
  });

  test('is never a recent sign-in, and shares no tablet', async () => {
    const actor = (await actorOf(await workOn(ana))) as SignedIn;
    expect(await isRecentlyConfirmed(actor)).toBe(false);
    expect(problemOf(await setPin(asked(''), actor, '927461'))).toBe('confirm-first');
    expect(problemOf(await removeOwnPin(asked(''), actor))).toBe('confirm-first');
    await opened.db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.id, actor.sessionId));
    expect(problemOf(await shareTablet(actor, 'My phone'))).toBe('not-allowed');
  });

  test('of a customer, of a person who left and of a banned one takes nothing over', async () => {
    const customer = await aPerson(opened.db);
    await opened.db.insert(staffPins).values({ userId: customer.userId, hash: pinHash });
    expect(await take(customer, PIN)).toBe('wrong-pin');
    await opened.db.update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, ana.userId));
    expect(await take(ana, PIN)).toBe('not-allowed');
    await opened.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, ben.userId));
    expect(await take(ben, PIN)).toBe('not-allowed');
    expect(problemOf(await takeOver(asked(tablet), { userId: 'nobody', pin: PIN }))).toBe('wrong-pin');
  });

  test('needs the second factor on the tablet if the store requires one', async () => {
    await opened.db.insert(storeSettings).values({ name: 'security', value: { staffSecondFactor: true } });
    invalidateSettings();
    try {
      const cookie = await workOn(ana);
      expect(may(await actorOf(cookie), 'orders.manage')).toBe(false);
      await opened.db.update(sharedTablets).set({ secondFactor: true });
      expect(may(await actorOf(await workOn(ana)), 'orders.manage')).toBe(true);
    } finally {
      await opened.db.delete(storeSettings);
      invalidateSettings();
    }
  });
});

describe('guessing', () => {
  test('locks a person after five wrong PINs, on every tablet, also for the right one', async () => {
    for (let at = 0; at < 5; at += 1) expect(await take(ana, '000001')).toBe('wrong-pin');
    expect(await take(ana, PIN)).toBe('too-many-attempts');
    const second = await shareTablet(owner, 'Register 2');
    if (!second.ok) throw new Error('no second tablet');
    expect(await take(ana, PIN, nameOf(second.value.cookie))).toBe('too-many-attempts');
    expect(await take(ben, PIN)).toBeNull();
  });

  test('locks a person for the day after twenty, and a new PIN by password ends that', async () => {
    for (let at = 0; at < 20; at += 1) {
      await opened.db.execute(
        sql`update rate_limits set last_request = last_request - 901000 where key like 'own:pin:person%'`,
      );
      expect(await take(ana, '000001')).toBe('wrong-pin');
    }
    await opened.db.execute(
      sql`update rate_limits set last_request = last_request - 901000 where key like 'own:pin:person%'`,
    );
    expect(await take(ana, PIN)).toBe('too-many-attempts');
    await opened.db.insert(accounts).values({
      ...{ userId: ana.userId, accountId: ana.userId },
      providerId: 'credential',
      password: await hashPassword(PASSWORD),
    });
    const wanted = { userId: ana.userId, password: PASSWORD, pin: '927461' };
    expect(problemOf(await setPinByPassword(asked(tablet), { ...wanted, password: 'wrong' }))).toBe(
      'wrong-password',
    );
    expect(problemOf(await setPinByPassword(asked(''), wanted))).toBe('no-tablet');
    expect(problemOf(await setPinByPassword(asked(tablet), { ...wanted, pin: '123456' }))).toBe('too-easy');
    expect(problemOf(await setPinByPassword(asked(tablet), wanted))).toBeNull();
    expect(await take(ana, '927461')).toBeNull();
    expect(await take(ana, PIN)).toBe('wrong-pin');
  });

  test('at an id that is no one’s, or on and on at one person, locks no one else', async () => {
    let locked: string | null = null;
    for (let at = 0; at < 31; at += 1)
      locked = problemOf(await takeOver(asked(tablet), { userId: randomUUID(), pin: '000001' }));
    expect(locked).toBe('too-many-attempts');
    for (let at = 0; at < 35; at += 1) locked = await take(ana, '000001');
    expect(locked).toBe('too-many-attempts');
    expect(await take(ben, PIN)).toBeNull();
  });

  test('locks a tablet after thirty tries at different people', async () => {
    for (let person = 0; person < 6; person += 1) {
      const colleague = await aPerson(opened.db, { role: 'staff' });
      await opened.db.insert(staffPins).values({ userId: colleague.userId, hash: pinHash });
      for (let at = 0; at < 5; at += 1) expect(await take(colleague, '000001')).toBe('wrong-pin');
    }
    for (let at = 0; at < 6; at += 1) expect(await take(ben, PIN)).toBe('too-many-attempts');
    for (const { id } of await opened.db.select({ id: sharedTablets.id }).from(sharedTablets))
      await forgetAttempts('pin:tablet', id);
    expect(await take(ben, PIN), 'refused tries are none at the person').toBeNull();
  });

  test('right PINs are never counted: shifts change all day', async () => {
    for (let at = 0; at < 35; at += 1) expect(await take(at % 2 ? ana : ben, PIN)).toBeNull();
  });
});

describe('the session ends', () => {
  const minutesPass = (person: SignedIn, minutes: number) =>
    opened.db.execute(sql`update sessions set updated_at = updated_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes}) where user_id = ${person.userId} and tablet_id is not null`);

  test('after ten minutes without a person, however often the page refreshes its data', async () => {
    const cookie = await workOn(ana);
    await minutesPass(ana, 9);
    const refresh = { 'sec-fetch-dest': 'empty' };
    expect(await actorOf(cookie, refresh as never)).toMatchObject({ userId: ana.userId });
    await minutesPass(ana, 2);
    expect(await actorOf(cookie)).toEqual(guest);
  });

  test('not while a person presses something', async () => {
    const cookie = await workOn(ana);
    for (let at = 0; at < 3; at += 1) {
      await minutesPass(ana, 9);
      const pressed = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await actorOf(cookie, pressed as never)).toMatchObject({ userId: ana.userId });
    }
  });

  test('with another role, also one that comes back', async () => {
    const cookie = await workOn(ben);
    const { sessionId } = (await actorOf(cookie)) as SignedIn;
    const to = (role: 'user' | 'staff' | 'admin', from: 'user' | 'staff' | 'admin') =>
      changeRole(owner, { userId: ben.userId, role, from });
    expect(await to('admin', 'staff')).toMatchObject({ ok: true });
    expect(await to('staff', 'admin')).toMatchObject({ ok: true });
    expect(await readActorOfSession(sessionId)).toEqual(guest);
    expect(await actorOf(cookie)).toEqual(guest);
  });

  test('with a ban, a new PIN, the removal of the PIN and the end of the sharing', async () => {
    const ended = async (cookie: string, how: () => Promise<unknown>) => {
      expect(await actorOf(cookie)).not.toEqual(guest);
      await how();
      expect(await actorOf(cookie)).toEqual(guest);
    };
    await ended(await workOn(ana), () => setPin(asked(''), ana, '927461'));
    await ended(await workOn(ben), () => removePin(owner, ben.userId));
    expect(await take(ben, PIN)).toBe('wrong-pin');
    expect(problemOf(await removePin(ana, ben.userId))).toBe('not-allowed');
    await ended(await workOn(owner), async () => {
      const all = await opened.db.select().from(sharedTablets);
      for (const { id } of all) await stopSharing(owner, id);
    });
    expect(await take(owner, PIN)).toBe('no-tablet');
  });

  test('and no one takes over a tablet that a person set up who left', async () => {
    await opened.db.update(sharedTablets).set({ setUpBy: ben.userId });
    expect(await take(ana, PIN)).toBeNull();
    await opened.db.update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, ben.userId));
    expect(await take(ana, PIN)).toBe('no-tablet');
  });
});
