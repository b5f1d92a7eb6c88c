import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { guest } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { formSections } from '#office/settings/settings-sections.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { holdSettings } from './lock-settings.server.ts';
import { saveSettings } from './save-settings.server.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { invalidateSettings, readSettings } from './settings-queries.server.ts';
import {
  readSettingsGroup,
  readSettingsHistory,
  readSettingsVersion,
} from './settings-versions-queries.server.ts';

const OWN_FACTS = {
  name: 'Alder Hill Farm',
  legalName: 'Alder Hill LLC',
  licenseNumber: 'OCM-MICR-24-000123',
  phone: '(607) 431-2200',
  email: 'hello@alderhill.farm',
  addressLine: '1 Hill Road',
  tagline: '',
  description: '',
};

let fresh: FreshDatabase;
let ana: SignedIn;
let ben: SignedIn;
/** Signed in too long ago for sensitive changes. */
let longAgo: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  ana = await aPerson(fresh.db, { role: 'admin' });
  ben = await aPerson(fresh.db, { role: 'admin' });
  longAgo = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
});
afterEach(async () => {
  await fresh.db.delete(storeSettings);
  invalidateSettings();
});
afterAll(() => fresh.stop());

/** Versions are never deleted, so every test uses a different group. */
const versionsOf = (name: string) =>
  fresh.db.select().from(settingsVersions).where(eq(settingsVersions.name, name));

test('a save writes the given values, leaves the rest, and adds a version with the person and the old values', async () => {
  const saved = await saveSettings(ana, 'holds', { unitsPerCustomer: 12 }, 0);
  const before = defaultSettings().holds;
  const after = { ...before, unitsPerCustomer: 12 };
  expect(saved).toEqual({ ok: true, value: { version: 1, changed: true, value: after } });
  expect((await readSettings()).holds).toEqual(after);
  expect(await readSettingsGroup(ana, 'holds')).toEqual({ value: after, version: 1 });
  expect(await versionsOf('holds')).toMatchObject([
    { version: 1, before, after, changedBy: ana.userId, changedByName: ana.name },
  ]);
  expect(await saveSettings(ana, 'holds', { unitsPerCustomer: 12 }, 1)).toMatchObject({
    value: { version: 1, changed: false },
  });
  expect(await versionsOf('holds')).toHaveLength(1);
});

