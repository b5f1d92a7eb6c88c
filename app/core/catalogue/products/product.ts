/** What the shop shows of a product. Wholesale prices are not among it. */

import type { Offer } from '#core/discounts/discount.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { StrainType } from '../search/strain.ts';

/** A picture: its key in file storage, its alternative text, and the color that stands in its place until it is there. */
export type ProductPicture = { key: string; alt: string; tint: string | null };

/** How many sizes of one thing a card stands for, and what the cheapest of them costs that can be had. */
export type CardSizes = { count: number; from: Cents };

export type ProductCardFacts = {
  /** null would be a product without an id, which the card says instead of linking nowhere. */
  id: number | null;
  name: string;
  /** The list price. */
  retailPrice: Cents;
  /** What it costs instead for some days. */
  offer: Offer | null;
  productType: string;
  categoryName: string;
  requiresId: boolean;
  strainCode: string | null;
  strainType: StrainType | null;
  /** Basis points. */
  thc: number | null;
  cbd: number | null;
  /** Milligrams in the package; what edibles and the like state instead of a percentage. */
  thcMg: number | null;
  cbdMg: number | null;
  size: string | null;
  netWeightMg: number | null;
  /** What it counts as under the legal limits; null for what is no cannabis. */
  limitCategory: LimitCategory | null;
  picture: ProductPicture | null;
  /** The batch handed out next: of the sellable lots in the building the first to expire. */
  batchNumber: string | null;
  /** Units that can be promised. */
  available: number;
  /** Only in lists, and only where there are several. */
  sizes?: CardSizes;
};

/** Facts of one batch and its laboratory test; dates yyyy-mm-dd. */
export type LotFacts = {
  id: number;
  batchNumber: string;
  harvestedOn: string | null;
  packagedOn: string | null;
  expiresOn: string | null;
  labName: string | null;
  coaNumber: string | null;
  /** Where the certificate is read. */
  certificate: string | null;
  testStatus: string | null;
  /** Basis points. */
  totalThc: number | null;
  totalCbd: number | null;
};

export type ProductFacts = Omit<ProductCardFacts, 'id' | 'picture'> & {
  id: number;
  /** Written out, where the card has its code. */
  strainName: string | null;
  pictures: ProductPicture[];
  categorySlug: string;
  description: string;
  cannabisContent: string | null;
  upcCode: string | null;
  servings: number | null;
  lot: LotFacts | null;
  updatedAt: Date;
};

/** Whether the specification's cannabis details (section 2: strain, potency, batch, 'Pickup Only') belong on it. */
export function isCannabis(product: { productType: string }): boolean {
  return product.productType === 'cannabis';
}

/**
 * Whether it is bought by its weight, so that people compare what a gram costs: flower, pre-rolls, concentrates. Edibles
 * are bought by their milligrams of THC, and a jar of honey weighs something without being sold for it.
 */
export function isSoldByWeight(product: {
  productType: string;
  limitCategory: LimitCategory | null;
}): boolean {
  return (
    isCannabis(product) && (product.limitCategory === 'flower' || product.limitCategory === 'concentrate')
  );
}

/** What a gram costs at that price, in whole cents; null where a gram says nothing, or no weight is stated. */
export function centsPerGram(
  price: number,
  product: Pick<ProductCardFacts, 'productType' | 'limitCategory' | 'netWeightMg'>,
): Cents | null {
  const { netWeightMg } = product;
  if (netWeightMg === null || netWeightMg < 1 || !isSoldByWeight(product)) return null;
  return cents(Math.round((price * 1000) / netWeightMg));
}
