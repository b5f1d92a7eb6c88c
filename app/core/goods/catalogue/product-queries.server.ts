/** Reads what a product's own page shows: everything about it, and what is similar. */

import { namedTogether, togetherOffers } from '#core/goods/discounts/running-offers.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { databasePool } from '#db/client.ts';
import { printedGtin } from '#kernel/gtin.ts';
import { noteCheck, noteShown } from '#platform/pages/shown.ts';
import { type CardRow, cardColumns, cardFacts, cardJoins, pricedOf } from './card-row.ts';
import { catalogueIndex, catalogueIndexNow } from './catalogue-index.server.ts';
import { type CatalogueIndex, rowOf } from './catalogue-index.ts';
import { cardsWithSizes, priceDayNow } from './catalogue-queries.server.ts';
import type { Selection } from './catalogue-selection.ts';
import { sizesOfRows } from './page-rows.ts';
import { type LotRow, lotFacts } from './products/lot-row.ts';
import type { ProductCardFacts, ProductFacts, ProductPicture } from './products/product.ts';

const productQuery = `
  select ${cardColumns},
    c.slug as category_slug, p.strain_name, p.lineage, p.terpenes, p.description, p.cannabis_content,
    p.upc_code, p.limit_mg, p.servings, p.updated_at, to_jsonb(lot) as lot,
    (
      select coalesce(jsonb_agg(jsonb_build_object('key', i.key, 'alt', i.alt, 'tint', i.tint) order by i.position), '[]')
      from product_images i where i.product_id = p.id
    ) as pictures
  from products p
  ${cardJoins}
  where p.id = $1`;
const menuProductQuery = `${productQuery} and p.for_sale and p.archived_at is null`;

type ProductRow = CardRow & {
  id: number;
  category_slug: string;
  strain_name: string | null;
  lineage: string | null;
  terpenes: string | null;
  description: string;
  cannabis_content: string | null;
  upc_code: string | null;
  limit_mg: number | null;
  servings: number | null;
  updated_at: Date;
  lot: LotRow | null;
  pictures: ProductPicture[];
};

/** Reads everything the product page shows; null for a product that is not on the menu. */
export function readProduct(id: number): Promise<ProductFacts | null> {
  return readFacts('catalogue-product', menuProductQuery, id);
}

/** Reads the same for any product, for actors who may change it. */
export async function readProductPreview(actor: Actor, id: number): Promise<ProductFacts | null> {
  return may(actor, 'inventory.manage') ? readFacts('catalogue-preview', productQuery, id) : null;
}

async function readFacts(name: string, text: string, id: number): Promise<ProductFacts | null> {
  noteShown(`products:${id}`);
  const on = await priceDayNow();
  const { rows } = await databasePool().query<ProductRow>({ name, text, values: [id, on.day] });
  const [row] = rows;
  if (!row) return null;
  const { picture: _, ...facts } = cardFacts(row, on);
  const together = togetherOffers(pricedOf(row), on);
  if (together.length > 0) noteShown('categories');
  for (const other of namedTogether(pricedOf(row), on)) noteShown(`products:${other}`);
  return {
    ...facts,
    id: row.id,
    pictures: row.pictures,
    categorySlug: row.category_slug,
    strainName: row.strain_name,
    lineage: row.lineage,
    terpenes: row.terpenes,
    description: row.description,
    cannabisContent: row.cannabis_content,
    upcCode: row.upc_code && printedGtin(row.upc_code),
    limitMg: row.limit_mg,
    servings: row.servings,
    updatedAt: row.updated_at,
    lot: row.lot && lotFacts(row.lot),
    together,
  };
}

/** Related products per page: one row. */
const RELATED = 4;

/** Reads products similar to this one: the same shelf, in stock first, then the same strain, then the nearest price. */
export async function readRelated(id: number): Promise<ProductCardFacts[]> {
  const related = relatedTo(id, await catalogueIndex());
  noteCheck(() => {
    const shown = JSON.stringify(related);
    return () => {
      const now = catalogueIndexNow();
      return now !== null && JSON.stringify(relatedTo(id, now)) === shown;
    };
  });
  return cardsWithSizes(related);
}

/** Selects related products: no other size of this product, and one for all sizes of any other. */
function relatedTo(id: number, index: CatalogueIndex): Pick<Selection, 'ids' | 'sizes'> {
  const own = rowOf(index, id);
  const like = index.kinds[index.kind[own] ?? -1];
  if (!like) return { ids: [], sizes: {} };
  const { of, hidden } = index.families;
  const ownFamily = of[own] as number;
  /** The distance of each kind from this product, compared before prices; null for another shelf. */
  const kindDistances = index.kinds.map(({ category, strain, inStock }) =>
    category === like.category ? (inStock ? 0 : 1e12) + (strain === like.strain ? 0 : 1e10) : null,
  );
  const nearest: { row: number; distance: number }[] = [];
  for (let row = 0; row < index.size; row++) {
    const kindDistance = kindDistances[index.kind[row] ?? 0] ?? null;
    if (row === own || kindDistance === null || hidden[row] === 1) continue;
    if (ownFamily !== -1 && of[row] === ownFamily) continue;
    const distance = kindDistance + Math.abs((index.price[row] ?? 0) - (index.price[own] ?? 0));
    if (nearest.length === RELATED && distance >= (nearest.at(-1)?.distance ?? 0)) continue;
    nearest.push({ row, distance });
    nearest.sort((left, right) => left.distance - right.distance);
    if (nearest.length > RELATED) nearest.pop();
  }
  const rows = nearest.map(({ row }) => row);
  return { ids: rows.map((row) => index.ids[row] ?? 0), sizes: sizesOfRows(index, rows) };
}
