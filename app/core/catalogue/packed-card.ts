/**
 * A card as one text, on its way from a loader to a page. The router writes what loaders give value by value, and a
 * list of 24 cards has six hundred: a tenth of drawing it. The text says besides what a card is drawn of.
 */
import type { ProductCardFacts } from './products/product.ts';

/** JSON: the values of `FIELDS` in their order. */
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

/** On the server; prices stay cents, weights milligrams, potency basis points. */
export function packCard(card: ProductCardFacts): PackedCard {
  return JSON.stringify(FIELDS.map((field) => card[field])) as PackedCard;
}

/** What `packCard` was given, on either side. Anything else is refused by an exception: both come from one build. */
export function unpackCard(packed: PackedCard): ProductCardFacts {
  const values: unknown[] = JSON.parse(packed);
  const { sizes, ...card } = Object.fromEntries(FIELDS.map((field, at) => [field, values[at]]));
  return (sizes ? { ...card, sizes } : card) as ProductCardFacts;
}
