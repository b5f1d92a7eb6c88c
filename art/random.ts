/** A stream of numbers that depends on its name alone, so that every run draws the same picture. */
export type Random = {
  /** The next number in [0, 1). */
  next: () => number;
  /** The next number in [from, to). */
  between: (from: number, to: number) => number;
  /** One of the choices. */
  pick: <Choice>(choices: readonly [Choice, ...Choice[]]) => Choice;
};

/** Hash (FNV-1a) and generator (mulberry32): small, public, good enough for pictures. */
export function randomFrom(name: string): Random {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

/**
 * Smooth one-dimensional noise in about [-1, 1]: octaves of interpolated random heights.
 * With `period`, the noise repeats after that many units, which is what a looping film needs.
 */
export function noiseFrom(name: string, octaves: number, period?: number): (x: number) => number {
  const layers = Array.from({ length: octaves }, (_, octave) => {
    const random = randomFrom(`${name}/${octave}`);
    const length = period ? period * 2 ** octave : 512;
    return Array.from({ length }, () => random.between(-1, 1));
  });
  return (x) => {
    let sum = 0;
    let weight = 0;
    layers.forEach((heights, octave) => {
      const place = x * 2 ** octave;
      const left = Math.floor(place);
      const share = place - left;
      const eased = share * share * (3 - 2 * share);
      const at = (index: number) =>
        heights[((index % heights.length) + heights.length) % heights.length] ?? 0;
      const strength = 0.5 ** octave;
      sum += strength * (at(left) + (at(left + 1) - at(left)) * eased);
      weight += strength;
    });
    return sum / weight;
  };
}
