/** Rounds prices to the endings that price tags have: $25.00, $25.50, $25.99. */

/** The cents that a rounded price ends in. */
export const priceEndings = ['00', '50', '99'] as const;
export type PriceEnding = (typeof priceEndings)[number];

export const isPriceEnding = (text: string | undefined): text is PriceEnding =>
  priceEndings.some((ending) => ending === text);

/**
 * Returns the nearest price in cents with this ending, the higher one if two are as near, from `lowest` to
 * `highest`. The price stays as it is if no price with the ending lies in that range; 0, which is a price that is
 * not set, stays 0.
 */
export function roundPrice(
  price: number,
  ending: PriceEnding,
  { lowest, highest }: { lowest: number; highest: number },
): number {
  if (price === 0) return 0;
  const dollars = Math.floor(price / 100);
  const isInRange = (each: number) => each > 0 && each >= lowest && each <= highest;
  // Two dollars up and down: the range may exclude the nearest.
  const candidates = [-2, -1, 0, 1, 2]
    .map((step) => (dollars + step) * 100 + Number(ending))
    .filter(isInRange);
  const [nearest] = candidates.toSorted(
    (left, right) => Math.abs(left - price) - Math.abs(right - price) || right - left,
  );
  return nearest ?? price;
}
