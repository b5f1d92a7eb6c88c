/**
 * Tests the cash drawer: what counts in it by itself, what moves in and out, the count and the closing, and what happens
 * when two people press at once. No cent is lost between two drawers.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { drawerCounts, drawerEntries, drawerSessions } from '#db/schema/cash-desk.ts';
import { orders } from '#db/schema/orders.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { closeDrawer, countDrawer } from './count-drawer.server.ts';
import { expectedOf } from './drawer.ts';
import { drawerCash, openSession } from './drawer-cash-queries.server.ts';
import { readDrawer } from './drawer-queries.server.ts';
import { openDrawer } from './open-drawer.server.ts';
import { recordEntry, reverseEntry } from './record-entry.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;
let ada: SignedIn;
let customer: SignedIn;
let mug: number;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  customer = await aPerson(fresh.db);
  mug = await aMug(fresh.db, { onHand: 5000 });
});

/** Every test ends with a closed drawer: as counted, whatever it holds. */
afterEach(async () => {
  const open = await openSession(fresh.db);
  if (!open) return;
  const expected = expectedOf(await drawerCash(fresh.db, open));
  const amount = Math.max(0, expected);
  if (expected < 0) await enter('pay-in', -expected);
  expect(await count(amount)).toMatchObject({ ok: true, value: { kind: 'closed' } });
});

const open = (float = 20_000, by = kim, key: string = randomUUID()) =>
  openDrawer(by, { key, amount: float, pieces: null }, NOW);
const session = async () => {
  const current = await openSession(fresh.db);
  if (!current) throw new Error('no drawer is open');
  return current;
};
const expectedNow = async () => expectedOf(await drawerCash(fresh.db, await session()));
const enter = async (
  kind: 'drop' | 'pay-out' | 'pay-in',
  amount: number,
  { key = randomUUID() as string, reason = 'Milk', by = kim } = {},
) => recordEntry(by, { key, sessionId: (await session()).id, kind, amount, reason }, NOW);
const count = async (
  amount: number,
  {
    next = null as string | null,
    key = randomUUID() as string,
    by = kim,
    after = undefined as number | undefined,
  } = {},
) => countDrawer(by, { key, sessionId: (await session()).id, amount, pieces: null, next, after }, NOW);
const close = async ({
  note = '',
  next = null as string | null,
  by = kim,
  id = undefined as string | undefined,
} = {}) => {
  id ??= (await session()).id;
  const counts = await fresh.db
    .select()
    .from(drawerCounts)
    .where(eq(drawerCounts.sessionId, id))
    .orderBy(drawerCounts.createdAt, drawerCounts.id);
  return closeDrawer(by, { sessionId: id, countId: counts.at(-1)?.id ?? '', next, note }, NOW);
};

/** A mug, $18.00 plus tax, ready for pickup. */
async function ready() {
  const number = await anOrder(customer, [[mug, 1]]);
  await bringTo(ada, number, 'ready');
  const { version, total, id } = await storedOrder(fresh.db, number);
  return { number, version, total, id };
}
type Ready = Awaited<ReturnType<typeof ready>>;
const handOver = ({ number, version, total }: Ready, by = kim) =>
  handOverOrder(by, number, { version, nameMatches: false, cashReceived: total } as never, NOW);
const sell = async () => {
  const order = await ready();
  expect(await handOver(order)).toMatchObject({ ok: true });
  return order;
};

describe('what a drawer is expected to hold', () => {
  test('is its float, sales and pay-ins, less refunds, drops and pay-outs; sales and refunds count by themselves', async () => {
    const early = await sell();
    await open();
    expect(await expectedNow()).toBe(20_000);
    const { total } = await sell();
    const paidInOffice = await ready();
    await changePaymentStatus(
      ada,
      { orderId: paidInOffice.number, to: 'paid', reason: '', version: null },
      NOW,
    );
    const refund = { units: 'all', goods: 'kept', reason: 'Broken', version: 0 } as const;
    const { version } = await storedOrder(fresh.db, early.number);
    expect(await recordRefund(ada, early.number, { ...refund, version }, NOW)).toMatchObject({ ok: true });
    expect(await enter('drop', 10_000, { reason: '' })).toMatchObject({ ok: true });
    expect(await enter('pay-out', 1250)).toMatchObject({ ok: true });
    expect(await enter('pay-in', 4000)).toMatchObject({ ok: true });
    expect(await drawerCash(fresh.db, await session())).toEqual({
      float: 20_000,
      sales: total + paidInOffice.total,
      rounding: 0,
      refunds: early.total,
      drops: 10_000,
      payOuts: 1250,
      corrections: 0,
      payIns: 4000,
    });
  });

  test('leaves out what was sold while no drawer was open', async () => {
    const { number } = await sell();
    const [row] = await fresh.db.select().from(orders).where(eq(orders.orderId, number));
    expect(row?.drawerSessionId).toBeNull();
  });
});

