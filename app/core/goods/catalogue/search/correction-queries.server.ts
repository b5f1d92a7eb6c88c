/** Reads corrections for a search without matches. */

import { oneOf } from '#core/ground/settings/synonyms.ts';
import { databasePool } from '#db/client.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { isEnglishWord } from './english-words.ts';
import { textQuery, waysToPart } from './search.ts';
import { isSynonym, ownWord, type Synonyms } from './search-synonyms.ts';
import { knowsBeginning, knowsWord, nearestWord, type SearchVocabulary } from './search-vocabulary.ts';

/** What a search may have meant. One that is not certain is only asked about ('Did you mean …?'). */
export type Correction = { text: string; isCertain: boolean };

/** What one word may have meant; no words if it is left out. */
type Meaning = { meant: readonly string[]; isCertain: boolean };

/** Words that a product contains, and words without meaning such as 'the': neither is a typo. */
const knownQuery = `
  select asked.word, numnode(to_tsquery('storefront', asked.query)) = 0 as is_empty
  from unnest($1::text[], $2::text[]) as asked (word, query)
  where numnode(to_tsquery('storefront', asked.query)) = 0
    or exists (select from products where search @@ to_tsquery('storefront', asked.query))`;

/** Returns what a search without matches may have meant: what is certain first, then likeliest first. */
export async function readCorrections(
  index: CatalogueIndex,
  synonyms: Synonyms,
  words: readonly string[],
): Promise<Correction[]> {
  const { vocabulary } = index;
  // A word that starts with a digit is an amount: a similar amount is not what was meant.
  const strange = words.filter(
    (word) => !/^\d/.test(word) && !knowsWord(vocabulary, word) && !isSynonym(synonyms, word),
  );
  const known = words.length > 1 && strange.length > 0 ? await knownElsewhere(words, strange) : new Map();
  const typos = strange.filter((word) => !known.has(word));
  if (typos.length === 0) return [];
  const parted = new Map(typos.map((word) => [word, partedWord(vocabulary, word)]));
  const near = new Map(typos.map((word) => [word, nearestMeaning(vocabulary, synonyms, word)]));
  const isEmpty = (word: string) => known.get(word)?.isEmpty ?? false;
  const readings = [
    corrected(words, isEmpty, (word) => parted.get(word) ?? near.get(word)),
    corrected(words, isEmpty, (word) => near.get(word) ?? parted.get(word)),
    ...joined(vocabulary, words, typos),
  ];
  return readings
    .filter(isWorthAsking)
    .toSorted((left, right) => Number(right.isCertain) - Number(left.isCertain));
}

/** Not what is left of 'delta 8' or of a word typed with spaces between its letters. */
const isWorthAsking = ({ text }: Correction): boolean => /\p{L}{2}/u.test(text);

/**
 * The search with each typo replaced; a word that resembles nothing is left out, which is never certain. Then words
 * without meaning are left out too: they would no longer make a sentence ('for my who fishes').
 */
function corrected(
  words: readonly string[],
  isEmpty: (word: string) => boolean,
  meaningOf: (word: string) => Meaning | null | undefined,
) {
  const meanings = words.map((word): Meaning => {
    const meaning = meaningOf(word);
    if (meaning === undefined) return { meant: [word], isCertain: true };
    return meaning ?? { meant: [], isCertain: false };
  });
  const isCut = meanings.some(({ meant }) => meant.length === 0);
  return {
    text: meanings
      .flatMap(({ meant }) => meant)
      .filter((word) => !isCut || !isEmpty(word))
      .join(' '),
    isCertain: meanings.every(({ isCertain }) => isCertain),
  };
}

/** Two misspelled words may be one that the menu writes as one: 'bever kill'. */
function joined(
  vocabulary: SearchVocabulary,
  words: readonly string[],
  typos: readonly string[],
): Correction[] {
  if (words.length !== 2 || typos.length !== 2) return [];
  const one = words.join('');
  const text = nearestWord(vocabulary, one, typosAllowed(one));
  return text === null ? [] : [{ text, isCertain: !typos.every(isEnglishWord) }];
}

/**
 * Returns those of these words that the vocabulary lacks but that are not typos, and which of them have no meaning. A
 * single word has just been searched.
 */
async function knownElsewhere(
  words: readonly string[],
  strange: readonly string[],
): Promise<ReadonlyMap<string, { isEmpty: boolean }>> {
  const { rows } = await databasePool().query<{ word: string; is_empty: boolean }>({
    name: 'search-known-words',
    text: knownQuery,
    values: [strange, strange.map((word) => textQuery([word], word === words.at(-1)))],
  });
  return new Map(rows.map(({ word, is_empty: isEmpty }) => [word, { isEmpty }]));
}

/** Splits a word that is two written as one: both halves start a known word, and the first is one. */
function partedWord(vocabulary: SearchVocabulary, word: string): Meaning | null {
  if (isEnglishWord(word)) return null;
  const way = waysToPart(word).find(
    ([first, second]) => knowsWord(vocabulary, first) && knowsBeginning(vocabulary, second),
  );
  return way ? { meant: way, isCertain: true } : null;
}

/** Shorter words resemble too many others. */
const SHORTEST_TYPO = 4;
/** English words this short resemble other English words more often than they stand for one. */
const SHORTEST_ENGLISH = 5;

/** How many typos a word may have to be corrected without asking: one, or two in a word of eight letters. */
const typosAllowed = (word: string): number => (word.length < 8 ? 1 : 2);

/**
 * Finds the word that a word resembles. Only a word of the menu is certain, and only for a word that is not English;
 * an English word ('capes' for 'vapes') and a synonym ('dooobie') are asked about. A synonym is shown as the shop
 * writes it.
 */
function nearestMeaning(vocabulary: SearchVocabulary, synonyms: Synonyms, word: string): Meaning | null {
  if (word.length < SHORTEST_TYPO) return null;
  if (isEnglishWord(word)) {
    const found = word.length < SHORTEST_ENGLISH ? null : nearestWord(vocabulary, word, 1);
    return found === null ? null : { meant: [found], isCertain: false };
  }
  // A plural counts as its singular, too: a menu writes 'Beanie', and 'beenies' is one typo away from it.
  for (const form of word.endsWith('s') ? [word, word.slice(0, -1)] : [word]) {
    const found = nearestWord(vocabulary, form, typosAllowed(form));
    if (found !== null) return { meant: [found], isCertain: true };
  }
  const synonym = nearestWord(synonyms.vocabulary, oneOf(word), 1);
  return synonym === null ? null : { meant: ownWord(synonyms, synonym), isCertain: false };
}
