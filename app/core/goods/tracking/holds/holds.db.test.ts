/** What the state holds is not sold: lots leave sale with one reading, once, and no one puts them back before it ends. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { events } from '#db/schema/events.ts';
import { notifications } from '#db/schema/notifications.ts';
import { lots, productStock, reservationLots, stockLedger } from '#db/schema/stock.ts';
import { stateHolds, stateReads, trackedPackages } from '#db/schema/tracking.ts';
import { systemClock } from '#kernel/time.ts';
import { setHold, setTestState } from '#seed/metrc/by-hand.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { addPackage } from '#seed/metrc/state.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { connectToMetrc, LICENSE, LONG_AGO, newTag } from '#tests/support/state-shop.ts';
import { openTracking } from '../open-tracking.server.ts';
import { unitOf } from '../packages-queries.server.ts';
import { readState } from '../read-state.server.ts';
import { storeTracked } from '../store-tracked.server.ts';
import { applyHolds } from './apply-holds.server.ts';
import { notifyOfStateHold } from './emails/hold-notification.server.tsx';
import { readHeldLots } from './held-lots-queries.server.ts';
import { tellHolds } from './tell-holds.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let kim: SignedIn;
let customer: SignedIn;
let metrc: Metrc;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  customer = await aPerson(fresh.db);
  await aPerson(fresh.db, { role: 'staff', isBanned: true });
});
beforeEach(async () => {
  await fresh.db.delete(stateHolds);
  await fresh.db.delete(trackedPackages);
  await fresh.db.delete(stateReads);
  await fresh.db.execute(sql`update lots set package_tag = null`);
  metrc = await connectToMetrc();
  return () => metrc.stop();
});

async function aLot(wanted: { onHand?: number; tag?: string; typed?: string } = {}) {
  const { onHand = 10, tag = newTag() } = wanted;
  const productId = await aProduct(fresh.db, { onHand });
  const [lot] = await fresh.db
    .update(lots)
    .set({ packageTag: wanted.typed ?? tag })
    .where(eq(lots.productId, productId))
    .returning({ id: lots.id });
  addPackage(metrc.state, { label: tag, license: LICENSE, quantity: onHand }, LONG_AGO);
  return { productId, lotId: lot?.id ?? 0, tag };
}
const statusOf = async (lotId: number) =>
  (await fresh.db.select({ status: lots.status }).from(lots).where(eq(lots.id, lotId)))[0]?.status;
const holdOn = (tag: string, isOnHold = true) => setHold(metrc.state, tag, { isOnHold }, new Date());
const holdsOf = (lotId: number) => fresh.db.select().from(stateHolds).where(eq(stateHolds.lotId, lotId));
/** Who was told of this hold, by kind. */
async function toldOf(holdId: string) {
  const rows = await fresh.db
    .select({ kind: events.kind, payload: events.payload })
    .from(events)
    .where(inArray(events.kind, ['state-hold', 'state-hold-ended']));
  return rows
    .map(({ kind, payload }) => ({ kind, ...(payload as { userId: string; holdIds: string[] }) }))
    .filter(({ holdIds }) => holdIds.includes(holdId))
    .map(
      ({ kind, userId }) =>
        `${kind} ${userId === ada.userId ? 'Ada' : userId === kim.userId ? 'Kim' : userId}`,
    )
    .sort();
}
const quarantines = async (lotId: number) =>
  fresh.db
    .select({ by: auditLog.actorName, reason: auditLog.reason })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'lot.quarantined'), eq(auditLog.subjectId, String(lotId))));

