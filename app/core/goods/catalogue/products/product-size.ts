/** Formats the sizes of one product for its page: each is a separate product (decision 35). */
import { priceNow } from '#core/goods/discounts/discount.ts';
import { phraseWords } from '#core/ground/settings/synonyms.ts';
import type { Cents } from '#kernel/money.ts';
import { type CardSize, centsPerGram, isSoldByWeight, type ProductCardFacts } from './product.ts';

export type ProductSize = {
  id: number;
  name: string;
  /** '1/8 oz', or the size as on the label. */
  label: string;
  /** '3.5 g', if the label does not say it. */
  weight: string | null;
  price: Cents;
  /** null if a price per gram is not meaningful, as for edibles. */
  perGram: Cents | null;
  available: number;
};

/** The common names of these weights, in milligrams; an ounce that is weighed out is 28 g or 28.35 g. */
const spokenWeights = [
  [3_500, '1/8 oz'],
  [7_000, '1/4 oz'],
  [14_000, '1/2 oz'],
  [28_000, '1 oz'],
] as const;

const spokenWeight = (milligrams: number): string | undefined =>
  spokenWeights.find(([weight]) => milligrams >= weight && milligrams <= weight * 1.0126)?.[1];

/** A product's size; null if it states no weight or has no number. */
export function productSize(product: ProductCardFacts): ProductSize | null {
  const { id, name, netWeightMg, size, available } = product;
  if (id === null || netWeightMg === null) return null;
  const price = priceNow(product);
  const weight = formatWeight(netWeightMg);
  const spoken =
    isSoldByWeight(product) && (size === null || isWeight(size)) ? spokenWeight(netWeightMg) : undefined;
  return {
    id,
    name,
    label: spoken ?? size ?? weight,
    weight: spoken ? weight : null,
    price,
    perGram: centsPerGram(price, product),
    available,
  };
}

/**
 * Whether a size, as people write it, is only a weight: '3.5 g', '½ oz', '1/8', 'an eighth', 'Half-Ounce'.
 * Not '5 × 0.7 g', which says more, or '10 mg', which is a strength.
 */
export function isWeight(size: string): boolean {
  const words = phraseWords(size).join(' ');
  return (
    /^[\d./]+ (g|oz)$/.test(words) ||
    /^(1\/[248]|(an? |one )?(eighth|quarter|half))$/.test(words) ||
    /^(an? |one )?(eighth |quarter |half )?(of an? )?(oz|ounce|g|gram)$/.test(words)
  );
}

/** Formats milligrams as a label does: '3.5 g', '750 mg'. */
export function formatWeight(milligrams: number): string {
  return milligrams < 1000 ? `${milligrams} mg` : `${Number((milligrams / 1000).toFixed(2))} g`;
}

/** The same for a list, whose card adds it to the cart. */
export function cardSize(card: ProductCardFacts | undefined): CardSize | null {
  const size = card && productSize(card);
  if (!size) return null;
  const { retailPrice, offer, picture } = card;
  const { id, name, label, available } = size;
  return { id, name, label, retailPrice, offer, picture: picture?.key ?? null, available };
}
