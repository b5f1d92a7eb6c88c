/** Reads the lots whose sales the state stopped, for the dashboard. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { holdReasonWords } from '#core/goods/stock/lots/state-hold.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { stateHolds } from '#db/schema/tracking.ts';

/** `held`: 'on hold, under investigation'. */
export type HeldLot = { id: number; batch: string; product: string; held: string };

/** One more than the dashboard shows. */
const MOST = 6;

/** Those that were for sale, the longest held first; at most six. Empty for actors who may not count stock. */
export async function readHeldLots(actor: Actor): Promise<HeldLot[]> {
  if (!may(actor, 'inventory.see')) return [];
  const rows = await database()
    .select({
      id: lots.id,
      batch: lots.batchNumber,
      product: products.name,
      reasons: stateHolds.reasons,
    })
    .from(stateHolds)
    .innerJoin(lots, eq(lots.id, stateHolds.lotId))
    .innerJoin(products, eq(products.id, lots.productId))
    .where(and(isNull(stateHolds.endedAt), eq(stateHolds.tookOffSale, true)))
    .orderBy(asc(stateHolds.startedAt), asc(stateHolds.id))
    .limit(MOST);
  return rows.map(({ reasons, ...lot }) => ({ ...lot, held: holdReasonWords(reasons) }));
}