describe('a package that the state holds', () => {
  test.each([
    ['on hold', { isOnHold: true }],
    ['on recall', { isOnRecall: true }],
    ['on hold, under investigation', { isOnInvestigation: true }],
  ] as const)(
    'takes its lot off sale when it is %s, whatever the case of the lot’s tag',
    async (words, marks) => {
      const tag = newTag();
      const { lotId, productId } = await aLot({ tag, typed: tag.toLowerCase() });
      await readState();
      expect(await statusOf(lotId)).toBe('sellable');
      setHold(metrc.state, tag, marks, new Date());
      await readState();
      expect(await statusOf(lotId)).toBe('quarantined');
      const [stock] = await fresh.db.select().from(productStock).where(eq(productStock.productId, productId));
      expect(stock).toMatchObject({ onHand: 0, held: 0 });
      expect(await quarantines(lotId)).toEqual([{ by: null, reason: `Held by the state: ${words}` }]);
    },
  );

  test('is on the dashboard of staff while it is held, and of no one else', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    expect(await readHeldLots(kim)).toEqual([]);
    holdOn(tag);
    await readState();
    expect(await readHeldLots(kim)).toMatchObject([{ id: lotId, held: 'on hold' }]);
    expect(await readHeldLots(customer)).toEqual([]);
    holdOn(tag, false);
    await readState();
    expect(await readHeldLots(kim)).toEqual([]);
  });

  test('takes it off sale when its test no longer counts as passed', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    setTestState(metrc.state, tag, 'TestFailed', new Date());
    await readState();
    expect(await statusOf(lotId)).toBe('quarantined');
    expect((await holdsOf(lotId))[0]).toMatchObject({ reasons: ['not-passed'], tookOffSale: true });
  });

  test('is quarantined once and told once, however often and by however many it is read', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    holdOn(tag);
    await Promise.all([readState(), readState()]);
    for (let round = 0; round < 10; round++) {
      await Promise.all([applyHolds(), applyHolds(), tellHolds(), tellHolds()]);
    }
    const [hold, ...more] = await holdsOf(lotId);
    expect(more).toEqual([]);
    expect(await quarantines(lotId)).toHaveLength(1);
    expect(await toldOf(hold?.id ?? '')).toEqual(['state-hold Ada', 'state-hold Kim']);
  });

  test('gives its reserved units to another lot, and those without one are missing', async () => {
    const { lotId, productId, tag } = await aLot({ onHand: 6 });
    const [other] = await fresh.db
      .insert(lots)
      .values({ productId, batchNumber: 'B-2', ...PASSED, onHand: 2 })
      .returning({ id: lots.id });
    await fresh.db.update(productStock).set({ onHand: 8 }).where(eq(productStock.productId, productId));
    await fresh.db
      .insert(stockLedger)
      .values({ productId, lotId: other?.id ?? 0, onHandChange: 2, reason: 'received' });
    await anOrder(customer, [[productId, 5]]);
    await readState();
    holdOn(tag);
    await readState();
    const shares = await fresh.db
      .select({ lotId: reservationLots.lotId, quantity: reservationLots.quantity })
      .from(reservationLots)
      .where(sql`reservation_id in (select id from pickup_reservations where product_id = ${productId})`)
      .orderBy(reservationLots.quantity);
    expect(shares).toEqual([
      { lotId: other?.id, quantity: 2 },
      { lotId: null, quantity: 3 },
    ]);
    expect(await statusOf(lotId)).toBe('quarantined');
  });

  test('cannot be put on sale by anyone until that ends; then staff get a message, and nothing goes on sale by itself', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    holdOn(tag);
    await readState();
    for (const actor of [ada, kim])
      expect(await releaseLot(actor, { lotId, reason: 'Sell it' })).toMatchObject({ ok: false });
    expect(await releaseLot(ada, { lotId, reason: 'Sell it' })).toEqual({
      ok: false,
      problem: { kind: 'held-by-state', reasons: ['on-hold'] },
    });
    holdOn(tag, false);
    await readState();
    expect(await statusOf(lotId)).toBe('quarantined');
    const [hold] = await holdsOf(lotId);
    expect(hold?.endedAt).not.toBeNull();
    expect(await toldOf(hold?.id ?? '')).toEqual([
      'state-hold Ada',
      'state-hold Kim',
      'state-hold-ended Ada',
      'state-hold-ended Kim',
    ]);
    expect(await releaseLot(ada, { lotId, reason: 'Sell it' })).toMatchObject({ ok: true });
    await readState();
    expect(await statusOf(lotId)).toBe('sellable');
    holdOn(tag);
    await readState();
    expect(await statusOf(lotId)).toBe('quarantined');
    expect(await holdsOf(lotId)).toHaveLength(2);
    expect(await quarantines(lotId)).toHaveLength(2);
  });

  test('is not put on sale with many others, nor by being received again', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    holdOn(tag);
    await readState();
    await fresh.db.update(lots).set({ status: 'untested' }).where(eq(lots.id, lotId));
    expect(await releaseWaitingLots(ada, { lotIds: [lotId], reason: 'All at once' })).toMatchObject({
      value: { released: 0, heldByState: 1 },
    });
    const productId = await aProduct(fresh.db);
    const delivery = { productId, quantity: 5, expiresOn: null, ...PASSED, batchNumber: 'B-9' };
    const received = await receiveLot(ada, { ...delivery, packageTag: tag.toLowerCase() });
    expect(received).toMatchObject({ value: { status: 'quarantined' } });
    expect(
      await releaseLot(ada, { lotId: received.ok ? received.value.lotId : 0, reason: 'x' }),
    ).toMatchObject({
      problem: { kind: 'held-by-state' },
    });
  });

  test('leaves sale after a process that stopped between reading and the quarantine, also while Metrc is down', async () => {
    const { lotId, tag } = await aLot();
    await readState();
    holdOn(tag);
    const held = { tag, item: 'Buds', quantity: 10, unit: 'Each', testState: 'TestPassed', hasPassed: true };
    await inTransaction((tx) =>
      storeTracked(
        tx,
        [{ ...held, isOnHold: true, isOnRecall: false, isInvestigated: false, isFinished: false }],
        systemClock(),
      ),
    );
    expect(await statusOf(lotId)).toBe('sellable');
    metrc.faults.choose = () => 'error-500';
    await readState();
    expect(await statusOf(lotId)).toBe('quarantined');
    expect(await toldOf((await holdsOf(lotId))[0]?.id ?? '')).toHaveLength(2);
  });

  test('that a person quarantined before is not told as news, and cannot be put back', async () => {
    const { lotId, tag } = await aLot();
    await quarantineLot(kim, { lotId, reason: 'It smells' });
    await readState();
    holdOn(tag);
    await readState();
    const [hold] = await holdsOf(lotId);
    expect(hold).toMatchObject({ tookOffSale: false });
    expect(await toldOf(hold?.id ?? '')).toEqual([]);
    expect(await releaseLot(kim, { lotId, reason: 'It is fine' })).toMatchObject({
      problem: { kind: 'held-by-state' },
    });
  });
});

