/** Finds products by words: ranked, and forgiving of typing mistakes. */
import { LRUCache } from 'lru-cache';
import { databasePool } from '#db/client.ts';
import type { SearchSettings } from '#features/settings/settings.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { type CatalogueIndex, rowsOf } from './catalogue-index.ts';
import { correctedText, type SearchReading, searchWords, textQuery, waysToPart } from './search.ts';
import { isSynonym, openSynonyms, type Synonyms } from './search-synonyms.ts';
import {
  knowsBeginning,
  knowsWord,
  nearestWord,
  type SearchVocabulary,
  typosBetween,
} from './search-vocabulary.ts';

/** Rows of the index, best first. */
export type Found = { rows: Int32Array; reading: SearchReading };

const nothing = (): Found => ({ rows: new Int32Array(0), reading: { kind: 'as-typed' } });

/** Recent answers of this instance, for one state of the catalogue. */
const recent = new LRUCache<string, Found>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (found, key) => found.rows.byteLength + 2 * key.length + 200,
});
let recentIndex: CatalogueIndex | null = null;

/** The synonyms of the settings, made ready once for each state of them; what is kept in `recent` went by them. */
let synonyms: { of: SearchSettings | null; text: string; ready: Synonyms } = {
  of: null,
  text: '[]',
  ready: openSynonyms([]),
};

/** Settings are read anew after any change of the shop, so that the same ones come again and again. */
function synonymsOf(settings: SearchSettings): Synonyms {
  if (synonyms.of === settings) return synonyms.ready;
  const text = JSON.stringify(settings.synonyms);
  if (text === synonyms.text) synonyms.of = settings;
  else {
    synonyms = { of: settings, text, ready: openSynonyms(settings.synonyms) };
    recent.clear();
  }
  return synonyms.ready;
}

/**
 * The products a search means. Where no product has the words as typed, the misspelt ones are corrected;
 * with `exact` the correction is only offered.
 */
export async function searchCatalogue(
  index: CatalogueIndex,
  asked: { q: string; exact: boolean },
): Promise<Found> {
  const words = searchWords(asked.q);
  if (words.length === 0) return nothing();
  const known = synonymsOf((await readSettings()).search);
  if (recentIndex !== index) {
    recent.clear();
    recentIndex = index;
  }
  const key = `${asked.exact ? 1 : 0} ${words.join(' ')}`;
  const kept = recent.get(key);
  if (kept) return kept;
  const found = await search(index, known, words, asked.exact);
  if (recentIndex === index && synonyms.ready === known) recent.set(key, found);
  return found;
}

async function search(
  index: CatalogueIndex,
  known: Synonyms,
  words: readonly string[],
  exact: boolean,
): Promise<Found> {
  const rows = await matching(index, known, words);
  if (rows.length > 0) return { rows, reading: { kind: 'as-typed' } };
  for (const corrected of await corrections(index, known, words)) {
    const meant = await matching(index, known, searchWords(corrected));
    if (meant.length === 0) continue;
    return exact
      ? { rows, reading: { kind: 'did-you-mean', suggestion: corrected } }
      : { rows: meant, reading: { kind: 'corrected', to: corrected } };
  }
  return nothing();
}

/** Up to so many matches are ranked one by one. */
const RANKED_AT_MOST = 1000;

/** The query is asked for as a value, once; written in place, it would be parsed again for every row. */
const asked = `(select to_tsquery('storefront', $1))`;

/**
 * All matches in one value, and ranked where they are few: a word in the name outweighs one in the strain, that one
 * in the category, that one in the description. Ids come packed, because as rows they would cost more than the
 * search. What is off the menu is not left out here, for reading that would take as long as the search: the index
 * knows only what is on it.
 */
const matchesQuery = `
  select total, ids, case when total <= ${RANKED_AT_MOST} then (
    select string_agg(int4send(id), ''::bytea order by ts_rank('{0.05,0.2,0.4,1}', search, ${asked}) desc, id)
    from products where search @@ ${asked}
  ) end as ranked
  from (
    select count(*)::int as total, string_agg(int4send(id), ''::bytea) as ids
    from products where search @@ ${asked}
  ) as found`;

/** Products that have the words in their names; answered from an index of the names alone. */
const namedQuery = `
  select string_agg(int4send(id), ''::bytea) as ids
  from products where to_tsvector('storefront', name) @@ ${asked}`;

