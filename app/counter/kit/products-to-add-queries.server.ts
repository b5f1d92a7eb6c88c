/** Finds products of the menu for a walk-in, as the shop's search does, each size by itself. */

import { NO_FILTER } from '#core/goods/catalogue/catalogue-filter.ts';
import { readCatalogue } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { priceNow } from '#core/goods/discounts/discount.ts';

/** `price` is in cents, before tax. */
export type FoundProduct = {
  productId: number;
  name: string;
  size: string;
  price: number;
  available: number;
};

/** Rows that fit beside the list; more words find the rest. */
const MOST = 12;

export async function readFoundProducts(q: string): Promise<FoundProduct[]> {
  const { products } = await readCatalogue({ ...NO_FILTER, q });
  return products
    .flatMap((card): FoundProduct[] => {
      const sizes = card.sizes ?? [];
      if (sizes.length > 1)
        return sizes.map((size) => ({
          ...{ productId: size.id, name: size.name, size: size.label, available: size.available },
          price: priceNow(size),
        }));
      const { id, name, size, available } = card;
      return id === null ? [] : [{ productId: id, name, size: size ?? '', price: priceNow(card), available }];
    })
    .slice(0, MOST);
}
