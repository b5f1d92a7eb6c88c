/** Finds the lots that a recall may cover: by their ids, by batch numbers as people type them, and their sisters. */
import { asc, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { batchFamily, type RecallLot } from '#core/sales/recalls/recall.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { formatDate, parseDate } from '#kernel/time.ts';

const MOST = 200;
/** More sisters than this are counted, and covered by their batch numbers. */
const OFFERED = 25;

/** A lot to choose. */
export type LotChoice = RecallLot & {
  /** Units in the building. */
  onHand: number;
  /** Units handed over. */
  sold: number;
};

/** A lot that may have the same fault, and what it has in common: 'same product, harvested Oct 2, 2026'. */
export type SisterLot = LotChoice & { shares: string };

export type Sisters = { lots: SisterLot[]; isMore: boolean };

const choice = {
  id: lots.id,
  productId: lots.productId,
  product: products.name,
  size: products.size,
  batch: lots.batchNumber,
  onHand: lots.onHand,
  sold: sql<number>`(select coalesce(sum(share.quantity), 0)::int from reservation_lots as share
    where share.lot_id = ${lots.id} and share.sold)`,
};

/** These lots, and all others that have one of these batch numbers, in any case. Empty for people who may not. */
export async function findLots(
  actor: Actor,
  { ids, batches }: { ids: readonly number[]; batches: readonly string[] },
): Promise<LotChoice[]> {
  if (!may(actor, 'inventory.see') || ids.length + batches.length === 0) return [];
  return database()
    .select(choice)
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

/**
 * The other lots of the same product, harvest day or batch family as one of the covered lots: those with most in common
 * first, then the newest.
 * @param shown lots that are on the page already
 */
export async function findSisters(
  actor: Actor,
  covered: readonly RecallLot[],
  shown: readonly RecallLot[] = covered,
): Promise<Sisters> {
  if (!may(actor, 'inventory.see') || covered.length === 0) return { lots: [], isMore: false };
  const ids = covered.map(({ id }) => id);
  const families = [...new Set(covered.flatMap(({ batch }) => batchFamily(batch) ?? []))];
  const sameProduct = inArray(
    lots.productId,
    covered.map(({ productId }) => productId),
  );
  const sameHarvest = sql`coalesce(${lots.harvestedOn} in (
    select covered.harvested_on from lots as covered where covered.id = any(${sql.param(ids)}::int[])), false)`;
  const sameFamily =
    families.length > 0
      ? sql`lower(${lots.batchNumber}) like any(${sql.param(families.map(prefix))}::text[])`
      : sql`false`;
  const has = (condition: SQL) => sql<boolean>`(${condition})`;
  const found = await database()
    .select({
      ...choice,
      isSameProduct: has(sameProduct),
      isSameFamily: has(sameFamily),
      harvestedOn: sql<string | null>`case when ${sameHarvest} then ${lots.harvestedOn}::text end`,
    })
    .from(lots)
    .innerJoin(products, eq(products.id, lots.productId))
    .where(
      sql`${notInArray(
        lots.id,
        shown.map(({ id }) => id),
      )} and (${sameProduct} or ${sameHarvest} or ${sameFamily})`,
    )
    .orderBy(
      desc(sql`(${sameProduct})::int + (${sameHarvest})::int + (${sameFamily})::int`),
      desc(lots.createdAt),
      desc(lots.id),
    )
    .limit(OFFERED + 1);
  return {
    lots: found.slice(0, OFFERED).map(({ isSameProduct, isSameFamily, harvestedOn, ...lot }) => {
      const day = harvestedOn ? parseDate(harvestedOn) : null;
      const shares = [
        isSameProduct ? 'same product' : null,
        day ? `also harvested ${formatDate(day)}` : null,
        isSameFamily ? 'same batch family' : null,
      ];
      return { ...lot, shares: shares.filter(Boolean).join(', ') };
    }),
    isMore: found.length > OFFERED,
  };
}

const prefix = (family: string): string => `${family.replaceAll(/[\\%_]/g, '\\$&')}%`;
