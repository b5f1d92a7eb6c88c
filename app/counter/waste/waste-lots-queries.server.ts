/** Finds the lots that units may become waste of. */
import { and, asc, eq, gt, ilike, or } from 'drizzle-orm';
import { readLotCode } from '#core/goods/stock/lots/lots.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lotFindText, lots } from '#db/schema/stock.ts';
import { fitsInteger } from '#kernel/number.ts';
import type { LotStatus } from '#kernel/statuses.ts';

const SHOWN = 12;

export type WasteLot = {
  id: number;
  product: string;
  size: string | null;
  batchNumber: string;
  status: LotStatus;
  onHand: number;
  held: number;
  shelfPlace: string | null;
  /** Of one unit; null if it is not known. */
  netWeightMg: number | null;
};

const columns = {
  id: lots.id,
  product: products.name,
  size: products.size,
  batchNumber: lots.batchNumber,
  status: lots.status,
  onHand: lots.onHand,
  held: lots.held,
  shelfPlace: lots.shelfPlace,
  netWeightMg: products.netWeightMg,
};

/**
 * Lots with units whose batch, tag or product contains the text, or whose label has it: the address of the lot's page.
 * Empty for actors who may not count stock.
 */
export async function findWasteLots(actor: Actor, text: string): Promise<WasteLot[]> {
  if (!may(actor, 'inventory.see') || text === '') return [];
  const code = readLotCode(text.split('/lots/').at(-1) ?? '');
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return database()
    .select(columns)
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(
      and(
        gt(lots.onHand, 0),
        or(
          ilike(lotFindText(lots), pattern),
          ilike(products.name, pattern),
          code === null ? undefined : eq(lots.publicCode, code),
        ),
      ),
    )
    .orderBy(asc(products.name), asc(lots.expiresOn), asc(lots.id))
    .limit(SHOWN);
}

/** null if there is no such lot, and for actors who may not count stock. */
export async function readWasteLot(actor: Actor, lotId: number): Promise<WasteLot | null> {
  if (!may(actor, 'inventory.see') || !fitsInteger(lotId)) return null;
  const [lot] = await database()
    .select(columns)
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(eq(lots.id, lotId));
  return lot ?? null;
}
