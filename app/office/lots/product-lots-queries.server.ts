/** Loads the lots of one product for staff: papers, counts, and which one is handed out next. */
import { asc, eq, sql } from 'drizzle-orm';
import type { LotPapers } from '#core/goods/stock/lots/lots.ts';
import { type Actor, may, mayRelease } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { type LotStatus, lotStatuses } from '#kernel/statuses.ts';

export type ProductLot = LotPapers & {
  id: number;
  publicCode: string;
  productType: string;
  status: LotStatus;
  onHand: number;
  held: number;
  /** Whether this user may put it back on sale (`mayRelease`). */
  mayRelease: boolean;
  /** The certificate's address; null if there is none. */
  certificate: string | null;
};

/** What the pages of lots show of each. */
export const lotColumns = {
  id: lots.id,
  batchNumber: lots.batchNumber,
  packageTag: lots.packageTag,
  retailItemId: lots.retailItemId,
  status: lots.status,
  testStatus: lots.testStatus,
  labName: lots.labName,
  coaNumber: lots.coaNumber,
  coaKey: lots.coaKey,
  totalThcBasisPoints: lots.totalThcBasisPoints,
  totalCbdBasisPoints: lots.totalCbdBasisPoints,
  publicCode: lots.publicCode,
  terpenes: lots.terpenes,
  testPanels: lots.testPanels,
  grownIn: lots.grownIn,
  harvestedOn: lots.harvestedOn,
  curedOn: lots.curedOn,
  packagedOn: lots.packagedOn,
  shelfPlace: lots.shelfPlace,
  expiresOn: lots.expiresOn,
  onHand: lots.onHand,
  held: lots.held,
  quarantinedBy: lots.quarantinedBy,
  staffMayRelease: lots.staffMayRelease,
};

/**
 * Sellable lots first, then waiting or quarantined ones; among these, lots with units first, in hand-out order. Empty
 * for users who may not count stock.
 */
export async function readProductLots(actor: Actor, productId: number): Promise<ProductLot[]> {
  if (actor.kind !== 'user' || !may(actor, 'inventory.see')) return [];
  const rows = await database()
    .select({ ...lotColumns, productType: products.productType })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(eq(lots.productId, productId))
    .orderBy(
      sql`array_position(${sql.param([...lotStatuses])}::text[], ${lots.status})`,
      sql`${lots.onHand} = 0`,
      asc(lots.expiresOn),
      asc(lots.id),
    )
    .limit(200);
  return rows.map(({ coaKey, quarantinedBy, staffMayRelease, ...row }) => ({
    ...row,
    mayRelease: mayRelease({ ...row, quarantinedBy, staffMayRelease }, actor.userId),
    certificate: coaKey === null ? null : `/media/${coaKey}.pdf`,
  }));
}
