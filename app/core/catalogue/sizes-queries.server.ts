/** Reads the sizes of one thing (decision 35): for its page what is on the menu, for staff what belongs together. */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, may } from '#core/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { noteCheck } from '#platform/pages/shown.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import { type CatalogueIndex, rowOf } from './catalogue-index.ts';
import { listedCards } from './catalogue-queries.server.ts';
import { type ProductSize, productSize } from './products/product-size.ts';
import { sizesOf } from './size-families.ts';

/** The sizes on the menu of which this product is one, smallest first; empty for one that is a size of nothing. */
export async function readSizes(id: number): Promise<ProductSize[]> {
  const ids = sizesWith(id, await catalogueIndex());
  noteCheck(() => {
    const shown = ids.join();
    return () => {
      const now = catalogueIndexNow();
      return now !== null && sizesWith(id, now).join() === shown;
    };
  });
  return (await listedCards(ids)).flatMap((card) => productSize(card) ?? []);
}

function sizesWith(id: number, index: CatalogueIndex): number[] {
  const row = rowOf(index, id);
  const family = row === -1 ? -1 : (index.families.of[row] as number);
  return family === -1
    ? []
    : Array.from(sizesOf(index.families, family), (each) => index.ids[each] as number);
}

/** Another size of a product, for staff. */
export type OtherSize = {
  id: number;
  name: string;
  size: string | null;
  netWeightMg: number | null;
  forSale: boolean;
  /** Then nothing tells it from this one, and they are not shown together. */
  isSameWeight: boolean;
};

/** The products that differ from this one in weight alone, archived ones aside, lightest first. Empty for whom it does not concern. */
export async function readOtherSizes(actor: Actor, id: number): Promise<OtherSize[]> {
  if (!may(actor, 'inventory.manage')) return [];
  const own = alias(products, 'own');
  return database()
    .select({
      id: products.id,
      name: products.name,
      size: products.size,
      netWeightMg: products.netWeightMg,
      forSale: products.forSale,
      isSameWeight: sql<boolean>`${products.netWeightMg} = ${own.netWeightMg}`,
    })
    .from(own)
    .innerJoin(products, eq(products.sizeFamily, own.sizeFamily))
    .where(and(eq(own.id, id), ne(products.id, own.id), isNull(products.archivedAt)))
    .orderBy(asc(products.netWeightMg), asc(products.name), asc(products.id))
    .limit(50);
}
