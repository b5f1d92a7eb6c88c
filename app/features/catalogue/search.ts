/** What a search means: its words, the query they make, and what it was taken for. */
import { isWellFormedText, sliceSafe } from '#kernel/text.ts';
import { partsOf, type Synonyms } from './search-synonyms.ts';

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
 * All words must occur, or what means the same; where `open`, the last may be the beginning of one, because it may still
 * be in typing.
 */
export function textQuery(
  words: readonly string[],
  open = true,
  synonyms: Pick<Synonyms, 'groups' | 'longest'> = NO_SYNONYMS,
): string {
  const parts = partsOf(words, synonyms);
  return parts
    .map((part, at) => {
      const isOpen = open && at === parts.length - 1;
      if (typeof part === 'string') return lexeme(part, isOpen);
      // Of what was put in, no word is still in typing.
      const ways = part.map((phrase, way) => allOf(phrase, isOpen && way === 0));
      return `(${ways.join(' | ')})`;
    })
    .join(' & ');
}

const NO_SYNONYMS = { groups: new Map<string, never>(), longest: 0 };
const lexeme = (word: string, open: boolean) => `'${word}'${open ? ':*' : ''}`;

function allOf(words: readonly string[], open: boolean): string {
  const all = words.map((word, at) => lexeme(word, open && at === words.length - 1)).join(' & ');
  return words.length === 1 ? all : `(${all})`;
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

/** Every way to part a word in two of at least three letters. */
export function waysToPart(word: string): [string, string][] {
  const ways: [string, string][] = [];
  for (let at = 3; at <= word.length - 3; at++) ways.push([word.slice(0, at), word.slice(at)]);
  return ways;
}
