/** Tests counting and editing a lot: the ledger, customers' held units, permissions. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/access/actor.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { readProductLots } from '#office/lots/product-lots-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, NOW } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { countLot } from './count-lot.server.ts';
import { editLot } from './edit-lot.server.ts';
import type { LotPapers } from './lots.ts';
import { quarantineLot } from './quarantine-lot.server.ts';

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

describe('a count', () => {
  test('by staff writes the difference into the ledger', async () => {
    const { productId, lotId } = await aLot(10);
    expect(await count(lotId, 7, 10)).toEqual({ ok: true, value: { change: -3 } });
    expect(await lotOf(productId)).toMatchObject({ onHand: 7, held: 0 });
    const rows = await fresh.db.select().from(stockLedger).where(eq(stockLedger.productId, productId));
    expect(rows.at(-1)).toMatchObject({
      onHandChange: -3,
      reason: 'count',
      note: 'Evening',
      actorId: staff.userId,
    });
    expect(await count(lotId, 7, 7)).toEqual({ ok: true, value: { change: 0 } });
  });

  test('of a lot that sold meanwhile, of fewer than are promised, or of no number is refused', async () => {
    const { productId, lotId } = await aLot(10);
    await anOrder(customer, [[productId, 1]]);
    expect(await count(lotId, 5, 9)).toMatchObject({ problem: { kind: 'changed' } });
    expect(await count(lotId, 0, 10)).toMatchObject({ problem: { kind: 'promised', held: 1 } });
    for (const odd of [-1, 1.5, Number.NaN, 1_000_001])
      expect(await count(lotId, odd, 10)).toMatchObject({ problem: { kind: 'count-invalid' } });
    expect(await lotOf(productId)).toMatchObject({ onHand: 10, held: 1 });
  });

  test('of ten at once counts one', async () => {
    const { productId, lotId } = await aLot(10);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => count(lotId, 4, 10)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await lotOf(productId)).toMatchObject({ onHand: 4 });
  });

  test('of a lot that is off sale changes what is set aside, not what is for sale', async () => {
    const { productId, lotId } = await aLot(10);
    await quarantineLot(staff, { lotId, reason: 'Smells odd' }, NOW);
    expect(await count(lotId, 8, 10)).toMatchObject({ ok: true });
    expect(await lotOf(productId)).toMatchObject({ onHand: 8, status: 'quarantined' });
    const { rows } = await fresh.db.execute(
      sql`select on_hand from product_stock where product_id = ${productId}`,
    );
    expect(rows).toEqual([{ on_hand: 0 }]);
  });

  test('is nobody else’s', async () => {
    const { lotId } = await aLot(3);
    expect(await count(lotId, 1, 3, customer)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(
      await countLot(guest, { lotId, counted: 1, expected: 3, reason: 'count', note: '' }, NOW),
    ).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await count(999_999, 1, 3)).toMatchObject({ problem: { kind: 'not-found' } });
  });
});

describe('what is written on a lot', () => {
  const papers: LotPapers = {
    batchNumber: 'B-9',
    packageTag: '1A4',
    retailItemId: null,
    testStatus: 'RetestPassed',
    labName: 'North Lab',
    coaNumber: 'C-1',
    totalThcBasisPoints: 2450,
    totalCbdBasisPoints: null,
    harvestedOn: '2026-01-02',
    packagedOn: null,
    expiresOn: '2027-01-02',
  };

  test('is the admins’ to change, once per batch number of a product', async () => {
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

  test('takes no test that failed while it is on sale, and no earlier end while units are promised', async () => {
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