test('staff read which lot, why and what to do; of a hold that has ended since nothing', async () => {
  const { lotId, tag } = await aLot();
  await readState();
  setHold(metrc.state, tag, { isOnRecall: true, isOnHold: true }, new Date());
  await readState();
  const [hold] = await holdsOf(lotId);
  const { randomUUID } = await import('node:crypto');
  const event = async () => {
    const [row] = await fresh.db
      .select()
      .from(events)
      .where(and(eq(events.kind, 'state-hold'), sql`payload->>'userId' = ${kim.userId}`))
      .orderBy(sql`id desc`)
      .limit(1);
    return row?.id ?? randomUUID();
  };
  const eventId = await event();
  await notifyOfStateHold(eventId, { kind: 'state-hold', userId: kim.userId, holdIds: [hold?.id ?? ''] });
  const [bell] = await fresh.db.select().from(notifications).where(eq(notifications.eventId, eventId));
  expect(bell?.title).toBe('The state holds a lot: sales stopped');
  expect(bell?.message).toMatch(/, batch B-1: on recall, on hold\. Set its units apart\.$/);
  expect(bell?.path).toBe(`/admin/lots/${lotId}`);
});

test('a reading that fails changes nothing, and the next one reads what was missed', async () => {
  const { lotId, tag } = await aLot();
  await readState();
  const before = await fresh.db.select().from(stateReads).orderBy(stateReads.kind);
  holdOn(tag);
  metrc.faults.choose = () => 'html';
  await readState();
  expect(await fresh.db.select().from(stateReads).orderBy(stateReads.kind)).toEqual(before);
  expect(await statusOf(lotId)).toBe('sellable');
  metrc.faults.choose = () => null;
  await readState();
  expect(await statusOf(lotId)).toBe('quarantined');
});

test('the unit of a package is known by its tag in any case; an older reading replaces none', async () => {
  const tag = newTag();
  addPackage(metrc.state, { label: tag, license: LICENSE, quantity: 453.6, unit: 'Grams' }, LONG_AGO);
  await readState();
  expect(await unitOf([tag.toLowerCase(), newTag()])).toEqual(new Map([[tag, 'Grams']]));
  const old = { tag, item: 'Old', quantity: 1, unit: 'Each', testState: '', hasPassed: false };
  await inTransaction((tx) =>
    storeTracked(
      tx,
      [{ ...old, isOnHold: false, isOnRecall: false, isInvestigated: false }],
      systemClock().subtract({ minutes: 1 }),
    ),
  );
  expect(await unitOf([tag])).toEqual(new Map([[tag, 'Grams']]));
});

test('without a connection nothing is read', async () => {
  openTracking(async () => null);
  await readState();
  expect(await fresh.db.select().from(stateReads)).toEqual([]);
});
