/** Tests that a packed order keeps its units when it moves, and that new units have to be packed before it is ready. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { putBackUnits } from '#core/goods/stock/put-back/put-back-units.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readMailedOrder } from '#core/sales/orders/emails/mailed-order-queries.server.ts';
import { orderProblems } from '#core/sales/orders/hand-over/counter-problem.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { readManagedOrders } from '#core/sales/orders/list/manage-orders-queries.server.ts';
import { countTabs } from '#core/sales/orders/list/order-filter-queries.server.ts';
import { orderList } from '#core/sales/orders/list/order-list.ts';
import { readMyOrder } from '#core/sales/orders/orders-queries.server.ts';
import { lots, putBacks } from '#db/schema/stock.ts';
import { parseDate } from '#kernel/time.ts';
import { readPickups } from '#office/dashboard/pickups-queries.server.ts';
import { readManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { readPickList } from '#office/pick-list/pick-list-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import {
  aMug,
  anOrder,
  auditOf,
  bringTo,
  edit,
  eventsOf,
  LATER_SLOT,
  NEXT_DAY_SLOT,
  NOW,
  storedOrder,
} from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { recallLot } from '#tests/support/recalls.ts';
import { changeOrderStatus } from '../change-order-status.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  customer = await aPerson(fresh.db);
});

/** A lot on sale that is received now; returns its id. */
async function aLot(productId: number, quantity: number, expiresOn: string | null = null): Promise<number> {
  const delivery = { productId, batchNumber: randomUUID(), quantity, testStatus: null, expiresOn };
  const received = await receiveLot(admin, delivery, NOW);
  if (!received.ok) throw new Error(received.problem.kind);
  return received.value.lotId;
}
const firstLot = async (productId: number): Promise<number> => {
  const [lot] = await fresh.db
    .select({ id: lots.id })
    .from(lots)
    .where(eq(lots.productId, productId))
    .orderBy(lots.id)
    .limit(1);
  return lot?.id ?? 0;
};
/** An order of so many mugs that are all in the bag. */
async function readyOrder(quantity: number, onHand = quantity) {
  const productId = await aMug(fresh.db, { onHand });
  const orderId = await anOrder(customer, [[productId, quantity]]);
  await bringTo(staff, orderId, 'ready');
  return { productId, orderId, lotId: await firstLot(productId) };
}
const markReady = (orderId: string, version: number | null = null) =>
  changeOrderStatus(staff, { orderId, to: 'ready', reason: '', version }, NOW);
const handOver = async (orderId: string) => {
  const { version } = await storedOrder(fresh.db, orderId);
  const id = { idIssuer: '', idExpiresOn: '', idBirthDate: '', nameMatches: false };
  return handOverOrder(staff, orderId, { ...id, version, cashReceived: 100_000 }, NOW);
};
/** By lot: units, and how many of them are in the bag. */
async function bagOf(orderId: string) {
  const { rows } = await fresh.db.execute<{ lot: number | null; quantity: number; packed: number }>(sql`
    select share.lot_id as lot, share.quantity, share.packed from reservation_lots as share
    join order_items as item on item.reservation_id = share.reservation_id
    join orders on orders.id = item.order_id where orders.order_id = ${orderId} order by share.lot_id nulls last`);
  return rows.map(({ lot, quantity, packed }) => [lot, quantity, packed]);
}
const shownTo = async (who: 'staff' | 'customer', orderId: string) =>
  who === 'staff'
    ? (await readManagedOrder(staff, orderId, zone, NOW))?.shownStatus
    : (await readMyOrder(customer, orderId, NOW))?.status.label;