describe('an entry', () => {
  test('is refused for no amount, and without its reason', async () => {
    await open(5000);
    for (const amount of [0, -1, 0.5, Number.NaN, 5_000_001, 1e9])
      expect(await enter('pay-in', amount)).toEqual({ ok: false, problem: { kind: 'amount-invalid' } });
    expect(await enter('pay-out', 100, { reason: '' })).toEqual({
      ok: false,
      problem: { kind: 'reason-missing' },
    });
    expect(await enter('drop', 5000, { reason: '' })).toEqual({ ok: true, value: null });
    expect(await expectedNow()).toBe(0);
  });

  test('is recorded once however often its form is sent, and not with another amount', async () => {
    await open();
    const key = randomUUID();
    const all = await Promise.all([1, 2, 3].map(() => enter('drop', 700, { key })));
    expect(all).toEqual([1, 2, 3].map(() => ({ ok: true, value: null })));
    expect(await enter('drop', 800, { key })).toEqual({ ok: false, problem: { kind: 'sent-before' } });
    expect(await expectedNow()).toBe(19_300);
  });

  test('is reversed by an opposite entry that names it, once, and neither changes', async () => {
    await open(0);
    await enter('pay-in', 3000);
    const { id: sessionId } = await session();
    const [entry] = await fresh.db.select().from(drawerEntries).where(eq(drawerEntries.sessionId, sessionId));
    const entryId = entry?.id ?? '';
    expect(await reverseEntry(kim, { sessionId, entryId }, NOW)).toEqual({ ok: true, value: null });
    expect(await reverseEntry(kim, { sessionId, entryId }, NOW)).toEqual({ ok: true, value: null });
    expect(await reverseEntry(lee, { sessionId, entryId }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'already-reversed', by: 'Kim Reyes' },
    });
    const [reversal] = await fresh.db.select().from(drawerEntries).where(eq(drawerEntries.corrects, entryId));
    expect(reversal).toMatchObject({ kind: 'pay-in', amount: 3000, enteredByName: 'Kim Reyes' });
    expect(await reverseEntry(kim, { sessionId, entryId: reversal?.id ?? '' }, NOW)).toEqual({
      ok: false,
      problem: { kind: 'entry-not-found' },
    });
    expect(await expectedNow()).toBe(0);
    await expect(
      fresh.db.update(drawerEntries).set({ amount: 1 }).where(eq(drawerEntries.id, entryId)),
    ).rejects.toThrow();
  });
});

describe('what is expected, before the count', () => {
  /** Halves the amounts of drops, pay-outs and pay-ins that are reversed: every answer, and the page after it. */
  async function probe() {
    const seen: unknown[] = [];
    for (const kind of ['drop', 'pay-out', 'pay-in'] as const) {
      let [least, most] = [1, 50_000];
      while (least < most) {
        const amount = Math.ceil((least + most) / 2);
        const answer = await enter(kind, amount);
        if (answer.ok) least = amount;
        else most = amount - 1;
        const entries = (await readDrawer(kim))?.open?.entries ?? [];
        const { id } = entries.find(({ isReversal, reversedBy }) => !isReversal && !reversedBy) ?? {};
        if (!id) throw new Error('the entry is not on the page');
        seen.push(answer, await reverseEntry(kim, { sessionId: (await session()).id, entryId: id }, NOW));
      }
      seen.push(await enter(kind, 30_000));
    }
    const page = (await readDrawer(kim))?.open;
    seen.push({ ...page, id: '', number: 0, entries: page?.entries.map((entry) => ({ ...entry, id: '' })) });
    return seen;
  }

  test('is not found by halving amounts: a drawer with sales answers and looks like one without', async () => {
    await open(10_000);
    const empty = await probe();
    await count(Math.max(0, await expectedNow()), { by: ada });
    await close({ note: 'The drops were tries' });
    await open(10_000);
    await sell();
    await sell();
    expect(await probe()).toEqual(empty);
  });

  test('is below zero after a drop of more than there was, which the count shows as over', async () => {
    await open(5000);
    expect(await enter('drop', 50_000)).toEqual({ ok: true, value: null });
    expect(await count(5000)).toEqual({ ok: true, value: { kind: 'counted' } });
    expect(await readDrawer(kim)).toMatchObject({ open: { count: { amount: 5000, expected: -45_000 } } });
    const [entry] = (await readDrawer(kim))?.open?.entries ?? [];
    const { id: sessionId } = await session();
    expect(await reverseEntry(kim, { sessionId, entryId: entry?.id ?? '' }, NOW)).toMatchObject({ ok: true });
    expect(await count(5000)).toMatchObject({ ok: true, value: { kind: 'closed', variance: 0 } });
  });
});

