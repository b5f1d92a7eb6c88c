/** What became of reports, where people work: an order, waste, a count, and the inspector's binder. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveRow } from '#core/goods/counts/approve-row.server.ts';
import { countRow } from '#core/goods/counts/count-row.server.ts';
import { startCount } from '#core/goods/counts/start-count.server.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { countRows } from '#db/schema/counts.ts';
import { orders } from '#db/schema/orders.ts';
import { waste } from '#db/schema/stock.ts';
import { systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { anAct, aTask, lotOf, reportNewest } from '#tests/support/state-acts.ts';
import { aWitness } from '#tests/support/witness.ts';
import {
  countActsOfSheet,
  readActsOfLot,
  readActsOfOrder,
  readActsOfWaste,
} from './act-lines-queries.server.ts';

const fresh = freshShop(afterAll);
const at = { now: systemClock(), zone: 'America/New_York' };
let ada: SignedIn;
let kim: SignedIn;
let jo: SignedIn;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin' });
  kim = await aPerson(fresh.db, { role: 'staff' });
  jo = await aPerson(fresh.db);
});

test('an order has its sale and what changed it, in their order; another order has none', async () => {
  const mug = await aMug(fresh.db, { onHand: 9 });
  const [one, other] = [await anOrder(jo, [[mug, 1]]), await anOrder(jo, [[mug, 1]])];
  const idOf = async (number: string) =>
    (await fresh.db.select({ id: orders.id }).from(orders).where(eq(orders.orderId, number)))[0]?.id ?? '';
  const orderId = await idOf(one);
  expect(await readActsOfOrder(kim, orderId, at)).toEqual([]);
  const sentAt = new Date(at.now.epochMilliseconds);
  const saleId = await anAct(fresh.db, {
    ...{ orderId, receiptNumber: one, status: 'sent', sentAt, stateId: '00012345' },
  });
  await aTask(fresh.db, 'Receipt 12 is finalized.', { kind: 'sale-voided', orderId, saleId });
  const lines = await readActsOfOrder(kim, orderId, at);
  expect(lines).toMatchObject([
    { id: saleId, status: 'sent', title: `Sale, ${one}` },
    { status: 'refused', title: 'Sale voided', fate: 'Metrc refused it: Receipt 12 is finalized.' },
  ]);
  expect(lines[0]?.fate).toMatch(/^Reported \d+:\d\d [AP]M, receipt 00012345$/);
  expect(await readActsOfOrder(kim, await idOf(other), at)).toEqual([]);
  expect(await readActsOfOrder(jo, orderId, at)).toEqual([]);
});

test('waste has the report of its own units, not of other waste of the lot', async () => {
  const productId = await aProduct(fresh.db, { onHand: 20 });
  const lotId = await lotOf(fresh.db, productId);
  const move = async (units: number) => {
    const key = crypto.randomUUID();
    const moved = await moveToWaste(kim, {
      ...{
        key,
        lotId,
        units,
        weightMg: null,
        reason: 'damaged',
        note: '',
        witness: await aWitness(fresh.db, `Lee ${key}`),
      },
    });
    expect(moved).toMatchObject({ ok: true });
    const [row] = await fresh.db.select().from(waste).where(eq(waste.id, key));
    return row?.number ?? 0;
  };
  const first = await move(2);
  const act = await anAct(fresh.db, { kind: 'adjustment', units: -2, reason: 'waste-damaged' });
  await reportNewest(fresh.db, act, lotId);
  const second = await move(3);
  expect(await readActsOfWaste(kim, [first, second], at)).toEqual({
    [first]: {
      ...{ id: act, status: 'waiting', title: 'Adjustment: 2 units fewer, waste: damaged' },
      fate: 'Waits to be reported',
    },
  });
  expect(await readActsOfWaste(kim, [], at)).toEqual({});
  expect(await readActsOfWaste(jo, [first], at)).toEqual({});
  expect(await readActsOfLot(kim, lotId, at)).toMatchObject([{ id: act }]);
});

test('a count says how many of its differences were reported, and none of what happened to the lot later', async () => {
  const productId = await aProduct(fresh.db, { onHand: 7 });
  const lotId = await lotOf(fresh.db, productId);
  const started = await startCount(kim, null);
  if (!started.ok) throw new Error(started.problem.kind);
  const sheetId = started.value.sheetId;
  const rowOf = async () => {
    const rows = await fresh.db.select().from(countRows).where(eq(countRows.lotId, lotId));
    return rows.find((row) => row.sheetId === sheetId);
  };
  const row = await rowOf();
  await countRow(kim, { sheetId, rowId: row?.id ?? 0, counted: 5, version: row?.version ?? 0 });
  const approved = await approveRow(ada, {
    ...{ sheetId, rowId: row?.id ?? 0, version: (await rowOf())?.version ?? 0, reason: 'count', note: '' },
  });
  expect(approved).toMatchObject({ ok: true });
  expect(await countActsOfSheet(kim, sheetId)).toBeNull();
  const act = await aTask(fresh.db, 'On hold.', { kind: 'adjustment', units: -2, reason: 'count' });
  await reportNewest(fresh.db, act, lotId);
  expect(await countActsOfSheet(kim, sheetId)).toEqual({ refused: 1 });
  expect(await countActsOfSheet(jo, sheetId)).toBeNull();
});
