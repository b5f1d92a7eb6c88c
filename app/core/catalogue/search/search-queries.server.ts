/** Finds products by words: ranked, and forgiving of typing mistakes. */
import { LRUCache } from 'lru-cache';
import type { SearchSettings } from '#core/settings/settings.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { phraseWords } from '#core/settings/synonyms.ts';
import { databasePool } from '#db/client.ts';
import { type CatalogueIndex, rowsOf } from '../catalogue-index.ts';
import { readCorrections } from '../products/correction-queries.server.ts';
import { asksAboutHealth, isNameSearch } from './health-words.ts';
import { nameQuery, type SearchReading, searchWords, textQuery } from './search.ts';
import { shelfFirst, shelfNamed } from './search-shelf.ts';
import { type KnownWords, openSynonyms, partsOf, type Synonyms } from './search-synonyms.ts';
import { knowsBeginning, knowsWord } from './search-vocabulary.ts';

/** Rows of the index, best first; null where the search leads nowhere and the whole menu is shown. */
export type Found = { rows: Int32Array | null; reading: SearchReading };

const nothing = (): Found => ({ rows: new Int32Array(0), reading: { kind: 'as-typed' } });

/** Recent answers of this instance, for one state of the catalogue. */
const recent = new LRUCache<string, Found>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (found, key) => (found.rows?.byteLength ?? 0) + 2 * key.length + 200,
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
  const isOnMenu = (word: string) => knowsWord(index.vocabulary, word);
  if (asksAboutHealth(words, isOnMenu)) return named(index, words);
  const rows = await matching(index, known, words);
  if (rows.length > 0) return { rows, reading: { kind: 'as-typed' } };
  for (const corrected of await readCorrections(index, known, words)) {
    if (asksAboutHealth(searchWords(corrected), isOnMenu)) continue;
    const meant = await matching(index, known, searchWords(corrected));
    if (meant.length === 0) continue;
    // Spaces are no typos.
    if (corrected.replaceAll(' ', '') === words.join('').replaceAll(' ', ''))
      return { rows: meant, reading: { kind: 'as-typed' } };
    return exact
      ? { rows, reading: { kind: 'did-you-mean', suggestion: corrected } }
      : { rows: meant, reading: { kind: 'corrected', to: corrected } };
  }
  return nothing();
}

const namesQuery = `
  select id, name from products where ts_filter(search, '{a}') @@ (select to_tsquery('storefront', $1))
  order by id limit 1000`;

/** A search with health words in it finds products by their names alone; without one it gets no advice. */
async function named(index: CatalogueIndex, words: readonly string[]): Promise<Found> {
  const { rows } = await databasePool().query<{ id: number; name: string }>({
    name: 'search-names',
    text: namesQuery,
    values: [nameQuery(textQuery(words, false))],
  });
  const ids = rows.filter(({ name }) => isNameSearch(words, phraseWords(name))).map(({ id }) => id);
  const found = rowsOf(index, Int32Array.from(ids));
  return found.length > 0
    ? { rows: found, reading: { kind: 'as-typed' } }
    : { rows: null, reading: { kind: 'no-advice' } };
}

/** Up to so many matches are ranked one by one. */
const RANKED_AT_MOST = 1000;

/** The query is asked for as a value, once; written in place, it would be parsed again for every row. */
const asked = `(select to_tsquery('storefront', $1))`;

/**
 * All matches in one value, and ranked where they are few: a word in the name outweighs one in the strain or size, that
 * one in the category or type, that one in the description. What has the words whole and as typed counts more than what
 * only begins with them or means the same: $2 asks for it, and $3 says how much more. Ids come packed, because as rows
 * they would cost more than the search. What is off the menu is not left out here, for reading that would take as long as
 * the search: the index knows only what is on it.
 */
const matchesQuery = `
  select total, ids, case when total <= ${RANKED_AT_MOST} then (
    select string_agg(int4send(id), ''::bytea order by
      ts_rank('{0.05,0.2,0.4,1}', search, ${asked})
        + $3::real * ts_rank('{0.05,0.2,0.4,1}', search, (select to_tsquery('storefront', $2)))
      desc, id)
    from products where search @@ ${asked}
  ) end as ranked
  from (
    select count(*)::int as total, string_agg(int4send(id), ''::bytea) as ids
    from products where search @@ ${asked}
  ) as found`;

/** Products that have the words in their names; answered from an index of the names alone. */
const namedQuery = `
  select string_agg(int4send(id), ''::bytea) as ids
  from products where ts_filter(search, '{a}') @@ ${asked}`;

/**
 * The products that have the words, best first; where the search names a shelf, that shelf before all others. Ranking
 * reads the whole text of every match; of words that many products share it says little, so there only whether they
 * stand in the name counts.
 */
async function matching(
  index: CatalogueIndex,
  synonyms: Synonyms,
  words: readonly string[],
): Promise<Int32Array> {
  const pool = databasePool();
  const known = knownWords(index, synonyms);
  const all = textQuery(words, true, known);
  const typed = textQuery(words, false, { ...known, groups: new Map() });
  const shelf = shelfNamed(index.categories, partsOf(words, known));
  const { rows } = await pool.query<{ total: number; ids: Buffer | null; ranked: Buffer | null }>({
    name: 'search-matches',
    text: matchesQuery,
    // The rank of a match is shared among the words of a query, which have two quotes each: so is this.
    values: [all, typed, 2 / (all.split("'").length - 1)],
  });
  const [found] = rows;
  if (!found || found.total <= RANKED_AT_MOST)
    return shelfFirst(index, rowsOf(index, unpackIds(found?.ranked ?? null)), shelf);
  const named = await pool.query<{ ids: Buffer | null }>({
    name: 'search-named',
    text: namedQuery,
    values: [nameQuery(all)],
  });
  const ordered = namedFirst(
    index,
    rowsOf(index, unpackIds(found.ids)),
    rowsOf(index, unpackIds(named.rows[0]?.ids ?? null)),
  );
  return shelfFirst(index, ordered, shelf);
}

const knownWords = ({ vocabulary }: CatalogueIndex, { groups, longest }: Synonyms): KnownWords => ({
  groups,
  longest,
  isWord: (word, isLast) => (isLast ? knowsBeginning : knowsWord)(vocabulary, word),
});

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
