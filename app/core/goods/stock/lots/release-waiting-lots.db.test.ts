/** Tests that lots of an import go on sale together: each once, only with a passed test, while people buy. */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { inTransaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { lots } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openForOrders } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { receiveNewLots } from '../move-stock.server.ts';
import { receiveLot } from './receive-lot.server.ts';
import { releaseWaitingLots } from './release-waiting-lots.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  admin = await aPerson(fresh.db, { role: 'admin' });
  staff = await aPerson(fresh.db, { role: 'staff' });
});
afterAll(() => fresh.stop());

async function waiting(lot: Partial<typeof lots.$inferInsert> = {}): Promise<number> {
  const productId = await aProduct(fresh.db, { onHand: 0 });
  const delivery = { productId, batchNumber: 'W-1', quantity: 5, testStatus: null, expiresOn: null };
  const made = await receiveLot(admin, delivery);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  // As an import leaves it: the result is recorded while the lot waits.
  if (Object.keys(lot).length > 0) await fresh.db.update(lots).set(lot).where(eq(lots.id, made.value.lotId));
  return made.value.lotId;
}
const statusOf = async (ids: readonly number[]) => {
  const rows = await fresh.db
    .select()
    .from(lots)
    .where(inArray(lots.id, [...ids]))
    .orderBy(lots.id);
  return rows.map(({ status }) => status);
};

test('tested lots go on sale, and the others stay and are counted by reason', async () => {
  const ids = [
    await waiting({ ...PASSED }),
    await waiting({ ...PASSED }),
    await waiting(),
    await waiting({ ...PASSED, totalCbdBasisPoints: null }),
    await waiting({ ...PASSED, expiresOn: '2020-01-01' }),
  ];
  const taken = await waiting({ ...PASSED });
  await fresh.db.update(lots).set({ status: 'quarantined' }).where(eq(lots.id, taken));
  expect(
    await releaseWaitingLots(admin, { lotIds: [...ids, taken, ids[0] ?? 0], reason: 'Certificate 1' }),
  ).toEqual({
    ok: true,
    value: { released: 2, notTested: 1, lackPapers: 1, expired: 1, heldByState: 0, movedOn: 1 },
  });
  expect(await statusOf([...ids, taken])).toEqual([
    'sellable',
    'sellable',
    'untested',
    'untested',
    'untested',
    'quarantined',
  ]);
  const audited = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(ids[0])));
  expect(audited.map(({ action, reason }) => [action, reason])).toContainEqual([
    'lot.released',
    'Certificate 1',
  ]);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('a result for all of them puts untested lots on sale, once, even if others do the same', async () => {
  const productId = await aProduct(fresh.db, { onHand: 0 });
  // More than a block.
  const ids = Array.from({ length: 130 }, (_, at) => 900_001 + at);
  await inTransaction((tx) =>
    receiveNewLots(
      tx,
      ids.map((lotId) => ({
        ...{ productId, lotId, batchNumber: `M-${lotId}`, units: 2 },
        isForSale: false,
      })),
      admin.userId,
      'CSV import',
    ),
  );
  const wanted = { lotIds: ids, reason: 'Certificate 2', given: PASSED };
  const both = await Promise.all([
    releaseWaitingLots(admin, wanted),
    releaseWaitingLots(admin, { ...wanted, lotIds: ids.toReversed() }),
  ]);
  const counts = both.map((outcome) => (outcome.ok ? outcome.value : null));
  expect(counts.reduce((sum, each) => sum + (each?.released ?? 0), 0)).toBe(130);
  expect(counts.reduce((sum, each) => sum + (each?.movedOn ?? 0), 0)).toBe(130);
  expect(new Set(await statusOf(ids))).toEqual(new Set(['sellable']));
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('what is typed for all fills the papers that a lot has none of, and the audit log says which', async () => {
  const [bare, own] = [await waiting(), await waiting({ ...PASSED, testStatus: null, labName: 'Own Lab' })];
  const given = { ...PASSED, totalCbdBasisPoints: null };
  const reason = 'Certificate 3';
  expect(await releaseWaitingLots(admin, { lotIds: [bare, own], reason, given })).toMatchObject({
    value: { released: 1, lackPapers: 1 },
  });
  expect(await releaseWaitingLots(admin, { lotIds: [bare], reason, given: PASSED })).toMatchObject({
    value: { released: 1 },
  });
  const rows = await fresh.db
    .select()
    .from(lots)
    .where(inArray(lots.id, [bare, own]))
    .orderBy(lots.id);
  expect(rows).toMatchObject([
    { ...PASSED, status: 'sellable' },
    { ...PASSED, labName: 'Own Lab', status: 'sellable' },
  ]);
  const [audited] = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(own)));
  expect(Object.keys(audited?.after ?? {})).not.toContain('labName');
  const all = await fresh.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(bare)));
  // The first press saved what was typed, and the second what was missing.
  const after = (action: string) => all.find((entry) => entry.action === action)?.after;
  const written = Object.assign({}, after('lot.edited'), after('lot.released'));
  expect(written).toMatchObject({ ...PASSED });
});

test('staff are refused, and a reason is required', async () => {
  const lotIds = [await waiting({ ...PASSED })];
  expect(await releaseWaitingLots(staff, { lotIds, reason: 'Fine' })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(await releaseWaitingLots(admin, { lotIds, reason: ' ' })).toMatchObject({
    problem: { kind: 'reason-missing' },
  });
  expect(await statusOf(lotIds)).toEqual(['untested']);
});
