/** Computes lots and the ledger backwards: today's units, plus everything sold from them. */
import { sql } from 'drizzle-orm';
import { byExpiry } from '#core/goods/stock/lots/lots.ts';
import type { Transaction } from '#db/client.ts';
import { lots, productStock, reservationLots, stockLedger } from '#db/schema/stock.ts';
import type { Batch } from './demo-batches.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import type { ShelvedProduct } from './demo-store.ts';
import { insertRows } from './insert-rows.ts';

/** What an order line did to the stock, and when. Quantity is at least 1. */
export type Movement = {
  productId: number;
  at: Date;
  kind: 'hold' | 'release' | 'sale';
  quantity: number;
  reservationId: string;
  orderId: string | null;
  actorId: string | null;
  note?: string;
};

type LedgerRow = typeof stockLedger.$inferInsert & { createdAt: Date };
type NumberedBatch = Batch & {
  id: number;
  sold: number;
  held: number;
  /** Whether any of it was ever held. */
  isUsed: boolean;
};

/** This many units of a batch. */
type Share = { lot: NumberedBatch; quantity: number };

/** The rows of lots, of the units reservations hold or took from them, and of the ledger. */
export type DemoStock = {
  lots: (typeof lots.$inferInsert)[];
  shares: (typeof reservationLots.$inferInsert)[];
  ledger: LedgerRow[];
};

/**
 * Each lot was received with its remaining units plus those sold from it, so the lots end at the counts of the
 * catalogue, no past moment is below zero, and stock is the ledger's sum.
 * @param movements in chronological order, none before its product's first lot was received.
 */
export function drawStock(
  menu: readonly ShelvedProduct[],
  movements: readonly Movement[],
  calendar: DemoCalendar,
  receivedBy: string,
): DemoStock {
  const batches = numbered(menu.flatMap((product) => product.batches));
  const byProduct = Map.groupBy(batches, ({ productId }) => productId);
  const ledger: LedgerRow[] = [];
  const promised = new Map<string, Share[]>();
  const ended = new Set(
    movements.flatMap(({ kind, reservationId }) => (kind === 'hold' ? [] : [reservationId])),
  );
  const shares: DemoStock['shares'] = [];
  for (const movement of movements) {
    const { productId, at, kind, quantity, reservationId, orderId, actorId, note = null } = movement;
    if (kind === 'hold') {
      const there = (byProduct.get(productId) ?? []).filter(({ receivedAt }) => receivedAt <= at);
      // Units come from the batch in use when they were held, so that held units have always been received.
      const isLive = !ended.has(reservationId);
      promised.set(
        reservationId,
        isLive ? holdStill(there, quantity) : [{ lot: lotInUse(there, at), quantity }],
      );
    }
    for (const share of promised.get(reservationId) ?? []) {
      share.lot.isUsed = true;
      if (kind === 'sale') share.lot.sold += share.quantity;
      const isKept = kind === 'sale' || (kind === 'hold' && !ended.has(reservationId));
      if (isKept) {
        const { lot, quantity } = share;
        shares.push({ reservationId, lotId: lot.id, quantity, sold: kind === 'sale' });
      }
      ledger.push({
        productId,
        lotId: share.lot.id,
        onHandChange: kind === 'sale' ? -share.quantity : 0,
        heldChange: kind === 'hold' ? share.quantity : -share.quantity,
        reason: kind,
        actorId,
        reservationId,
        orderId,
        note,
        createdAt: at,
      });
    }
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
      note: null,
      createdAt: lot.receivedAt,
    }),
  );
  return {
    lots: batches
      .filter((lot) => cameIn(lot) || lot.isCurrent || lot.isUsed)
      .map((lot) => lotRow(lot, calendar)),
    shares,
    ledger: [...received, ...ledger].sort(
      (left, right) => left.createdAt.getTime() - right.createdAt.getTime(),
    ),
  };
}

