/**
 * Packs a card into one string, between a loader and a page. The router serializes loader data value by
 * value, and a list of 24 cards has six hundred values: a tenth of its rendering time. The string also serves
 * as the cache key of a rendered card.
 */
import type { ProductCardFacts } from './products/product.ts';

/** JSON: the values of `FIELDS` in order. */
export type PackedCard = string & { readonly isPackedCard: true };

const FIELDS = Object.keys({
  id: 0,
  name: 0,
  retailPrice: 0,
  offer: 0,
  productType: 0,
  categoryName: 0,
  requiresId: 0,
  strainCode: 0,
  strainType: 0,
  thc: 0,
  cbd: 0,
  thcMg: 0,
  cbdMg: 0,
  size: 0,
  netWeightMg: 0,
  limitCategory: 0,
  picture: 0,
  batchNumber: 0,
  available: 0,
  sizes: 0,
} satisfies Record<keyof ProductCardFacts, 0>) as (keyof ProductCardFacts)[];

/** On the server; prices are cents, weights milligrams, potency basis points. */
export function packCard(card: ProductCardFacts): PackedCard {
  return JSON.stringify(FIELDS.map((field) => card[field])) as PackedCard;
}

/** Returns what was passed to `packCard`, on server or browser. Throws for anything else: both come from one build. */
export function unpackCard(packed: PackedCard): ProductCardFacts {
  const values: unknown[] = JSON.parse(packed);
  const { sizes, ...card } = Object.fromEntries(FIELDS.map((field, at) => [field, values[at]]));
  return (sizes ? { ...card, sizes } : card) as ProductCardFacts;
}
