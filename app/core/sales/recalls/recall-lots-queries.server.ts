/** Reads the lots that a recall covers. */
import { and, asc, eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { recallLots } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import type { RecallLot } from './recall.ts';

/** By product, then batch. */
export function readRecallLots(recallId: string): Promise<RecallLot[]> {
  return database()
    .select({
      id: lots.id,
      productId: lots.productId,
      product: products.name,
      size: products.size,
      batch: lots.batchNumber,
    })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .where(eq(recallLots.recallId, recallId))
    .orderBy(asc(products.name), asc(products.size), asc(lots.id));
}

/** The lots of the recall whose sales have not stopped. */
export function readLotsOnSale(recallId: string): Promise<Pick<RecallLot, 'id' | 'batch'>[]> {
  return database()
    .select({ id: lots.id, batch: lots.batchNumber })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .where(and(eq(recallLots.recallId, recallId), eq(lots.status, 'sellable')))
    .orderBy(asc(lots.id));
}
