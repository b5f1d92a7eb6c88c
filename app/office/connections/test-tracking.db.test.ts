/** The state's system as an admin connects it: encrypted keys that no one sees again, an address on the internet, and what they may do in words. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTracking } from '#core/goods/tracking/open-tracking.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readConnectionForm, serviceOf } from '#core/running/connections/connection-form.ts';
import {
  openShopConnections,
  readTrackingOptions,
} from '#core/running/connections/open-connections.server.ts';
import { removeConnection, saveConnection } from '#core/running/connections/save-connection.server.ts';
import { trackingServices } from '#core/running/connections/tracking-connection.ts';
import { auditLog } from '#db/schema/audit.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { stateComparisons } from '#db/schema/tracking.ts';
import { readTrackingPage } from '#office/state-tracking/tracking-page-queries.server.ts';
import { readEnv } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { type Metrc, startMetrc } from '#seed/metrc/start-metrc.ts';
import { newMetrcState } from '#seed/metrc/state.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { readConnectionPage } from './connection-page-queries.server.ts';
import { testTracking } from './test-tracking.server.ts';

const LICENSE = 'OCM-MICR-24-000001';
const keys = { softwareKey: 'software-hunter2', licenseKey: 'farm-hunter3' };
const other = { service: 'metrc-other', license: LICENSE, ...keys };
let fresh: FreshDatabase;
let admin: SignedIn;
let metrc: Metrc;
let stopFollowing: () => void = () => undefined;

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
  await signedIn(fresh.db, admin);
  openTracking(readTrackingOptions);
  stopFollowing = await openShopConnections({
    ...{ env: readEnv({}), origin: 'https://shop.example', say: null },
  });
});
beforeEach(async () => {
  const { softwareKey: integratorKey, licenseKey: userKey } = keys;
  const state = newMetrcState({ integratorKey, userKey, license: LICENSE });
  metrc = await startMetrc({ zone: 'America/New_York', state });
  vi.stubEnv('TRACKING_ADDRESS', metrc.origin);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await metrc.stop();
  await fresh.db.delete(shopConnections);
  await fresh.db.delete(stateComparisons);
});
afterAll(async () => {
  stopFollowing();
  await fresh.stop();
});

const save = (more: object = {}, version = 0) =>
  saveConnection(admin, 'tracking', { values: { ...other, address: metrc.origin, ...more }, version });
const tried = async () => {
  const outcome = await testTracking(admin);
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return outcome.value;
};
const pageOf = async () =>
  readConnectionPage(admin, 'tracking', new Request('https://shop.example/admin/settings/state-tracking'));

test('Try it says what the keys may do in words, and starts a comparison', async () => {
  expect(await save()).toMatchObject({ ok: true });
  expect(await tried()).toEqual({
    works: true,
    message: `The keys work for Farm store, license ${LICENSE}. It may sell to consumers. The shop can read packages, sales and deliveries. Lots are being compared.`,
  });
  expect((await pageOf()).match).toMatchObject({ isRunning: true });
  expect((await pageOf()).state).toMatchObject({ setBy: 'office', works: true });
});

test('a right that is missing is named as Metrc names it', async () => {
  await save();
  const [user] = metrc.state.users;
  if (user) user.permissions = ['View Packages'];
  const { works, message } = await tried();
  expect(works).toBe(true);
  expect(message).toContain('The shop can read packages.');
  expect(message).toContain('Not deliveries: allow ‘View Transfers’ for the key’s person in Metrc.');
  if (user) user.permissions = ['View Sales'];
  expect(await tried()).toMatchObject({
    works: false,
    message: expect.stringContaining('allow ‘View Packages’'),
  });
});

test('wrong keys and another license say what to correct', async () => {
  await save({ license: 'OCM-RETL-24-000009' });
  expect((await tried()).message).toBe(
    `These keys do not work for license OCM-RETL-24-000009, only for ${LICENSE}. Correct the license number.`,
  );
  await save({ licenseKey: 'another-hunter9' }, 1);
  expect((await tried()).message).toContain('Metrc refused the keys.');
  expect((await pageOf()).state).toMatchObject({ works: false, trouble: expect.stringContaining('refused') });
});

test('the keys are in no column, entry, page, test or log in the clear, also when Metrc repeats them', async () => {
  const written = vi.spyOn(log, 'warn');
  await save();
  metrc.faults.choose = ({ path }) => (path.startsWith('/facilities') ? 'html' : null);
  const seen: unknown[] = [await tried()];
  metrc.faults.choose = () => null;
  seen.push(await tried(), await pageOf(), written.mock.calls, await readTrackingPage(admin, 1));
  seen.push(await fresh.db.select().from(shopConnections), await fresh.db.select().from(auditLog));
  seen.push(await fresh.db.select().from(stateComparisons));
  const basic = Buffer.from(`${keys.softwareKey}:${keys.licenseKey}`).toString('base64');
  expect(JSON.stringify(seen)).not.toMatch(/hunter/);
  expect(JSON.stringify(seen)).not.toContain(basic);
  const entry = (await fresh.db.select().from(auditLog)).find(
    ({ action }) => action === 'connection.changed',
  );
  expect(entry?.after).toMatchObject({ 'License number': LICENSE, Password: 'set' });
});

test('keys that were entered for one address or license are not sent to another', () => {
  const service = serviceOf(trackingServices, 'metrc-other');
  if (!service) throw new Error('no service');
  const stored = { ...other, address: 'https://api-ny.metrc.com' };
  const empty = { softwareKey: '', licenseKey: '' };
  const read = (more: object) => readConnectionForm(service, { ...stored, ...empty, ...more }, stored);
  expect(read({})).toEqual({ ok: true, value: stored });
  for (const more of [{ address: 'https://thief.example' }, { license: 'OCM-2' }])
    expect(read(more)).toMatchObject({ ok: false, problem: { softwareKey: [expect.any(String)] } });
});

test('the address must be on the internet, unless the server’s settings allow it', async () => {
  for (const address of ['http://127.0.0.1:9', 'https://192.168.1.9', 'https://metrc.local'])
    expect(await save({ address })).toMatchObject({
      ok: false,
      problem: { kind: 'forbidden-place', says: expect.stringContaining('be on the internet') },
    });
  await save();
  vi.stubEnv('TRACKING_ADDRESS', '');
  expect((await tried()).message).toContain('in the server’s own network');
});

test('staff can neither connect nor try, and a removed connection is read no more', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  await signedIn(fresh.db, staff);
  const values = { ...other, address: metrc.origin };
  expect(await saveConnection(staff, 'tracking', { values, version: 0 })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(await testTracking(staff)).toMatchObject({ problem: { kind: 'not-allowed' } });
  await save();
  await removeConnection(admin, 'tracking', 1);
  const before = metrc.calls.length;
  expect((await tried()).works).toBe(false);
  expect(metrc.calls).toHaveLength(before);
});
