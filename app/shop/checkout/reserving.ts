/** Remembers what a guest pressed 'Reserve for Pickup' for, until they have signed in; for half an hour, because others may use the browser. */
import { type CartLine, readCart, writeCart } from '#core/sales/checkout/cart.ts';
import { defineCookie } from '#platform/requests/cookies.ts';

export const reservingCookie = defineCookie('reserving', { maxAge: 1800, httpOnly: true });

export const writeReserving = (line: CartLine): string => writeCart([line]);

/** Null for anything that `writeReserving` would not have written. */
export function readReserving(cookies: string | null): CartLine | null {
  const lines = readCart(reservingCookie.read(cookies));
  return lines.length === 1 ? (lines[0] ?? null) : null;
}
