/** Tests a colleague's yes by PIN: whose it may be, and that its tries are those of taking a tablet over. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { rateLimits, staffPins, userRoles } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { readApproval } from './approval.server.ts';
import { shareTablet } from './share-tablet.server.ts';
import { takeOver } from './take-over.server.ts';

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