describe('a count', () => {
  test('that is exact closes the drawer', async () => {
    await open();
    const { total } = await sell();
    expect(await count(20_000 + total)).toEqual({
      ok: true,
      value: { kind: 'closed', number: expect.any(Number), variance: 0, next: null },
    });
    expect(await openSession(fresh.db)).toBeNull();
  });

  test('that is short shows it, is repeated once at most, and closes with a note', async () => {
    await open();
    expect(await readDrawer(kim)).toMatchObject({ open: { count: null } });
    expect(JSON.stringify((await readDrawer(kim))?.open)).not.toContain('expected');
    const key = randomUUID();
    expect(await count(19_000, { key })).toEqual({ ok: true, value: { kind: 'counted' } });
    expect(await count(19_000, { key })).toEqual({ ok: true, value: { kind: 'counted' } });
    expect(await readDrawer(kim)).toMatchObject({
      open: { count: { amount: 19_000, expected: 20_000, needsNote: true, mayCountAgain: true } },
    });
    expect(await count(19_400)).toEqual({ ok: true, value: { kind: 'counted' } });
    expect(await count(20_000)).toEqual({ ok: false, problem: { kind: 'counted-twice' } });
    expect(await close()).toEqual({ ok: false, problem: { kind: 'note-missing', limit: 500 } });
    const { id } = await session();
    expect(await close({ note: 'A roll of quarters is missing' })).toMatchObject({
      ok: true,
      value: { variance: -600 },
    });
    const [closed] = await fresh.db.select().from(drawerSessions).where(eq(drawerSessions.id, id));
    expect(closed).toMatchObject({
      ...{ expected: 20_000, counted: 19_400, closedByName: 'Kim Reyes' },
      note: 'A roll of quarters is missing',
    });
    const counts = await fresh.db.select().from(drawerCounts).where(eq(drawerCounts.sessionId, id));
    expect(counts.map(({ amount }) => amount)).toEqual([19_000, 19_400]);
    const log = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(log.map(({ action }) => action).toSorted()).toEqual([
      ...['drawer.closed', 'drawer.counted', 'drawer.counted', 'drawer.opened'],
    ]);
    // The same press again, after the answer was lost.
    const last = counts.at(-1)?.id ?? '';
    const again = { sessionId: id, countId: last, next: null, note: 'A roll of quarters is missing' };
    expect(await closeDrawer(kim, again, NOW)).toMatchObject({ ok: true, value: { variance: -600 } });
    // Another person, note or next holder was not saved.
    for (const [by, other] of [
      [lee, again],
      [kim, { ...again, note: 'Nothing is missing' }],
      [kim, { ...again, next: lee.userId }],
    ] as const)
      expect(await closeDrawer(by, other, NOW)).toMatchObject({
        problem: { kind: 'closed', by: 'Kim Reyes' },
      });
  });

  test('does not close a drawer in which cash moved since', async () => {
    await open();
    await count(19_900);
    await sell();
    expect(await close()).toEqual({ ok: false, problem: { kind: 'count-old' } });
    expect(await readDrawer(kim)).toMatchObject({ open: { count: null, isCountOld: true } });
  });
});

describe('a hand-over between people', () => {
  test('is one press: closes by count and opens the next with the counted float, by the next person', async () => {
    await open();
    const before = await session();
    expect(await count(20_300, { next: lee.userId })).toMatchObject({
      ok: true,
      value: { kind: 'closed', variance: 300, next: { holder: 'Lee Ford' } },
    });
    expect(await session()).toMatchObject({
      ...{ float: 20_300, holderName: 'Lee Ford', openedByName: 'Kim Reyes', fromId: before.id },
    });
  });

  test('above the limit waits for a note, and goes to the person chosen then', async () => {
    await open();
    await count(30_000, { next: lee.userId });
    expect(await close({ next: lee.userId, note: 'Change from the bank' })).toMatchObject({ ok: true });
    expect(await session()).toMatchObject({ float: 30_000, holderName: 'Lee Ford' });
  });

  test('goes to no one who may not handle cash, is banned, or has the drawer', async () => {
    await open();
    const banned = await aPerson(fresh.db, { role: 'staff', isBanned: true });
    for (const next of [customer.userId, banned.userId, kim.userId, randomUUID(), 'no-one'])
      expect(await count(20_000, { next })).toEqual({ ok: false, problem: { kind: 'next-not-found' } });
  });
});

