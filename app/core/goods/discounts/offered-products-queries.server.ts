/** Reads which products an offer reaches, and what it makes of their prices. */
import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { PricingSettings } from '#core/ground/settings/settings.ts';
import type { Database, Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import type { StoredOfferPart } from '#db/schema/discounts.ts';
import { type Cents, cents } from '#kernel/money.ts';
import type { LeftOut, OfferInput } from './offer-rules.ts';
import { priceFloor } from './price-guard.ts';
import { guardedPrice, priceUnder } from './running-offers.ts';

/** Prices in cents. `price` is null where the offer does not count: below the floor, or not below the list price. */
export type OfferedLine = {
  productId: number;
  name: string;
  category: string;
  forSale: boolean;
  listPrice: Cents;
  price: Cents | null;
  /** Set where the floor is why it does not count. */
  belowFloor: { price: Cents; floor: Cents } | null;
};

/** Products of the menu that an offer reaches, archived ones left out, by name. */
export async function readOffered(
  from: Database | Transaction,
  offer: Pick<OfferInput, 'kind' | 'amount' | 'parts'>,
  pricing: PricingSettings,
): Promise<OfferedLine[]> {
  const reached = reachedBy(offer.parts);
  if (reached === undefined) return [];
  const rows = await from
    .select({
      productId: products.id,
      name: products.name,
      category: categories.name,
      categoryId: products.categoryId,
      productType: products.productType,
      retailPrice: products.retailPrice,
      wholesalePrice: products.wholesalePrice,
      forSale: products.forSale,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isNull(products.archivedAt), reached))
    .orderBy(asc(products.name), asc(products.id));
  return rows.map((row) => {
    const price = guardedPrice(offer, row, pricing);
    const under = priceUnder(offer, row.retailPrice);
    const floor = priceFloor(row, pricing);
    return {
      ...{ productId: row.productId, name: row.name, category: row.category, forSale: row.forSale },
      ...{ listPrice: cents(row.retailPrice), price },
      belowFloor:
        price === null && under !== null && floor !== null && under < floor ? { price: under, floor } : null,
    };
  });
}

function reachedBy(parts: readonly StoredOfferPart[]): SQL | undefined {
  const ids = parts.flatMap((part) => part.products);
  const shelves = parts.flatMap((part) => part.categories);
  return or(
    ids.length > 0 ? inArray(products.id, ids) : undefined,
    shelves.length > 0 ? inArray(products.categoryId, shelves) : undefined,
  );
}

/** Those whose price would be below the floor. */
export const leftOutOf = (lines: readonly OfferedLine[]): LeftOut[] =>
  lines.flatMap(({ productId, name, belowFloor }) =>
    belowFloor ? [{ productId, name, ...belowFloor }] : [],
  );
