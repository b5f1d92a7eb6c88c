/** Reorders an order: what goes into the cart now, and what has changed since. */

import { type Offer, priceNow } from '#core/goods/discounts/discount.ts';
import { type CartLine, clampQuantity, MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import { cents, formatCents } from '#kernel/money.ts';

/** A line as it was ordered; unit price in cents. */
export type OrderedLine = { productId: number; name: string; quantity: number; unitPrice: number };

/** The product's current menu entry; a product that is no longer on the menu has none. */
export type ProductToday = {
  id: number;
  name: string;
  retailPrice: number;
  offer?: Offer | null;
  available: number;
};

export type ReorderNote =
  | { kind: 'gone'; name: string }
  | { kind: 'sold-out'; name: string }
  | { kind: 'fewer'; name: string; wanted: number; available: number }
  | { kind: 'price'; name: string; was: number; now: number }
  | { kind: 'no-room'; name: string };

export type Reorder = {
  /** The whole cart afterwards. */
  cart: CartLine[];
  /** How many of the order's lines are in it. */
  added: number;
  notes: ReorderNote[];
};

/**
 * The cart gets as many of each product as the order had, or as are available. What was already in it stays and counts,
 * so that a second press does not add it twice.
 */
export function reorder(
  cart: readonly CartLine[],
  ordered: readonly OrderedLine[],
  menu: readonly ProductToday[],
): Reorder {
  const today = new Map(menu.map((product) => [product.id, product]));
  const lines = new Map(cart.map(({ productId, quantity }) => [productId, quantity]));
  const notes: ReorderNote[] = [];
  let added = 0;
  for (const { productId, name, quantity, unitPrice } of ordered) {
    const product = today.get(productId);
    if (!product) notes.push({ kind: 'gone', name });
    else if (product.available < 1) notes.push({ kind: 'sold-out', name: product.name });
    else if (!lines.has(productId) && lines.size >= MAXIMUM_LINES) notes.push({ kind: 'no-room', name });
    else {
      const { available } = product;
      lines.set(productId, clampQuantity(Math.max(lines.get(productId) ?? 0, quantity), available));
      added += 1;
      if (available < quantity)
        notes.push({ kind: 'fewer', name: product.name, wanted: quantity, available });
      const now = priceNow(product);
      if (now !== unitPrice) notes.push({ kind: 'price', name: product.name, was: unitPrice, now });
    }
  }
  return { cart: [...lines].map(([productId, quantity]) => ({ productId, quantity })), added, notes };
}

/** 'All 3 items are in your cart.' */
export function reorderMessage({ added }: Pick<Reorder, 'added'>, of: number): string {
  if (added === 0) return 'Nothing from this order can be reserved right now.';
  if (added === of) return of === 1 ? 'The item is in your cart.' : `All ${of} items are in your cart.`;
  return `${added} of ${of} items ${added === 1 ? 'is' : 'are'} in your cart.`;
}

export function reorderNote(note: ReorderNote): string {
  switch (note.kind) {
    case 'gone':
      return `${note.name} is no longer on the menu.`;
    case 'sold-out':
      return `${note.name} is sold out.`;
    case 'fewer':
      return `Only ${note.available} of ${note.name} left; you had ${note.wanted}.`;
    case 'price':
      return `${note.name} is now ${formatCents(cents(note.now))} (was ${formatCents(cents(note.was))}).`;
    case 'no-room':
      return `${note.name} did not fit: a cart has room for ${MAXIMUM_LINES} different products.`;
  }
}
