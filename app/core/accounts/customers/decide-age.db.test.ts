/** Staff decide about ages: what is stored, sent and recorded, and who is refused. */
import { desc, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { userActivity } from '#db/schema/activity.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { events } from '#db/schema/events.ts';
import { succeed } from '#kernel/result.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { ageQueueList } from './age-queue.ts';
import { countAgeCases, readAgeCase, readAgeQueue, readLatelyDecided } from './age-queue-queries.server.ts';
import { correctBirthDate, takeLicenseBack, verifyLicense } from './change-customer-facts.server.ts';
import { changeAgeDecision, decideAge } from './decide-age.server.ts';
import { encryptLicense } from './encrypt-license.server.ts';
import { readMyProfile } from './profile-queries.server.ts';
import { revealCustomer } from './reveal-customer.server.ts';

let fresh: FreshDatabase;
let sam: SignedIn;
let kim: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  openKeyring(null);
  sam = await aPerson(fresh.db, { role: 'staff', name: 'Sam Ostrander' });
  kim = await aPerson(fresh.db, { role: 'admin', name: 'Kim Vale' });
  // Staff are already decided, so that the queue contains only the test's cases.
  await fresh.db.update(customerProfiles).set({ isVerifiedOver21: true });
});
afterAll(() => fresh.stop());

const profileOf = async ({ userId }: SignedIn) => {
  const [row] = await fresh.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  return row ?? expect.fail('no profile');
};
const auditOf = ({ userId }: SignedIn) =>
  fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(desc(auditLog.id));
const approve = (of: SignedIn, photo = '') =>
  ({
    decision: 'approved',
    userId: of.userId,
    version: 1,
    photo,
    ...(photo ? {} : ({ sawLicense: '1' } as const)),
  }) as const;
const reject = (of: SignedIn) =>
  ({
    decision: 'rejected',
    rejection: 'mismatch',
    note: 'Two names',
    userId: of.userId,
    version: 1,
    photo: '',
  }) as const;

async function aLicense(of: SignedIn, number = 'NY 123 456 789'): Promise<string> {
  await fresh.db
    .update(customerProfiles)
    .set({ ...encryptLicense(number, of.userId), licenseState: 'NY' })
    .where(eq(customerProfiles.userId, of.userId));
  const [photo] = await fresh.db
    .insert(customerPhotos)
    .values({
      userId: of.userId,
      kind: 'license',
      state: 'kept',
      fileKey: `photos/${of.userId}`,
      keyId: 'k',
      contentType: 'image/jpeg',
    })
    .returning({ id: customerPhotos.id });
  return photo?.id ?? '';
}

