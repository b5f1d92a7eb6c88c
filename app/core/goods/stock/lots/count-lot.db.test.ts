/** Tests counting and editing a lot: the ledger, customers' held units, permissions. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { readProductLots } from '#office/lots/product-lots-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, eventsOf, NOW, storedOrder } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { ledgerList } from '../ledger-list.ts';
import { readLedger } from '../ledger-queries.server.ts';
import { undoAdjustment } from '../undo-adjustment.server.ts';
import { countLot } from './count-lot.server.ts';
import { editLot } from './edit-lot.server.ts';
import type { LotPapers } from './lots.ts';
import { quarantineLot } from './quarantine-lot.server.ts';
import { receiveLot } from './receive-lot.server.ts';
import { releaseLot } from './release-lot.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});

async function aLot(onHand: number) {
  const productId = await aProduct(fresh.db, { onHand });
  const [lot] = await readProductLots(admin, productId);
  if (!lot) throw new Error('no lot');
  return { productId, lotId: lot.id };
}
const lotOf = async (productId: number) => (await readProductLots(admin, productId))[0];
const count = (lotId: number, counted: number, expected: number, actor = staff) =>
  countLot(actor, { lotId, counted, expected, reason: 'count', note: 'Evening' }, NOW);

describe('a count of a lot', () => {
  test('by staff writes the difference into the ledger', async () => {
    const { productId, lotId } = await aLot(10);
    expect(await count(lotId, 7, 10)).toEqual({ ok: true, value: { change: -3, missing: 0 } });
    expect(await lotOf(productId)).toMatchObject({ onHand: 7, held: 0 });
    const rows = await fresh.db.select().from(stockLedger).where(eq(stockLedger.productId, productId));
    expect(rows.at(-1)).toMatchObject({
      onHandChange: -3,
      reason: 'count',
      note: 'Evening',
      actorId: staff.userId,
    });
    expect(await count(lotId, 7, 7)).toEqual({ ok: true, value: { change: 0, missing: 0 } });
  });

  test('is refused if the lot has sold since, if it covers fewer units than promised, and for an invalid number', async () => {
    const { productId, lotId } = await aLot(10);
    await anOrder(customer, [[productId, 1]]);
    expect(await count(lotId, 5, 9)).toMatchObject({ problem: { kind: 'changed' } });
    expect(await count(lotId, 0, 10)).toMatchObject({ problem: { kind: 'choose', missing: 1 } });
    for (const odd of [-1, 1.5, Number.NaN, 1_000_001])
      expect(await count(lotId, odd, 10)).toMatchObject({ problem: { kind: 'count-invalid' } });
    expect(await lotOf(productId)).toMatchObject({ onHand: 10, held: 1 });
  });

  test('sent ten times at once counts once', async () => {
    const { productId, lotId } = await aLot(10);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => count(lotId, 4, 10)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await lotOf(productId)).toMatchObject({ onHand: 4 });
  });

  test('in quarantine changes the units set aside, not the units for sale', async () => {
    const { productId, lotId } = await aLot(10);
    await quarantineLot(staff, { lotId, reason: 'Smells odd' }, NOW);
    expect(await count(lotId, 8, 10)).toMatchObject({ ok: true });
    expect(await lotOf(productId)).toMatchObject({ onHand: 8, status: 'quarantined' });
    const { rows } = await fresh.db.execute(
      sql`select on_hand from product_stock where product_id = ${productId}`,
    );
    expect(rows).toEqual([{ on_hand: 0 }]);
  });

  test('is allowed only to staff', async () => {
    const { lotId } = await aLot(3);
    expect(await count(lotId, 1, 3, customer)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(
      await countLot(guest, { lotId, counted: 1, expected: 3, reason: 'count', note: '' }, NOW),
    ).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await count(999_999, 1, 3)).toMatchObject({ problem: { kind: 'not-found' } });
  });
});

describe('an adjustment of a lot', () => {
  const adjust = (
    lotId: number,
    counted: number,
    expected: number,
    about: Partial<Parameters<typeof countLot>[1]>,
    actor = staff,
  ) => countLot(actor, { lotId, counted, expected, reason: 'damaged', note: '', ...about }, NOW);
  const ledgerOf = async (productId: number, lotId: number, actor = staff) => {
    const page = await readLedger(
      actor,
      { productId, lotId },
      ledgerList.parse(new URLSearchParams()),
      'America/New_York',
      NOW,
    );
    return page?.rows ?? [];
  };
  const another = async (productId: number, quantity: number, expiresOn: string | null) => {
    const lot = { productId, batchNumber: `B-${Math.random()}`, quantity, ...PASSED };
    const received = await receiveLot(admin, { ...lot, expiresOn }, NOW);
    return received.ok ? received.value.lotId : expect.fail(received.problem.kind);
  };
  const shareOf = async (reservationId: string) =>
    (
      await fresh.db.execute<{ lotId: number | null; quantity: number }>(sql`
        select lot_id as "lotId", quantity from reservation_lots where reservation_id = ${reservationId}
        order by lot_id nulls last`)
    ).rows;
  const reservationOf = async (orderId: string) =>
    (
      await fresh.db.execute<{ id: string }>(sql`
        select item.reservation_id as id from order_items as item join orders on orders.id = item.order_id
        where orders.order_id = ${orderId}`)
    ).rows[0]?.id ?? '';

  test('for theft or waste needs a note, only a return adds units, and only other reasons remove them', async () => {
    const { lotId } = await aLot(10);
    for (const reason of ['theft', 'waste'] as const)
      expect(await adjust(lotId, 8, 10, { reason })).toMatchObject({ problem: { kind: 'note-missing' } });
    expect(await adjust(lotId, 11, 10, {})).toMatchObject({ problem: { kind: 'none-taken' } });
    expect(await adjust(lotId, 9, 10, { reason: 'return' })).toMatchObject({
      problem: { kind: 'none-returned' },
    });
    expect(await adjust(lotId, -1, 10, {})).toMatchObject({ problem: { kind: 'none-taken' } });
    expect(await adjust(lotId, 8, 10, { reason: 'theft', note: 'Lock was open' })).toMatchObject({
      ok: true,
    });
  });

  test('of a free unit changes no reservation', async () => {
    const { productId, lotId } = await aLot(3);
    const order = await anOrder(customer, [[productId, 2]]);
    expect(await adjust(lotId, 2, 3, {})).toEqual({ ok: true, value: { change: -1, missing: 0 } });
    expect(await shareOf(await reservationOf(order))).toEqual([{ lotId, quantity: 2 }]);
  });

  test('moves reserved units to the lot that expires first and is good on the pickup day', async () => {
    const { productId, lotId } = await aLot(2);
    const order = await anOrder(customer, [[productId, 2]]);
    await another(productId, 5, '2027-03-01');
    const sooner = await another(productId, 5, '2027-01-01');
    expect(await adjust(lotId, 1, 2, {})).toEqual({ ok: true, value: { change: -1, missing: 0 } });
    expect(await shareOf(await reservationOf(order))).toEqual([
      { lotId, quantity: 1 },
      { lotId: sooner, quantity: 1 },
    ]);
    expect(await eventsOf(fresh.db, order)).not.toContain('order-short');
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('asks which order goes short if no lot has units, and notifies its customer once', async () => {
    const { productId, lotId } = await aLot(4);
    const [first, second] = [
      await anOrder(customer, [[productId, 2]]),
      await anOrder(customer, [[productId, 2]]),
    ];
    expect(await adjust(lotId, 3, 4, {})).toEqual({ ok: false, problem: { kind: 'choose', missing: 1 } });
    const chosen = [await reservationOf(first)];
    expect(await adjust(lotId, 1, 4, { chosen })).toEqual({
      ok: false,
      problem: { kind: 'choose', missing: 3 },
    });
    expect(await lotOf(productId)).toMatchObject({ onHand: 4, held: 4 });
    expect(await adjust(lotId, 3, 4, { chosen })).toEqual({ ok: true, value: { change: -1, missing: 1 } });
    expect(await shareOf(chosen[0] ?? '')).toEqual([
      { lotId, quantity: 1 },
      { lotId: null, quantity: 1 },
    ]);
    expect((await eventsOf(fresh.db, first)).filter((kind) => kind === 'order-short')).toHaveLength(1);
    expect(await eventsOf(fresh.db, second)).not.toContain('order-short');
    expect((await storedOrder(fresh.db, first)).status).toBe('pending');
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('during ten checkouts of the same lot sells no unit twice and leaves nothing below zero', async () => {
    const { productId, lotId } = await aLot(12);
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aPerson(fresh.db)));
    await Promise.all([
      ...buyers.map((buyer) => anOrder(buyer, [[productId, 1]]).catch(() => null)),
      ...Array.from({ length: 10 }, (_, at) => adjust(lotId, 11 - at, 12 - at, {})),
    ]);
    const lot = await lotOf(productId);
    expect(lot?.held).toBeLessThanOrEqual(lot?.onHand ?? 0);
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('that returns cannabis records it and writes it off, and returns merchandise to the shelf', async () => {
    const { productId, lotId } = await aLot(5);
    expect(await adjust(lotId, 7, 5, { reason: 'return' })).toMatchObject({ ok: true });
    expect(await lotOf(productId)).toMatchObject({ onHand: 5 });
    expect((await ledgerOf(productId, lotId)).slice(0, 2)).toMatchObject([
      { reason: 'waste', change: -2, balance: 5, mayUndo: false },
      { reason: 'return', change: 2, balance: 7, mayUndo: false },
    ]);
    const hat = await aProduct(fresh.db, { onHand: 5, productType: 'apparel', taxClass: 'merchandise' });
    const [shelf] = await readProductLots(admin, hat);
    expect(await adjust(shelf?.id ?? 0, 7, 5, { reason: 'return' })).toMatchObject({ ok: true });
    expect(await lotOf(hat)).toMatchObject({ onHand: 7 });
  });

  test('is undone once, within a day, by its author or an admin, and covers missing units again', async () => {
    const { productId, lotId } = await aLot(2);
    const order = await anOrder(customer, [[productId, 2]]);
    const chosen = [await reservationOf(order)];
    expect(await adjust(lotId, 1, 2, { chosen })).toMatchObject({ value: { missing: 1 } });
    const [row] = (await ledgerOf(productId, lotId)).filter(({ reason }) => reason === 'damaged');
    expect(row).toMatchObject({ mayUndo: true, change: -1 });
    const undo = (actor: SignedIn, hours = 1) =>
      undoAdjustment(actor, { lotId, ledgerId: row?.id ?? 0 }, NOW.add({ hours }));
    const colleague = await aPerson(fresh.db, { role: 'staff' });
    expect(await undo(customer)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await undo(colleague)).toMatchObject({ problem: { kind: 'not-allowed' } });
    const both = await Promise.all([undo(staff), undo(admin)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await lotOf(productId)).toMatchObject({ onHand: 2, held: 2 });
    expect(await eventsOf(fresh.db, order)).toContain('order-complete-again');
    expect((await ledgerOf(productId, lotId)).find(({ id }) => id === row?.id)).toMatchObject({
      isUndone: true,
      mayUndo: false,
    });
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('a lot in quarantine', () => {
  const why = { reason: 'Smells odd' };

  test('can be released by any staff if staff quarantined it, and only by admins if an admin did', async () => {
    const colleague = await aPerson(fresh.db, { role: 'staff' });
    const { lotId } = await aLot(3);
    await quarantineLot(staff, { lotId, ...why }, NOW);
    expect(await releaseLot(colleague, { lotId, reason: '' }, NOW)).toMatchObject({
      problem: { kind: 'reason-missing' },
    });
    expect(await releaseLot(colleague, { lotId, ...why }, NOW)).toMatchObject({ ok: true });
    await quarantineLot(admin, { lotId, ...why }, NOW);
    expect(await releaseLot(staff, { lotId, ...why }, NOW)).toMatchObject({
      problem: { kind: 'admin-releases' },
    });
    expect(await releaseLot(admin, { lotId, ...why }, NOW)).toMatchObject({ ok: true });
  });

  test('stays quarantined for staff once its test failed, and they cannot enter a new test', async () => {
    const { lotId } = await aLot(3);
    await quarantineLot(staff, { lotId, ...why }, NOW);
    await fresh.db.update(lots).set({ testStatus: 'TestFailed' }).where(eq(lots.id, lotId));
    expect(await releaseLot(staff, { lotId, ...why }, NOW)).toMatchObject({
      problem: { kind: 'not-tested' },
    });
    expect(await releaseLot(staff, { lotId, ...why, testStatus: 'RetestPassed' }, NOW)).toMatchObject({
      problem: { kind: 'admin-releases' },
    });
  });
});

describe('the details of a lot', () => {
  const papers: LotPapers = {
    batchNumber: 'B-9',
    packageTag: '1A4',
    retailItemId: null,
    shelfPlace: null,
    terpenes: 'Myrcene 0.8%',
    testPanels: 'Pesticides',
    grownIn: 'East field',
    curedOn: '2026-01-20',
    testStatus: 'RetestPassed',
    labName: 'North Lab',
    coaNumber: 'C-1',
    totalThcBasisPoints: 2450,
    totalCbdBasisPoints: 20,
    harvestedOn: '2026-01-02',
    packagedOn: null,
    expiresOn: '2027-01-02',
  };

  test('can be changed only by admins, with one lot per batch number of a product', async () => {
    const { productId, lotId } = await aLot(5);
    await fresh.db.insert(lots).values({ productId, batchNumber: 'Taken' });
    expect(await editLot(staff, lotId, papers)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await editLot(admin, lotId, papers)).toEqual({ ok: true, value: { changed: true } });
    expect(await editLot(admin, lotId, papers)).toEqual({ ok: true, value: { changed: false } });
    expect(await lotOf(productId)).toMatchObject(papers);
    expect(await editLot(admin, lotId, { ...papers, batchNumber: 'Taken' })).toMatchObject({
      problem: { kind: 'batch-taken' },
    });
  });

  test('cannot have a failed test while on sale, or an earlier last day while units are promised', async () => {
    const { productId, lotId } = await aLot(5);
    expect(await editLot(admin, lotId, { ...papers, testStatus: 'TestFailed' })).toMatchObject({
      problem: { kind: 'test-on-sale' },
    });
    expect(await editLot(admin, lotId, { ...papers, expiresOn: '2026-13-01' })).toMatchObject({
      problem: { kind: 'date-invalid' },
    });
    expect(await editLot(admin, lotId, { ...papers, expiresOn: null })).toMatchObject({ ok: true });
    await anOrder(customer, [[productId, 1]]);
    expect(await editLot(admin, lotId, { ...papers, expiresOn: '2026-06-06' })).toMatchObject({
      problem: { kind: 'expiry-promised' },
    });
  });
});
