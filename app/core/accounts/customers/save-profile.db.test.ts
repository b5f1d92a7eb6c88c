/** Customers save their profile: what it changes, refuses and adds to the history. */
import { asc, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { userActivity } from '#db/schema/activity.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { decryptLicense, encryptLicense } from './encrypt-license.server.ts';
import type { ProfileInput } from './profile.ts';
import { readMyProfile } from './profile-queries.server.ts';
import { saveProfile } from './save-profile.server.ts';

const NOW = Temporal.Instant.from('2026-06-06T16:00:00Z');

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const profileOf = async ({ userId }: SignedIn) => {
  const [row] = await fresh.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  return row ?? expect.fail();
};
const historyOf = ({ userId }: SignedIn) =>
  fresh.db
    .select({ type: userActivity.activityType, says: userActivity.description, about: userActivity.metadata })
    .from(userActivity)
    .where(eq(userActivity.userId, userId))
    .orderBy(asc(userActivity.createdAt), asc(userActivity.id));

/** Saves with all other fields as stored. */
async function save(person: SignedIn, wanted: Partial<ProfileInput>) {
  const stored = await profileOf(person);
  const input: ProfileInput = {
    version: stored.version,
    fullName: stored.fullName,
    phone: stored.phone,
    address: stored.address,
    licenseState: stored.licenseState,
    birthDate: stored.birthDate,
    licenseId: null,
    removeLicense: false,
    ...wanted,
  };
  return saveProfile(person, input, { base: {}, mine: {} }, NOW);
}

const decide = (person: SignedIn, isVerifiedOver21: boolean) =>
  fresh.db
    .update(customerProfiles)
    .set({ isVerifiedOver21, licenseVerified: isVerifiedOver21, ageDecidedAt: new Date() })
    .where(eq(customerProfiles.userId, person.userId));

test('a save increments the version and records the names of changed fields, never their contents', async () => {
  const robin = await aPerson(fresh.db);
  const outcome = await save(robin, {
    phone: '(607) 555-0142',
    licenseId: 'ny 123-456-789',
    licenseState: 'NY',
  });
  expect(outcome).toMatchObject({ ok: true, value: { changed: ['phone', 'licenseState', 'licenseId'] } });
  const stored = await profileOf(robin);
  expect(stored).toMatchObject({ phone: '(607) 555-0142', licenseIdLast4: '6789', version: 2 });
  expect(decryptLicense(stored.licenseIdEncrypted ?? '', robin.userId)).toBe('NY123456789');
  const history = await historyOf(robin);
  expect(history).toEqual([
    {
      type: 'profile_update',
      says: "Updated phone, state of license and driver's license ID",
      about: { fields: "Phone, State of License, Driver's License ID" },
    },
  ]);
  expect(JSON.stringify([history, await readMyProfile(robin, NOW)])).not.toContain('123456789');
  // The same save again changes nothing and leaves no trace.
  expect(await save(robin, { licenseId: 'NY123456789' })).toMatchObject({ ok: true, value: { changed: [] } });
  expect((await profileOf(robin)).version).toBe(2);
  expect(await historyOf(robin)).toHaveLength(1);
});

test('a save cannot overwrite the changes of another save, and lists them', async () => {
  const robin = await aPerson(fresh.db);
  await save(robin, { phone: '607 555 0100' });
  const stale = await saveProfile(
    robin,
    {
      version: 1,
      fullName: 'Robin Hale',
      phone: null,
      address: '1 Mill Lane',
      licenseState: null,
      birthDate: '1995-06-15',
      licenseId: null,
      removeLicense: false,
    },
    { base: { fullName: 'Robin Hale', birthDate: '1995-06-15' }, mine: { phone: '' } },
    NOW,
  );
  expect(stale).toMatchObject({
    ok: false,
    problem: { kind: 'stale', stale: { version: 2, changes: [{ field: 'phone', theirs: '607 555 0100' }] } },
  });
  expect((await profileOf(robin)).address).toBeNull();
});

test('a change of birth date or license resets an approval, and the message says so', async () => {
  for (const wanted of [{ birthDate: '1990-01-01' }, { licenseId: 'AB12345' }, { licenseState: 'PA' }]) {
    const robin = await aPerson(fresh.db);
    await decide(robin, true);
    expect(await save(robin, wanted)).toMatchObject({ ok: true, value: { wasReset: true } });
    expect(await profileOf(robin)).toMatchObject({
      isVerifiedOver21: null,
      licenseVerified: false,
      ageDecidedAt: null,
    });
    expect((await historyOf(robin)).map(({ type }) => type)).toEqual(['profile_update', 'security_alert']);
  }
});

test('an approval stays after a new phone number or a deleted license number', async () => {
  const robin = await aPerson(fresh.db);
  await save(robin, { licenseId: 'NY123456789' });
  await decide(robin, true);
  await save(robin, { phone: '607 555 0100' });
  expect(await profileOf(robin)).toMatchObject({ isVerifiedOver21: true, licenseVerified: true });
  await save(robin, { removeLicense: true });
  expect(await profileOf(robin)).toMatchObject({
    isVerifiedOver21: true,
    licenseVerified: false,
    licenseIdEncrypted: null,
    licenseIdHash: null,
    licenseIdLast4: null,
  });
});

test('a rejection stays, whatever the customer changes', async () => {
  const robin = await aPerson(fresh.db);
  await decide(robin, false);
  expect(await save(robin, { birthDate: '1980-01-01' })).toMatchObject({
    ok: false,
    problem: { kind: 'birth-date-locked' },
  });
  expect((await save(robin, { licenseId: 'AB12345', licenseState: 'PA' })).ok).toBe(true);
  expect(await profileOf(robin)).toMatchObject({ isVerifiedOver21: false, birthDate: '1995-06-15' });
});

test('a birth date under the minimum age is refused and changes nothing', async () => {
  const robin = await aPerson(fresh.db);
  const refused = { ok: false, problem: { kind: 'under-age', minimum: 21 } };
  expect(await save(robin, { birthDate: '2005-06-09', phone: '607 555 0100' })).toMatchObject(refused);
  expect(await save(robin, { birthDate: '2015-01-01' })).toMatchObject({
    ok: false,
    problem: { kind: 'check-year', year: 2015, minimum: 21 },
  });
  expect(await save(robin, { birthDate: '2015-01-01', birthDateAsked: '2015-01-01' })).toMatchObject(refused);
  expect(await profileOf(robin)).toMatchObject({ birthDate: '1995-06-15', phone: null, version: 1 });
});

test('a birth date on file under the minimum age stays locked', async () => {
  const robin = await aPerson(fresh.db, { birthDate: '2010-01-01' });
  expect(await save(robin, { birthDate: '1995-06-15' })).toMatchObject({
    problem: { kind: 'birth-date-locked' },
  });
  expect((await save(robin, { phone: '607 555 0100', birthDate: '2010-01-01' })).ok).toBe(true);
  expect((await readMyProfile(robin, NOW))?.age).toMatchObject({
    state: 'under-age',
    isBirthDateLocked: true,
  });
});

test('a birth date on file cannot be removed, and guests and banned people cannot save', async () => {
  const robin = await aPerson(fresh.db);
  expect(await save(robin, { birthDate: null })).toMatchObject({ problem: { kind: 'birth-date-needed' } });
  expect(await save(await aPerson(fresh.db, { isBanned: true }), { phone: '607 555 0100' })).toMatchObject({
    problem: { kind: 'banned' },
  });
  const stored = await profileOf(robin);
  expect(
    await saveProfile(
      { kind: 'guest' },
      { ...stored, licenseId: null, removeLicense: false },
      { base: {}, mine: {} },
    ),
  ).toMatchObject({ problem: { kind: 'not-signed-in' } });
});

test('an encrypted license number is bound to its owner', () => {
  const { licenseIdEncrypted } = encryptLicense('NY123456789', 'robin');
  expect(() => decryptLicense(licenseIdEncrypted ?? '', 'kim')).toThrow();
});
