/** What admins decide about refused reports: again, or not by the shop. One outcome for two at once, and nothing for staff. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { lots } from '#db/schema/stock.ts';
import { stateActRows, stateActs } from '#db/schema/tracking.ts';
import { systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { anAct, aTask, lotOf, reportNewest } from '#tests/support/state-acts.ts';
import { readActsOfLot } from './act-lines-queries.server.ts';
import { actList } from './act-list.ts';
import { readAct, readActs, readTasks } from './acts-queries.server.ts';
import { actCsvColumns, exportActs } from './export-acts.server.ts';
import { countSent, countTasks, readReportFigures } from './report-figures-queries.server.ts';
import { markEntered, retryAct, retryAll, skipAct } from './resolve-act.server.ts';
import { tellOfTasks } from './tell-of-tasks.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
const TAG = '1A4FF0100000022000000001';
const now = systemClock();
const at = { now, zone };
let ada: SignedIn;
let bo: SignedIn;
let kim: SignedIn;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  bo = await aPerson(fresh.db, { role: 'admin', name: 'Bo Second' });
  kim = await aPerson(fresh.db, { role: 'staff' });
});
beforeEach(async () => {
  await fresh.db.delete(stateActRows);
  await fresh.db.delete(stateActs);
  await fresh.db.update(lots).set({ packageTag: null });
});

const stored = async (id: number) => (await fresh.db.select().from(stateActs).where(eq(stateActs.id, id)))[0];
const auditOf = async (id: number) =>
  (
    await fresh.db
      .select({ action: auditLog.action, reason: auditLog.reason, by: auditLog.actorName })
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(id)))
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id))
  ).filter(({ action }) => action.startsWith('state-act.'));

test('a refused one is sent again at once, with its tries', async () => {
  const id = await aTask(fresh.db, 'On hold.', { tries: 2, dueAt: new Date(Date.now() + 3_600_000) });
  expect(await retryAct(ada, id)).toEqual({ ok: true, value: null });
  expect(await stored(id)).toMatchObject({ status: 'waiting', dueAt: null, tries: 2, answer: 'On hold.' });
  expect(await auditOf(id)).toEqual([{ action: 'state-act.retried', reason: null, by: 'Ada Owner' }]);
});

test('one that waits for a later time is sent now, one that waits for nothing is not touched', async () => {
  const later = await anAct(fresh.db, { dueAt: new Date(Date.now() + 3_600_000) });
  const soon = await anAct(fresh.db);
  expect(await retryAct(ada, later)).toMatchObject({ ok: true });
  expect((await stored(later))?.dueAt).toBeNull();
  expect(await retryAct(ada, soon)).toMatchObject({ ok: false, problem: { kind: 'not-refused' } });
});

test('one is left out with a reason, and one that was entered by hand says so with the state’s number', async () => {
  const skipped = await aTask(fresh.db, 'On hold.');
  const entered = await aTask(fresh.db, 'On hold.');
  expect(await skipAct(ada, skipped, '  ')).toEqual({ ok: false, problem: { kind: 'reason-missing' } });
  expect(await skipAct(ada, skipped, ' The order was a test. ')).toMatchObject({ ok: true });
  expect(await markEntered(bo, entered, { receipt: ' 0000123456 ', note: 'Metrc was down.' })).toMatchObject({
    ok: true,
  });
  expect(await stored(skipped)).toMatchObject({
    ...{ status: 'skipped', endedBy: ada.userId, endedByName: 'Ada Owner', endNote: 'The order was a test.' },
  });
  expect(await stored(entered)).toMatchObject({
    ...{ status: 'skipped', endedByName: 'Bo Second' },
    endNote: 'Entered by hand, receipt 0000123456. Metrc was down.',
  });
  expect(await auditOf(entered)).toEqual([
    {
      ...{ action: 'state-act.entered-by-hand', by: 'Bo Second' },
      reason: 'Entered by hand, receipt 0000123456. Metrc was down.',
    },
  ]);
});

test.each(['waiting', 'sending', 'sent', 'skipped'] as const)(
  'one that is %s is not decided about',
  async (status) => {
    const id = await anAct(fresh.db, { status, sentAt: status === 'sent' ? new Date() : null });
    for (const press of [
      () => retryAct(ada, id),
      () => skipAct(ada, id, 'No'),
      () => markEntered(ada, id, { receipt: '', note: '' }),
    ])
      expect(await press()).toEqual({ ok: false, problem: { kind: 'not-refused', status, by: null } });
    expect((await stored(id))?.status).toBe(status);
    expect(await auditOf(id)).toEqual([]);
  },
);

test('of two admins at once one decides, and the other learns it', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => aTask(fresh.db, 'On hold.')));
  const pairs = await Promise.all(
    ids.map((id) => Promise.all([skipAct(ada, id, 'A test'), skipAct(bo, id, 'A mistake')])),
  );
  for (const [nth, id] of ids.entries()) {
    const act = await stored(id);
    expect(pairs[nth]?.filter(({ ok }) => ok)).toHaveLength(1);
    expect(pairs[nth]?.find(({ ok }) => !ok)).toEqual({
      ok: false,
      problem: { kind: 'not-refused', status: 'skipped', by: act?.endedByName },
    });
    expect(await auditOf(id)).toEqual([
      { action: 'state-act.skipped', reason: act?.endNote, by: act?.endedByName },
    ]);
  }
});

test('all of one kind of trouble are sent again, and no others', async () => {
  const held = [
    await aTask(fresh.db, `Package ${TAG} is on hold.`),
    await aTask(fresh.db, 'Package X is on recall.'),
  ];
  const other = await aTask(fresh.db, 'Quantity 4 exceeds the 3 Each of Package X.');
  expect(await retryAll(ada, 'on-hold')).toEqual({ ok: true, value: { retried: 2 } });
  for (const id of held) expect(await stored(id)).toMatchObject({ status: 'waiting' });
  expect(await stored(other)).toMatchObject({ status: 'refused' });
  expect(await auditOf(held[1] ?? 0)).toHaveLength(1);
  expect(await retryAll(ada, 'on-hold')).toEqual({ ok: false, problem: { kind: 'none-chosen' } });
});

test('staff see the tasks and decide nothing; customers see none', async () => {
  const id = await aTask(fresh.db, 'On hold.');
  const jo = await aPerson(fresh.db, { role: 'user' });
  const denied = { ok: false, problem: { kind: 'not-allowed' } };
  for (const who of [kim, jo]) {
    expect(await retryAct(who, id)).toEqual(denied);
    expect(await skipAct(who, id, 'Because')).toEqual(denied);
    expect(await markEntered(who, id, { receipt: '', note: '' })).toEqual(denied);
    expect(await retryAll(who, 'on-hold')).toEqual(denied);
    expect(await exportActs(who, actList.parse(new URLSearchParams()), zone)).toEqual(denied);
  }
  expect(await stored(id)).toMatchObject({ status: 'refused' });
  expect((await readTasks(kim, 1, at))?.total).toBe(1);
  expect(await countTasks(kim)).toBe(1);
  expect(await readTasks(jo, 1, at)).toBeNull();
  expect(await readAct(jo, id, at)).toBeNull();
  expect(await readActs(jo, actList.parse(new URLSearchParams()), at)).toBeNull();
  expect(await countTasks(jo)).toBeNull();
  expect(await retryAct(ada, 999_999)).toEqual({ ok: false, problem: { kind: 'not-found' } });
});

test('a task has its lot, what we have beside what they said, and leads to the lot', async () => {
  const productId = await aProduct(fresh.db, { onHand: 4, name: 'Kestrel Moon' });
  const lotId = await lotOf(fresh.db, productId);
  await fresh.db.update(lots).set({ packageTag: TAG.toLowerCase() }).where(eq(lots.id, lotId));
  const id = await aTask(fresh.db, `Quantity 4 exceeds the 3 Each of Package ${TAG}.`, {
    receiptNumber: 'ORD123',
  });
  await reportNewest(fresh.db, id, lotId);
  const tasks = await readTasks(kim, 1, at);
  expect(tasks).toMatchObject({
    total: 1,
    kinds: [{ kind: 'too-many', tasks: 1 }],
    rows: [
      {
        title: 'Sale, ORD123',
        answer: `Quantity 4 exceeds the 3 Each of Package ${TAG}.`,
        lots: [{ lotId, productId, product: 'Kestrel Moon', batch: 'B-1', tag: TAG, units: 4 }],
        cure: { ours: 'The package has 3 left in Metrc, this receipt says 4.', to: `/admin/lots/${lotId}` },
      },
    ],
  });
  expect(await readActsOfLot(kim, lotId, at)).toMatchObject([
    { id, status: 'refused', title: 'Sale, ORD123' },
  ]);
  expect(await readActsOfLot(kim, lotId + 1, at)).toEqual([]);
  const empty = await aTask(fresh.db, `Package ${TAG} still has 2 Each and cannot be finished.`, {
    ...{ kind: 'package-empty', source: `lot ${lotId}`, tags: [TAG] },
  });
  expect(await readAct(kim, empty, at)).toMatchObject({ lots: [{ lotId }], cure: { kind: 'not-empty' } });
});

test('of 500 tasks each is on one page, the oldest first', async () => {
  await fresh.db.insert(stateActs).values(
    Array.from({ length: 500 }, (_, n) => ({
      ...{ source: `ledger ${n}`, kind: 'adjustment' as const, status: 'refused' as const },
      ...{
        units: -1,
        reason: 'damaged' as const,
        answer: `Package ${TAG} is on hold.`,
        happenedAt: new Date(),
      },
    })),
  );
  const seen = new Set<number>();
  for (let page = 1; page <= 20; page++)
    for (const { id } of (await readTasks(kim, page, at))?.rows ?? []) seen.add(id);
  expect(seen.size).toBe(500);
  expect((await readTasks(kim, 21, at))?.rows).toEqual([]);
  expect(await retryAll(ada, 'on-hold')).toEqual({ ok: true, value: { retried: 500 } });
});

test('the list filters by kind, status, day, receipt and tag, and pages keep their place', async () => {
  const day = (text: string) => new Date(text);
  // Late on Oct 31 of the store, when Greenwich has Nov 1.
  const late = await anAct(fresh.db, { happenedAt: day('2026-11-01T03:59:00Z'), receiptNumber: 'ORD7' });
  const next = await anAct(fresh.db, {
    ...{ happenedAt: day('2026-11-01T04:00:00Z'), kind: 'adjustment', units: -1, tags: [TAG] },
    ...{ status: 'sent', sentAt: new Date(), stateId: '00012345' },
  });
  const found = async (query: string) =>
    (await readActs(kim, actList.parse(new URLSearchParams(query)), at))?.rows.map(({ id }) => id);
  expect(await found('')).toEqual([next, late]);
  expect(await found('to=2026-10-31')).toEqual([late]);
  expect(await found('from=2026-11-01')).toEqual([next]);
  expect(await found('kind=sale')).toEqual([late]);
  expect(await found('status=sent')).toEqual([next]);
  expect(await found('find=ord7')).toEqual([late]);
  expect(await found('find=ord%25')).toEqual([]);
  expect(await found('find=00012345')).toEqual([next]);
  expect(await found(`find=${TAG.slice(-6)}`)).toEqual([next]);
  await fresh.db.insert(stateActs).values(
    Array.from({ length: 60 }, (_, n) => ({
      ...{ source: `same ${n}`, kind: 'sale' as const, happenedAt: day('2026-11-05T12:00:00Z') },
    })),
  );
  const seen: number[] = [];
  let state = actList.parse(new URLSearchParams('from=2026-11-05'));
  for (;;) {
    const page = await readActs(kim, state, at);
    seen.push(...(page?.rows ?? []).map(({ id }) => id));
    if (!page?.next) break;
    state = { ...state, position: page.next };
  }
  expect(new Set(seen).size).toBe(60);
  expect(seen).toHaveLength(60);
});

test('the file has every act with its ids and times, and its export is audited', async () => {
  await anAct(fresh.db, {
    ...{ receiptNumber: 'ORD9', status: 'sent', stateId: '00012345', tags: [TAG], tries: 1 },
    ...{ happenedAt: new Date('2026-11-01T04:00:00Z'), sentAt: new Date('2026-11-01T04:00:09Z') },
  });
  const exported = await exportActs(ada, actList.parse(new URLSearchParams()), zone);
  if (!exported.ok) throw new Error(exported.problem.kind);
  const rows = [];
  for await (const row of exported.value) rows.push(row);
  expect(rows).toMatchObject([
    {
      ...{ kind: 'Sale', status: 'Reported', receipt: 'ORD9', stateId: '00012345', tags: TAG },
      ...{ happened: '2026-11-01 00:00:00', sent: '2026-11-01 00:00:09' },
    },
  ]);
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(Object.keys(actCsvColumns).sort());
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'state-acts.exported'));
  expect(entry).toMatchObject({ actorId: ada.userId, subjectId: 'state-tracking' });
});

test('figures are of what waits, what is refused and what was sent today', async () => {
  expect(await readReportFigures()).toEqual({
    waiting: 0,
    oldestSeconds: null,
    tasks: 0,
    oldestTaskSeconds: null,
  });
  const ago = (hours: number) => new Date(now.epochMilliseconds - hours * 3_600_000);
  await anAct(fresh.db, { happenedAt: ago(2) });
  await anAct(fresh.db, { happenedAt: ago(1), status: 'sending' });
  await aTask(fresh.db, 'On hold.', { happenedAt: ago(9), triedAt: ago(3) });
  await anAct(fresh.db, { status: 'sent', sentAt: new Date() });
  await anAct(fresh.db, { status: 'sent', sentAt: ago(48) });
  const figures = await readReportFigures();
  expect(figures).toMatchObject({ waiting: 2, tasks: 1 });
  expect(figures.oldestSeconds).toBeGreaterThan(7100);
  expect(figures.oldestTaskSeconds).toBeGreaterThan(10_700);
  expect(figures.oldestTaskSeconds).toBeLessThan(11_000);
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  expect([await countSent({ day: today, zone }), await countSent()]).toEqual([1, 2]);
});

test('admins get one message about all tasks older than four hours, and none about the same ones again', async () => {
  const ago = (minutes: number) => new Date(now.epochMilliseconds - minutes * 60_000);
  const told = async () =>
    (await fresh.db.select().from(events))
      .map(({ payload }) => payload as { kind: string; userId: string; tasks: number })
      .filter(({ kind }) => kind === 'state-tasks-waiting');
  await aTask(fresh.db, 'On hold.', { triedAt: ago(239) });
  expect(await tellOfTasks(now)).toBe(0);
  const old = [
    await aTask(fresh.db, 'On hold.', { triedAt: ago(241) }),
    await aTask(fresh.db, 'No', { triedAt: ago(999) }),
  ];
  const both = await Promise.all([tellOfTasks(now), tellOfTasks(now)]);
  expect(both.sort()).toEqual([0, 2]);
  expect((await told()).map(({ userId, tasks }) => [userId, tasks]).sort()).toEqual(
    [
      [ada.userId, 2],
      [bo.userId, 2],
    ].sort(),
  );
  // Refused again after someone sent it again.
  await retryAct(ada, old[0] ?? 0);
  await fresh.db
    .update(stateActs)
    .set({ status: 'refused', triedAt: ago(300) })
    .where(eq(stateActs.id, old[0] ?? 0));
  expect(await tellOfTasks(now)).toBe(0);
  expect(await tellOfTasks(now.add({ minutes: 5 }))).toBe(1);
  expect(await told()).toHaveLength(4);
});
