/** Reads the stock that an inventory file is compared with, applies the file's changes, and undoes them. */
import { sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { type FileLot, type FileStock, IMPORT_UNDONE, type StockPlan } from './file-stock.ts';
import { coverMissing } from './hold-lots.server.ts';
import { mayBeSold } from './lots/lots.ts';
import { shownLotOf } from './lots/lots-queries.server.ts';
import { heldTags } from './lots/state-hold-queries.server.ts';
import { moveStock, receiveNewLots, type StockMove } from './move-stock.server.ts';

/**
 * Returns stock by product. `today` is the store-local day that decides which lot the export names. Does not
 * check permissions.
 */
export async function readFileStock(
  db: Pick<Database | Transaction, 'execute'>,
  productIds: readonly number[],
  today: string,
): Promise<Map<number, FileStock>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute<FileStock & { id: number }>(sql`
    select stock.product_id as id,
      (select coalesce(sum(lot.on_hand), 0)::int from lots as lot where lot.product_id = stock.product_id) as "onHand",
      ${shownLotOf(sql<number>`lot.id`, sql`stock.product_id`, today)} as "shownLotId",
      coalesce((
        select json_agg(json_build_object('id', lot.id, 'batchNumber', lot.batch_number, 'status', lot.status,
          'onHand', lot.on_hand, 'held', lot.held) order by lot.expires_on, lot.id)
        from lots as lot where lot.product_id = stock.product_id), '[]') as lots
    from product_stock as stock where stock.product_id = any(${sql.param([...productIds])}::int[])`);
  return new Map(rows.map(({ id, ...stock }) => [id, stock]));
}

export type PlannedStock = {
  productId: number;
  productType: string;
  /** The announcement of the product covers its first lot. */
  isNewProduct: boolean;
  /** The id reserved with `lotNumber` for the received lot; null when a lot is counted. */
  newLotId: number | null;
  plan: StockPlan;
};

/** What an import did to one product, for undo: the number of units added to this lot. */
export type DoneStock = { productId: number; lotId: number; units: number };

/** Returns what writing a plan does. */
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

/** Writes plans for products whose stock is locked and that `splitByStock` found possible. */
export async function applyFileStock(
  tx: Transaction,
  actor: SignedIn,
  planned: readonly PlannedStock[],
  clock: Parameters<typeof coverMissing>[3],
): Promise<void> {
  const counts = planned.flatMap(({ productId, plan }) =>
    plan.kind === 'count' ? [{ productId, ...plan }] : [],
  );
  const held = await heldTags(
    tx,
    planned.map(({ plan }) => (plan.kind === 'receive' ? plan.papers?.packageTag : null)),
  );
  const received = planned.flatMap(({ productType, isNewProduct, newLotId, ...each }) =>
    each.plan.kind === 'receive'
      ? [
          {
            ...each.plan,
            ...doneBy({ ...each, newLotId }),
            isNewProduct,
            isForSale:
              mayBeSold(productType, {}) && !held.has(each.plan.papers?.packageTag?.toUpperCase() ?? ''),
          },
        ]
      : [],
  );
  await receiveNewLots(tx, received, actor.userId, NOTE);
  await moveStock(
    tx,
    counts.map(
      ({ productId, lotId, counted, expected, isForSale }): StockMove => ({
        productId,
        lotId,
        onHand: isForSale ? counted - expected : 0,
        held: 0,
        setAside: isForSale ? 0 : counted - expected,
        reason: 'count',
        note: NOTE,
      }),
    ),
    actor.userId,
  );
  const grown = [
    ...received.filter(({ isForSale }) => isForSale).map(({ productId }) => productId),
    ...counts
      .filter(({ counted, expected, isForSale }) => isForSale && counted > expected)
      .map(({ productId }) => productId),
  ];
  if (grown.length > 0) await coverMissing(tx, grown, actor.userId, clock);
  await recordAudit(tx, actor, [
    ...received.flatMap(({ productId, lotId, isNewProduct, batchNumber, units, isForSale }) =>
      isNewProduct
        ? []
        : {
            action: 'lot.received' as const,
            subject: 'lot' as const,
            subjectId: String(lotId),
            after: { productId, batchNumber, status: isForSale ? 'sellable' : 'untested', onHand: units },
            reason: NOTE,
          },
    ),
    ...counts.map(({ lotId, batchNumber, expected, counted }) => ({
      action: 'lot.counted' as const,
      subject: 'lot' as const,
      subjectId: String(lotId),
      before: { batchNumber, onHand: expected },
      after: { batchNumber, onHand: counted },
      reason: NOTE,
    })),
  ]);
}

