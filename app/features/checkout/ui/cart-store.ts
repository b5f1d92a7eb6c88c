/**
 * The cart in this browser: one list, in browser storage, shared by all tabs, mirrored in a cookie for the
 * server. Guests and customers have a key each; at sign-in the guest's lines join the customer's.
 */
import { useSyncExternalStore } from 'react';
import { CART_COOKIE } from '#platform/cookies.ts';
import {
  CART_STORAGE,
  type CartLine,
  clampQuantity,
  GUEST_CART_STORAGE,
  joinCarts,
  MAXIMUM_LINES,
  readCart,
  type StoredCartItem,
  writeCart,
} from '../cart.ts';

type StoredCart = { owner: string | null; items: StoredCartItem[] };

const empty: readonly StoredCartItem[] = [];
const listeners = new Set<() => void>();
let owner: string | null = null;
let items: readonly StoredCartItem[] = empty;
let opened = false;

/** What a product brings along when it is put into the cart. */
export type CartProduct = {
  id: number;
  name: string;
  /** Cents. */
  retailPrice: number;
  image: string | null;
  productType: string;
  available: number;
};

function storageKey(): string {
  return owner === null ? GUEST_CART_STORAGE : CART_STORAGE;
}

/** Reads a stored cart; anything malformed, or somebody else's, is an empty one. */
function load(key: string, expectedOwner: string | null): StoredCartItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isStoredCart(stored) || stored.owner !== expectedOwner) return [];
    return stored.items.filter(isStoredItem).slice(0, MAXIMUM_LINES);
  } catch {
    return [];
  }
}

function isStoredCart(value: unknown): value is StoredCart {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'owner' in value;
}

function isStoredItem(value: unknown): value is StoredCartItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  return (
    Number.isInteger(item.productId) &&
    Number.isInteger(item.quantity) &&
    Number(item.quantity) >= 1 &&
    typeof item.name === 'string' &&
    typeof item.price === 'number'
  );
}

function save(next: readonly StoredCartItem[]): void {
  items = next;
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ owner, items: next }));
  } catch {
    // Storage refused (private mode, full): the cart lives on in memory and in the cookie.
  }
  mirror();
  for (const listener of listeners) listener();
}

/** Lets the server see what is in the cart; it holds ids and quantities only. */
function mirror(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const value = writeCart(linesOf(items));
  const age = value === '' ? 0 : 60 * 60 * 24 * 30;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in browsers that shoppers use.
  document.cookie = `${CART_COOKIE}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

function mirrored(): CartLine[] {
  const found = /(?:^|;\s*)cart=([^;]*)/.exec(document.cookie);
  return readCart(found?.[1]);
}

/** Which products and how many, without the memories. */
export function linesOf(list: readonly StoredCartItem[]): CartLine[] {
  return list.map(({ productId, quantity }) => ({ productId, quantity }));
}

/** Asks the server what it knows of these lines today. */
async function look(lines: readonly CartLine[]): Promise<CartProduct[]> {
  const response = await fetch(`/api/cart?lines=${writeCart(lines)}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`cart lookup answered ${response.status}`);
  const { products } = (await response.json()) as { products: CartProduct[] };
  return products;
}

function asItem(product: CartProduct, quantity: number): StoredCartItem {
  return {
    productId: product.id,
    name: product.name,
    price: product.retailPrice,
    quantity,
    image: product.image,
    product_type: product.productType,
  };
}

/**
 * Opens the cart of whoever is here; called when the shell appears and whenever the signed-in user changes.
 * A guest's lines join the customer's, capped by stock. Lines that arrived without JavaScript, in the
 * cookie only, are taken over.
 */
export async function openCart(userId: string | null): Promise<void> {
  owner = userId;
  opened = true;
  const own = load(storageKey(), owner);
  const arrived = own.length === 0 ? mirrored() : [];
  const guests = owner === null ? [] : load(GUEST_CART_STORAGE, null);
  items = own;
  for (const listener of listeners) listener();
  if (guests.length === 0 && arrived.length === 0) return mirror();

  // Gone before the join is asked for, so that two tabs do not both add the same lines.
  if (guests.length > 0) localStorage.removeItem(GUEST_CART_STORAGE);
  const joining = guests.length > 0 ? linesOf(guests) : arrived;
  try {
    const products = await look([...linesOf(own), ...joining]);
    const known = new Map(products.map((product) => [product.id, product]));
    const lines = joinCarts(linesOf(items), joining, (id) => known.get(id)?.available ?? 0);
    const before = new Map([...own, ...guests].map((item) => [item.productId, item]));
    save(
      lines.flatMap(({ productId, quantity }) => {
        const product = known.get(productId);
        const remembered = before.get(productId);
        if (product) return [asItem(product, quantity)];
        return remembered ? [{ ...remembered, quantity }] : [];
      }),
    );
  } catch {
    // No network: keep what was remembered; the cart page asks again.
    save([...own, ...guests.filter((item) => !own.some((line) => line.productId === item.productId))]);
  }
}

/** Adds to the cart, up to what is available; answers the quantity now in it. */
export function addToCart(product: CartProduct, quantity: number): number {
  const present = items.find((item) => item.productId === product.id);
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
      item.productId === productId ? { ...item, quantity: clampQuantity(quantity, available) } : item,
    ),
  );
}

/** Takes a line out; the answer puts it back where it was. */
export function removeFromCart(productId: number): () => void {
  const index = items.findIndex((item) => item.productId === productId);
  const removed = items[index];
  save(items.filter((item) => item.productId !== productId));
  return () => {
    if (!removed || items.some((item) => item.productId === productId)) return;
    save([...items.slice(0, index), removed, ...items.slice(index)]);
  };
}

/** Empties the cart: after an order. */
export function clearCart(): void {
  save([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const fromOtherTab = (event: StorageEvent) => {
    if (!opened || event.key !== storageKey()) return;
    items = load(storageKey(), owner);
    mirror();
    listener();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The cart's items; on the server and before hydration an empty list. */
export function useCart(): readonly StoredCartItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => empty,
  );
}
