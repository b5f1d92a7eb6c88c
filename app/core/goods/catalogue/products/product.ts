/** Defines what the shop shows of a product. Wholesale prices are not included. */

import type { Offer } from '#core/goods/discounts/discount.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { StrainType } from '../search/strain.ts';

/** A picture: its key in file storage, its alternative text, and the color shown while it loads. */
export type ProductPicture = { key: string; alt: string; tint: string | null };

/** One of the sizes that a card represents: a separate product (decision 35), which the card can add to the cart. */
export type CardSize = {
  id: number;
  name: string;
  /** '1/8 oz', or the size as on the label. */
  label: string;
  retailPrice: Cents;
  offer: Offer | null;
  /** The key of its first picture. */
  picture: string | null;
  available: number;
};

export type ProductCardFacts = {
  /** null is a product without an id; its card says so instead of linking nowhere. */
  id: number | null;
  name: string;
  /** The list price. */
  retailPrice: Cents;
  /** The discounted price for some days. */
  offer: Offer | null;
  productType: string;
  categoryName: string;
  requiresId: boolean;
  strainCode: string | null;
  strainType: StrainType | null;
  /** Basis points. */
  thc: number | null;
  cbd: number | null;
  /** Milligrams in the package; edibles and similar products state this instead of a percentage. */
  thcMg: number | null;
  cbdMg: number | null;
  size: string | null;
  netWeightMg: number | null;
  /** The category of the legal limits it counts toward; null if it is not cannabis. */
  limitCategory: LimitCategory | null;
  picture: ProductPicture | null;
  /** The next batch to hand out: of the sellable lots with units, the first to expire. */
  batchNumber: string | null;
  /** Units that can be reserved, as pages tell them: more than a few are FEW_LEFT + 1 (`unitsShown`). */
  available: number;
  /** Smallest first; only in lists, and only if there are several. */
  sizes?: readonly CardSize[];
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
  /** The path of the certificate's page. */
  certificate: string | null;
  testStatus: string | null;
  /** Basis points. */
  totalThc: number | null;
  totalCbd: number | null;
};

export type ProductFacts = Omit<ProductCardFacts, 'id' | 'picture'> & {
  id: number;
  /** The full name; the card shows its code. */
  strainName: string | null;
  /** As staff write them: 'Afghan × Thai'; 'Myrcene 0.8%, limonene 0.4%'. */
  lineage: string | null;
  terpenes: string | null;
  pictures: ProductPicture[];
  categorySlug: string;
  description: string;
  cannabisContent: string | null;
  upcCode: string | null;
  /** What one unit counts against that limit, in mg. */
  limitMg: number | null;
  servings: number | null;
  lot: LotFacts | null;
  updatedAt: Date;
  /** Offers that need more than one unit of it, or other products with it. */
  together?: { words: string; terms: string }[];
};

/** Whether it shows the specification's cannabis details (section 2: strain, potency, batch, 'Pickup Only'). */
export function isCannabis(product: { productType: string }): boolean {
  return product.productType === 'cannabis';
}

/**
 * Whether it is sold by weight, so that shoppers compare prices per gram: flower, pre-rolls, concentrates.
 * Edibles are sold by milligrams of THC, and a jar of honey has a weight but is not sold by it.
 */
export function isSoldByWeight(product: {
  productType: string;
  limitCategory: LimitCategory | null;
}): boolean {
  return (
    isCannabis(product) && (product.limitCategory === 'flower' || product.limitCategory === 'concentrate')
  );
}

/** The price per gram, in whole cents; null if that is not meaningful, or no weight is stated. */
export function centsPerGram(
  price: number,
  product: Pick<ProductCardFacts, 'productType' | 'limitCategory' | 'netWeightMg'>,
): Cents | null {
  const { netWeightMg } = product;
  if (netWeightMg === null || netWeightMg < 1 || !isSoldByWeight(product)) return null;
  return cents(Math.round((price * 1000) / netWeightMg));
}
