/** What goes together: pairs of products in one order. Pure. */

/** A pair in fewer orders is chance. */
export const FEWEST_ORDERS = 5;

export type Pair = { one: number; other: number; together: number; ofOne: number; ofOther: number };

export type Basket = Pair & {
  /** The part of all orders that have both. */
  support: number;
  /** How many times as often as by chance: 1 is chance. */
  lift: number;
};

/**
 * Pairs that are bought together more often than by chance, those first that are in the most orders beyond it.
 * @param orders how many orders were read, also those with one product
 */
export function basketsOf(pairs: readonly Pair[], orders: number, shown: number): Basket[] {
  const beyond = ({ together, ofOne, ofOther }: Pair) => together - (ofOne * ofOther) / orders;
  return pairs
    .filter((pair) => pair.one !== pair.other && pair.together >= FEWEST_ORDERS && beyond(pair) > 0)
    .sort((left, right) => beyond(right) - beyond(left) || left.one - right.one || left.other - right.other)
    .slice(0, shown)
    .map((pair) => ({
      ...pair,
      support: pair.together / orders,
      lift: (pair.together * orders) / (pair.ofOne * pair.ofOther),
    }));
}
