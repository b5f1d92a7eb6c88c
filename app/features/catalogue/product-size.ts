/** The sizes of one thing as its page offers them: each is a product of its own (decision 35). */
import { priceNow } from '#features/discounts/discount.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { centsPerGram, isSoldByWeight, type ProductCardFacts } from './product.ts';

export type ProductSize = {
  id: number;
  /** '1/8 oz', or the size as the label has it. */
  label: string;
  /** '3.5 g', where the label does not say it. */
  weight: string | null;
  price: Cents;
  /** null where a gram says nothing, as of edibles. */
  perGram: Cents | null;
  available: number;
};

/** What people call these weights, in milligrams. */
const spokenWeights: ReadonlyMap<number, string> = new Map([
  [3_500, '1/8 oz'],
  [7_000, '1/4 oz'],
  [14_000, '1/2 oz'],
  [28_000, '1 oz'],
]);

/** Of a product that is a size of something; null for one that states no weight or has no number. */
export function productSize(product: ProductCardFacts): ProductSize | null {
  const { id, netWeightMg, size, available } = product;
  if (id === null || netWeightMg === null) return null;
  const price = priceNow(product);
  const weight = formatWeight(netWeightMg);
  const spoken =
    isSoldByWeight(product) && (size === null || isWeight(size)) ? spokenWeights.get(netWeightMg) : undefined;
  return {
    id,
    label: spoken ?? size ?? weight,
    weight: spoken ? weight : null,
    price,
    perGram: centsPerGram(price, product),
    available,
  };
}

/** '3.5 g' and not '5 × 0.7 g'. */
const isWeight = (size: string): boolean => /^[\d.]+\s*m?g$/i.test(size);

/** Milligrams as a label states weight: '3.5 g', '750 mg'. */
export function formatWeight(milligrams: number): string {
  return milligrams < 1000 ? `${milligrams} mg` : `${Number((milligrams / 1000).toFixed(2))} g`;
}

/** '$42', '$42.50' */
export function shortPrice(price: Cents): string {
  return formatCents(price).replace(/\.00$/, '');
}