describe('a packed order that moves', () => {
  test.each([LATER_SLOT, NEXT_DAY_SLOT])('to %s stays ready with the units in its bag', async (slot) => {
    const { orderId, productId, lotId } = await readyOrder(2);
    // First-expiring, first-out would take this lot now.
    await aLot(productId, 5, '2026-06-09');
    const moved = await edit(fresh.db, staff, orderId, { slotStartsAt: slot });
    expect(moved).toMatchObject({ ok: true, value: { toPack: [] } });
    expect(await storedOrder(fresh.db, orderId)).toMatchObject({ status: 'ready', packerName: 'Kim Reyes' });
    expect(await bagOf(orderId)).toEqual([[lotId, 2, 2]]);
    expect(await eventsOf(fresh.db, orderId)).not.toContain('order-short');
    expect(await handOver(orderId)).toMatchObject({ ok: true });
  });

  test('during packing holds the lots that its packer took', async () => {
    const productId = await aMug(fresh.db, { onHand: 2 });
    const orderId = await anOrder(customer, [[productId, 2]]);
    await bringTo(staff, orderId, 'packing');
    await aLot(productId, 5, '2026-06-09');
    await edit(fresh.db, staff, orderId, { slotStartsAt: NEXT_DAY_SLOT });
    expect(await bagOf(orderId)).toEqual([[await firstLot(productId), 2, 0]]);
    expect((await storedOrder(fresh.db, orderId)).status).toBe('packing');
  });

  test('to a day when its lot has expired needs packing again, and its form says what', async () => {
    const productId = await aMug(fresh.db, { onHand: 0 });
    await aLot(productId, 2, '2026-06-06');
    const orderId = await anOrder(customer, [[productId, 2]]);
    await bringTo(staff, orderId, 'ready');
    const next = await aLot(productId, 2);
    const { items } = await storedOrder(fresh.db, orderId);
    const moved = await edit(fresh.db, staff, orderId, { slotStartsAt: NEXT_DAY_SLOT });
    expect(moved).toMatchObject({ ok: true, value: { toPack: [items[0]?.productName] } });
    expect((await storedOrder(fresh.db, orderId)).status).toBe('packing');
    expect(await bagOf(orderId)).toEqual([[next, 2, 0]]);
  });

  test('and loses a unit still holds the units in its bag', async () => {
    const { orderId, productId, lotId } = await readyOrder(3);
    await aLot(productId, 5, '2026-06-09');
    await edit(fresh.db, staff, orderId, { to: [[productId, 2]] });
    expect(await bagOf(orderId)).toEqual([[lotId, 2, 2]]);
    expect((await storedOrder(fresh.db, orderId)).status).toBe('ready');
  });

  test('while its packer marks it ready is packed once, in either order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const productId = await aMug(fresh.db, { onHand: 2 });
      const orderId = await anOrder(customer, [[productId, 2]]);
      await bringTo(staff, orderId, 'packing');
      const lotId = await firstLot(productId);
      await aLot(productId, 5, '2026-06-09');
      const [moved, packed] = await Promise.all([
        edit(fresh.db, admin, orderId, { slotStartsAt: NEXT_DAY_SLOT }),
        markReady(orderId),
      ]);
      // The form of the move may be stale by the packing; the packing is never lost.
      expect(packed).toEqual({ ok: true, value: { changed: true } });
      expect((await storedOrder(fresh.db, orderId)).status).toBe('ready');
      expect(await bagOf(orderId)).toEqual([[lotId, 2, 2]]);
      expect(moved.ok || moved.problem.kind).toBe(moved.ok ? true : 'stale');
      expect((await eventsOf(fresh.db, orderId)).filter((kind) => kind === 'order-ready')).toHaveLength(1);
    }
  });
});