/** A file's difference still holds after these: units left or came back one by one, without a new count. */
const reasonsBesideCounts = ['hold', 'release', 'sale', 'return', 'waste'];

/**
 * Splits off the plans that cannot be written now. A count changes its lot by the difference found, whatever
 * sold since `comparedAt`. Impossible: a lot that was counted or corrected since, because the difference
 * would apply twice; a lot that went on or off sale, or whose units are promised; a batch or product that has
 * changed. The caller holds the stock lock.
 */
export async function splitByStock(
  tx: Transaction,
  planned: readonly PlannedStock[],
  comparedAt: Date,
): Promise<{ possible: PlannedStock[]; impossible: PlannedStock[] }> {
  const { rows: corrected } = await tx.execute<{ lotId: number }>(sql`
    select distinct lot_id as "lotId" from stock_ledger
    where product_id = any(${sql.param(planned.map(({ productId }) => productId))}::int[]) and lot_id is not null
      and created_at > ${comparedAt.toISOString()}::timestamptz
      and reason <> all(${sql.param(reasonsBesideCounts)}::text[])`);
  const correctedLots = new Set(corrected.map(({ lotId }) => lotId));
  const stock = await readFileStock(
    tx,
    planned.map(({ productId }) => productId),
    // Nothing here depends on which lot is next, so the day does not matter.
    '0001-01-01',
  );
  const possible: PlannedStock[] = [];
  for (const each of planned) {
    const lots = stock.get(each.productId)?.lots;
    const isCorrected = each.plan.kind === 'count' && correctedLots.has(each.plan.lotId);
    const plan = lots && !isCorrected && planNow(each.plan, lots);
    if (plan) possible.push({ ...each, plan });
  }
  const written = new Set(possible.map(({ productId }) => productId));
  return { possible, impossible: planned.filter(({ productId }) => !written.has(productId)) };
}

const statusesOnSale: readonly FileLot['status'][] = ['sellable'];
const statusesOffSale: readonly FileLot['status'][] = ['untested', 'quarantined'];

function planNow(plan: StockPlan, lots: readonly FileLot[]): StockPlan | null {
  if (plan.kind === 'receive')
    return lots.some(({ batchNumber }) => batchNumber === plan.batchNumber) ? null : plan;
  const statuses = plan.isForSale ? statusesOnSale : statusesOffSale;
  const lot = lots.find(({ id, status }) => id === plan.lotId && statuses.includes(status));
  const counted = (lot?.onHand ?? 0) + plan.counted - plan.expected;
  return lot && counted >= lot.held ? { ...plan, expected: lot.onHand, counted } : null;
}

/** After these the lot's units are known, whatever an import changed before. */
const reasonsOfCounts = ['received', 'count', 'adjustment'];

/**
 * Undoes what an import did to these lots, as far as the units are still there and not promised. A lot that
 * was counted since `comparedAt` stays as counted: the import itself wrote one such ledger row. Returns the
 * products whose stock was undone. The caller holds the lock on their stock.
 */
export async function undoFileStock(
  tx: Transaction,
  actor: SignedIn,
  done: readonly DoneStock[],
  comparedAt: Date,
): Promise<Set<number>> {
  if (done.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: number; status: string; batchNumber: string; onHand: number }>(sql`
    select lots.id, lots.status, lots.batch_number as "batchNumber", lots.on_hand as "onHand"
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as done ("lotId" int, units int)
    join lots on lots.id = done."lotId"
    where lots.status in ('sellable', 'untested', 'quarantined') and lots.on_hand - done.units >= lots.held
      and (
        select count(*) from stock_ledger as entry
        where entry.product_id = lots.product_id and entry.lot_id = lots.id and entry.reservation_id is null
          and entry.created_at > ${comparedAt.toISOString()}::timestamptz
          and entry.reason = any(${sql.param(reasonsOfCounts)}::text[])
      ) <= 1`);
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
        note: IMPORT_UNDONE,
      }),
    ),
    actor.userId,
  );
  await recordAudit(
    tx,
    actor,
    back.map(({ lotId, batchNumber, onHand, units }) => ({
      action: 'lot.counted' as const,
      subject: 'lot' as const,
      subjectId: String(lotId),
      before: { batchNumber, onHand },
      after: { batchNumber, onHand: onHand - units },
      reason: IMPORT_UNDONE,
    })),
  );
  return new Set(back.map(({ productId }) => productId));
}
