/**
 * Tells a scanner from a person at the keys. A USB scanner types like a keyboard, but a character every few
 * milliseconds; it ends with Enter, Tab or nothing. It types the line feeds of a license as Enter too, so a scan ends
 * only when no key follows for a while.
 */

/** A key as the browser reports it. */
export type Keystroke = {
  /** `KeyboardEvent.key`: one character, or 'Enter', 'Tab', 'Shift' … */
  key: string;
  /** Milliseconds, as in `KeyboardEvent.timeStamp`. */
  at: number;
};

export type Scan = {
  /** What was scanned, with '\n' for each Enter in between and without the Enter or Tab at its end. */
  text: string;
  /** Milliseconds of its first and last key. */
  from: number;
  to: number;
};

/** People who type fast leave 80 ms and more between keys. */
const LONGEST_MEDIAN_GAP = 35;
/** No key for so long ends a scan. */
export const SCAN_PAUSE = 120;
/** Shorter texts are typed by people: the shortest code we know has eight digits. */
const FEWEST_CHARACTERS = 6;

/**
 * The scan that these keys are: consecutive keys without a pause, half of them at most 35 ms after the one before, and
 * at least six characters. Null if a person typed them.
 */
export function readScan(keys: readonly Keystroke[]): Scan | null {
  const typed = keys.filter(({ key }) => characterOf(key) !== '');
  const [first, last] = [typed[0], typed.at(-1)];
  if (!first || !last) return null;
  const gaps = typed.slice(1).map(({ at }, index) => at - (typed[index]?.at ?? at));
  if (gaps.some((gap) => gap < 0 || gap >= SCAN_PAUSE) || median(gaps) > LONGEST_MEDIAN_GAP) return null;
  const text = typed
    .map(({ key }) => characterOf(key))
    .join('')
    .replace(/[\n\t]+$/, '');
  return text.trim().length < FEWEST_CHARACTERS ? null : { text, from: first.at, to: last.at };
}

/**
 * Whether keys so far look like a scanner's, so that the page stops them from reaching a field or pressing a button:
 * four characters or more, or Enter or Tab right after another key, which on a license is the second key.
 */
export function looksScanned(keys: readonly Keystroke[]): boolean {
  const typed = keys.filter(({ key }) => characterOf(key) !== '');
  const gaps = typed.slice(1).map(({ at }, index) => at - (typed[index]?.at ?? at));
  const last = typed.at(-1)?.key;
  const isEnd = (last === 'Enter' || last === 'Tab') && (gaps.at(-1) ?? SCAN_PAUSE) <= LONGEST_MEDIAN_GAP;
  return isEnd || (typed.length >= 4 && median(gaps) <= LONGEST_MEDIAN_GAP);
}

/**
 * How long to wait, in milliseconds, for the next key: the pause that ends a scan, and three times that if no Enter or
 * Tab was typed. Most scanners end with one, and a busy device delivers keys late, though with the time of their press.
 */
export function waitAfter(keys: readonly Keystroke[]): number {
  const last = keys.findLast(({ key }) => characterOf(key) !== '')?.key;
  return last === 'Enter' || last === 'Tab' ? SCAN_PAUSE : 3 * SCAN_PAUSE;
}

/** The character that a key types; '' for keys that type none. */
function characterOf(key: string): string {
  if (key === 'Enter') return '\n';
  if (key === 'Tab') return '\t';
  return [...key].length === 1 ? key : '';
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}