test('when two people save the same value at once, one reads what the other saved', async () => {
  const outcomes = await Promise.all([
    saveSettings(ana, 'publishing', { flaggedWords: ['one'] }, 0),
    saveSettings(ben, 'publishing', { flaggedWords: ['two'] }, 0),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const [refused] = outcomes.filter((outcome) => !outcome.ok);
  const stored = (await readSettings()).publishing;
  expect(refused).toEqual({ ok: false, problem: { kind: 'stale', version: 1, value: stored } });
  expect(await versionsOf('publishing')).toHaveLength(1);
});

test('a change of other keys in the group does not conflict', async () => {
  await saveSettings(ana, 'pickup', { capacity: 3 }, 0);
  const saved = await saveSettings(ben, 'pickup', { leadMinutes: 5 }, 0);
  expect(saved).toMatchObject({ ok: true, value: { version: 2, value: { capacity: 3, leadMinutes: 5 } } });
  for (const version of [0, 1]) {
    const stale = await saveSettings(ben, 'pickup', { leadMinutes: 7 }, version);
    expect(stale).toMatchObject({ ok: false, problem: { kind: 'stale', version: 2 } });
  }
  for (const version of [-1, 99, 1.5, Number.NaN, 2 ** 40])
    expect(await saveSettings(ben, 'pickup', { leadMinutes: 7 }, version)).toMatchObject({ ok: false });
});

test.each(['staff', 'user'] as const)(
  'a person with the role %s changes nothing and reads nothing',
  async (role) => {
    const person = await aPerson(fresh.db, { role });
    for (const actor of [person, guest, { ...ana, isBanned: true }]) {
      expect(await saveSettings(actor, 'store', { name: 'Stolen' }, 0)).toEqual({
        ok: false,
        problem: { kind: 'not-allowed' },
      });
      expect(await readSettingsGroup(actor, 'store')).toBeNull();
      expect(await readSettingsVersion(actor, 'store', 1)).toBeNull();
    }
    expect((await readSettings()).store.name).toBe(defaultSettings().store.name);
  },
);

test.each([
  ['security', { staffSessionHours: 3 }],
  ['compliance', { minimumAge: 25 }],
  ['store', { licenseNumber: 'OCM-1' }],
  ['store', { phone: '(900) 555-0100' }],
  ['store', { priceListKey: 'price-lists/0.pdf' }],
  ['warnings', { hopeline: '1-900-555-0100' }],
  ['pricing', { floor: 10_000 }],
  ['discounts', { taxBase: 'after-discount' }],
  ['opening', { isOpen: false }],
  ['counter', { offlineHandOver: true }],
  ['sharing', { feed: true }],
  ['holds', { unitsPerCustomer: 50 }],
  ['missedPickups', { limit: 2 }],
] as const)('a change of %s requires a recent sign-in', async (name, value) => {
  const refused = { ok: false, problem: { kind: 'confirm-first' } };
  const at = (await versionsOf(name)).length;
  expect(await saveSettings(longAgo, name, value, at)).toEqual(refused);
  expect(await saveSettings(ana, name, value, at)).toMatchObject({ ok: true });
});

test('before a shop opens, only its opening and its license number require a recent sign-in', async () => {
  await fresh.db.insert(storeSettings).values([
    { name: 'opening', value: { isOpen: false } },
    { name: 'store', value: OWN_FACTS },
  ]);
  const at = (await versionsOf('store')).length;
  const read = async () => (await versionsOf('opening')).length;
  expect(await saveSettings(longAgo, 'store', { phone: '(607) 555-0199' }, at)).toMatchObject({ ok: true });
  expect(await saveSettings(longAgo, 'opening', { confirmed: ['hours'] }, await read())).toMatchObject({
    ok: true,
  });
  const refused = { ok: false, problem: { kind: 'confirm-first' } };
  expect(await saveSettings(longAgo, 'opening', { isOpen: true }, await read())).toEqual(refused);
  expect(await saveSettings(longAgo, 'store', { licenseNumber: 'OCM-2' }, at + 1)).toEqual(refused);
  expect(await saveSettings(ana, 'opening', { isOpen: true }, await read())).toMatchObject({
    ok: true,
  });
});

test('a shop does not open with facts of the sample, also if they are saved while it opens', async () => {
  const version = async (name: 'store' | 'opening') => (await versionsOf(name)).length;
  await fresh.db.insert(storeSettings).values([
    { name: 'opening', value: { isOpen: false } },
    { name: 'store', value: OWN_FACTS },
  ]);
  const { phone } = defaultSettings().store;
  const [facts, opening] = await Promise.all([
    saveSettings(ana, 'store', { phone }, await version('store')),
    saveSettings(ben, 'opening', { isOpen: true }, await version('opening')),
  ]);
  expect([facts.ok, opening.ok].filter(Boolean), JSON.stringify([facts, opening])).toHaveLength(1);
  await saveSettings(ana, 'store', { phone: OWN_FACTS.phone }, await version('store'));
  await saveSettings(ben, 'opening', { isOpen: false }, await version('opening'));
  await saveSettings(ana, 'store', { phone }, await version('store'));
  expect(await saveSettings(ben, 'opening', { isOpen: true }, await version('opening'))).toEqual({
    ok: false,
    problem: {
      kind: 'invalid',
      errors: { isOpen: ['The shop stays closed. Phone is the sample store’s.'] },
    },
  });
});

test('an open shop cannot take on facts of the sample, and one that has them can save its others', async () => {
  await fresh.db.insert(storeSettings).values({ name: 'store', value: { ...OWN_FACTS, email: '' } });
  const save = async (value: Partial<Settings['store']>) =>
    saveSettings(ana, 'store', value, (await versionsOf('store')).length);
  const { licenseNumber } = defaultSettings().store;
  expect(await save({ licenseNumber })).toEqual({
    ok: false,
    problem: {
      kind: 'invalid',
      errors: { licenseNumber: ['License number is the sample store’s. Enter your own.'] },
    },
  });
  expect(await save({ phone: '' })).toMatchObject({ problem: { errors: { phone: [expect.any(String)] } } });
  expect(await save({ phone: '(607) 431-2201' })).toMatchObject({ ok: true });
});

test('a value outside the schema is refused at its field, and nothing is saved', async () => {
  expect(await saveSettings(ana, 'holds', { unitsPerCustomer: 0 }, 0)).toMatchObject({
    problem: { kind: 'invalid', errors: { unitsPerCustomer: [expect.any(String)] } },
  });
  expect(await fresh.db.select().from(storeSettings)).toEqual([]);
});

test('a section’s history lists its own saves in words, and each version can be restored', async () => {
  const slots = formSections.get('slots');
  if (!slots) throw new Error('no such section');
  expect((await readSettingsGroup(ana, 'search'))?.version).toBe(0);
  const base = (await versionsOf('pickup')).length;
  const options = { section: slots.section };
  await saveSettings(ana, 'pickup', { capacity: 5 }, base, options);
  await saveSettings(ana, 'pickup', { exceptions: [{ date: '2031-07-04', closed: true }] }, base + 1);
  await saveSettings(ben, 'pickup', { capacity: 6, leadMinutes: 90 }, base + 2, options);
  const { lines } = await readSettingsHistory(ana, slots.section, 'America/New_York');
  expect(lines.slice(0, 2)).toMatchObject([
    {
      version: base + 3,
      who: ben.name,
      changes: [
        { label: 'Orders in a slot', before: '5 orders', after: '6 orders' },
        { label: 'Time to pack', before: '60 minutes', after: '90 minutes' },
      ],
      toRestore: [],
    },
    { version: base + 1, who: ana.name, toRestore: [{ after: '5 orders' }, { after: '60 minutes' }] },
  ]);
  expect(await readSettingsVersion(ana, 'pickup', base + 1)).toMatchObject({ capacity: 5 });
  const [audit] = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, 'slots'))
    .orderBy(auditLog.createdAt);
  expect(audit).toMatchObject({
    action: 'setting.changed',
    before: { 'Orders in a slot': '12 orders' },
    after: { 'Orders in a slot': '5 orders' },
  });
});

