/** Stores the cart in the browser: one key for a guest, one per customer, and the cookie the server reads. */

import {
  CART_STORAGE,
  GUEST_CART_STORAGE,
  MAXIMUM_LINES,
  MAXIMUM_QUANTITY,
  type Mirrored,
  type SavedCart,
  type StoredCartItem,
} from '#core/sales/checkout/cart.ts';
import { cartCookie, setCookieHere } from '#platform/requests/cookies.ts';

const MIRRORED_STORAGE = 'cart-mirrored';

/** The mirror, if storage is blocked; lasts until the page closes. */
let lastMirrored: Mirrored | null = null;

/** The storage key of a person's cart. */
export function storageKey(owner: string | null): string {
  return owner === null ? GUEST_CART_STORAGE : CART_STORAGE;
}

/** Reads a stored cart; a malformed cart, or another person's, counts as empty. */
export function loadItems(owner: string | null): StoredCartItem[] {
  const stored = readJson(storageKey(owner));
  if (!isRecord(stored) || stored.owner !== owner || !Array.isArray(stored.items)) return [];
  return stored.items.filter(isStoredItem).slice(0, MAXIMUM_LINES);
}

/** Whether the browser has a cart of this person or one the server wrote, even an empty one. */
export function hasStoredCart(owner: string | null): boolean {
  const { cookie, mirrored } = readMirror();
  return cookie !== null || mirrored !== null || readJson(storageKey(owner)) !== null;
}

/** Whether this browser's storage has a cart that was saved here. */
export const hasSaved = (): boolean => readJson(MIRRORED_STORAGE) !== null;

/** The account's cart as this browser last saw it; null if it never has. */
export function loadAgreed(owner: string | null): SavedCart | null {
  const stored = readJson(storageKey(owner));
  if (owner === null || !isRecord(stored) || stored.owner !== owner || !isRecord(stored.agreed)) return null;
  const { lines, version } = stored.agreed;
  return typeof lines === 'string' && typeof version === 'number' ? { lines, version } : null;
}

/** Saves a cart. If storage fails (private mode, full), the cart lives in memory and in the cookie. */
export function saveItems(
  owner: string | null,
  items: readonly StoredCartItem[],
  agreed: SavedCart | null,
): void {
  writeJson(storageKey(owner), agreed ? { owner, items, agreed } : { owner, items });
}

/** Called after the guest's lines have been merged into a customer's cart. */
export function forgetGuestItems(): void {
  try {
    localStorage.removeItem(GUEST_CART_STORAGE);
  } catch {
    // Nothing could be stored there anyway.
  }
}

/** Shows the server what is in the cart; contains ids and quantities only. */
export function writeMirror(owner: string | null, value: string): void {
  lastMirrored = { owner, value };
  setCookieHere(cartCookie.write(value));
  writeJson(MIRRORED_STORAGE, lastMirrored);
}

/** What the cookie contains now, and what a script last wrote to it. */
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
    // Blocked; see saveItems.
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
