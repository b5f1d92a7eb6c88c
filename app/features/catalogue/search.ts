/** What a search means: its words, the query they make, and which known word a misspelt one was meant to be. */
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';

/** More words than this do not make a search better. */
const MAXIMUM_WORDS = 8;
const LONGEST_WORD = 40;

/**
 * The words of a search: lower case, without accents, letters and digits only, so that they are safe inside
 * a text query. '1/2' and '3.5' stay what PostgreSQL's own parser makes of them: numbers.
 */
export function searchWords(q: string): string[] {
  if (!isWellFormedText(q)) return [];
  const plain = q.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/\d+\.\d+|[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => sliceSafe(word, LONGEST_WORD)))].slice(0, MAXIMUM_WORDS);
}

/**
 * All words must occur; the last may be the beginning of one, because it may still be in typing. `weight`
 * limits it to a part of a product's text ('A' is the name).
 */
export function textQuery(words: readonly string[], weight: '' | 'A' = '', open = true): string {
  const label = (last: boolean) => (last ? '*' : '') + weight;
  return words
    .map((word, at) => {
      const marks = label(open && at === words.length - 1);
      return marks === '' ? `'${word}'` : `'${word}':${marks}`;
    })
    .join(' & ');
}

/** What one word was taken for: several words where it was two written as one ('preroll'). */
export type Correction = { word: string; meant: readonly string[] };

/** What a search was taken for. */
export type SearchReading =
  /** Found as it was typed, or nothing like it is known. */
  | { kind: 'as-typed' }
  /** Nothing was found as typed; this is shown instead. */
  | { kind: 'corrected'; to: string }
  /** Nothing was found and the shopper wants it exact; this might be it. */
  | { kind: 'did-you-mean'; suggestion: string };

/** The search with its corrections put in, as a person would type it. */
export function correctedText(words: readonly string[], corrections: readonly Correction[]): string {
  return words.flatMap((word) => corrections.find((each) => each.word === word)?.meant ?? [word]).join(' ');
}

/**
 * Which of the candidates was meant: the fewest slips away, then the one that begins alike, then the one of
 * more similar length. null when even the best is too far: a wrong guess is worse than an honest nothing.
 */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  const allowed = word.length <= 3 ? 1 : word.length <= 7 ? 2 : 3;
  let best: { candidate: string; score: number } | null = null;
  for (const candidate of candidates) {
    const slips = slipsBetween(word, candidate);
    if (slips > allowed || slips >= candidate.length) continue;
    const score =
      slips * 100 + (candidate[0] === word[0] ? 0 : 30) + Math.abs(candidate.length - word.length) * 5;
    if (!best || score < best.score) best = { candidate, score };
  }
  return best?.candidate ?? null;
}

/** Every way to part a word in two of at least three letters. */
export function waysToPart(word: string): [string, string][] {
  const ways: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at++) ways.push([word.slice(0, at), word.slice(at)]);
  return ways;
}

/** How many slips (a letter too many, missing, wrong, or two neighbours swapped) lie between two words. */
export function slipsBetween(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}
