/** What a search means: its words, the query they make, and what it was taken for. */
import { phraseWords } from '#core/settings/synonyms.ts';
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import { isAmount, type KnownWords, partsOf } from './search-synonyms.ts';

/** More words than this do not make a search better. */
const MAXIMUM_WORDS = 8;
const LONGEST_WORD = 40;

/**
 * The words of a search, each once: lower case, without accents, letters and digits only, so that they are safe inside a
 * text query. An amount is one of them: '3.5 g', '1/8 oz', '1:1'.
 */
export function searchWords(q: string): string[] {
  if (!isWellFormedText(q)) return [];
  const words = phraseWords(q).map((word) => sliceSafe(word, LONGEST_WORD));
  return [...new Set(words)].slice(0, MAXIMUM_WORDS);
}

/**
 * All words must occur, or what means the same; where `open`, the last may be the beginning of one, because it may still
 * be in typing.
 */
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

/** A word or an amount, whose unit follows its number. `mark`: what PostgreSQL adds to each. */
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
 * What means the same, its words behind each other, is looked for in what a product is called and in its size and shelf, not in
 * its description: a mug that chips where you drop it is not what 'tincture = drop' is about.
 */
function phraseOf(words: readonly string[]): string {
  const all = words.map((word) => lexeme(word, ':ABC')).join(' <-> ');
  return words.length === 1 ? all : `(${all})`;
}

/**
 * The same query of names alone. Their index knows neither weights nor places, so that asking for them would have every
 * name read anew.
 */
export const nameQuery = (query: string): string => query.replaceAll(':ABC', '').replaceAll(' <-> ', ' & ');

/** What one word was taken for: several words where it was two written as one ('preroll'). */
export type Correction = { word: string; meant: readonly string[] };

/** What a search was taken for. */
export type SearchReading =
  /** Found as it was typed, or nothing like it is known. */
  | { kind: 'as-typed' }
  /** Nothing was found as typed; this is shown instead. */
  | { kind: 'corrected'; to: string }
  /** Nothing was found and the shopper wants it exact; this might be it. */
  | { kind: 'did-you-mean'; suggestion: string }
  /** A question about health, which the shop does not answer: the whole menu is shown instead. */
  | { kind: 'no-advice' };

/** The search with its corrections put in, as a person would type it. */
export function correctedText(words: readonly string[], corrections: readonly Correction[]): string {
  return words.flatMap((word) => corrections.find((each) => each.word === word)?.meant ?? [word]).join(' ');
}

/** Every way to part a word in two of at least three letters. */
export function waysToPart(word: string): [string, string][] {
  const ways: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at++) ways.push([word.slice(0, at), word.slice(at)]);
  return ways;
}
