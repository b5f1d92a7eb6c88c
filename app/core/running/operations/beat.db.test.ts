/** What instances count is stored once, together, and is not lost while the database does not take it. */
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatOrderNumber } from '#core/sales/orders/order.ts';
import { errorSpans, recentErrors, shopInstances } from '#db/schema/operations.ts';
import { countAnswer, countRequest, takeFailures } from '#platform/failures.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { beat, countEnded, startBeating, thisInstance } from './beat.server.ts';
import { readInstances } from './watch/watched-queries.server.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
beforeEach(async () => {
  takeFailures();
  await fresh.db.delete(errorSpans);
  await fresh.db.delete(recentErrors);
  await fresh.db.delete(shopInstances);
});
afterAll(() => fresh.stop());

function fail(count: number): void {
  for (let nth = 0; nth < count; nth++) {
    countRequest();
    countAnswer(503, { id: `id-${nth}`, method: 'GET', target: '/cart' });
  }
}
const counted = async () => {
  const [row] = await fresh.db
    .select({
      requests: sql<number>`sum(${errorSpans.requests})::int`,
      errors: sql<number>`sum(${errorSpans.errors})::int`,
    })
    .from(errorSpans);
  return [row?.requests, row?.errors];
};

test('beats of several instances at once add up', async () => {
  const instances = Array.from({ length: 6 }, () => thisInstance('1.2.3', '.'));
  for (let round = 0; round < 5; round++)
    await Promise.all(
      instances.map((instance) => {
        fail(2);
        return beat(instance);
      }),
    );
  expect(await counted()).toEqual([60, 60]);
  const rows = await readInstances();
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatchObject({ version: '1.2.3' });
  expect(rows[0]?.diskFree).toBeGreaterThan(0);
  expect(rows[0]?.diskTotal).toBeGreaterThan(rows[0]?.diskFree ?? 0);
});

test('while the database does not take them, counts wait; afterwards each counts once', async () => {
  const instance = thisInstance('1', '.');
  await fresh.db.execute(sql.raw('alter table error_spans rename to error_spans_gone'));
  fail(30);
  await expect(beat(instance)).rejects.toThrow();
  fail(30);
  await expect(beat(instance)).rejects.toThrow();
  await fresh.db.execute(sql.raw('alter table error_spans_gone rename to error_spans'));
  await beat(instance);
  await beat(instance);
  expect(await counted()).toEqual([60, 60]);
  const newest = await fresh.db.select().from(recentErrors).orderBy(asc(recentErrors.id));
  expect(newest).toHaveLength(20);
  expect(newest.at(-1)).toMatchObject({ status: 503, requestId: 'id-29', place: 'GET /cart' });
});

test('a stop stores what is left and signs off, and a folder that is gone is no reason to be silent', async () => {
  const instance = thisInstance('1', '/no/such/folder');
  const beating = startBeating(instance, async () => 'The bucket answered 403.');
  await expect
    .poll(readInstances)
    .toMatchObject([{ id: instance.id, diskFree: null, savingTrouble: 'The bucket answered 403.' }]);
  fail(1);
  await beating.stop();
  expect(await counted()).toEqual([1, 1]);
  expect(await fresh.db.$count(shopInstances, eq(shopInstances.id, instance.id))).toBe(0);
});

test('a process of this machine that ended without a goodbye is counted once; others and those that run are not', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const ended = { ...thisInstance('1', '.'), name: `${hostname()} (${pid})` };
  const running = { ...thisInstance('1', '.'), name: `${hostname()} (${process.ppid})` };
  const elsewhere = { ...thisInstance('1', '.'), name: `another-${hostname()} (${pid})` };
  for (const instance of [ended, running, elsewhere]) await beat(instance);
  await countEnded();
  await countEnded();
  await beat(thisInstance('1', '.'));
  expect((await readInstances()).map(({ name }) => name)).not.toContain(ended.name);
  expect(await readInstances()).toHaveLength(3);
  expect(await fresh.db.select().from(recentErrors)).toMatchObject([
    {
      status: null,
      place: expect.stringContaining(ended.name),
      message: expect.stringContaining('started again'),
    },
  ]);
});

test('an end that makes order numbers jump says from which to which, and another end says nothing of them', async () => {
  await openForOrders(fresh.db);
  const newest = await anOrder(await aPerson(fresh.db), [[await aMug(fresh.db), 1]]);
  const { pid } = spawnSync(process.execPath, ['--version']);
  const said = async () => {
    const ended = { ...thisInstance('1', '.'), name: `${hostname()} (${pid})` };
    await beat(ended);
    await countEnded();
    await beat(thisInstance('1', '.'));
    const [end] = await fresh.db
      .select({ message: recentErrors.message })
      .from(recentErrors)
      .orderBy(desc(recentErrors.at));
    await fresh.db.delete(recentErrors);
    return end?.message;
  };
  expect(await said()).toBe('It ended without being stopped, and the shop was started again.');
  // As after a power cut: PostgreSQL has logged 32 numbers ahead.
  const number = Number(newest.slice('ORD'.length));
  await fresh.db.execute(sql`select setval('order_number_seq', ${number + 32})`);
  expect(await said()).toBe(
    `It ended without being stopped, and the shop was started again. Order numbers go on at ${formatOrderNumber(number + 33)} after ${newest}, because the database was not stopped either. No order has a number between them.`,
  );
});