describe('an age decision', () => {
  test('is stored with its time, sent to the customer, and added to activity and audit log', async () => {
    const robin = await aPerson(fresh.db);
    const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
    expect(await decideAge(sam, approve(robin), now)).toEqual({
      ok: true,
      value: { name: 'Robin Hale', decision: 'approved' },
    });
    expect(await profileOf(robin)).toMatchObject({
      isVerifiedOver21: true,
      ageDecidedAt: new Date('2026-06-06T16:00:00Z'),
      ageRejection: null,
    });
    const [entry] = await auditOf(robin);
    expect(entry).toMatchObject({
      actorName: 'Sam Ostrander',
      action: 'age.decided',
      before: { ageDecision: 'Undecided' },
      after: { ageDecision: 'Approved', license: 'Seen in person' },
    });
    const [event] = await fresh.db.select().from(events).where(eq(events.subjectId, robin.userId));
    expect(event?.payload).toEqual({ kind: 'age-decided', userId: robin.userId, decision: 'approved' });
    const [line] = await fresh.db.select().from(userActivity).where(eq(userActivity.userId, robin.userId));
    expect(line?.description).toBe('Our staff confirmed your age');
  });

  test('to approve without a photo requires seeing the license, and the record claims that only then', async () => {
    const robin = await aPerson(fresh.db);
    const unseen = { ...approve(robin), sawLicense: undefined };
    expect(await decideAge(sam, unseen)).toMatchObject({ problem: { kind: 'license-unseen' } });
    expect(await profileOf(robin)).toMatchObject({ isVerifiedOver21: null });
    const photo = await aLicense(robin, 'D4');
    expect((await decideAge(sam, approve(robin, photo))).ok).toBe(true);
    expect((await auditOf(robin))[0]?.after).toEqual({ ageDecision: 'Approved' });
  });

  test('to reject stores its reason, which the customer reads', async () => {
    const robin = await aPerson(fresh.db);
    expect((await decideAge(sam, reject(robin))).ok).toBe(true);
    expect(await profileOf(robin)).toMatchObject({ isVerifiedOver21: false, ageRejection: 'mismatch' });
    expect((await readMyProfile(robin))?.age).toMatchObject({ state: 'rejected', rejection: 'mismatch' });
    const [entry] = await auditOf(robin);
    expect(entry).toMatchObject({
      after: { ageDecision: 'Rejected', because: 'Name or birth date differs from the license' },
      reason: 'Two names',
    });
  });

  test('made twice at once counts once, and the second person reads who decided', async () => {
    for (let round = 0; round < 5; round++) {
      const robin = await aPerson(fresh.db);
      const outcomes = await Promise.all([decideAge(sam, approve(robin)), decideAge(kim, reject(robin))]);
      const [won] = outcomes.filter(({ ok }) => ok);
      const [lost] = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem]));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const first = won === outcomes[0] ? ['approved', 'Sam Ostrander'] : ['rejected', 'Kim Vale'];
      expect(lost).toEqual({ kind: 'decided', decision: first[0], by: first[1] });
      expect(await auditOf(robin)).toHaveLength(1);
    }
  });

  test('is refused if the photo or profile has changed since the page was loaded', async () => {
    const robin = await aPerson(fresh.db);
    const photo = await aLicense(robin, 'A1');
    expect(await decideAge(sam, approve(robin))).toMatchObject({ problem: { kind: 'changed' } });
    await fresh.db
      .update(customerProfiles)
      .set({ version: 2 })
      .where(eq(customerProfiles.userId, robin.userId));
    expect(await decideAge(sam, approve(robin, photo))).toMatchObject({ problem: { kind: 'changed' } });
    expect((await profileOf(robin)).isVerifiedOver21).toBeNull();
    expect((await decideAge(sam, { ...approve(robin, photo), version: 2 })).ok).toBe(true);
  });

  test.each([
    ['2005-06-07', { kind: 'under-age', minimumAge: 21 }],
    [null, { kind: 'no-birth-date' }],
  ])(
    'cannot approve the birth date %s on the store’s day, but can the day after',
    async (birthDate, problem) => {
      const robin = await aPerson(fresh.db, { birthDate });
      // Eleven at night in Hancock is the next day in UTC.
      const eve = Temporal.Instant.from('2026-06-07T03:00:00Z');
      expect(await decideAge(sam, approve(robin), eve)).toEqual({ ok: false, problem });
      const birthday = await decideAge(sam, approve(robin), eve.add({ hours: 2 }));
      expect(birthday.ok).toBe(birthDate !== null);
    },
  );

  test('is refused to customers, guests and banned staff, for oneself and for unknown people', async () => {
    const robin = await aPerson(fresh.db);
    for (const actor of [guest, await aPerson(fresh.db), { ...sam, isBanned: true }])
      expect(await decideAge(actor, approve(robin))).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await decideAge(sam, approve(sam))).toMatchObject({ problem: { kind: 'own' } });
    const unknown = { ...approve(robin), userId: crypto.randomUUID() };
    expect(await decideAge(sam, unknown)).toMatchObject({ problem: { kind: 'not-found' } });
    expect((await profileOf(robin)).isVerifiedOver21).toBeNull();
  });

  test('changes or is undone with a reason, and only from the state shown on the page', async () => {
    const robin = await aPerson(fresh.db);
    await decideAge(sam, approve(robin));
    const change = { from: 'approved', version: 1, reason: 'Wrong person' } as const;
    const away = { ...change, decision: 'undecided' } as const;
    expect((await changeAgeDecision(kim, robin.userId, away)).ok).toBe(true);
    expect(await profileOf(robin)).toMatchObject({ isVerifiedOver21: null, ageDecidedAt: null });
    expect(await changeAgeDecision(kim, robin.userId, away)).toMatchObject({
      problem: { kind: 'decided', decision: 'undecided' },
    });
    const [entry] = await auditOf(robin);
    expect(entry).toMatchObject({
      actorName: 'Kim Vale',
      before: { ageDecision: 'Approved' },
      after: { ageDecision: 'Undecided' },
      reason: 'Wrong person',
    });
  });
});

