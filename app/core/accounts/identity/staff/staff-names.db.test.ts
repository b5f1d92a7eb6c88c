/** Tests that a record names who did it: who may change the name of a person at work, and which names are free. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProfileInput } from '#core/accounts/customers/profile.ts';
import { saveProfile } from '#core/accounts/customers/save-profile.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditList } from '#core/ground/audit/audit-list.ts';
import { readAudit } from '#core/ground/audit/audit-queries.server.ts';
import { exportAudit } from '#core/ground/audit/export-audit.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inTransaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { changeRole } from './change-role.server.ts';
import { renameStaff } from './rename-staff.server.ts';

let fresh: FreshDatabase;
let owner: SignedIn;
let eve: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = await aPerson(fresh.db, { role: 'admin', name: 'Ora Owner', email: 'ora@farm.example' });
});
afterAll(() => fresh.stop());
beforeEach(async () => {
  eve = await aPerson(fresh.db, { role: 'staff', name: `Eve Marsh ${crypto.randomUUID().slice(0, 6)}` });
});

const typed = (fullName: string, more: Partial<ProfileInput> = {}): ProfileInput => ({
  ...{ version: 1, fullName, phone: null, address: null, licenseState: null, birthDate: '1995-06-15' },
  ...{ licenseId: null, removeLicense: false, ...more },
});
const save = (who: SignedIn, input: ProfileInput) => saveProfile(who, input, { base: {}, mine: {} });
const problemOf = (outcome: { ok: boolean; problem?: { kind: string } }) =>
  outcome.ok ? null : outcome.problem?.kind;
const nameOf = async ({ userId }: SignedIn) => {
  const [row] = await fresh.db
    .select({ profile: customerProfiles.fullName, account: users.name })
    .from(customerProfiles)
    .innerJoin(users, eq(users.id, customerProfiles.userId))
    .where(eq(customerProfiles.userId, userId));
  return row;
};
const audited = async (query: string) =>
  (await readAudit(owner, auditList.parse(new URLSearchParams(query)), 'America/New_York'))?.rows ?? [];

describe('the name of a person at work', () => {
  test('is in their own profile, but not theirs to change; the rest of the profile is', async () => {
    expect(problemOf(await save(eve, typed('Ora Owner')))).toBe('name-by-admin');
    expect(problemOf(await save(owner, typed('Eve Marsh')))).toBe('name-by-admin');
    expect((await nameOf(eve))?.profile).toBe(eve.name);
    expect(problemOf(await save(eve, typed(eve.name, { phone: '607 555 0142' })))).toBeNull();
    expect(problemOf(await save(await aPerson(fresh.db), typed('Wren Vale')))).toBeNull();
  });

  test('an admin changes, on record with both names, and the account has the same one', async () => {
    const before = eve.name;
    const fullName = `${before} Ford`;
    expect(problemOf(await renameStaff(owner, { userId: eve.userId, fullName }))).toBeNull();
    expect(await nameOf(eve)).toEqual({ profile: fullName, account: fullName });
    const [entry] = await audited(`find=staff.renamed&thing=${eve.email}`);
    expect(entry).toMatchObject({
      ...{ action: 'staff.renamed', who: 'Ora Owner', email: 'ora@farm.example' },
      changes: [{ field: 'name', before, after: fullName }],
    });
    expect(problemOf(await renameStaff(eve, { userId: eve.userId, fullName: 'Someone' }))).toBe(
      'not-allowed',
    );
    const customer = await aPerson(fresh.db);
    expect(problemOf(await renameStaff(owner, { userId: customer.userId, fullName: 'Wren' }))).toBe(
      'not-staff',
    );
    expect((await nameOf(customer))?.profile).toBe('Robin Hale');
  });

  test('looks like no other: not by case, spaces, accents or letters of another alphabet', async () => {
    for (const fullName of ['Ora Owner', 'ora  OWNER', 'Óra Owner', 'Оrа Оwnеr', '0ra Owner'])
      expect(problemOf(await renameStaff(owner, { userId: eve.userId, fullName })), fullName).toBe(
        'name-taken',
      );
    expect((await nameOf(eve))?.profile).toBe(eve.name);
    expect(problemOf(await renameStaff(owner, { userId: owner.userId, fullName: 'Ora  Owner' }))).toBeNull();
    await renameStaff(owner, { userId: owner.userId, fullName: 'Ora Owner' });
  });

  test('is asked to be changed before a person starts to work here under a name like a colleague’s', async () => {
    const twin = await aPerson(fresh.db, { name: 'Ora Ownér' });
    const promote = () => changeRole(owner, { userId: twin.userId, role: 'staff', from: 'user' });
    expect(problemOf(await promote())).toBe('name-taken');
    expect(problemOf(await save(twin, typed('Ora J. Owner')))).toBeNull();
    expect(problemOf(await promote())).toBeNull();
  });

  test('is not changed by a customer while they become staff', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `Quill Fern ${crypto.randomUUID().slice(0, 6)}`;
      const person = await aPerson(fresh.db, { name });
      const [promoted, saved] = await Promise.all([
        changeRole(owner, { userId: person.userId, role: 'staff', from: 'user' }),
        save(person, typed('Ora Owner')),
      ]);
      const [role] = await fresh.db.select().from(userRoles).where(eq(userRoles.userId, person.userId));
      expect([promoted.ok, saved.ok].filter(Boolean)).toHaveLength(1);
      expect((await nameOf(person))?.profile === 'Ora Owner').toBe(role === undefined);
    }
  });

  test('two people do not get at the same moment', async () => {
    const others = await Promise.all([1, 2, 3].map(() => aPerson(fresh.db, { role: 'staff' })));
    const fullName = `Hazel Brook ${crypto.randomUUID().slice(0, 6)}`;
    const outcomes = await Promise.all(others.map(({ userId }) => renameStaff(owner, { userId, fullName })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('a record of an act', () => {
  test('is found by the account, also from when it had another name, and shows and exports it', async () => {
    await inTransaction((tx) =>
      recordAudit(
        tx,
        { ...eve, name: 'Ora Owner' },
        { action: 'product.edited', subject: 'product', subjectId: '1', reason: 'Ice' },
      ),
    );
    const query = 'find=Ice&who=';
    for (const who of [eve.email, eve.name, eve.userId])
      expect(await audited(query + who), who).toMatchObject([{ who: 'Ora Owner', email: eve.email }]);
    expect(await audited(`${query}ora@farm.example`)).toEqual([]);
    const state = auditList.parse(new URLSearchParams(`find=Ice&who=${eve.email}`));
    const exported = await exportAudit(owner, state, { zone: 'America/New_York', labels: {} });
    if (!exported.ok) throw new Error('refused');
    const rows = [];
    for await (const row of exported.value) rows.push(row);
    expect(rows).toMatchObject([{ who: 'Ora Owner', email: eve.email, account: eve.userId }]);
  });
});
