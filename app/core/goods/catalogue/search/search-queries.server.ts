/** Searches products by words: ranked, and tolerant of typos. */
import { LRUCache } from 'lru-cache';
import type { SearchSettings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { phraseWords } from '#core/ground/settings/synonyms.ts';
import { databasePool } from '#db/client.ts';
import { type CatalogueIndex, rowsOf } from '../catalogue-index.ts';
import { readCorrections } from './correction-queries.server.ts';
import { asksAboutHealth, isHealthWord } from './health-words.ts';
import { allWords, nameQuery, type SearchReading, searchWords, textQuery } from './search.ts';
import { shelfFirst, shelfNamed } from './search-shelf.ts';
import { isSynonym, type KnownWords, openSynonyms, partsOf, type Synonyms } from './search-synonyms.ts';
import { knowsBeginning, knowsWord } from './search-vocabulary.ts';

/**
 * Rows of the index, best first; null if the search finds nothing and the whole menu is shown. `shelf`: the slug of the
 * category that the search names; null for none.
 */
export type Found = { rows: Int32Array | null; reading: SearchReading; shelf: string | null };

const nothing = (): Found => ({ rows: new Int32Array(0), reading: { kind: 'as-typed' }, shelf: null });

/** This instance's recent results for the current state of the catalogue. */
const recent = new LRUCache<string, Found>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (found, key) => (found.rows?.byteLength ?? 0) + 2 * key.length + 200,
});
let recentIndex: CatalogueIndex | null = null;

/** The settings' synonyms, prepared once per change of settings; results in `recent` are based on them. */
let synonyms: { of: SearchSettings | null; text: string; ready: Synonyms } = {
  of: null,
  text: '[]',
  ready: openSynonyms([]),
};

/** Settings are reloaded after any change in the shop, so equal settings arrive repeatedly. */
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
 * Finds the products that a search means. If no product contains the words as typed, corrects the misspelled
 * ones; with `exact`, or where the correction is not certain, only suggests it.
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
  const key = `${asked.exact ? 1 : 0} ${allWords(asked.q).join(' ')}`;
  const kept = recent.get(key);
  if (kept) return kept;
  const found = await search(index, known, asked);
  if (recentIndex === index && synonyms.ready === known) recent.set(key, found);
  return found;
}

async function search(
  index: CatalogueIndex,
  known: Synonyms,
  { q, exact }: { q: string; exact: boolean },
): Promise<Found> {
  const words = searchWords(q);
  const isOnMenu = (word: string) => knowsWord(index.vocabulary, word);
  if (asksAboutHealth(allWords(q), isOnMenu)) return named(index, known, words);
  const asTyped = await matching(index, known, words);
  if (asTyped.rows.length > 0) return { ...asTyped, reading: { kind: 'as-typed' } };
  for (const { text, isCertain } of await readCorrections(index, known, words)) {
    const meantWords = searchWords(text);
    if (meantWords.length === 0 || asksAboutHealth(meantWords, isOnMenu)) continue;
    const meant = await matching(index, known, meantWords);
    if (meant.rows.length === 0) continue;
    // Spaces are not typos.
    if (text.replaceAll(' ', '') === words.join('').replaceAll(' ', ''))
      return { ...meant, reading: { kind: 'as-typed' } };
    return exact || !isCertain
      ? { ...asTyped, reading: { kind: 'did-you-mean', suggestion: text } }
      : { ...meant, reading: { kind: 'corrected', to: text } };
  }
  return nothing();
}

const namesQuery = `
  select id, name from products where ts_filter(search, '{a}') @@ (select to_tsquery('storefront', $1))
  order by id limit 1000`;

/** A search with health words finds products only by name; without a match, the shop gives no advice. */
async function named(index: CatalogueIndex, known: Synonyms, words: readonly string[]): Promise<Found> {
  const noAdvice: Found = { rows: null, reading: { kind: 'no-advice' }, shelf: null };
  // 'sleep gummies' names a kind of product, not one that is called so.
  if (!words.some((word) => isOwnName(word, known))) return noAdvice;
  const { rows } = await databasePool().query<{ id: number; name: string }>({
    name: 'search-names',
    text: namesQuery,
    values: [nameQuery(textQuery(words, false))],
  });
  const ids = rows
    .filter(({ name }) => words.every((word) => phraseWords(name).includes(word)))
    .map(({ id }) => id);
  const found = rowsOf(index, Int32Array.from(ids));
  return found.length > 0 ? { rows: found, reading: { kind: 'as-typed' }, shelf: null } : noAdvice;
}

/** Whether a word can only be part of a name: neither a health word nor an amount nor a kind of product. */
const isOwnName = (word: string, known: Synonyms): boolean =>
  /^[a-z]{3}/.test(word) && !isHealthWord(word) && !isSynonym(known, word);

/** Up to this many matches are ranked individually. */
const RANKED_AT_MOST = 1000;

/** The query is passed as a value and evaluated once; inlined, it would be parsed again for every row. */
const asked = `(select to_tsquery('storefront', $1))`;

/**
 * Returns all matches in one value, ranked if they are few: a word in the name outweighs one in the strain or
 * size, which outweighs one in the category or type, then the description. Whole words as typed outweigh
 * prefixes and synonyms: $2 matches them, and $3 is their extra weight. Ids are packed, because as rows they
 * would cost more than the search. Products off the menu are not filtered out here, because reading that
 * would take as long as the search: the index contains only products on the menu.
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

/** Products with the words in their names; uses an index of names only. */
const namedQuery = `
  select string_agg(int4send(id), ''::bytea) as ids
  from products where ts_filter(search, '{a}') @@ ${asked}`;

/**
 * Returns the products that contain the words, best first; if the search names a shelf, that shelf comes
 * first. Ranking reads the full text of every match; for words in many products the rank means little, so
 * there only a match in the name counts.
 */
async function matching(
  index: CatalogueIndex,
  synonyms: Synonyms,
  words: readonly string[],
): Promise<Pick<Found, 'shelf'> & { rows: Int32Array }> {
  const pool = databasePool();
  const known = knownWords(index, synonyms);
  const all = textQuery(words, true, known);
  const typed = textQuery(words, false, { ...known, groups: new Map() });
  const named = shelfNamed(index.categories, partsOf(words, known));
  const shelf = index.categories[named]?.slug ?? null;
  const { rows } = await pool.query<{ total: number; ids: Buffer | null; ranked: Buffer | null }>({
    name: 'search-matches',
    text: matchesQuery,
    // A match's rank is divided among the words of a query, which have two quotes each; so is this.
    values: [all, typed, 2 / (all.split("'").length - 1)],
  });
  const [found] = rows;
  if (!found || found.total <= RANKED_AT_MOST)
    return { rows: shelfFirst(index, rowsOf(index, unpackIds(found?.ranked ?? null)), named), shelf };
  const inName = await pool.query<{ ids: Buffer | null }>({
    name: 'search-named',
    text: namedQuery,
    values: [nameQuery(all)],
  });
  const ordered = namedFirst(
    index,
    rowsOf(index, unpackIds(found.ids)),
    rowsOf(index, unpackIds(inName.rows[0]?.ids ?? null)),
  );
  return { rows: shelfFirst(index, ordered, named), shelf };
}

const knownWords = ({ vocabulary }: CatalogueIndex, { groups, longest }: Synonyms): KnownWords => ({
  groups,
  longest,
  isWord: (word, isLast) => (isLast ? knowsBeginning : knowsWord)(vocabulary, word),
});

const FOUND = 1;
const NAMED = 2;

/** Rows with the words in their names, then the others, both by name. */
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
