/**
 * Decides which code in the camera's pictures counts. A scanner reads once for each press of its trigger; a camera reads
 * the same label ten times a second, and a label may have several codes.
 */

/** What was counted last, with the other codes that were seen beside it. */
export type Shown = {
  codes: ReadonlySet<string>;
  /** Milliseconds, when one of them was last seen. */
  seenAt: number;
};

/** The same thing counts again after it was out of sight for so long. Milliseconds. */
export const AGAIN_AFTER = 2000;
/** So long a code may be unreadable without being away: until then, another one may be on the same label. */
export const ANOTHER_AFTER = 1000;

/**
 * @param codes in one picture, the nearest to its middle first
 * @param at milliseconds, of a clock that does not go back
 * @returns what is shown now, and the code that counts, if one does
 */
export function nextCode(
  shown: Shown | null,
  codes: readonly string[],
  at: number,
): { shown: Shown | null; counts: string | null } {
  const [first] = codes;
  if (first === undefined) return { shown, counts: null };
  const isSame = shown !== null && codes.some((code) => shown.codes.has(code));
  if (shown !== null && at - shown.seenAt < (isSame ? AGAIN_AFTER : ANOTHER_AFTER))
    return {
      shown: isSame ? { codes: new Set([...shown.codes, ...codes]), seenAt: at } : shown,
      counts: null,
    };
  return { shown: { codes: new Set(codes), seenAt: at }, counts: first };
}
