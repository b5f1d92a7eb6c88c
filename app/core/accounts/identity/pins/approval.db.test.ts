/** Tests a colleague's yes by PIN: whose it may be, and that its tries are those of taking a tablet over. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { accounts, rateLimits, staffPins, userRoles } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { readApproval, readWitness } from './approval.server.ts';
import { shareTablet } from './share-tablet.server.ts';
import { takeOver } from './take-over.server.ts';
import { readWitnesses } from './witnesses-queries.server.ts';

const PIN = '408213';
let opened: FreshDatabase;
let ana: SignedIn;
let owner: SignedIn;
let tablet: string;

beforeAll(async () => {
  opened = await freshDatabase();
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
  ana = await aPerson(opened.db, { role: 'staff', name: 'Ana Reyes' });
  owner = await aPerson(opened.db, { role: 'admin', name: 'Ora Owner' });
  const hash = await hashPassword(PIN);
  for (const { userId } of [ana, owner]) await opened.db.insert(staffPins).values({ userId, hash });
  const shared = await shareTablet(owner, 'Register 1');
  if (!shared.ok) throw new Error(shared.problem.kind);
  tablet = shared.value.cookie.split(';')[0] ?? '';
});
afterAll(() => opened.stop());
beforeEach(() => opened.db.delete(rateLimits));

const on = (cookie: string) => new Request('http://localhost:3000/counter', { headers: { cookie } });
const yesOf = async (person: SignedIn, pin = PIN, cookie = tablet, asks = ana) => {
  const outcome = await readApproval(on(cookie), asks.userId, { userId: person.userId, pin });
  return outcome.ok ? outcome.value.name : outcome.problem.kind;
};

test('a yes is of a colleague with their PIN, on a shared tablet, and never one’s own', async () => {
  expect(await yesOf(owner)).toBe('Ora Owner');
  expect(await yesOf(owner, '408214')).toBe('wrong-pin');
  expect(await yesOf(ana)).toBe('own-pin');
  expect(await yesOf(owner, PIN, '')).toBe('no-tablet');
  expect(await yesOf(await aPerson(opened.db, { role: 'admin' }))).toBe('wrong-pin');
});

test('its wrong PINs lock the person as those of taking over do, and the right one then too', async () => {
  for (let wrong = 0; wrong < 3; wrong += 1) expect(await yesOf(owner, '408214')).toBe('wrong-pin');
  const take = () => takeOver(on(tablet), { userId: owner.userId, pin: '408214' });
  for (let wrong = 0; wrong < 2; wrong += 1)
    expect(await take()).toMatchObject({ problem: { kind: 'wrong-pin' } });
  expect(await yesOf(owner)).toBe('too-many-attempts');
  expect(await take()).toMatchObject({ problem: { kind: 'too-many-attempts' } });
});

test('a banned person, and one who no longer works here, says no yes', async () => {
  const bo = await aPerson(opened.db, { role: 'admin', name: 'Bo Tran' });
  await opened.db.insert(staffPins).values({ userId: bo.userId, hash: await hashPassword(PIN) });
  await opened.db
    .update(customerProfiles)
    .set({ isBanned: true })
    .where(eq(customerProfiles.userId, bo.userId));
  expect(await yesOf(bo)).toBe('not-allowed');
  await opened.db
    .update(customerProfiles)
    .set({ isBanned: false })
    .where(eq(customerProfiles.userId, bo.userId));
  expect(await yesOf(bo)).toBe('Bo Tran');
  await opened.db.update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, bo.userId));
  expect(await yesOf(bo)).toBe('not-allowed');
});

const witnessOf = async (
  person: { userId: string },
  shown: { pin?: string; password?: string },
  cookie = tablet,
) => {
  const secrets = { pin: '', password: '', ...shown };
  const outcome = await readWitness(on(cookie), ana, { userId: person.userId, ...secrets });
  return outcome.ok ? `${outcome.value.name}, ${outcome.value.way}` : outcome.problem.kind;
};

test('a witness shows a PIN on a shared tablet and a password elsewhere, never the other and never their own record', async () => {
  const PASSWORD = 'the gate by the creek';
  const cy = await aPerson(opened.db, { role: 'staff', name: 'Cy Bell' });
  await opened.db.insert(staffPins).values({ userId: cy.userId, hash: await hashPassword(PIN) });
  const password = await hashPassword(PASSWORD);
  for (const { userId } of [cy, ana])
    await opened.db
      .insert(accounts)
      .values({ userId, providerId: 'credential', accountId: userId, password });
  expect(await witnessOf(cy, { pin: PIN })).toBe('Cy Bell, pin');
  expect(await witnessOf(cy, { pin: PIN }, '')).toBe('password-missing');
  expect(await witnessOf(cy, { password: PASSWORD })).toBe('pin-missing');
  expect(await witnessOf(cy, { password: PASSWORD }, '')).toBe('Cy Bell, password');
  expect(await witnessOf(ana, { pin: PIN })).toBe('own-pin');
  expect(await witnessOf(ana, { password: PASSWORD }, '')).toBe('own-pin');
  const customer = await aPerson(opened.db);
  await opened.db
    .insert(accounts)
    .values({ userId: customer.userId, providerId: 'credential', accountId: customer.userId, password });
  expect(await witnessOf(customer, { password: PASSWORD }, '')).toBe('not-allowed');
  expect(await witnessOf({ userId: 'no uuid' }, { password: PASSWORD }, '')).toBe('not-allowed');
});

test('wrong passwords of a witness count as tries to sign in', async () => {
  const di = await aPerson(opened.db, { role: 'staff', name: 'Di Fox' });
  const password = await hashPassword('the gate by the creek');
  await opened.db
    .insert(accounts)
    .values({ userId: di.userId, providerId: 'credential', accountId: di.userId, password });
  const outcomes = [];
  for (let tries = 0; tries < 30; tries += 1)
    outcomes.push(await witnessOf(di, { password: 'wrong one here' }, ''));
  expect(outcomes[0]).toBe('wrong-password');
  expect(outcomes.at(-1)).toBe('too-many-attempts');
  expect(await witnessOf(di, { password: 'the gate by the creek' }, '')).toBe('too-many-attempts');
});

test('only colleagues who can confirm on this screen are offered', async () => {
  const namesOn = async (cookie: string) =>
    (await readWitnesses(ana, new Headers({ cookie }))).people.map(({ name }) => name);
  const eve = await aPerson(opened.db, { role: 'staff', name: 'Eve Noon' });
  expect(await namesOn(tablet)).not.toContain('Eve Noon');
  expect(await namesOn('')).not.toContain('Eve Noon');
  await opened.db.insert(staffPins).values({ userId: eve.userId, hash: 'of a PIN' });
  expect(await namesOn(tablet)).toContain('Eve Noon');
  expect(await namesOn('')).not.toContain('Eve Noon');
  expect(await namesOn(tablet)).not.toContain('Ana Reyes');
  const { isAlone } = await readWitnesses(ana, new Headers({ cookie: tablet }));
  expect(isAlone).toBe(false);
  const customer = await aPerson(opened.db);
  expect((await readWitnesses(customer, new Headers({ cookie: tablet }))).people).toEqual([]);
});

test('who works here alone reads that someone must be invited, an admin with the way to do it', async () => {
  const others = sql`update customer_profiles set is_banned = user_id <> ${owner.userId}`;
  await opened.db.execute(others);
  const alone = { people: [], isAlone: true };
  expect(await readWitnesses(owner, new Headers())).toMatchObject({ ...alone, mayInvite: true });
  expect(await readWitnesses(ana, new Headers())).toMatchObject({ people: [], mayInvite: false });
});
