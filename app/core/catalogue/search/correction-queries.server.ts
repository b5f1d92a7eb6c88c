/** Reads corrections for a search without matches. */

import { oneOf } from '#core/settings/synonyms.ts';
import { databasePool } from '#db/client.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { correctedText, textQuery, waysToPart } from './search.ts';
import { isSynonym, ownWord, type Synonyms } from './search-synonyms.ts';
import {
  knowsBeginning,
  knowsWord,
  nearestWord,
  type SearchVocabulary,
  typosBetween,
} from './search-vocabulary.ts';

/** Words that a product contains, and words without meaning such as 'the': neither is a typo. */
const knownQuery = `
  select asked.word
  from unnest($1::text[], $2::text[]) as asked (word, query)
  where numnode(to_tsquery('storefront', asked.query)) = 0
    or exists (select from products where search @@ to_tsquery('storefront', asked.query))`;

/**
 * Returns what a search without matches may have meant, likeliest first. Empty if one of its words resembles
 * nothing.
 */
export async function readCorrections(
  index: CatalogueIndex,
  synonyms: Synonyms,
  words: readonly string[],
): Promise<string[]> {
  const { vocabulary } = index;
  // A word that starts with a digit is an amount: a similar amount is not what was meant.
  const strange = words.filter(
    (word) => !/^\d/.test(word) && !knowsWord(vocabulary, word) && !isSynonym(synonyms, word),
  );
  const known = words.length > 1 && strange.length > 0 ? await knownElsewhere(words, strange) : new Set();
  const typos = strange
    .filter((word) => !known.has(word))
    .map((word) => ({
      word,
      parted: parted(vocabulary, word),
      nearest: nearest(vocabulary, synonyms, word),
    }));
  const joined = nearestJoined(vocabulary, words, typos.length);
  if (typos.length === 0 || typos.some((typo) => !typo.parted && !typo.nearest)) return joined;
  const readings = [
    typos.map(({ word, parted, nearest }) => ({ word, meant: parted ?? nearest ?? [] })),
    typos.map(({ word, parted, nearest }) => ({ word, meant: nearest ?? parted ?? [] })),
  ];
  return [...new Set([...readings.map((reading) => correctedText(words, reading)), ...joined])];
}

/** Two misspelled words may be one that the menu writes as one: 'bever kill'. */
function nearestJoined(vocabulary: SearchVocabulary, words: readonly string[], typos: number): string[] {
  if (words.length !== 2 || typos !== 2) return [];
  const word = nearestWord(vocabulary, words.join(''));
  return word === null ? [] : [word];
}

/**
 * Returns those of these words that the vocabulary lacks but that are not typos. A single word has just been
 * searched.
 */
async function knownElsewhere(
  words: readonly string[],
  strange: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await databasePool().query<{ word: string }>({
    name: 'search-known-words',
    text: knownQuery,
    values: [strange, strange.map((word) => textQuery([word], word === words.at(-1)))],
  });
  return new Set(rows.map(({ word }) => word));
}

/** Splits a word that is two written as one: both halves start a known word, and the first is one. */
function parted(vocabulary: SearchVocabulary, word: string): readonly string[] | null {
  const way = waysToPart(word).find(
    ([first, second]) => knowsWord(vocabulary, first) && knowsBeginning(vocabulary, second),
  );
  return way ?? null;
}

/**
 * Of a menu word and a synonym, returns the one with fewer typos; the menu's if they are equal. A synonym is
 * shown as the shop writes it.
 */
function nearest(vocabulary: SearchVocabulary, synonyms: Synonyms, word: string): readonly string[] | null {
  const found = nearestWord(vocabulary, word);
  const synonym = nearestWord(synonyms.vocabulary, oneOf(word));
  if (synonym === null) return found === null ? null : [found];
  return found === null || typos(synonym, oneOf(word)) < typos(found, word)
    ? ownWord(synonyms, synonym)
    : [found];
}

const letters = new TextEncoder();
const typos = (left: string, right: string) => typosBetween(letters.encode(left), letters.encode(right), 9);
