/**
 * Loads every word customers may search for into memory, to correct misspelled ones. Words are consecutive
 * bytes, not strings: fifty kilobytes for the 6,000 words of 100,000 products.
 */

/** Words of the Latin letters a to z and digits, in byte order, each once. */
export type SearchVocabulary = {
  /** The words, each followed by a line feed. */
  bytes: Uint8Array;
  /** The start of each word, plus the end of the last. */
  starts: Int32Array;
  /** The letters in each word, one bit each: `lettersOf`. */
  letters: Int32Array;
};

const LINE_FEED = 10;

/** `bytes`: the words in byte order, each followed by a line feed. */
export function openVocabulary(bytes: Uint8Array): SearchVocabulary {
  let words = 0;
  for (const byte of bytes) if (byte === LINE_FEED) words += 1;
  const starts = new Int32Array(words + 1);
  const letters = new Int32Array(words);
  let word = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== LINE_FEED) continue;
    letters[word] = lettersOf(bytes.subarray(starts[word], at));
    word += 1;
    starts[word] = at + 1;
  }
  return { bytes, starts, letters };
}

/** One bit for each of 32 groups of characters; the letters a to z have one each. */
function lettersOf(codes: ArrayLike<number>): number {
  let bits = 0;
  for (let at = 0; at < codes.length; at++) bits |= 1 << ((codes[at] as number) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function codesOf(word: string): number[] {
  return Array.from(word, (_, at) => word.charCodeAt(at));
}

function wordAt({ bytes, starts }: SearchVocabulary, word: number): Uint8Array {
  return bytes.subarray(starts[word], (starts[word + 1] as number) - 1);
}

/** Whether this is a known word. */
export function knowsWord(vocabulary: SearchVocabulary, word: string): boolean {
  const codes = codesOf(word);
  const place = placeOf(vocabulary, codes);
  return beginsWith(vocabulary, place, codes) && wordAt(vocabulary, place).length === codes.length;
}

/** Whether a known word starts with this. */
export function knowsBeginning(vocabulary: SearchVocabulary, beginning: string): boolean {
  const codes = codesOf(beginning);
  return beginsWith(vocabulary, placeOf(vocabulary, codes), codes);
}

function beginsWith(vocabulary: SearchVocabulary, word: number, codes: readonly number[]): boolean {
  if (word === vocabulary.letters.length) return false;
  const bytes = wordAt(vocabulary, word);
  return codes.every((code, at) => bytes[at] === code);
}

/** How many words come before this one. */
function placeOf(vocabulary: SearchVocabulary, codes: readonly number[]): number {
  let from = 0;
  let to = vocabulary.letters.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (standsBefore(wordAt(vocabulary, middle), codes)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function standsBefore(left: ArrayLike<number>, right: ArrayLike<number>): boolean {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return (left[at] as number) < (right[at] as number);
  }
  return left.length < right.length;
}

/**
 * Finds the known word with the fewest typos, at most `atMost`; of several, the one with the same first letter, then
 * the more similar length, then the longer common prefix. null if there is none: a wrong guess is worse than no result.
 */
export function nearestWord(vocabulary: SearchVocabulary, word: string, atMost: number): string | null {
  const asked = codesOf(word);
  const letters = lettersOf(asked);
  let allowed = atMost;
  let nearest: Uint8Array | null = null;
  let leastFar = Number.POSITIVE_INFINITY;
  for (let at = 0; at < vocabulary.letters.length; at++) {
    const length = (vocabulary.starts[at + 1] as number) - (vocabulary.starts[at] as number) - 1;
    const longer = Math.abs(length - asked.length);
    // A typo changes at most two letters, so most words need no closer check.
    if (longer > allowed || bitCount(letters ^ (vocabulary.letters[at] as number)) > 2 * allowed) continue;
    const known = wordAt(vocabulary, at);
    const typos = typosBetween(known, asked, allowed);
    if (typos > allowed || typos >= length) continue;
    const far = typos * 100 + (known[0] === asked[0] ? 0 : 30) + longer * 5 - alike(known, asked);
    if (far >= leastFar) continue;
    leastFar = far;
    nearest = known;
    allowed = typos;
  }
  return nearest && String.fromCharCode(...nearest);
}

/** The length of two words' common prefix, up to four: always counts less than a difference in length. */
function alike(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let at = 0;
  while (at < 4 && at < left.length && left[at] === right[at]) at += 1;
  return at;
}

/** Words have at most 40 letters. Reused by every call. */
const LONGEST = 64;
const distances = [new Int32Array(LONGEST), new Int32Array(LONGEST), new Int32Array(LONGEST)];

/**
 * Counts the typos (an extra, missing or wrong letter, or two swapped neighbors) between two words; returns
 * some number above `atMost` if there are more.
 */
export function typosBetween(left: ArrayLike<number>, right: ArrayLike<number>, atMost: number): number {
  if (right.length >= LONGEST) return Number.POSITIVE_INFINITY;
  let [beforeLast, last, row] = distances as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j <= right.length; j++) last[j] = j;
  let leastOfLast = 0;
  for (let i = 1; i <= left.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      let typos = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
      );
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) typos = Math.min(typos, (beforeLast[j - 2] as number) + 1);
      row[j] = typos;
      least = Math.min(least, typos);
    }
    // Later values are never below the minimum of the last two rows.
    if (least > atMost && leastOfLast > atMost) return least;
    leastOfLast = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[right.length] as number;
}
