/**
 * Defines the cart: which products, and how many of each. It is saved in browser storage under `cart-storage`
 * (specification section 3) and mirrored in a cookie so that the server can render it. Its names, prices and
 * pictures are only for display; the server decides from its own data.
 */

import { fitsInteger } from '#kernel/number.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import { cartCookie } from '#platform/requests/cookies.ts';

/** Browser storage keys: the customer's and the guest's cart. */
export const CART_STORAGE = 'cart-storage';
export const GUEST_CART_STORAGE = 'cart-storage-guest';

/** A cart with more different products than this is a mistake or an attack. */
export const MAXIMUM_LINES = 50;
/** Shown when the cart accepts no further product. */
export const CART_FULL = `A cart has room for ${MAXIMUM_LINES} different products.`;
/** The most units of one product that a line may ask for; stock is usually lower. */
export const MAXIMUM_QUANTITY = 999;

/** The product and quantity that a line asks for. */
export type CartLine = { productId: number; quantity: number };

/** A line as saved in browser storage (specification section 3, 'Cart item'); price in cents. */
export type StoredCartItem = {
  productId: number;
  name: string;
  price: number;
  quantity: number;
  image: string | null;
  product_type: string;
  /** What one unit counts against a possession limit, in mg; missing until the server has said. */
  counts?: { category: LimitCategory; mg: number } | null | undefined;
  /** The quantity the customer asked for, if joining carts gave fewer; shown once on the cart page. */
  wanted?: number;
};

/** The price of a line that was added while the server could not be asked for it. */
export const UNKNOWN_PRICE = -1;

/** A line of which only product and quantity are known; the server's next response fills in the rest. */
export function unknownItem({ productId, quantity }: CartLine): StoredCartItem {
  return { productId, name: '', price: UNKNOWN_PRICE, quantity, image: null, product_type: '' };
}

/** Returns one line per product, in order of first appearance; adds up quantities of the same product. */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of lines) {
    quantities.set(productId, Math.min((quantities.get(productId) ?? 0) + quantity, MAXIMUM_QUANTITY));
  }
  return [...quantities].slice(0, MAXIMUM_LINES).map(([productId, quantity]) => ({ productId, quantity }));
}

/**
 * Returns the products that `mergeLines` drops: every product beyond the cart's maximum, in order of first
 * appearance.
 */
export function productsLeftOut(lines: readonly CartLine[]): number[] {
  return [...new Set(lines.map(({ productId }) => productId))].slice(MAXIMUM_LINES);
}

/** Says which products did not fit, naming at most the first three. */
export function leftOutMessage(names: readonly string[]): string {
  const more = names.length - 3;
  return `${CART_FULL} Left out: ${names.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** '12:2.57:1' (product 12 twice, product 57 once): short, and safe in a cookie or a form field. */
export function writeCart(lines: readonly CartLine[]): string {
  return mergeLines(lines)
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .join('.');
}

/**
 * Returns the cookie's value when the server writes it. The dot at its end marks it as the server's until a
 * script writes the cookie again: a guest whose cart the server wrote last may have no scripts, and gets
 * pages that include the cart's number.
 */
export function writeCartByServer(lines: readonly CartLine[]): string {
  return lines.length === 0 ? '' : `${writeCart(lines)}.`;
}

/** Whether a cookie header contains a cart that the server wrote last. */
export function holdsCartByServer(cookies: string): boolean {
  return cartCookie.read(cookies)?.endsWith('.') ?? false;
}

/** Parses what `writeCart` wrote; drops anything that is not a line, so a damaged cart becomes a smaller cart. */
export function readCart(text: string | null | undefined): CartLine[] {
  if (!text || text.length > 2000) return [];
  const lines = text.split('.').flatMap((part) => {
    const found = /^(\d{1,10}):(\d{1,4})$/.exec(part);
    const productId = Number(found?.[1]);
    const quantity = Number(found?.[2]);
    const isLine = fitsInteger(productId) && quantity >= 1 && quantity <= MAXIMUM_QUANTITY;
    return isLine ? [{ productId, quantity }] : [];
  });
  return mergeLines(lines);
}

/** Clamps a quantity for the cart: at least 1, at most what is available (specification section 5). */
export function clampQuantity(wanted: number, available: number): number {
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : 1;
  return Math.max(1, Math.min(whole, available, MAXIMUM_QUANTITY));
}

/** Adds a guest's lines to the customer's at sign-in, capped by what is available. */
export function joinCarts(
  customer: readonly CartLine[],
  guest: readonly CartLine[],
  available: (productId: number) => number,
): CartLine[] {
  return mergeLines([...customer, ...guest]).map(({ productId, quantity }) => ({
    productId,
    quantity: clampQuantity(quantity, available(productId)),
  }));
}

/** The cart of an account: its lines as in the cookie, and how often it has been saved; version 0 is none. */
export type SavedCart = { lines: string; version: number };

/**
 * A browser's cart after the account's has changed. `agreed` is the account's cart as this browser last saw it. Lines
 * that this browser has changed since stay as they are here, also those it removed; all others follow the account. So a
 * line that one device removed does not come back from another that never touched it.
 */
export function followAccount(
  own: readonly CartLine[],
  agreed: readonly CartLine[],
  account: readonly CartLine[],
): CartLine[] {
  const [mine, before, theirs] = [own, agreed, account].map(
    (lines) => new Map(lines.map(({ productId, quantity }) => [productId, quantity])),
  );
  return mergeLines([...account, ...own.filter(({ productId }) => !theirs?.has(productId))]).flatMap(
    ({ productId }) => {
      const isChanged = mine?.get(productId) !== before?.get(productId);
      const quantity = (isChanged ? mine : theirs)?.get(productId);
      return quantity === undefined ? [] : [{ productId, quantity }];
    },
  );
}

/** The value of the cart's cookie when a script last wrote it, and the owner of that cart. */
export type Mirrored = { owner: string | null; value: string };

/**
 * Returns the lines a cart opens with: `base` unchanged, plus `joining`. The cookie counts only if the server
 * has written it since a script last did (a form sent before or without JavaScript, an order placed).
 * Otherwise it is a mirror: using it would give one person's cart to the next or count a line twice.
 */
export function openingLines(found: {
  /** The owner of the cart being opened; null for a guest. */
  owner: string | null;
  own: readonly CartLine[];
  guest: readonly CartLine[];
  /** The cookie's value; null if there is no cookie. */
  cookie: string | null;
  mirrored: Mirrored | null;
}): { base: readonly CartLine[]; joining: readonly CartLine[] } {
  const { owner, own, cookie, mirrored } = found;
  const guest = owner === null ? [] : found.guest;
  if (cookie === null || cookie === mirrored?.value) return { base: own, joining: guest };
  const written = readCart(cookie);
  if (mirrored === null) return { base: own, joining: own.length === 0 ? [...guest, ...written] : guest };
  if (mirrored.owner === owner) return { base: written, joining: guest };
  return { base: own, joining: mirrored.owner === null ? written : guest };
}