/**
 * The products that have the words, best first. Ranking reads the whole text of every match; of words that many
 * products share it says little, so there only whether they stand in the name counts.
 */
async function matching(
  index: CatalogueIndex,
  known: Synonyms,
  words: readonly string[],
): Promise<Int32Array> {
  const pool = databasePool();
  const values = [textQuery(words, true, known)];
  const { rows } = await pool.query<{ total: number; ids: Buffer | null; ranked: Buffer | null }>({
    name: 'search-matches',
    text: matchesQuery,
    values,
  });
  const [found] = rows;
  if (!found || found.total <= RANKED_AT_MOST) return rowsOf(index, unpackIds(found?.ranked ?? null));
  const named = await pool.query<{ ids: Buffer | null }>({ name: 'search-named', text: namedQuery, values });
  return namedFirst(
    index,
    rowsOf(index, unpackIds(found.ids)),
    rowsOf(index, unpackIds(named.rows[0]?.ids ?? null)),
  );
}

const FOUND = 1;
const NAMED = 2;

/** Those with the words in their names, then the others, both by name. */
function namedFirst(index: CatalogueIndex, found: Int32Array, named: Int32Array): Int32Array {
  const marks = new Uint8Array(index.size);
  for (const row of found) marks[row] = FOUND;
  for (const row of named) if (marks[row] === FOUND) marks[row] = NAMED;
  const rows = new Int32Array(found.length);
  let place = 0;
  for (const wanted of [NAMED, FOUND]) {
    for (const row of index.byName) if (marks[row] === wanted) rows[place++] = row;
  }
  return rows;
}

function unpackIds(packed: Buffer | null): Int32Array {
  const ids = new Int32Array((packed?.length ?? 0) / 4);
  for (let at = 0; at < ids.length; at++) ids[at] = packed?.readInt32BE(at * 4) ?? 0;
  return ids;
}

/** Words that a product has, and words that mean nothing, such as 'the': neither is a typo. */
const knownQuery = `
  select asked.word
  from unnest($1::text[], $2::text[]) as asked (word, query)
  where numnode(to_tsquery('storefront', asked.query)) = 0
    or exists (select from products where search @@ to_tsquery('storefront', asked.query))`;

/** What a search without matches may have meant, the likeliest first. Empty when one of its words resembles nothing. */
async function corrections(
  index: CatalogueIndex,
  synonyms: Synonyms,
  words: readonly string[],
): Promise<string[]> {
  const { vocabulary } = index;
  const strange = words.filter((word) => !knowsWord(vocabulary, word) && !isSynonym(synonyms, word));
  const known = words.length > 1 && strange.length > 0 ? await knownElsewhere(words, strange) : new Set();
  const typos = strange
    .filter((word) => !known.has(word))
    .map((word) => ({
      word,
      parted: parted(vocabulary, word),
      nearest: nearest(vocabulary, synonyms.vocabulary, word),
    }));
  if (typos.length === 0 || typos.some((typo) => !typo.parted && !typo.nearest)) return [];
  const readings = [
    typos.map(({ word, parted, nearest }) => ({ word, meant: parted ?? nearest ?? [] })),
    typos.map(({ word, parted, nearest }) => ({ word, meant: nearest ?? parted ?? [] })),
  ];
  return [...new Set(readings.map((reading) => correctedText(words, reading)))];
}

/** Which of these words the vocabulary lacks without their being typos. A word alone has just been looked for. */
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

/** A word that is two written as one: both halves begin a known word, the first is one. */
function parted(vocabulary: SearchVocabulary, word: string): readonly string[] | null {
  const way = waysToPart(word).find(
    ([first, second]) => knowsWord(vocabulary, first) && knowsBeginning(vocabulary, second),
  );
  return way ?? null;
}

/** Of a word of the menu and a word that stands for others, the one with fewer typos; the menu's where they are equal. */
function nearest(
  vocabulary: SearchVocabulary,
  ofSynonyms: SearchVocabulary,
  word: string,
): readonly string[] | null {
  const found = nearestWord(vocabulary, word);
  const synonym = nearestWord(ofSynonyms, word);
  if (synonym === null) return found === null ? null : [found];
  return [found === null || typos(synonym, word) < typos(found, word) ? synonym : found];
}

const letters = new TextEncoder();
const typos = (left: string, right: string) => typosBetween(letters.encode(left), letters.encode(right), 9);
