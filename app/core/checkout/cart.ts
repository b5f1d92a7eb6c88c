/**
 * The cart: which products, how many. Kept in browser storage under `cart-storage` (specification section
 * 3), mirrored in a cookie so that the server can draw it. Name, price and picture in it are memories for
 * showing; what counts is read from the server's own data.
 */
import { cartCookie } from '#platform/requests/cookies.ts';

/** Browser storage keys: the customer's and the guest's cart. */
export const CART_STORAGE = 'cart-storage';
export const GUEST_CART_STORAGE = 'cart-storage-guest';

/** A cart of more kinds of things than this is a mistake or an attack. */
export const MAXIMUM_LINES = 50;
/** What is said when a cart takes no further kind of thing. */
export const CART_FULL = `A cart has room for ${MAXIMUM_LINES} different products.`;
/** The most of one product anybody may ask for; stock usually ends before. */
export const MAXIMUM_QUANTITY = 999;

/** What a line asks for. */
export type CartLine = { productId: number; quantity: number };

/** A line as browser storage keeps it (specification section 3, 'Cart item'); price in cents. */
export type StoredCartItem = {
  productId: number;
  name: string;
  price: number;
  quantity: number;
  image: string | null;
  product_type: string;
  /** How many were asked for, where a join gave fewer: said once on the cart page. */
  wanted?: number;
};

/** The price of a line that was taken over while the server could not be asked about it. */
export const UNKNOWN_PRICE = -1;

/** A line about which nothing but the input is known; the next answer of the server fills it in. */
export function unknownItem({ productId, quantity }: CartLine): StoredCartItem {
  return { productId, name: '', price: UNKNOWN_PRICE, quantity, image: null, product_type: '' };
}

/** Ids are PostgreSQL integers. */
const MAXIMUM_ID = 2_147_483_647;

/** One line per product, in order of first appearance; quantities of the same product add up. */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of lines) {
    quantities.set(productId, Math.min((quantities.get(productId) ?? 0) + quantity, MAXIMUM_QUANTITY));
  }
  return [...quantities].slice(0, MAXIMUM_LINES).map(([productId, quantity]) => ({ productId, quantity }));
}

/** What `mergeLines` finds no room for: every product past the last that a cart holds, in order of first appearance. */
export function productsLeftOut(lines: readonly CartLine[]): number[] {
  return [...new Set(lines.map(({ productId }) => productId))].slice(MAXIMUM_LINES);
}

/** Says so; of many, the first three by name. */
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
 * The cookie's value when the server writes it. The dot at its end says so until a script writes the cookie again: a
 * guest whose cart the server wrote last may have no scripts, and gets pages with the cart's number in them.
 */
export function writeCartByServer(lines: readonly CartLine[]): string {
  return lines.length === 0 ? '' : `${writeCart(lines)}.`;
}

/** Whether a cookie header holds a cart that the server wrote last. */
export function holdsCartByServer(cookies: string): boolean {
  return cartCookie.read(cookies)?.endsWith('.') ?? false;
}

/** Reads what `writeCart` wrote; whatever is not a line is left out, so a damaged cart is a smaller cart. */
export function readCart(text: string | null | undefined): CartLine[] {
  if (!text || text.length > 2000) return [];
  const lines = text.split('.').flatMap((part) => {
    const found = /^(\d{1,10}):(\d{1,4})$/.exec(part);
    const productId = Number(found?.[1]);
    const quantity = Number(found?.[2]);
    const isLine = productId >= 1 && productId <= MAXIMUM_ID && quantity >= 1 && quantity <= MAXIMUM_QUANTITY;
    return isLine ? [{ productId, quantity }] : [];
  });
  return mergeLines(lines);
}

/** The quantity as it may stand in a cart: at least 1, at most what is available (specification section 5). */
export function clampQuantity(wanted: number, available: number): number {
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : 1;
  return Math.max(1, Math.min(whole, available, MAXIMUM_QUANTITY));
}

/** A guest's lines join the customer's at sign-in, capped by what is available. */
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

/** What stood in the cart's cookie when a script last wrote it, and whose cart that was. */
export type Mirrored = { owner: string | null; value: string };

/**
 * What a cart opens with: `base` as it is, `joining` added to it. The cookie counts only where the server has
 * written it since a script last did (a form sent before or without JavaScript, an order placed); otherwise
 * it is a mirror, and taking it over would hand one person's cart to the next or count a line twice.
 */
export function openingLines(found: {
  /** Whose cart is being opened; null for a guest. */
  owner: string | null;
  own: readonly CartLine[];
  guest: readonly CartLine[];
  /** The cookie's value, null when there is none. */
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