describe('a ready order that gets units', () => {
  /** A ready order of two whose only lot was recalled. */
  async function shortOrder() {
    const made = await readyOrder(2);
    await recallLot(admin, { lotId: made.lotId, reason: 'Broken handles' }, NOW);
    return made;
  }

  test('from a received lot is to pack, not ready, until someone packs them', async () => {
    const { orderId, productId } = await shortOrder();
    const lotId = await aLot(productId, 5);
    expect(await bagOf(orderId)).toEqual([[lotId, 2, 0]]);
    expect([await shownTo('staff', orderId), await shownTo('customer', orderId)]).toEqual([
      'packing',
      'Packing',
    ]);
    const refused = await handOver(orderId);
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'counter', toPack: [{ toPack: 2 }] } });
    const name = (await storedOrder(fresh.db, orderId)).items[0]?.productName;
    expect(!refused.ok && refused.problem.kind === 'counter' && orderProblems(refused.problem)).toEqual([
      `Take out first: 2 of ${name}, batch B-1 (recalled). Press ‘Out of the bag’ for each, then hand over.`,
      `Units to pack: 2 of ${name}. Put them in the bag, then mark the order ready.`,
    ]);
    const { version } = await storedOrder(fresh.db, orderId);
    expect(await markReady(orderId, version)).toEqual({ ok: true, value: { changed: true } });
    expect(await markReady(orderId, version)).toEqual({ ok: true, value: { changed: false } });
    expect(await bagOf(orderId)).toEqual([[lotId, 2, 2]]);
    expect(await shownTo('staff', orderId)).toBe('ready');
    expect((await auditOf(fresh.db, orderId)).at(-1)).toMatchObject({
      before: { status: 'packing' },
      after: { status: 'ready' },
    });
    expect(await handOver(orderId)).toMatchObject({ ok: false });
    const out = await fresh.db
      .select({ id: putBacks.id })
      .from(putBacks)
      .where(sql`${putBacks.orderId} = (select id from orders where order_id = ${orderId})`);
    for (const { id } of out) await putBackUnits(staff, id, NOW);
    expect(await handOver(orderId)).toMatchObject({ ok: true });
  });

  test('from a released or counted lot is to pack', async () => {
    for (const gain of ['release', 'count'] as const) {
      const { orderId, productId } = await readyOrder(2);
      const spare = await aLot(productId, gain === 'count' ? 1 : 3);
      if (gain === 'release') await quarantineLot(admin, { lotId: spare, reason: 'Look again' }, NOW);
      else await countLot(staff, { lotId: spare, counted: 0, expected: 1, reason: 'count', note: '' }, NOW);
      await recallLot(admin, { lotId: await firstLot(productId), reason: 'Broken' }, NOW);
      expect((await bagOf(orderId)).at(-1)).toEqual([null, 2, 0]);
      if (gain === 'release') await releaseLot(admin, { lotId: spare, reason: 'Fine' }, NOW);
      else await countLot(staff, { lotId: spare, counted: 4, expected: 0, reason: 'count', note: '' }, NOW);
      expect(await bagOf(orderId)).toEqual([[spare, 2, 0]]);
      expect(await shownTo('staff', orderId)).toBe('packing');
    }
  });

  test('because its lot left sale is to pack, as its bag has units that may not be sold', async () => {
    const { orderId, productId, lotId } = await readyOrder(2);
    const other = await aLot(productId, 5);
    await quarantineLot(admin, { lotId, reason: 'Look again' }, NOW);
    expect(await bagOf(orderId)).toEqual([[other, 2, 0]]);
    expect(await shownTo('staff', orderId)).toBe('packing');
    expect(await handOver(orderId)).toMatchObject({ problem: { kind: 'counter', toPack: [{}] } });
  });

  test('for one damaged unit has only that unit to pack', async () => {
    const { orderId, productId, lotId } = await readyOrder(3);
    const other = await aLot(productId, 5);
    await countLot(staff, { lotId, counted: 2, expected: 3, reason: 'damaged', note: '' }, NOW);
    expect(await bagOf(orderId)).toEqual([
      [lotId, 2, 2],
      [other, 1, 0],
    ]);
    const order = await readManagedOrder(staff, orderId, zone, NOW);
    expect(order).toMatchObject({ toPack: 1, missing: 0, shownStatus: 'packing' });
    expect(order?.nextStatuses.map(({ value }) => value)).toEqual(['ready', 'cancelled']);
  });

  test('is among the orders to pack in the list, its tabs, the dashboard and the pick list', async () => {
    const tabs = async () => {
      const counts = await countTabs(staff, { now: NOW, zone });
      return [counts?.pack ?? 0, counts?.ready ?? 0];
    };
    const { orderId, productId } = await readyOrder(3);
    const lotId = await firstLot(productId);
    const [pack = 0, ready = 0] = await tabs();
    const inDay = async () => {
      const day = parseDate('2026-06-06');
      const list = day && (await readPickList(staff, { day }, zone));
      return list?.orders.find(({ number }) => number === orderId)?.lines.map(({ quantity }) => quantity);
    };
    expect(await inDay()).toBeUndefined();
    await aLot(productId, 5);
    await countLot(staff, { lotId, counted: 2, expected: 3, reason: 'damaged', note: '' }, NOW);
    expect(await tabs()).toEqual([pack + 1, ready - 1]);
    const rows = async (tab: string) => {
      const state = orderList.parse(new URLSearchParams({ tab }));
      return (await readManagedOrders(staff, state, zone, NOW))?.rows.filter(
        ({ number }) => number === orderId,
      );
    };
    expect(await rows('pack')).toMatchObject([
      { isToPack: true, isShort: false, next: 'ready', status: { label: 'Packing' } },
    ]);
    expect(await rows('ready')).toEqual([]);
    expect((await readPickups(staff, NOW))?.lines.find(({ number }) => number === orderId)).toMatchObject({
      isToPack: true,
      shownStatus: 'packing',
    });
    expect(await inDay()).toEqual([1]);
  });

  test('is called ready in no message until it is packed', async () => {
    const { orderId, productId } = await shortOrder();
    await aLot(productId, 5);
    const { id } = await storedOrder(fresh.db, orderId);
    expect((await readMailedOrder(id, zone))?.status).toBe('packing');
    await markReady(orderId);
    expect((await readMailedOrder(id, zone))?.status).toBe('ready');
  });

  test('during its hand-over leaves with every unit packed, or stays', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { orderId, productId, lotId } = await readyOrder(2);
      await aLot(productId, 5);
      const [handed] = await Promise.all([
        handOver(orderId),
        quarantineLot(admin, { lotId, reason: 'Look again' }, NOW),
      ]);
      const bag = await bagOf(orderId);
      if (handed.ok) expect(bag).toEqual([[lotId, 2, 2]]);
      // Found before the stock was locked, or after it.
      else expect(['counter', 'units-to-pack']).toContain(handed.problem.kind);
      if (!handed.ok) expect(bag[0]?.[2]).toBe(0);
    }
  });

  test('and is marked ready by two people is packed once', async () => {
    const { orderId, productId } = await shortOrder();
    await aLot(productId, 5);
    const { version } = await storedOrder(fresh.db, orderId);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => markReady(orderId, version)));
    expect(outcomes.filter((each) => each.ok && each.value.changed)).toHaveLength(1);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect((await storedOrder(fresh.db, orderId)).version).toBe(version + 1);
  });
});
