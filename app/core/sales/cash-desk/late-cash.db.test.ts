/** Tests that cash which was taken without a network before a closing, and arrived after, is named on the day's pages. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { readEndOfDay } from '#counter/closing/end-of-day-queries.server.ts';
import { offlineActions } from '#db/schema/access.ts';
import { asDate, storeDate } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readCashDay } from './cash-day-queries.server.ts';
import { countDrawer } from './count-drawer.server.ts';
import { openSession } from './drawer-cash-queries.server.ts';
import { readLateCash } from './late-cash-queries.server.ts';
import { openDrawer } from './open-drawer.server.ts';

const fresh = freshShop(afterAll);
let ada: SignedIn;
let mug: number;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  mug = await aMug(fresh.db, { onHand: 1000 });
});

const after = (minutes: number) => NOW.add({ minutes });

/** A hand-over that was made at one minute, and arrived at another. Answers its cash. */
async function handOver(doneAt: number, arrivedAt: number): Promise<number> {
  const number = await anOrder(await aPerson(fresh.db), [[mug, 1]]);
  await bringTo(ada, number, 'ready');
  const { version, total } = await storedOrder(fresh.db, number);
  await fresh.db.insert(offlineActions).values({
    ...{ id: randomUUID(), userId: ada.userId, orderNumber: number, kind: 'hand-over' },
    ...{ doneAt: asDate(after(doneAt)), createdAt: asDate(after(arrivedAt)) },
  });
  const input = { version, key: randomUUID(), nameMatches: false, cashReceived: total } as never;
  expect(await handOverOrder(ada, number, input, after(arrivedAt))).toMatchObject({ ok: true });
  return total;
}

async function close(minute: number, amount: number) {
  const sessionId = (await openSession(fresh.db))?.id ?? '';
  const count = { key: randomUUID(), sessionId, amount, pieces: null, next: null };
  expect(await countDrawer(ada, count, after(minute))).toMatchObject({ value: { kind: 'closed' } });
}
const open = (minute: number) =>
  openDrawer(ada, { key: randomUUID(), amount: 10_000, pieces: null }, after(minute));

test('what arrives after the closing is named with its amount, and nothing that arrived in time is', async () => {
  await open(0);
  const inTime = await handOver(5, 10);
  await close(20, 10_000 + inTime);
  expect(await readLateCash(after(25))).toEqual([]);
  const first = (await handOver(10, 30)) + (await handOver(15, 31));
  // Made after the closing: it was never to be in that drawer.
  await handOver(25, 32);
  const closedAt = '12:20 PM';
  const outside = { drawer: 1, closedAt, amount: first, countsIn: null };
  expect(await readLateCash(after(35))).toEqual([outside]);

  await open(40);
  const next = { drawer: 1, closedAt, amount: await handOver(12, 45), countsIn: 2 };
  const late = await readLateCash(after(50));
  expect(late).toHaveLength(2);
  expect(late).toEqual(expect.arrayContaining([outside, next]));
  expect((await readEndOfDay(ada, after(50)))?.late).toEqual(late);
  const day = storeDate(NOW, 'America/New_York');
  expect((await readCashDay(ada, day, after(50)))?.late).toEqual(late);
  expect((await readCashDay(ada, day.add({ days: 1 }), after(50)))?.late).toEqual([]);
  expect(await readLateCash(NOW.add({ hours: 24 }))).toEqual([]);
});
