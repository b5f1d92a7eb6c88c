/** What people read when a quantity is reduced, wherever that happens: product page, cart, checkout. */

/** 'Only 3 left: quantity changed from 5 to 3'. `now` is the quantity after the change. */
export function fewerLeft({
  available,
  from,
  now,
}: {
  available: number;
  from: number;
  now: number;
}): string {
  return `Only ${available} left: quantity changed from ${from} to ${now}`;
}
