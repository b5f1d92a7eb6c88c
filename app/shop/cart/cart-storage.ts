/** Where the browser keeps the cart: one key for a guest, one for a customer, and the cookie the server reads. */

import {
  CART_STORAGE,
  GUEST_CART_STORAGE,
  MAXIMUM_LINES,
  MAXIMUM_QUANTITY,
  type Mirrored,
  type StoredCartItem,
} from '#core/checkout/cart.ts';
import { cartCookie, setCookieHere } from '#platform/requests/cookies.ts';

const MIRRORED_STORAGE = 'cart-mirrored';

/** Where storage is refused the mirror is remembered here, as long as the page lives. */
let lastMirrored: Mirrored | null = null;

/** The key that a person's cart is kept under. */
export function storageKey(owner: string | null): string {
  return owner === null ? GUEST_CART_STORAGE : CART_STORAGE;
}

/** Reads a stored cart; anything malformed, or somebody else's, is an empty one. */
export function loadItems(owner: string | null): StoredCartItem[] {
  const stored = readJson(storageKey(owner));
  if (!isRecord(stored) || stored.owner !== owner || !Array.isArray(stored.items)) return [];
  return stored.items.filter(isStoredItem).slice(0, MAXIMUM_LINES);
}

/** Whether the browser keeps a cart of this person or one that the server has written, be it empty. */
export function hasStoredCart(owner: string | null): boolean {
  const { cookie, mirrored } = readMirror();
  return cookie !== null || mirrored !== null || readJson(storageKey(owner)) !== null;
}

/** Keeps a cart. Where storage is refused (private mode, full) it lives on in memory and in the cookie. */
export function saveItems(owner: string | null, items: readonly StoredCartItem[]): void {
  writeJson(storageKey(owner), { owner, items });
}

/** After its lines have joined a customer's. */
export function forgetGuestItems(): void {
  try {
    localStorage.removeItem(GUEST_CART_STORAGE);
  } catch {
    // Nothing could be stored there either.
  }
}

/** Lets the server see what is in the cart; it holds ids and quantities only. */
export function writeMirror(owner: string | null, value: string): void {
  lastMirrored = { owner, value };
  setCookieHere(cartCookie.write(value));
  writeJson(MIRRORED_STORAGE, lastMirrored);
}

/** What the cookie holds now, and what a script last put there. */
export function readMirror(): { cookie: string | null; mirrored: Mirrored | null } {
  const stored = readJson(MIRRORED_STORAGE);
  const isMirrored =
    isRecord(stored) &&
    typeof stored.value === 'string' &&
    (stored.owner === null || typeof stored.owner === 'string');
  return {
    cookie: cartCookie.read(document.cookie),
    mirrored: isMirrored ? (stored as Mirrored) : lastMirrored,
  };
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function writeJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Refused; see saveItems.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isStoredItem(value: unknown): value is StoredCartItem {
  return (
    isRecord(value) &&
    Number.isInteger(value.productId) &&
    Number.isInteger(value.quantity) &&
    Number(value.quantity) >= 1 &&
    Number(value.quantity) <= MAXIMUM_QUANTITY &&
    typeof value.name === 'string' &&
    Number.isInteger(value.price)
  );
}
