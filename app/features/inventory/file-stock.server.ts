/** Reads the stock that an inventory file is compared with, writes what it changes, and takes that back. */
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import type { FileLot, FileStock, StockPlan } from './file-stock.ts';
import { coverMissing } from './hold-lots.server.ts';
import { mayBeSold } from './lots.ts';
import { moveStock, receiveNewLots, type StockMove } from './move-stock.server.ts';

/** By product; `today` is the store's day, by which the lot handed out next is chosen. It asks nobody who they are. */
export async function readFileStock(
  db: Pick<Database | Transaction, 'execute'>,
  productIds: readonly number[],
  today: string,
): Promise<Map<number, FileStock>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: number;
    onHand: number;
    lots: (FileLot & { isGood: boolean })[];
  }>(sql`
    select stock.product_id as id, stock.on_hand as "onHand", coalesce((
      select json_agg(json_build_object('id', lot.id, 'batchNumber', lot.batch_number, 'status', lot.status,
        'onHand', lot.on_hand, 'held', lot.held,
        'isGood', lot.expires_on is null or lot.expires_on >= ${today}::date) order by lot.expires_on, lot.id)
      from lots as lot where lot.product_id = stock.product_id), '[]') as lots
    from product_stock as stock where stock.product_id = any(${sql.param([...productIds])}::int[])`);
  return new Map(
    rows.map(({ id, onHand, lots }) => {
      const next = lots.find((lot) => lot.status === 'sellable' && lot.onHand > 0 && lot.isGood);
      return [id, { onHand, lots, nextLotId: next?.id ?? null }];
    }),
  );
}

export type PlannedStock = {
  productId: number;
  productType: string;
  /** Its first lot is told of with the product. */
  isNewProduct: boolean;
  /** Taken for the lot that is received (`lotNumber`); null where a lot is counted. */
  newLotId: number | null;
  plan: StockPlan;
};

/** What was done to one product, to be taken back: so many units more of this lot. */
export type DoneStock = { productId: number; lotId: number; units: number };

/** What writing a plan does. */
export function doneBy({
  productId,
  newLotId,
  plan,
}: Omit<PlannedStock, 'productType' | 'isNewProduct'>): DoneStock {
  if (plan.kind === 'count') return { productId, lotId: plan.lotId, units: plan.counted - plan.expected };
  if (newLotId === null) throw new Error(`no number was taken for the lot of product ${productId}`);
  return { productId, lotId: newLotId, units: plan.units };
}

const NOTE = 'CSV import';

/**
 * Writes the plans of products whose stock is locked. False, having written nothing, where a lot no longer has the
 * units that its count began with or could no longer keep its promises.
 */
export async function applyFileStock(
  tx: Transaction,
  actor: SignedIn,
  planned: readonly PlannedStock[],
  clock: Parameters<typeof coverMissing>[3],
): Promise<boolean> {
  const counts = planned.flatMap(({ productId, plan }) =>
    plan.kind === 'count' ? [{ productId, ...plan }] : [],
  );
  if (!(await areAsExpected(tx, counts))) return false;
  const received = planned.flatMap(({ productType, isNewProduct, newLotId, ...each }) =>
    each.plan.kind === 'receive'
      ? [
          {
            ...each.plan,
            ...doneBy({ ...each, newLotId }),
            isNewProduct,
            isForSale: mayBeSold(productType, null),
          },
        ]
      : [],
  );
  await receiveNewLots(tx, received, actor.userId, NOTE);
  await moveStock(
    tx,
    counts.map(
      ({ productId, lotId, counted, expected }): StockMove => ({
        productId,
        lotId,
        onHand: counted - expected,
        held: 0,
        reason: 'count',
        note: NOTE,
      }),
    ),
    actor.userId,
  );
  const grown = [
    ...received.filter(({ isForSale }) => isForSale).map(({ productId }) => productId),
    ...counts.filter(({ counted, expected }) => counted > expected).map(({ productId }) => productId),
  ];
  if (grown.length > 0) await coverMissing(tx, grown, actor.userId, clock);
  await recordAudit(tx, actor, [
    ...received.flatMap(({ productId, lotId, isNewProduct, batchNumber, units, isForSale }) =>
      isNewProduct
        ? []
        : {
            action: 'lot.received',
            subject: 'lot' as const,
            subjectId: String(lotId),
            after: { productId, batchNumber, status: isForSale ? 'sellable' : 'untested', onHand: units },
            reason: NOTE,
          },
    ),
    ...counts.map(({ lotId, batchNumber, expected, counted }) => ({
      action: 'lot.counted',
      subject: 'lot' as const,
      subjectId: String(lotId),
      before: { batchNumber, onHand: expected },
      after: { batchNumber, onHand: counted },
      reason: NOTE,
    })),
  ]);
  return true;
}

async function areAsExpected(
  tx: Transaction,
  counts: readonly { lotId: number; expected: number; counted: number }[],
): Promise<boolean> {
  if (counts.length === 0) return true;
  const { rows } = await tx.execute(sql`
    select from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as wanted ("lotId" int, expected int, counted int)
    left join lots on lots.id = wanted."lotId" and lots.status = 'sellable'
      and lots.on_hand = wanted.expected and lots.held <= wanted.counted
    where lots.id is null limit 1`);
  return rows.length === 0;
}

/**
 * Takes back what an import did to these lots, as far as their units are still there and promised to nobody. Answers
 * the products of which it did. Their stock is locked.
 */
export async function undoFileStock(
  tx: Transaction,
  actor: SignedIn,
  done: readonly DoneStock[],
): Promise<Set<number>> {
  if (done.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number; status: string; batchNumber: string; onHand: number }>(sql`
    select lots.id, lots.status, lots.batch_number as "batchNumber", lots.on_hand as "onHand"
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as done ("lotId" int, units int)
    join lots on lots.id = done."lotId"
    where lots.status in ('sellable', 'untested') and lots.on_hand - done.units >= lots.held`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const back = done.flatMap((each) => {
    const lot = found.get(each.lotId);
    return lot ? [{ ...each, ...lot, isForSale: lot.status === 'sellable' }] : [];
  });
  await moveStock(
    tx,
    back.map(
      ({ productId, lotId, units, isForSale }): StockMove => ({
        productId,
        lotId,
        onHand: isForSale ? -units : 0,
        held: 0,
        setAside: isForSale ? 0 : -units,
        reason: 'adjustment',
        note: 'CSV import undone',
      }),
    ),
    actor.userId,
  );
  await recordAudit(
    tx,
    actor,
    back.map(({ lotId, batchNumber, onHand, units }) => ({
      action: 'lot.counted',
      subject: 'lot' as const,
      subjectId: String(lotId),
      before: { batchNumber, onHand },
      after: { batchNumber, onHand: onHand - units },
      reason: 'CSV import undone',
    })),
  );
  return new Set(back.map(({ productId }) => productId));
}