describe('the queue of age decisions', () => {
  test('lists waiting customers, oldest first, with age and missing proof, and no decided or closed ones', async () => {
    // People of earlier tests: a photo may be of the same millisecond as its decision.
    await fresh.db.update(customerProfiles).set({ isVerifiedOver21: true, ageDecidedAt: sql`now()` });
    const names = ['Ada Elder', 'Bo Middle', 'Cy Younger'];
    const people: SignedIn[] = [];
    for (const [index, name] of names.entries()) {
      const person = await aPerson(fresh.db, { name, birthDate: index === 2 ? null : '2000-06-15' });
      people.push(person);
      await fresh.db
        .update(customerProfiles)
        .set({ createdAt: new Date(Date.UTC(2026, 0, index + 1)) })
        .where(eq(customerProfiles.userId, person.userId));
    }
    const gone = await aPerson(fresh.db, { name: 'Gone' });
    await fresh.db
      .update(customerProfiles)
      .set({ status: 'closed' })
      .where(eq(customerProfiles.userId, gone.userId));
    const [ada] = people as [SignedIn];
    const photo = await aLicense(ada, 'DOUBLE-1234');
    await aLicense(await aPerson(fresh.db, { name: 'Twin' }), 'double 1234');
    const read = async (query: string) => readAgeQueue(sam, ageQueueList.parse(new URLSearchParams(query)));
    const all = await read('');
    expect(all?.rows.map(({ name }) => name).slice(0, 3)).toEqual(names);
    expect(all?.counted).toBe(4);
    expect(all?.rows[0]).toMatchObject({ isOfAge: true, missing: [], photoId: photo });
    expect(all?.rows[2]).toMatchObject({
      age: null,
      isOfAge: false,
      missing: ['birth-date', 'license-id', 'license-photo'],
    });
    expect((await read('proof=complete'))?.rows.map(({ name }) => name)).toEqual(['Ada Elder', 'Twin']);
    expect(await countAgeCases(sam)).toBe((await read('proof=complete'))?.counted);
    expect((await read('find=younger'))?.rows.map(({ name }) => name)).toEqual(['Cy Younger']);
    expect((await read('sort=-joined'))?.rows.at(-1)?.name).toBe('Ada Elder');
    expect(await readAgeQueue(await aPerson(fresh.db), ageQueueList.parse(new URLSearchParams()))).toBeNull();

    const open = await readAgeCase(sam, ada.userId);
    expect(open).toMatchObject({
      state: 'open',
      case: { birthDate: 'Jun 15, 2000', licenseLast4: '1234', sameLicense: [{ name: 'Twin' }] },
    });
    expect((await decideAge(sam, approve(ada, photo))).ok).toBe(true);
    expect(await readAgeCase(sam, ada.userId)).toMatchObject({ state: 'decided', decision: 'approved' });
    expect((await readLatelyDecided(sam))[0]).toMatchObject({ name: 'Ada Elder', decision: 'approved' });
    expect((await read(''))?.rows.some(({ name }) => name === 'Ada Elder')).toBe(false);
  });
});

