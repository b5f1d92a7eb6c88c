/**
 * Carries a license that was scanned on the board to the page of its order, which reads it as if it were scanned there. It
 * is in the memory of the open page alone, for one order, once, and for two minutes.
 */

const LONGEST_MS = 120_000;

let carried: { text: string; orders: readonly string[]; until: number } | null = null;

/** @param orders the numbers of the orders that it may be for */
export function carryLicense(text: string, orders: readonly string[], now = Date.now()): void {
  carried = { text, orders, until: now + LONGEST_MS };
}

/** null for another order, a second time, and later. */
export function takeLicense(order: string | undefined, now = Date.now()): string | null {
  const { text, orders, until } = carried ?? { text: '', orders: [], until: 0 };
  if (carried && now >= until) carried = null;
  if (order === undefined || !orders.includes(order) || now >= until) return null;
  carried = null;
  return text;
}

/** After another customer's scan. */
export function dropLicense(): void {
  carried = null;
}
