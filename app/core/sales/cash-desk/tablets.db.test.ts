/** Tests that a drawer is not closed while a tablet is known to hold work, who may close it anyway, and reports beside a closing. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { counterTablets, drawerCounts, drawerSessions } from '#db/schema/cash-desk.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aYes } from '#tests/support/witness.ts';
import { changeCharge } from './change-charge.server.ts';
import { readInCharge } from './charge-queries.server.ts';
import { type CountInput, closeDrawer, countDrawer } from './count-drawer.server.ts';
import { openSession } from './drawer-cash-queries.server.ts';
import { lockDrawer } from './lock-drawer.server.ts';
import { openDrawer } from './open-drawer.server.ts';
import { cleanUpTablets, reportTablet } from './report-tablet.server.ts';
import { readTabletsOfDay } from './tablets-queries.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;
let ada: SignedIn;
let customer: SignedIn;
beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db);
});

const FRONT = randomUUID();
const BACK = randomUUID();
const report = (unsent: number, id: string = FRONT, by = kim, now = NOW, inView: boolean | null = true) =>
  reportTablet(by, { id, name: id === FRONT ? 'Front' : null, unsent, handsOver: true, inView }, now);

beforeEach(async () => {
  await fresh.db.delete(counterTablets);
  if (!(await openSession(fresh.db)))
    await openDrawer(kim, { key: randomUUID(), amount: 10_000, pieces: null }, NOW);
});

async function count(by = lee, wanted: Partial<CountInput> = {}, now = NOW) {
  const sessionId = (await openSession(fresh.db))?.id ?? '';
  const form = { key: randomUUID(), sessionId, amount: 10_000, pieces: null, next: null };
  return countDrawer(by, { ...form, ...wanted }, now);
}
const refused = (tablets: object[], mayClose = false) => ({
  ok: false,
  problem: { kind: 'unsent', tablets, mayClose },
});
const closed = { ok: true, value: { kind: 'closed' } };

test('a tablet was last empty when it reported that it holds nothing, not when it reported work', async () => {
  const emptyAt = async () =>
    (await fresh.db.select().from(counterTablets).where(eq(counterTablets.id, FRONT)))[0]?.emptyAt ?? null;
  await report(2);
  expect(await emptyAt()).toBeNull();
  await report(0, FRONT, kim, NOW.add({ minutes: 1 }));
  await report(3, FRONT, kim, NOW.add({ minutes: 40 }));
  expect(await emptyAt()).toEqual(new Date(NOW.add({ minutes: 1 }).epochMilliseconds));
});

test('one tablet with an action that was not sent stops the closing on the other, until it is sent', async () => {
  await report(1);
  await report(0, BACK, lee);
  expect(await count()).toMatchObject(refused([{ name: 'Front', unsent: 1 }]));
  expect(await count(lee, { next: ada.userId })).toMatchObject(refused([{ name: 'Front' }]));
  expect(await fresh.db.$count(drawerCounts)).toBe(0);
  await report(0);
  expect(await count()).toMatchObject(closed);
});

test('a lost tablet: an admin or the person in charge closes without it and says why, which is on record', async () => {
  await report(3);
  expect(await count(lee, { without: 'It fell into the river' })).toMatchObject(refused([{ unsent: 3 }]));
  expect(await count(ada)).toMatchObject(refused([{ unsent: 3 }], true));
  expect((await readTabletsOfDay(ada, NOW)).mayCloseWithout).toBe(true);
  expect((await readTabletsOfDay(lee, NOW)).mayCloseWithout).toBe(false);
  const charge = { key: randomUUID(), personId: lee.userId, seenId: (await readInCharge())?.id ?? null };
  await changeCharge(lee, charge, NOW);
  expect((await readTabletsOfDay(lee, NOW)).mayCloseWithout).toBe(true);
  expect(await count(lee, { without: 'It fell into the river' })).toMatchObject(closed);
  const entries = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'drawer.without-tablets'));
  expect(entries).toMatchObject([
    {
      actorName: 'Lee Ford',
      reason: 'It fell into the river',
      after: { tablets: ['Tablet “Front”: 3 not sent'] },
    },
  ]);
  await changeCharge(
    lee,
    { key: randomUUID(), personId: null, seenId: (await readInCharge())?.id ?? null },
    NOW,
  );

  // The same three stop no other drawer; a fourth does.
  await openDrawer(kim, { key: randomUUID(), amount: 10_000, pieces: null }, NOW);
  await report(3);
  expect((await readTabletsOfDay(kim, NOW)).unsent).toEqual([]);
  await report(4);
  expect(await count()).toMatchObject(refused([{ unsent: 4 }]));
  await report(0);
  await report(1);
  expect(await count()).toMatchObject(refused([{ unsent: 1 }]));
});

test('a lost tablet: the yes of someone who may closes without it, in their name, and the count stays one’s own', async () => {
  await report(2);
  const approver = await aYes(fresh.db, ada);
  expect(await count(lee, { approver }), 'no reason').toMatchObject(refused([{ unsent: 2 }], true));
  expect(await count(lee, { without: 'Battery', approver })).toMatchObject(closed);
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.reason, 'Battery'));
  expect(entry).toMatchObject({ actorName: ada.name, actorId: ada.userId, after: { askedBy: 'Lee Ford' } });
  const [session] = await fresh.db
    .select()
    .from(drawerSessions)
    .orderBy(desc(drawerSessions.number))
    .limit(1);
  expect(session).toMatchObject({ closedByName: 'Lee Ford' });
});

test('a lost tablet: the count that has a yes closes the drawer only with another yes', async () => {
  await report(2);
  const counted = { amount: 9_900, without: 'Battery', approver: await aYes(fresh.db, ada) };
  expect(await count(lee, counted)).toMatchObject({ ok: true, value: { kind: 'counted' } });
  const sessionId = (await openSession(fresh.db))?.id ?? '';
  const [last] = await fresh.db.select().from(drawerCounts).where(eq(drawerCounts.sessionId, sessionId));
  const form = { sessionId, countId: last?.id ?? '', next: null, note: '', without: 'Battery' };
  await report(3);
  expect(await closeDrawer(lee, form, NOW)).toMatchObject(refused([{ unsent: 3 }]));
  expect(await closeDrawer(lee, { ...form, approver: await aYes(fresh.db, ada) }, NOW)).toMatchObject(closed);
});

test('a yes of one’s own, of a colleague who may not, and of one who was banned or has another PIN by then, closes nothing', async () => {
  await report(2);
  const no = { ok: false, problem: { kind: 'yes-refused' } };
  const wanted = { without: 'Battery died' };
  const bo = await aPerson(fresh.db, { role: 'admin' });
  expect(await count(lee, { ...wanted, approver: await aYes(fresh.db, lee) })).toEqual(no);
  expect(await count(lee, { ...wanted, approver: await aYes(fresh.db, kim) })).toEqual(no);
  const banned = await aYes(fresh.db, bo);
  await fresh.db.execute(sql`update customer_profiles set is_banned = true where user_id = ${bo.userId}`);
  expect(await count(lee, { ...wanted, approver: banned })).toEqual(no);
  const changed = await aYes(fresh.db, ada);
  await fresh.db.execute(sql`update staff_pins set hash = 'other' where user_id = ${ada.userId}`);
  expect(await count(lee, { ...wanted, approver: changed })).toEqual(no);
  expect((await openSession(fresh.db))?.id).toBeDefined();
  expect(await fresh.db.$count(auditLog, eq(auditLog.reason, 'Battery died'))).toBe(0);
  expect((await readTabletsOfDay(lee, NOW)).unsent, 'they still stop it').toHaveLength(1);
  const charge = { key: randomUUID(), personId: kim.userId, seenId: (await readInCharge())?.id ?? null };
  await changeCharge(kim, charge, NOW);
  expect(await count(lee, { ...wanted, approver: await aYes(fresh.db, kim) }), 'in charge').toMatchObject(
    closed,
  );
  await changeCharge(
    kim,
    { key: randomUUID(), personId: null, seenId: (await readInCharge())?.id ?? null },
    NOW,
  );
});

test('a yes where nothing stands against the closing is on no record', async () => {
  await report(0);
  expect(await count(lee, { without: 'No need', approver: await aYes(fresh.db, ada) })).toMatchObject(closed);
  expect(await fresh.db.$count(auditLog, eq(auditLog.reason, 'No need'))).toBe(0);
});

test('a drawer that was counted before the report is not closed by that count either', async () => {
  expect(await count(lee, { amount: 9_900 })).toMatchObject({ ok: true, value: { kind: 'counted' } });
  const sessionId = (await openSession(fresh.db))?.id ?? '';
  const [last] = await fresh.db.select().from(drawerCounts).where(eq(drawerCounts.sessionId, sessionId));
  const form = { sessionId, countId: last?.id ?? '', next: null, note: '' };
  await report(2);
  expect(await closeDrawer(lee, form, NOW)).toMatchObject(refused([{ unsent: 2 }]));
  expect(await closeDrawer(ada, { ...form, without: 'Broken' }, NOW)).toMatchObject(closed);
});

const later = NOW.add({ minutes: 3 });
const front = { label: 'Tablet “Front”', seen: '12:00 PM', mark: FRONT.slice(0, 8) };

test('a tablet that lost the network in use stops the closing, until it is back or someone says why', async () => {
  await report(0);
  await report(0, FRONT, kim, NOW, null);
  expect(await readTabletsOfDay(kim, NOW.add({ minutes: 2 }))).toMatchObject({ unsent: [], silent: [] });
  expect(await readTabletsOfDay(kim, later)).toMatchObject({ unsent: [front], silent: [] });
  const lost = [{ name: 'Front', unsent: 0 }];
  expect(await count(lee, {}, later)).toMatchObject(refused(lost));
  expect(await count(lee, { without: 'Battery empty' }, later)).toMatchObject(refused(lost));
  expect(await count(ada, { without: 'Battery empty' }, later)).toMatchObject(closed);
  const entries = await fresh.db.select().from(auditLog).where(eq(auditLog.reason, 'Battery empty'));
  expect(entries).toMatchObject([{ after: { tablets: ['Tablet “Front”: lost the network'] } }]);

  // It stops no other drawer until it was back and is lost again.
  await openDrawer(kim, { key: randomUUID(), amount: 10_000, pieces: null }, NOW);
  expect(await readTabletsOfDay(kim, later)).toMatchObject({ unsent: [], silent: [front] });
  await report(0);
  expect(await count(lee, {}, later)).toMatchObject(refused(lost));
  await report(0, FRONT, kim, later);
  expect(await count(lee, {}, later)).toMatchObject(closed);
});

test('a silent tablet whose screen was off, or that takes no cash, is a warning and stops nothing', async () => {
  await report(0, FRONT, kim, NOW, false);
  await report(0, FRONT, kim, NOW, null);
  expect(await readTabletsOfDay(kim, later)).toMatchObject({ unsent: [], silent: [front] });
  expect(await readTabletsOfDay(kim, NOW.add({ hours: 24 }))).toMatchObject({ unsent: [], silent: [] });
  const state = { id: FRONT, name: 'Front', unsent: 0, handsOver: false };
  await reportTablet(kim, { ...state, inView: true }, NOW);
  expect(await readTabletsOfDay(kim, later)).toMatchObject({ unsent: [], silent: [front] });
  await reportTablet(kim, { ...state, inView: false }, NOW);
  expect(await readTabletsOfDay(kim, later)).toMatchObject({ unsent: [], silent: [] });
  expect(await count()).toMatchObject(closed);
});

test('customers and guests report nothing and read nothing, and one person reports a few tablets', async () => {
  for (const actor of [customer, guest])
    expect(
      await reportTablet(actor, { id: randomUUID(), name: null, unsent: 5, handsOver: true, inView: true }),
    ).toMatchObject({ problem: { kind: 'not-allowed' } });
  expect(await fresh.db.$count(counterTablets)).toBe(0);
  await report(1);
  expect(await readTabletsOfDay(customer, NOW)).toEqual({ unsent: [], silent: [], mayCloseWithout: false });
  for (let nth = 0; nth < 30; nth++) await report(nth % 2, randomUUID());
  expect(await fresh.db.$count(counterTablets)).toBe(10);
  // The tablet that is on record still reports.
  expect(await report(0)).toMatchObject({ ok: true });
});

test('a report that waits for a closing comes after it, and a closing that waits for a report sees it', async () => {
  const order: string[] = [];
  await fresh.db.transaction(async (tx) => {
    await lockDrawer(tx);
    const late = report(1).then(() => order.push('reported'));
    expect(await Promise.race([late.then(() => 'done'), pause(300, 'waits')])).toBe('waits');
    order.push('closed');
  });
  await expect.poll(() => order).toEqual(['closed', 'reported']);
  expect(await count()).toMatchObject(refused([{ unsent: 1 }]));
});

test('reports beside closings: a closed drawer never had a tablet with work on record before it', {
  timeout: 60_000,
}, async () => {
  await report(0);
  for (let nth = 0; nth < 10; nth++) {
    const [answer] = await Promise.all([count(), report(1)]);
    if (answer.ok) await openDrawer(kim, { key: randomUUID(), amount: 10_000, pieces: null }, NOW);
    else expect(answer).toMatchObject(refused([{ unsent: 1 }]));
    expect(await count()).toMatchObject(refused([{ unsent: 1 }]));
    await report(0);
  }
  expect(await fresh.db.$count(drawerSessions)).toBeGreaterThan(0);
});

test('a tablet that reports no more is gone after three days', async () => {
  await report(2);
  const at = (hours: number) => new Date(NOW.add({ hours }).epochMilliseconds);
  await cleanUpTablets(at(71));
  expect(await fresh.db.$count(counterTablets)).toBe(1);
  await cleanUpTablets(at(73));
  expect(await fresh.db.$count(counterTablets)).toBe(0);
});
