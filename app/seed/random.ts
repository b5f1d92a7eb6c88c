/** Provides repeatable randomness: the same seed gives the same demo store on every machine. */

/** A source of repeatable randomness. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of them. */
  pick<T>(choices: readonly T[]): T;
  /** One of them; a higher weight is more likely. Weights are at least 0 and not all 0. */
  weighted<T>(choices: readonly T[], weightOf: (choice: T) => number): T;
  /** A version 7 UUID with the time `moment`, so that ids sort in the order their rows were created. */
  idAt(moment: Date): string;
};

/** Starts the sequence (mulberry32: small, fast, good enough for demo data; never for secrets). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      if (choices.length === 0) throw new RangeError('nothing to pick from');
      return choices[between(0, choices.length - 1)] as (typeof choices)[number];
    },
    weighted: (choices, weightOf) => {
      const total = choices.reduce((sum, choice) => sum + weightOf(choice), 0);
      let left = next() * total;
      for (const choice of choices) {
        left -= weightOf(choice);
        if (left < 0) return choice;
      }
      // Sums of fractions are not exact: rounding may miss the last one with a weight.
      const last = choices.findLast((choice) => weightOf(choice) > 0);
      if (last === undefined) throw new RangeError('nothing to pick from');
      return last;
    },
    idAt: (moment) => {
      // A machine without a clock battery starts in 1970, and the demo's past before that.
      const time = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
      const variant = (8 + between(0, 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
    },
  };
}