test('versions cannot be changed', async () => {
  await saveSettings(ana, 'warnings', { crisisLine: '911' }, (await versionsOf('warnings')).length);
  await expect(fresh.db.update(settingsVersions).set({ after: {} })).rejects.toThrow();
  await expect(fresh.db.delete(settingsVersions)).rejects.toThrow();
});

test('a transaction that holds the settings reads the stored values, and a save waits for it', async () => {
  const known = await readSettings();
  await fresh.db.insert(storeSettings).values({ name: 'holds', value: { unitsPerCustomer: 7 } });
  expect((await readSettings()).holds.unitsPerCustomer, 'not heard of yet').toBe(60);
  const order: string[] = [];
  let saving: Promise<unknown> | undefined;
  await inTransaction(async (tx) => {
    const held = await holdSettings(tx, known);
    expect(held.holds.unitsPerCustomer).toBe(7);
    saving = saveSettings(ana, 'holds', { unitsPerCustomer: 8 }, 1).then(() => order.push('saved'));
    await expect
      .poll(async () => {
        const { rows } = await fresh.db.execute(
          sql`
            select 1 from pg_locks join pg_stat_activity using (pid)
            where locktype = 'advisory' and not granted and datname = current_database()`,
        );
        return rows.length;
      })
      .toBe(1);
    expect((await holdSettings(tx, held)).holds.unitsPerCustomer).toBe(7);
    order.push('held');
  });
  await saving;
  expect(order).toEqual(['held', 'saved']);
});
