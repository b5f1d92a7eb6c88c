/** Tests outages of the state's tracking system: what is refused, what is listed, and the ticks of what was entered. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { lots, outageEntries } from '#db/schema/stock.ts';
import { systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { aWitness } from '#tests/support/witness.ts';
import { countLot } from '../lots/count-lot.server.ts';
import { receiveLot } from '../lots/receive-lot.server.ts';
import { moveToWaste } from '../waste/move-to-waste.server.ts';
import { declareOutage, endOutage } from './declare-outage.server.ts';
import { enterEntries } from './enter-entries.server.ts';
import { exportOutage } from './export-outage.server.ts';
import { readOutageBanner } from './open-outage-queries.server.ts';
import { outageEntryList } from './outage-list.ts';
import { readOutage, readOutages } from './outage-queries.server.ts';

const fresh = freshShop(afterAll);
const zone = 'America/New_York';
let kim: SignedIn;
let admin: SignedIn;
let other: SignedIn;
let customer: SignedIn;
let mug: number;
let lotId: number;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  other = await aPerson(fresh.db, { role: 'admin', name: 'Ben Owner' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 100 });
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, mug));
  lotId = lot?.id ?? 0;
});

const declare = (by = admin) => declareOutage(by, { since: systemClock(), note: 'Login fails' });
async function declared(): Promise<number> {
  const outcome = await declare();
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  return outcome.value.number;
}
const state = (query: Record<string, string> = {}) => outageEntryList.parse(new URLSearchParams(query));
async function entriesOf(number: number, query: Record<string, string> = {}) {
  const found = await readOutage(admin, number, state(query), zone);
  if (!found) throw new Error('no outage');
  return found.page.rows;
}
const receive = () =>
  receiveLot(admin, {
    ...{ productId: mug, batchNumber: randomUUID(), quantity: 5, testStatus: null, expiresOn: null },
  });
const waste = async (units: number) =>
  moveToWaste(kim, {
    ...{
      key: randomUUID(),
      lotId,
      units,
      weightMg: null,
      reason: 'damaged',
      note: '',
      witness: await aWitness(fresh.db, `Lee ${randomUUID()}`),
    },
  });

describe('an outage', () => {
  test('is declared by admins, one at a time, also when two press at once', async () => {
    expect(await declare(kim)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    const both = await Promise.all([declare(), declare(other)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const made = both.find((outcome) => outcome.ok);
    const number = made?.ok ? made.value.number : 0;
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, problem: { kind: 'already-open', number } });
    expect(await endOutage(kim, number)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(await endOutage(admin, number)).toEqual({ ok: true, value: null });
    expect(await endOutage(other, number)).toEqual({
      ok: false,
      problem: { kind: 'already-ended', by: 'Ada Owner' },
    });
    // The record stays.
    expect((await readOutages(kim, zone))?.map((outage) => outage.number)).toContain(number);
    expect(await readOutages(customer, zone)).toBeNull();
  });

  test('refuses deliveries in words, and nothing else', async () => {
    const number = await declared();
    expect(await receive()).toEqual({ ok: false, problem: { kind: 'state-down' } });
    expect(await waste(1)).toMatchObject({ ok: true });
    await endOutage(admin, number);
    expect(await receive()).toMatchObject({ ok: true });
  });
});

describe('the entries', () => {
  test('are the sales, waste and adjustments of the outage, and nothing from before or after', async () => {
    await waste(1);
    const number = await declared();
    const order = await anOrder(customer, [[mug, 2]]);
    await bringTo(admin, order, 'ready');
    const { version, total } = await storedOrder(fresh.db, order);
    const cash = { version, nameMatches: false, cashReceived: total } as never;
    expect(await handOverOrder(admin, order, cash, NOW)).toMatchObject({ ok: true });
    await waste(3);
    const [lot] = await fresh.db.select().from(lots).where(eq(lots.id, lotId));
    const expected = lot?.onHand ?? 0;
    const count = { lotId, counted: expected + 1, expected, reason: 'count', note: '' } as const;
    expect(await countLot(kim, count)).toMatchObject({ ok: true });
    await endOutage(admin, number);
    await waste(1);
    const rows = await entriesOf(number);
    expect(rows.map(({ reason, units, order: of }) => [reason, units, of])).toEqual([
      ['sale', -2, order],
      ['waste', -3, null],
      ['count', 1, null],
    ]);
    expect(await readOutageBanner(systemClock())).toMatchObject({ number, isOpen: false, left: 3 });

    // Ticked once, by the first person; another outage's and unknown rows are left out.
    const [first = 0, ...more] = rows.map(({ id }) => id);
    const tick = (entries: number[], entered = true, by = admin) =>
      enterEntries(by, { number, entries, entered });
    expect(await tick([first], true, kim)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    const both = await Promise.all([tick([first]), tick([first], true, other)]);
    expect(both.map((outcome) => outcome.ok && outcome.value.changed).toSorted()).toEqual([0, 1]);
    expect(await tick([2_000_000_000])).toEqual({ ok: false, problem: { kind: 'none-chosen' } });
    expect((await entriesOf(number, { state: 'open' })).map(({ id }) => id)).toEqual(more);
    expect(await tick(more)).toEqual({ ok: true, value: { changed: 2 } });
    expect(await readOutageBanner(systemClock())).toBeNull();
    expect(await tick([first], false)).toEqual({ ok: true, value: { changed: 1 } });
    expect((await entriesOf(number, { state: 'open' })).map(({ id }) => id)).toEqual([first]);

    // The file has the same rows, each with its own time.
    expect(await exportOutage(kim, number, state(), zone)).toEqual({
      ok: false,
      problem: { kind: 'not-allowed' },
    });
    const exported = await exportOutage(admin, number, state(), zone);
    const cells: unknown[] = [];
    if (exported.ok) for await (const row of exported.value) cells.push([row.entry, row.what, row.units]);
    expect(cells).toEqual([
      [first, 'Sold', -2],
      [more[0], 'Waste', -3],
      [more[1], 'Count', 1],
    ]);
  });

  test('of an outage that was declared late include what happened since', async () => {
    await waste(2);
    const outcome = await declareOutage(admin, { since: systemClock().subtract({ hours: 1 }), note: '' });
    const number = outcome.ok ? outcome.value.number : 0;
    const reasons = (await entriesOf(number)).map(({ reason, units }) => `${reason} ${units}`);
    expect(reasons.at(-1)).toBe('waste -2');
    const [view] = (await readOutages(kim, zone)) ?? [];
    expect(view).toMatchObject({ number, ended: null });
    await endOutage(admin, number);
    expect(await checkInvariants(fresh.db)).toEqual([]);
    const [entered] = await fresh.db.select({ n: sql<number>`count(*)::int` }).from(outageEntries);
    expect(entered?.n).toBe(2);
  });
});
