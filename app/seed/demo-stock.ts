/** Lots and the ledger, worked out backwards: what is there today, plus everything that was sold from it. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lots, productStock, stockLedger } from '#db/schema/inventory.ts';
import type { DemoLot } from './demo-catalogue.ts';
import type { ShelvedProduct } from './demo-store.ts';
import { insertRows } from './insert-rows.ts';

const DAY = 86_400_000;

/** A batch lasts about so many days until the next one comes. */
const DAYS_PER_BATCH = 32;

/** The demo's first order is younger than this many days. */
const HISTORY_DAYS = 100;

/** What an order line did to the stock, and when. Quantity is at least 1. */
export type Movement = {
  productId: number;
  at: Date;
  kind: 'hold' | 'release' | 'sale';
  quantity: number;
  reservationId: string;
  orderId: string | null;
  actorId: string | null;
};

type LedgerRow = typeof stockLedger.$inferInsert & { createdAt: Date };
type Batch = DemoLot & {
  id: number;
  productId: number;
  receivedAt: Date;
  sold: number;
  /** Whether the catalogue names it; the others are the sold-out batches before. */
  isCurrent: boolean;
};

/**
 * Writes lots, ledger and stock. Each lot was received with what is left of it plus what was sold from it, so the
 * lots end at the counts of the catalogue, no moment of the past goes below zero, and stock is the ledger's sum.
 */
export async function writeStock(
  tx: Transaction,
  menu: readonly ShelvedProduct[],
  movements: readonly Movement[],
  now: Date,
  receivedBy: string,
): Promise<void> {
  const batches = numbered(menu.flatMap((product) => batchesOf(product, now)));
  const byProduct = Map.groupBy(batches, ({ productId }) => productId);
  const ledger: LedgerRow[] = [];
  const promised = new Map<string, Batch>();
  for (const movement of movements) {
    const { productId, at, kind, quantity, reservationId, orderId, actorId } = movement;
    // Handed over from the batch that was in use when it was held, so that what is held has always been received.
    if (kind === 'hold') promised.set(reservationId, lotInUse(byProduct.get(productId) ?? [], at));
    const lot = kind === 'sale' ? promised.get(reservationId) : null;
    if (lot) lot.sold += quantity;
    ledger.push({
      productId,
      lotId: lot?.id ?? null,
      onHandChange: kind === 'sale' ? -quantity : 0,
      heldChange: kind === 'hold' ? quantity : -quantity,
      reason: kind,
      actorId,
      reservationId,
      orderId,
      createdAt: at,
    });
  }
  const received = batches.filter(cameIn).map(
    (lot): LedgerRow => ({
      productId: lot.productId,
      lotId: lot.id,
      onHandChange: lot.onHand + lot.sold,
      heldChange: 0,
      reason: 'received',
      actorId: receivedBy,
      reservationId: null,
      orderId: null,
      createdAt: lot.receivedAt,
    }),
  );
  await insertRows(
    tx,
    lots,
    batches.filter((lot) => cameIn(lot) || lot.isCurrent).map((lot) => lotRow(lot, now)),
  );
  await tx.execute(sql`select setval(pg_get_serial_sequence('lots', 'id'), (select max(id) from lots))`);
  await insertRows(
    tx,
    stockLedger,
    [...received, ...ledger].sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime()),
  );
  await tx.execute(sql`
    update ${productStock} set on_hand = total.on_hand, held = total.held
    from (
      select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held
      from ${stockLedger} group by product_id
    ) as total
    where ${productStock.productId} = total.product_id`);
}

type UnnumberedBatch = Omit<Batch, 'id'>;

const cameIn = ({ sold, onHand }: Batch): boolean => sold + onHand > 0;

function numbered(batches: readonly UnnumberedBatch[]): Batch[] {
  return batches
    .toSorted((left, right) => left.receivedAt.getTime() - right.receivedAt.getTime())
    .map((batch, index) => ({ ...batch, id: index + 1 }));
}

/** The catalogue's lots and, where the product is older, the sold-out batches before them. Oldest first. */
function batchesOf(product: ShelvedProduct, now: Date): UnnumberedBatch[] {
  const current = product.lots
    .toSorted((left, right) => right.packagedDaysAgo - left.packagedDaysAgo)
    .map((lot) => ({ ...lot, isCurrent: true }));
  const [oldest] = current;
  if (!oldest) return [];
  const earlier: typeof current = [];
  const listedDaysAgo = (now.getTime() - product.listedAt.getTime()) / DAY;
  let daysAgo = oldest.packagedDaysAgo;
  for (let back = 1; daysAgo < HISTORY_DAYS && daysAgo + DAYS_PER_BATCH < listedDaysAgo; back++) {
    daysAgo += DAYS_PER_BATCH;
    const shift = daysAgo - oldest.packagedDaysAgo;
    earlier.unshift({
      ...oldest,
      isCurrent: false,
      onHand: 0,
      batchNumber: `${oldest.batchNumber}-P${back}`,
      packageTag: oldest.packageTag && `${oldest.packageTag.slice(0, -3)}9${String(back).padStart(2, '0')}`,
      coaNumber: oldest.coaNumber && `${oldest.coaNumber}-P${back}`,
      packagedDaysAgo: daysAgo,
      harvestedDaysAgo: oldest.harvestedDaysAgo === null ? null : oldest.harvestedDaysAgo + shift,
      expiresInDays: oldest.expiresInDays === null ? null : Math.max(oldest.expiresInDays - shift, 30),
    });
  }
  return [...earlier, ...current].map((lot) => ({
    ...lot,
    productId: product.id,
    receivedAt: new Date(now.getTime() - lot.packagedDaysAgo * DAY),
    sold: 0,
  }));
}

/** The batch the counter took from at that moment: before today's batches, the one that came last; then the first that still has something. */
function lotInUse(batches: readonly Batch[], at: Date): Batch {
  const there = batches.filter(({ receivedAt }) => receivedAt <= at);
  const current = there.filter(({ isCurrent }) => isCurrent);
  const lot = current.find(({ onHand }) => onHand > 0) ?? there.at(-1);
  if (!lot) throw new Error(`nothing had been received before ${at.toISOString()}`);
  return lot;
}

function lotRow(lot: Batch, now: Date): typeof lots.$inferInsert {
  const day = (daysAgo: number | null): string | null =>
    daysAgo === null ? null : new Date(now.getTime() - daysAgo * DAY).toISOString().slice(0, 10);
  return {
    id: lot.id,
    productId: lot.productId,
    batchNumber: lot.batchNumber,
    packageTag: lot.packageTag,
    status: 'sellable',
    testStatus: lot.testStatus,
    labName: lot.labName,
    coaNumber: lot.coaNumber,
    totalThcBasisPoints: lot.totalThcBp,
    totalCbdBasisPoints: lot.totalCbdBp,
    harvestedOn: day(lot.harvestedDaysAgo),
    packagedOn: day(lot.packagedDaysAgo),
    expiresOn: day(lot.expiresInDays === null ? null : -lot.expiresInDays),
    onHand: lot.onHand,
    createdAt: lot.receivedAt,
  };
}
