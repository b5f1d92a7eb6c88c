/**
 * Manages the cart in this browser: one list, in browser storage, shared by all tabs, mirrored in a cookie for the
 * server. Guests and customers have separate keys; sign-in merges the guest's lines into the customer's cart.
 */

import { useSyncExternalStore } from 'react';
import {
  type CartLine,
  clampQuantity,
  joinCarts,
  MAXIMUM_LINES,
  mergeLines,
  openingLines,
  productsLeftOut,
  type StoredCartItem,
  unknownItem,
  writeCart,
} from '#core/checkout/cart.ts';
import { type Offer, priceNow } from '#core/discounts/discount.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import {
  forgetGuestItems,
  hasStoredCart,
  loadItems,
  readMirror,
  saveItems,
  storageKey,
  writeMirror,
} from './cart-storage.ts';

const empty: readonly StoredCartItem[] = [];
const listeners = new Set<() => void>();
let owner: string | null = null;
let items: readonly StoredCartItem[] = empty;
let ready = false;
let opening: Promise<unknown> = Promise.resolve();

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

function tell(): void {
  for (const listener of listeners) listener();
}

function save(next: readonly StoredCartItem[]): void {
  items = next;
  saveItems(owner, next);
  writeMirror(owner, writeCart(linesOf(next)));
  tell();
}

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
  const { products } = (await response.json()) as { products: CartProduct[] };
  return products;
}

function asItem(product: CartProduct, quantity: number): StoredCartItem {
  return {
    productId: product.id,
    name: product.name,
    price: priceNow(product),
    quantity,
    image: product.image,
    product_type: product.productType,
  };
}

/**
 * Opens the current visitor's cart; called when the shell renders and whenever the signed-in user changes. Merges a
 * guest's lines into the customer's cart, capped by stock, and applies what the server has written into the cookie
 * since. Only one call runs at a time, across all tabs where the browser supports it, so that lines merge once. Returns
 * the names of products that did not fit, because a cart has at most `MAXIMUM_LINES`.
 */
export function openCart(userId: string | null): Promise<string[]> {
  const opened = opening.then(() => exclusively(() => open(userId)));
  opening = opened;
  return opened;
}

async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist on secure pages only; elsewhere this tab's queue has to do.
  return navigator.locks ? navigator.locks.request('cart', work) : work();
}

async function open(userId: string | null): Promise<string[]> {
  owner = userId;
  const own = loadItems(owner);
  const guests = owner === null ? [] : loadItems(null);
  const { base, joining } = openingLines({
    owner,
    own: linesOf(own),
    guest: linesOf(guests),
    ...readMirror(),
  });
  const remembered = new Map([...guests, ...own].map((item) => [item.productId, item]));
  const isKnown = base.every(({ productId }) => remembered.has(productId));
  if (joining.length === 0 && isKnown) {
    finish(base.flatMap((line) => recall(remembered, line)));
  } else {
    items = own;
    tell();
    finish(withChangesSince(own, await joined(base, joining, remembered)));
  }
  if (guests.length > 0) forgetGuestItems();
  return productsLeftOut([...base, ...joining]).map((id) => remembered.get(id)?.name || 'one product');
}

function finish(next: readonly StoredCartItem[]): void {
  ready = true;
  if (next.length > 0 || hasStoredCart(owner)) {
    save(next);
    return;
  }
  // The browser stores nothing for visitors who have not chosen anything, such as before they answer the age gate.
  items = next;
  tell();
}

/** Saves what was added to the cart while the server was answering. */
function withChangesSince(own: readonly StoredCartItem[], next: readonly StoredCartItem[]): StoredCartItem[] {
  const before = new Map(own.map((item) => [item.productId, item]));
  const changed = new Map(
    items.filter((item) => before.get(item.productId) !== item).map((item) => [item.productId, item]),
  );
  const kept = next.map((item) => {
    const newer = changed.get(item.productId);
    changed.delete(item.productId);
    return newer ? { ...newer, quantity: Math.max(newer.quantity, item.quantity) } : item;
  });
  return [...kept, ...changed.values()];
}

function recall(remembered: ReadonlyMap<number, StoredCartItem>, line: CartLine): StoredCartItem[] {
  const item = remembered.get(line.productId);
  return item ? [{ ...item, quantity: line.quantity }] : [];
}

async function joined(
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

/** Applies what the server has written into the cookie since, after an order. */
export async function adoptServerCart(): Promise<void> {
  const { cookie, mirrored } = readMirror();
  if (cookie !== null && cookie !== mirrored?.value) await openCart(owner);
}

/** Adds to the cart, up to what is available; returns the quantity now in it, 0 if a full cart accepts none. */
export function addToCart(product: CartProduct, quantity: number): number {
  const present = items.find((item) => item.productId === product.id);
  if (!present && items.length >= MAXIMUM_LINES) return 0;
  const next = clampQuantity((present?.quantity ?? 0) + quantity, product.available);
  save(
    present
      ? items.map((item) => (item === present ? asItem(product, next) : item))
      : [...items, asItem(product, next)],
  );
  return next;
}

/** Sets a line's quantity, at least 1. */
export function setQuantity(productId: number, quantity: number, available: number): void {
  save(
    items.map((item) =>
      item.productId === productId
        ? { ...item, quantity: clampQuantity(quantity, available), wanted: undefined }
        : item,
    ),
  );
}

/** Records what the customer has now been shown: today's names and prices, and no more units than available. */
export function refreshCart(products: readonly CartProduct[]): void {
  const known = new Map(products.map((product) => [product.id, product]));
  save(
    items.map((item) => {
      const product = known.get(item.productId);
      if (!product) return item;
      const quantity =
        product.available > 0 ? clampQuantity(item.quantity, product.available) : item.quantity;
      return asItem(product, quantity);
    }),
  );
}

/** Removes a line; the returned function restores it in place while there is room. */
export function removeFromCart(productId: number): () => void {
  const index = items.findIndex((item) => item.productId === productId);
  const removed = items[index];
  save(items.filter((item) => item.productId !== productId));
  return () => {
    if (!removed || items.length >= MAXIMUM_LINES || items.some((item) => item.productId === productId))
      return;
    save([...items.slice(0, index), removed, ...items.slice(index)]);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const fromOtherTab = (event: StorageEvent) => {
    if (!ready || event.key !== storageKey(owner)) return;
    items = loadItems(owner);
    listener();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The cart's items; an empty list on the server and before hydration. */
export function useCart(): readonly StoredCartItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => empty,
  );
}

/** Whether the cart is open; until then the server's version is the better one. */
export function useCartReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => ready,
    () => false,
  );
}