describe('two people at once', () => {
  test('open one drawer', async () => {
    const both = await Promise.all([open(20_000, kim), open(10_000, lee)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'already-open' } });
  });

  test('close it once, and the later press reads who was first', async () => {
    await open();
    const { id: sessionId } = await session();
    const press = (by: SignedIn) =>
      countDrawer(by, { key: randomUUID(), sessionId, amount: 20_000, pieces: null, next: null }, NOW);
    const both = await Promise.all([press(kim), press(lee)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'closed' } });
    expect(await recordEntry(kim, { ...aDrop, sessionId }, NOW)).toMatchObject({
      problem: { kind: 'closed' },
    });
  });

  test('who both count first are one count: the later reads who was first, and the recount is left', async () => {
    await open();
    const first = (amount: number, by: SignedIn) => count(amount, { by, after: 0 });
    const both = await Promise.all([first(19_000, kim), first(19_500, lee)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = both[0]?.ok ? 'Kim Reyes' : 'Lee Ford';
    expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'counted', by: winner } });
    expect(await readDrawer(lee)).toMatchObject({ open: { counts: 1, count: { mayCountAgain: true } } });
    // With the first one in sight it is the recount; a third is none.
    expect(await count(19_500, { by: lee, after: 1 })).toEqual({ ok: true, value: { kind: 'counted' } });
    expect(await count(19_600, { after: 1 })).toMatchObject({ problem: { kind: 'counted', by: 'Lee Ford' } });
    await sell();
    // Cash moved, so the counts are old, and a count starts over.
    expect(await count(19_500, { by: lee, after: 0 })).toMatchObject({ ok: true });
  });

  test('close with another note each: one is saved, and the other reads whose', async () => {
    await open();
    await count(19_000);
    const { id } = await session();
    const closings = await Promise.all([
      close({ id, note: 'Ten dollars are missing' }),
      close({ id, by: lee, note: 'I do not know', next: lee.userId }),
    ]);
    expect(closings.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = closings[0]?.ok ? 'Kim Reyes' : 'Lee Ford';
    expect(closings.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'closed', by: winner } });
    if (!(await openSession(fresh.db))) await open();
  });

  test('lose no cent between two drawers while orders are handed over and refunded', async () => {
    await open(100_000);
    const first = await session();
    const rounds = 6;
    const toSell = await Promise.all(Array.from({ length: rounds * 3 }, () => ready()));
    const toRefund: Ready[] = [];
    for (let nth = 0; nth < rounds; nth++) toRefund.push(await sell());
    const refund = async ({ number }: Ready) => {
      const { version } = await storedOrder(fresh.db, number);
      return recordRefund(ada, number, { units: 'all', goods: 'kept', reason: 'Broken', version }, NOW);
    };
    let amount = 0;
    for (let nth = 0; nth < rounds; nth++) {
      const next = (await session()).holderId === kim.userId ? lee : kim;
      // Someone counts what is there and hands over, in the middle of the sales.
      amount = await expectedNow();
      const [handedOver] = await Promise.all([
        count(amount, { next: next.userId }),
        ...toSell.slice(nth * 3, nth * 3 + 3).map((order) => handOver(order)),
        refund(toRefund[nth] as Ready),
      ]);
      // A sale that was first makes the count over or short: then the drawer stays open, or was closed with what was there.
      expect(handedOver.ok).toBe(true);
    }
    const sessions = await fresh.db
      .select()
      .from(drawerSessions)
      .where(sql`${drawerSessions.number} >= ${first.number}`);
    for (const each of sessions.filter(({ closedAt }) => closedAt))
      expect(expectedOf(await drawerCash(fresh.db, each))).toBe(each.expected);
    const ids = toSell.map(({ id }) => id);
    const sold = await fresh.db.select().from(orders).where(sql`${orders.id} in ${ids}`);
    expect(sold.filter(({ drawerSessionId }) => drawerSessionId === null)).toEqual([]);
    expect(sold.every(({ paymentStatus }) => paymentStatus === 'paid')).toBe(true);
  });
});

const aDrop = { key: randomUUID(), kind: 'drop', amount: 100, reason: '' } as const;

test('guests and customers may do nothing with the drawer', async () => {
  await open();
  for (const by of [customer, { ...kim, isBanned: true }, { ...kim, lacksSecondFactor: true }]) {
    const denied = { ok: false, problem: { kind: 'not-allowed' } };
    expect(await open(100, by)).toEqual(denied);
    expect(await enter('pay-in', 100, { by })).toEqual(denied);
    expect(await count(100, { by })).toEqual(denied);
    expect(await readDrawer(by)).toBeNull();
  }
});