/** Inserts lots, shares and ledger, and the resulting stock; the reservations already exist. */
export async function writeStock(tx: Transaction, stock: DemoStock): Promise<void> {
  await insertRows(tx, lots, stock.lots);
  await tx.execute(sql`select setval(pg_get_serial_sequence('lots', 'id'), (select max(id) from lots))`);
  await insertRows(tx, reservationLots, stock.shares);
  await tx.execute(sql`
    update ${reservationLots} set packed = ${reservationLots.quantity}
    from order_items as item join orders on orders.id = item.order_id
    where item.reservation_id = ${reservationLots.reservationId} and orders.status = 'ready'`);
  await insertRows(tx, stockLedger, stock.ledger);
  await tx.execute(sql`
    update ${productStock} set on_hand = total.on_hand, held = total.held
    from (
      select product_id, sum(on_hand_change) as on_hand, sum(held_change) as held
      from ${stockLedger} group by product_id
    ) as total
    where ${productStock.productId} = total.product_id`);
}

const cameIn = ({ sold, onHand }: NumberedBatch): boolean => sold + onHand > 0;

function numbered(batches: readonly Batch[]): NumberedBatch[] {
  return batches
    .toSorted((left, right) => left.receivedAt.getTime() - right.receivedAt.getTime())
    .map((batch, index) => ({ ...batch, id: index + 1, sold: 0, held: 0, isUsed: false }));
}

/** What is still held: from the batches on the shelf, first expired first out, as much as each has. */
function holdStill(there: readonly NumberedBatch[], quantity: number): Share[] {
  const shares: Share[] = [];
  let missing = quantity;
  for (const lot of there.filter(({ isCurrent }) => isCurrent).toSorted(firstOut)) {
    const taken = Math.min(missing, lot.onHand - lot.held);
    if (taken === 0) continue;
    lot.held += taken;
    missing -= taken;
    shares.push({ lot, quantity: taken });
  }
  if (missing > 0) throw new Error(`more of product ${there[0]?.productId} is held than is there`);
  return shares;
}

function firstOut(left: NumberedBatch, right: NumberedBatch): number {
  const day = ({ expiresInDays, id }: NumberedBatch) => ({
    expiresOn: expiresInDays === null ? null : String(expiresInDays).padStart(5, '0'),
    lotId: id,
  });
  return byExpiry(day(left), day(right));
}

/**
 * The batch the counter used at that moment: before today's batches, the latest one received; after that, the first
 * that still has units.
 */
function lotInUse(there: readonly NumberedBatch[], at: Date): NumberedBatch {
  const current = there.filter(({ isCurrent }) => isCurrent);
  const lot = current.find(({ onHand }) => onHand > 0) ?? there.at(-1);
  if (!lot) throw new Error(`nothing had been received before ${at.toISOString()}`);
  return lot;
}

function lotRow(lot: NumberedBatch, calendar: DemoCalendar): typeof lots.$inferInsert {
  const day = (daysAgo: number | null): string | null => (daysAgo === null ? null : calendar.dayOf(daysAgo));
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
    ...(lot.coaNumber && lot.harvestedDaysAgo !== null
      ? grown(lot.harvestedDaysAgo, lot.packagedDaysAgo, day)
      : {}),
    packagedOn: day(lot.packagedDaysAgo),
    expiresOn: day(lot.expiresInDays === null ? null : -lot.expiresInDays),
    shelfPlace: lot.shelfPlace,
    onHand: lot.onHand,
    held: lot.held,
    createdAt: lot.receivedAt,
  };
}

/** Two weeks of curing, or until the day it was packed. */
function grown(
  harvestedDaysAgo: number,
  packagedDaysAgo: number | null,
  day: (daysAgo: number) => string | null,
) {
  return {
    grownIn: 'East field, row 4',
    curedOn: day(Math.max(harvestedDaysAgo - 14, packagedDaysAgo ?? 0)),
    testPanels: 'Pesticides, heavy metals, microbials, mycotoxins, moisture',
  };
}
