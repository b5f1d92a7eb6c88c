/** Loads one lot for its page: what it is, its papers, its units, and other lots with its batch number. */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { LotPapers } from '#core/goods/stock/lots/lots.ts';
import { type Actor, may, mayRelease } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/identity.ts';
import { lots } from '#db/schema/stock.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { lotColumns } from './product-lots-queries.server.ts';

export type LotView = LotPapers & {
  id: number;
  /** In the address of its public page. */
  publicCode: string;
  productId: number;
  product: string;
  size: string | null;
  productType: string;
  status: LotStatus;
  onHand: number;
  held: number;
  /** Who quarantined it; null while it is not in quarantine. */
  quarantinedBy: string | null;
  /** Whether the reader may put it back on sale (`mayRelease`, or the permission to manage inventory). */
  mayRelease: boolean;
  /** Staff quarantined it, so any of the staff may put it back on sale. */
  staffMayRelease: boolean;
  /** Reserved units of its product that no lot covers any more. */
  missing: number;
  /** Units off sale that customers returned, at most those on hand. */
  returned: number;
  /** The certificate's address; null if there is none. */
  certificate: string | null;
  /** Lots of other products with the same batch number: other sizes, usually. */
  siblings: { id: number; product: string; size: string | null }[];
};

/** null for users who may not count stock, and for a lot that does not exist. */
export async function readLot(actor: Actor, lotId: number): Promise<LotView | null> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.see')) return null;
  const [row] = await database()
    .select({
      ...lotColumns,
      productId: lots.productId,
      product: products.name,
      size: products.size,
      productType: products.productType,
      quarantinedByName: users.name,
      missing: sql<number>`(
        select coalesce(sum(short.quantity), 0)::int from reservation_lots as short
        join pickup_reservations as promised on promised.id = short.reservation_id
        where short.lot_id is null and promised.product_id = ${lots.productId}
      )`,
      returned: sql<number>`least(${lots.onHand}, coalesce((
        select sum(ledger.set_aside_change) from stock_ledger as ledger
        where ledger.lot_id = ${lots.id} and ledger.reason in ('return', 'waste') and ledger.order_id is not null
      ), 0))::int`,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .leftJoin(users, eq(users.id, lots.quarantinedBy))
    .where(eq(lots.id, lotId));
  if (!row) return null;
  const { coaKey, quarantinedByName, ...lot } = row;
  const siblings = await database()
    .select({ id: lots.id, product: products.name, size: products.size })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(and(sql`lower(${lots.batchNumber}) = ${lot.batchNumber.toLowerCase()}`, ne(lots.id, lotId)))
    .orderBy(asc(lots.id))
    .limit(20);
  return {
    ...lot,
    quarantinedBy: lot.status === 'quarantined' ? quarantinedByName : null,
    mayRelease: may(actor, 'lots.release') || mayRelease(lot, actor.userId),
    siblings,
    certificate: coaKey === null ? null : `/media/${coaKey}.pdf`,
  };
}
