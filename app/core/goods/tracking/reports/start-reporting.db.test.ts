/** Reporting to the state's system is turned on and off by an admin who signed in recently, and ends with its connection. */
import { desc, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { removeConnection, saveConnection } from '#core/running/connections/save-connection.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { stateReporting } from '#db/schema/tracking.ts';
import { stateReasons } from '#kernel/statuses.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson } from '#tests/support/people.ts';
import { connectToMetrc, LICENSE } from '#tests/support/state-shop.ts';
import { openTracking } from '../open-tracking.server.ts';
import { readReporting } from './report-figures-queries.server.ts';
import { changeReasons, startReporting, stopReporting } from './start-reporting.server.ts';

const fresh = freshShop(afterAll);
/** Soon after midnight of the store's Nov 3, when it is Nov 3 in Greenwich for hours. */
const now = Temporal.Instant.from('2026-11-03T05:10:00Z');
const day = Temporal.PlainDate.from('2026-11-03');
const reasons = Object.fromEntries(stateReasons.map((reason) => [reason, 'Waste']));
const keys = { softwareKey: 'software-hunter2', licenseKey: 'farm-hunter3' };
let ada: SignedIn;
let metrc: Metrc;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
});
beforeEach(async () => {
  await fresh.db.delete(stateReporting);
  await fresh.db.delete(shopConnections);
  metrc = await connectToMetrc();
});
afterEach(() => metrc.stop());

const audited = async () => {
  const [entry] = await fresh.db
    .select()
    .from(auditLog)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  return entry;
};

test('an admin starts from a day, and the state’s own names and notes are stored for each of our reasons', async () => {
  expect(await readReporting()).toBeNull();
  const theft = { ...reasons, theft: 'Theft' };
  expect(await startReporting(ada, { day, reasons: theft }, now)).toEqual({ ok: true, value: null });
  expect(await readReporting()).toMatchObject({
    ...{ isOn: true, fromDay: '2026-11-03', changedByName: 'Ada Owner' },
    reasons: { theft: { name: 'Theft', requiresNote: true }, count: { name: 'Waste', requiresNote: false } },
  });
  expect(await audited()).toMatchObject({
    ...{ action: 'state-reporting.started', actorId: ada.userId, subjectId: 'state-tracking' },
    after: { from: '2026-11-03', 'Theft or loss': 'Theft', Count: 'Waste' },
  });
});

test.each([
  ['2026-11-04', 'day-ahead'],
  ['2026-10-30', 'day-too-old'],
  [null, 'day-missing'],
] as const)('from %s nothing starts', async (text, kind) => {
  const wanted = text === null ? null : Temporal.PlainDate.from(text);
  expect(await startReporting(ada, { day: wanted, reasons }, now)).toMatchObject({
    ok: false,
    problem: { kind },
  });
  expect(await readReporting()).toBeNull();
});

test('a reason without one of the state’s starts nothing, nor one that the state no longer has', async () => {
  const less = { ...reasons, theft: 'Stolen', count: '' };
  expect(await startReporting(ada, { day, reasons: less }, now)).toEqual({
    ok: false,
    problem: { kind: 'reasons-missing', reasons: ['count', 'theft'] },
  });
  expect(await readReporting()).toBeNull();
});

test('without a connection nothing starts, and a state’s system that does not answer is named in words', async () => {
  metrc.faults.next.push({ kind: 'html' });
  expect(await startReporting(ada, { day, reasons }, now)).toEqual({
    ok: false,
    problem: {
      kind: 'no-answer',
      says: 'The address answers, but not as Metrc does. Check the region and the address.',
    },
  });
  openTracking(async () => null);
  expect(await startReporting(ada, { day, reasons }, now)).toEqual({
    ok: false,
    problem: { kind: 'not-connected' },
  });
  expect(await readReporting()).toBeNull();
});

test('staff cannot, nor an admin who signed in long ago, and neither asks the state’s system or stops it', async () => {
  const kim = await aPerson(fresh.db, { role: 'staff' });
  const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 60 });
  expect(await startReporting(kim, { day, reasons }, now)).toEqual({
    ok: false,
    problem: { kind: 'not-allowed' },
  });
  expect(metrc.calls).toHaveLength(0);
  expect(await startReporting(old, { day, reasons }, now)).toEqual({
    ok: false,
    problem: { kind: 'confirm-first' },
  });
  await startReporting(ada, { day, reasons }, now);
  expect(await stopReporting(kim)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await stopReporting(old)).toEqual({ ok: false, problem: { kind: 'confirm-first' } });
  expect(await changeReasons(kim, reasons)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect((await readReporting())?.isOn).toBe(true);
});

test('of two admins at once one starts, and the other learns who was first', async () => {
  const bo = await aPerson(fresh.db, { role: 'admin', name: 'Bo Second' });
  const both = await Promise.all([ada, bo].map((who) => startReporting(who, { day, reasons }, now)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const by = (await readReporting())?.changedByName;
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, problem: { kind: 'already-on', by } });
});

test('it stops, starts again from a later day, and other reasons are chosen while it is on', async () => {
  expect(await changeReasons(ada, reasons, now)).toEqual({ ok: false, problem: { kind: 'not-on' } });
  await startReporting(ada, { day, reasons }, now);
  expect(await changeReasons(ada, { ...reasons, count: 'Scale Variance' }, now)).toMatchObject({ ok: true });
  expect((await readReporting())?.reasons.count).toEqual({ name: 'Scale Variance', requiresNote: false });
  expect(await audited()).toMatchObject({
    action: 'state-reporting.reasons-changed',
    before: { Count: 'Waste' },
    after: { Count: 'Scale Variance' },
  });
  expect(await stopReporting(ada, now)).toMatchObject({ ok: true });
  expect(await stopReporting(ada, now)).toEqual({ ok: false, problem: { kind: 'not-on' } });
  expect(await readReporting()).toMatchObject({ isOn: false, fromDay: '2026-11-03' });
  expect((await audited())?.action).toBe('state-reporting.stopped');
  const later = now.add({ hours: 48 });
  expect(await startReporting(ada, { day: day.add({ days: 2 }), reasons }, later)).toMatchObject({
    ok: true,
  });
  expect(await readReporting()).toMatchObject({ isOn: true, fromDay: '2026-11-05' });
});

test.each([
  ['removed', null, false],
  ['one with another license', { license: 'OCM-MICR-24-000002' }, false],
  ['the practice system', { service: 'metrc-ny-sandbox' }, false],
  ['one with other keys', { licenseKey: 'farm-hunter4' }, true],
] as const)('when the connection is %s, whether it reports on is certain', async (_, change, isOn) => {
  const values = { service: 'metrc-ny', license: LICENSE, ...keys };
  expect(await saveConnection(ada, 'tracking', { values, version: 0 })).toMatchObject({ ok: true });
  await startReporting(ada, { day, reasons }, now);
  const stops = () => fresh.db.$count(auditLog, eq(auditLog.action, 'state-reporting.stopped'));
  const before = await stops();
  const done = change
    ? await saveConnection(ada, 'tracking', { values: { ...values, ...change }, version: 1 })
    : await removeConnection(ada, 'tracking', 1);
  expect(done).toMatchObject({ ok: true });
  expect((await readReporting())?.isOn).toBe(isOn);
  expect(await stops()).toBe(isOn ? before : before + 1);
});