describe('a license', () => {
  test('is verified once, with an activity and an event, and unverified with a reason', async () => {
    const robin = await aPerson(fresh.db);
    expect(await verifyLicense(sam, robin.userId)).toMatchObject({ problem: { kind: 'no-license' } });
    await aLicense(robin, 'B2');
    expect(await verifyLicense(await aPerson(fresh.db), robin.userId)).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    const twice = await Promise.all([verifyLicense(sam, robin.userId), verifyLicense(kim, robin.userId)]);
    expect(twice.map((outcome) => outcome.ok && outcome.value.changed).sort()).toEqual([false, true]);
    const lines = await fresh.db.select().from(userActivity).where(eq(userActivity.userId, robin.userId));
    expect(lines.map(({ activityType }) => activityType)).toEqual(['license_verified']);
    const told = await fresh.db.select().from(events).where(eq(events.subjectId, robin.userId));
    expect(told.map(({ kind }) => kind)).toEqual(['license-verified']);
    expect((await takeLicenseBack(sam, robin.userId, 'Expired meanwhile')).ok).toBe(true);
    expect((await profileOf(robin)).licenseVerified).toBe(false);
    expect((await auditOf(robin))[0]).toMatchObject({
      action: 'license.taken-back',
      reason: 'Expired meanwhile',
    });
  });

  test('cannot be verified if the customer was rejected or is under age', async () => {
    const robin = await aPerson(fresh.db);
    await aLicense(robin, 'C3');
    const set = (facts: Partial<typeof customerProfiles.$inferInsert>) =>
      fresh.db.update(customerProfiles).set(facts).where(eq(customerProfiles.userId, robin.userId));
    await set({ isVerifiedOver21: false });
    expect(await verifyLicense(sam, robin.userId)).toMatchObject({ problem: { kind: 'rejected' } });
    await set({ isVerifiedOver21: null, birthDate: '2008-01-01' });
    const then = Temporal.Instant.from('2026-03-04T15:00:00Z');
    expect(await verifyLicense(sam, robin.userId, then)).toMatchObject({ problem: { kind: 'under-age' } });
    expect((await profileOf(robin)).licenseVerified).toBe(false);
    const ofAge = Temporal.Instant.from('2029-03-04T15:00:00Z');
    expect(await verifyLicense(sam, robin.userId, ofAge)).toMatchObject({ value: { changed: true } });
  });

  test('shows its number and the birth date in full only to permitted staff, and records it', async () => {
    const robin = await aPerson(fresh.db);
    await aLicense(robin, 'NY-777-888');
    expect(await revealCustomer(sam, robin.userId, 'licenseId')).toEqual(succeed('NY777888'));
    expect(await revealCustomer(sam, robin.userId, 'birthDate')).toEqual(succeed('Jun 15, 1995'));
    expect(await revealCustomer(sam, robin.userId, 'phone')).toEqual(succeed(null));
    expect(await revealCustomer(await aPerson(fresh.db), robin.userId, 'licenseId')).toEqual(succeed(null));
    expect(await revealCustomer({ ...sam, isBanned: true }, robin.userId, 'licenseId')).toEqual(
      succeed(null),
    );
    const looks = await auditOf(robin);
    expect(looks.map(({ action, after }) => [action, after])).toEqual([
      ['customer.revealed', { field: 'Birth date' }],
      ['customer.revealed', { field: 'License ID' }],
    ]);
  });
});

test('a corrected birth date removes the approval, and is masked in the audit log', async () => {
  const robin = await aPerson(fresh.db);
  await decideAge(sam, approve(robin));
  const input = { version: 1, birthDate: '1996-02-03', reason: 'License seen' };
  expect((await correctBirthDate(sam, robin.userId, input)).ok).toBe(true);
  expect(await profileOf(robin)).toMatchObject({
    birthDate: '1996-02-03',
    isVerifiedOver21: null,
    ageDecidedAt: null,
    version: 2,
  });
  expect(await correctBirthDate(sam, robin.userId, input)).toMatchObject({ problem: { kind: 'changed' } });
  expect((await auditOf(robin))[0]).toMatchObject({
    before: { birthDate: '•••15' },
    after: { birthDate: '•••03' },
    reason: 'License seen',
  });
});
