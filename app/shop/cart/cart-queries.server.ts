/** Loads current data for the products in a cart. */
import { productsForCart } from '#core/catalogue/catalogue-queries.server.ts';
import type { CartLine } from '#core/checkout/cart.ts';
import { type CartView, type CartViewProduct, cartView } from './cart-view.ts';

/** Products by id, in no particular order; ids that do not exist are omitted. */
export async function readCartProducts(ids: readonly number[]): Promise<CartViewProduct[]> {
  if (ids.length === 0) return [];
  const products = await productsForCart([...ids]);
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    retailPrice: product.retailPrice,
    offer: product.offer,
    image: product.image,
    productType: product.productType,
    requiresId: product.requiresId,
    available: product.forSale ? Math.max(0, product.available) : 0,
    counts:
      product.limitCategory && product.limitMg
        ? { category: product.limitCategory, mg: product.limitMg }
        : null,
  }));
}

/** A cart with reloaded prices and availability. */
export async function readCartView(lines: readonly CartLine[]): Promise<CartView> {
  return cartView(lines, await readCartProducts(lines.map((line) => line.productId)));
}
