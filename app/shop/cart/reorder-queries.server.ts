/** What of an order of one's own can go into the cart again. */
import type { Actor } from '#core/access/actor.ts';
import { productsForCart } from '#core/catalogue/catalogue-queries.server.ts';
import type { CartLine } from '#core/checkout/cart.ts';
import { readMyOrder } from '#core/orders/orders-queries.server.ts';
import { type Reorder, reorder } from './reorder.ts';

/** null when there is no such order of the actor's. `of` is how many lines it has. */
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
