/** Loads which lines of a customer's own order can go into the cart again. */

import { productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import type { CartLine } from '#core/sales/checkout/cart.ts';
import { readMyOrder } from '#core/sales/orders/orders-queries.server.ts';
import { type Reorder, reorder } from './reorder.ts';

/** null if the actor has no such order. `of` is the number of lines in it. */
export async function readReorder(
  actor: Actor,
  orderId: string,
  cart: readonly CartLine[],
): Promise<(Reorder & { of: number }) | null> {
  const order = await readMyOrder(actor, orderId);
  if (!order) return null;
  const products = await productsForCart(order.items.map(({ productId }) => productId));
  const menu = products.filter(({ forSale }) => forSale);
  return { ...reorder(cart, order.items, menu), of: order.items.length };
}
