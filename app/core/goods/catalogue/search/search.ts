/** Parses a search: its words, their text query, and how the search was interpreted. */
import { phraseWords } from '#core/ground/settings/synonyms.ts';
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import { isAmount, type KnownWords, partsOf } from './search-synonyms.ts';

/** More words than this do not improve a search. */
const MAXIMUM_WORDS = 8;
const LONGEST_WORD = 40;

/**
 * The words of a search, each once: lower case, without accents, letters and digits only, so that they are
 * safe in a text query. An amount is one word: '3.5 g', '1/8 oz', '1:1'.
 */
export function searchWords(q: string): string[] {
  return allWords(q).slice(0, MAXIMUM_WORDS);
}

/** The same without a limit: a question about health is one, however long. */
export function allWords(q: string): string[] {
  if (!isWellFormedText(q)) return [];
  return [...new Set(phraseWords(q).map((word) => sliceSafe(word, LONGEST_WORD)))];
}

/** All words or their synonyms must occur; if `open`, the last may be a prefix, because it may still be incomplete. */
export function textQuery(words: readonly string[], open = true, known: KnownWords = NO_WORDS): string {
  const parts = partsOf(words, known);
  return parts
    .map(({ typed, same }, at) => {
      const isOpen = open && at === parts.length - 1;
      const ways = [...typed.map((phrase) => allOf(phrase, isOpen)), ...same.map(phraseOf)];
      return ways.length === 1 ? ways[0] : `(${ways.join(' | ')})`;
    })
    .join(' & ');
}

const NO_WORDS: KnownWords = { groups: new Map<string, never>(), longest: 0 };

/** A word or an amount, whose unit follows its number. `mark`: the suffix PostgreSQL needs on each. */
function lexeme(word: string, mark: string): string {
  const [number, unit] = word.split(' ');
  return unit === undefined ? `'${word}'${mark}` : `('${number}'${mark} <-> '${unit}'${mark})`;
}

function allOf(words: readonly string[], open: boolean): string {
  const all = words
    .map((word, at) => lexeme(word, open && at === words.length - 1 && !isAmount(word) ? ':*' : ''))
    .join(' & ');
  return words.length === 1 ? all : `(${all})`;
}

/**
 * Searches for a synonym's words, in sequence, in a product's name, strain, size and shelf, but not in its
 * description: 'tincture = drop' should not find a mug that chips when you drop it.
 */
function phraseOf(words: readonly string[]): string {
  const all = words.map((word) => lexeme(word, ':ABC')).join(' <-> ');
  return words.length === 1 ? all : `(${all})`;
}

/**
 * The same query for names only. Their index has no weights or positions; asking for them would read every
 * name again.
 */
export const nameQuery = (query: string): string => query.replaceAll(':ABC', '').replaceAll(' <-> ', ' & ');

/** How a search was interpreted. */
export type SearchReading =
  /** It was found as typed, or nothing similar is known. */
  | { kind: 'as-typed' }
  /** Nothing was found as typed; this is shown instead. */
  | { kind: 'corrected'; to: string }
  /** Nothing was found. This may be what was meant, but is not certain, or the shopper wants an exact search. */
  | { kind: 'did-you-mean'; suggestion: string }
  /** A question about health, which the shop does not answer: the whole menu is shown instead. */
  | { kind: 'no-advice' };

/** Every way to split a word into two of at least three letters. */
export function waysToPart(word: string): [string, string][] {
  const ways: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at++) ways.push([word.slice(0, at), word.slice(at)]);
  return ways;
}
