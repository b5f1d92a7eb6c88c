/**
 * Reads the sizes of one product (decision 35): those on the menu for its page, those that belong together
 * for staff.
 */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { noteCheck } from '#platform/pages/shown.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import { type CatalogueIndex, rowOf } from './catalogue-index.ts';
import { listedCards } from './catalogue-queries.server.ts';
import { type ProductSize, productSize } from './products/product-size.ts';
import { sizesOf } from './size-families.ts';

/** Reads the sizes on the menu that include this product, smallest first; empty if it has no sizes. */
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
  /** Then shoppers could not tell it from this one, so they are not shown together. */
  isSameWeight: boolean;
};

/**
 * Reads the products that differ from this one only in weight, except archived ones, lightest first. Empty
 * for actors without permission.
 */
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
