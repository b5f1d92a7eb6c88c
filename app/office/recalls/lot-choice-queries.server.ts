/** Finds the lots that a recall may cover, by their ids or by batch numbers as people type them. */
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/access/actor.ts';
import type { RecallLot } from '#core/recalls/recall.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';

const MOST = 200;

/** These lots, and all others that have one of these batch numbers, in any case. Empty for people who may not. */
export async function findLots(
  actor: Actor,
  { ids, batches }: { ids: readonly number[]; batches: readonly string[] },
): Promise<RecallLot[]> {
  if (!may(actor, 'inventory.count') || ids.length + batches.length === 0) return [];
  return database()
    .select({
      id: lots.id,
      productId: lots.productId,
      product: products.name,
      size: products.size,
      batch: lots.batchNumber,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(
      or(
        ids.length > 0 ? inArray(lots.id, [...ids]) : undefined,
        batches.length > 0
          ? inArray(
              sql`lower(${lots.batchNumber})`,
              batches.map((batch) => batch.toLowerCase()),
            )
          : undefined,
      ),
    )
    .orderBy(asc(products.name), asc(products.size), asc(lots.id))
    .limit(MOST);
}
