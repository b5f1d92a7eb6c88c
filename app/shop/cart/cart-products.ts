/** The products of the cart in this browser: what the server says about them, and the lines that are saved. */

import { type Offer, priceNow } from '#core/goods/discounts/discount.ts';
import {
  type CartLine,
  joinCarts,
  mergeLines,
  type StoredCartItem,
  unknownItem,
  writeCart,
} from '#core/sales/checkout/cart.ts';
import type { CartRules } from '#core/sales/checkout/cart-room.ts';
import type { LimitCategory } from '#kernel/statuses.ts';

/** The limits as the server last said them; null until it has. */
let rules: CartRules | null = null;

export const knownRules = (): CartRules | null => rules;

/** For pages that were rendered with the limits. */
export function learnRules(given: CartRules): void {
  rules = given;
}

/** The product data saved with a cart line. */
export type CartProduct = {
  id: number;
  name: string;
  /** Cents: the list price. */
  retailPrice: number;
  /** Today's discounted price. */
  offer?: Offer | null;
  image: string | null;
  productType: string;
  /** Marked 'Requires ID (21+)'. */
  requiresId: boolean;
  available: number;
  /** What one unit counts against a possession limit, in mg; known once the server has answered. */
  counts?: { category: LimitCategory; mg: number } | null;
};

/** Product ids and quantities, without the saved product data. */
export function linesOf(list: readonly StoredCartItem[]): CartLine[] {
  return list.map(({ productId, quantity }) => ({ productId, quantity }));
}

/** Asks the server for current data about these lines. Throws when the server cannot be reached. */
export async function lookUp(lines: readonly CartLine[], signal?: AbortSignal): Promise<CartProduct[]> {
  const response = await fetch(`/api/cart?lines=${writeCart(lines)}`, {
    headers: { Accept: 'application/json' },
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`cart lookup answered ${response.status}`);
  const answer = (await response.json()) as { products: CartProduct[]; rules: CartRules };
  rules = answer.rules;
  return answer.products;
}

/** The line that is saved for a product. */
export function asItem(product: CartProduct, quantity: number): StoredCartItem {
  return {
    productId: product.id,
    name: product.name,
    price: priceNow(product),
    quantity,
    image: product.image,
    product_type: product.productType,
    ...(product.counts === undefined ? {} : { counts: product.counts }),
  };
}

/** By product. */
export function remembering(list: readonly StoredCartItem[]): Map<number, StoredCartItem> {
  return new Map(list.map((item) => [item.productId, item]));
}

/**
 * `next`, computed from `own` while the server was answering, with what the customer has changed since: `now` is the
 * cart as it is.
 */
export function withChangesSince(
  own: readonly StoredCartItem[],
  now: readonly StoredCartItem[],
  next: readonly StoredCartItem[],
): StoredCartItem[] {
  const [before, present] = [remembering(own), remembering(now)];
  const changed = new Map([...present].filter(([id, item]) => before.get(id) !== item));
  const kept = next.flatMap((item) => {
    const was = before.get(item.productId);
    const newer = changed.get(item.productId);
    changed.delete(item.productId);
    if (was && !present.has(item.productId)) return [];
    if (!newer) return [item];
    const isUntouched = item.quantity === was?.quantity;
    return [{ ...newer, quantity: isUntouched ? newer.quantity : Math.max(newer.quantity, item.quantity) }];
  });
  return [...kept, ...changed.values()];
}

/** A saved line with another quantity; nothing if it is not remembered. */
export function recall(remembered: ReadonlyMap<number, StoredCartItem>, line: CartLine): StoredCartItem[] {
  const item = remembered.get(line.productId);
  return item ? [{ ...item, quantity: line.quantity }] : [];
}

/** Two carts as one, capped by stock, with the server's names and prices where this browser has none. */
export async function joined(
  base: readonly CartLine[],
  joining: readonly CartLine[],
  remembered: ReadonlyMap<number, StoredCartItem>,
): Promise<StoredCartItem[]> {
  let known = new Map<number, CartProduct>();
  try {
    known = new Map((await lookUp([...base, ...joining])).map((product) => [product.id, product]));
  } catch {
    // No answer, or the visitor is leaving the page: no line may be lost; the cart page asks again.
  }
  const most = (id: number) => known.get(id)?.available ?? Number.MAX_SAFE_INTEGER;
  const inputs = mergeLines([...base, ...joining]);
  return joinCarts(base, joining, most).flatMap((line, index) => {
    const product = known.get(line.productId);
    const wanted = inputs[index]?.quantity ?? line.quantity;
    const capped = wanted > line.quantity ? { wanted } : {};
    const before = recall(remembered, line).map((item) => ({ ...item, ...capped }));
    if (before.length > 0) return before;
    return [{ ...(product ? asItem(product, line.quantity) : unknownItem(line)), ...capped }];
  });
}
