/**
 * The only code that changes stock. Rows are locked in product order, so that carts in any order cannot
 * deadlock; every change is a ledger row in the same transaction (design.md, invariants 1 and 2).
 */
import { asc, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { productStock, stockLedger } from '#db/schema/inventory.ts';

export type LedgerReason = (typeof stockLedger.$inferInsert)['reason'];

/** A change of one product's units, and why. */
export type StockMove = {
  productId: number;
  /** Change of units in the building. */
  onHand: number;
  /** Change of units promised to live reservations. */
  held: number;
  reason: LedgerReason;
  lotId?: number | null;
  reservationId?: string | null;
  orderId?: string | null;
  note?: string | null;
};

export type StockLevel = { productId: number; onHand: number; held: number };

/** Locks the stock rows of these products until the transaction ends, lowest id first, and reads them. */
export async function lockStock(
  tx: Transaction,
  productIds: readonly number[],
): Promise<Map<number, StockLevel>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(productStock)
    .where(inArray(productStock.productId, [...productIds]))
    .orderBy(asc(productStock.productId))
    .for('update');
  return new Map(rows.map((row) => [row.productId, row]));
}

/**
 * Applies the moves and writes them into the ledger. Call `lockStock` for these products first: what was
 * checked under that lock still holds here. A move that would make on-hand or held negative is a bug and
 * fails the transaction (check constraints).
 */
export async function moveStock(
  tx: Transaction,
  moves: readonly StockMove[],
  actorId: string | null,
): Promise<void> {
  const effective = moves.filter((move) => move.onHand !== 0 || move.held !== 0);
  if (effective.length === 0) return;
  const changes = new Map<number, { onHand: number; held: number }>();
  for (const move of effective) {
    const sum = changes.get(move.productId) ?? { onHand: 0, held: 0 };
    changes.set(move.productId, { onHand: sum.onHand + move.onHand, held: sum.held + move.held });
  }
  const rows = sql.join(
    [...changes].map(([id, change]) => sql`(${id}::int, ${change.onHand}::int, ${change.held}::int)`),
    sql`, `,
  );
  await tx.execute(sql`
    update product_stock set on_hand = product_stock.on_hand + change.on_hand, held = product_stock.held + change.held
    from (values ${rows}) as change(product_id, on_hand, held)
    where product_stock.product_id = change.product_id`);
  await tx.insert(stockLedger).values(
    effective.map((move) => ({
      productId: move.productId,
      onHandChange: move.onHand,
      heldChange: move.held,
      reason: move.reason,
      lotId: move.lotId ?? null,
      reservationId: move.reservationId ?? null,
      orderId: move.orderId ?? null,
      note: move.note ?? null,
      actorId,
    })),
  );
}
