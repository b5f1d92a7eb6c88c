/** Finds products by words: ranked, and forgiving of typing mistakes. */
import { LRUCache } from 'lru-cache';
import { databasePool } from '#db/client.ts';
import { type CatalogueIndex, rowsOf } from './catalogue-index.ts';
import {
  type Correction,
  correctedText,
  nearestWord,
  type SearchReading,
  searchWords,
  textQuery,
  waysToPart,
} from './search.ts';

/** Rows of the index, best first. */
export type Found = { rows: Int32Array; reading: SearchReading };

const nothing = (): Found => ({ rows: new Int32Array(0), reading: { kind: 'as-typed' } });

/** Recent answers of this instance, for one state of the catalogue. */
const recent = new LRUCache<string, Found>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (found, key) => found.rows.byteLength + 2 * key.length + 200,
});
let recentIndex: CatalogueIndex | null = null;

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
  if (recentIndex !== index) {
    recent.clear();
    recentIndex = index;
  }
  const key = `${asked.exact ? 1 : 0} ${words.join(' ')}`;
  const kept = recent.get(key);
  if (kept) return kept;
  const found = await search(index, words, asked.exact);
  if (recentIndex === index) recent.set(key, found);
  return found;
}

async function search(index: CatalogueIndex, words: readonly string[], exact: boolean): Promise<Found> {
  const rows = await matching(index, words);
  if (rows.length > 0) return { rows, reading: { kind: 'as-typed' } };
  const corrections = await correct(words);
  if (corrections.length === 0) return nothing();
  const corrected = correctedText(words, corrections);
  const meant = await matching(index, searchWords(corrected));
  if (meant.length === 0) return nothing();
  return exact
    ? { rows, reading: { kind: 'did-you-mean', suggestion: corrected } }
    : { rows: meant, reading: { kind: 'corrected', to: corrected } };
}

/** Up to so many matches are ranked one by one. */
const RANKED_AT_MOST = 2000;

/** The query is asked for as a value, once; written in place, it would be parsed again for every row. */
const asked = (parameter: string) => `(select to_tsquery('storefront', ${parameter}))`;

/** A word in the name outweighs one in the strain, that one in the category, that one in the description. */
const rankedQuery = `
  select count(*)::int as total, string_agg(int4send(id), ''::bytea order by rank desc, id) as ids
  from (
    select id, ts_rank('{0.05,0.2,0.4,1}', search, ${asked('$1')}) as rank
    from products
    where search @@ ${asked('$1')} and for_sale and archived_at is null
    limit ${RANKED_AT_MOST + 1}
  ) as found`;

/**
 * Ranking reads the whole text of every match. Of a word that thousands of products share it says little,
 * so there only whether it stands in the name counts. Ids come packed in one value: as rows they would cost
 * more than the search.
 */
const broadQuery = `
  select string_agg(int4send(id), ''::bytea) filter (where search @@ ${asked('$2')}) as named,
    string_agg(int4send(id), ''::bytea) filter (where not search @@ ${asked('$2')}) as others
  from products
  where search @@ ${asked('$1')} and for_sale and archived_at is null`;

async function matching(index: CatalogueIndex, words: readonly string[]): Promise<Int32Array> {
  const pool = databasePool();
  const ranked = await pool.query<{ total: number; ids: Buffer | null }>({
    name: 'search-ranked',
    text: rankedQuery,
    values: [textQuery(words)],
  });
  const [found] = ranked.rows;
  if (!found || found.total <= RANKED_AT_MOST) return rowsOf(index, unpackIds(found?.ids ?? null));
  const broad = await pool.query<{ named: Buffer | null; others: Buffer | null }>({
    name: 'search-broad',
    text: broadQuery,
    values: [textQuery(words), textQuery(words, 'A')],
  });
  // Rows of the index stand in order of name; numeric order is the order of names.
  const named = rowsOf(index, unpackIds(broad.rows[0]?.named ?? null)).sort();
  const others = rowsOf(index, unpackIds(broad.rows[0]?.others ?? null)).sort();
  const rows = new Int32Array(named.length + others.length);
  rows.set(named);
  rows.set(others, named.length);
  return rows;
}

function unpackIds(packed: Buffer | null): Int32Array {
  const ids = new Int32Array((packed?.length ?? 0) / 4);
  for (let at = 0; at < ids.length; at++) ids[at] = packed?.readInt32BE(at * 4) ?? 0;
  return ids;
}

/** How many neighbours by trigrams are looked at; the nearest by slips is among them. */
const NEIGHBOURS = 16;

const wordsQuery = `
  select asked.word,
    exists (
      select from products
      where search @@ to_tsquery('storefront', asked.query) and for_sale and archived_at is null
    ) as known,
    array(
      select near.word from search_words near order by near.word <-> asked.word limit ${NEIGHBOURS}
    ) as neighbours
  from unnest($1::text[], $2::text[]) as asked (word, query)`;

/** A word that is two written as one: both halves begin a known word, the first is one. */
const partsQuery = `
  select parted.whole, parted.first, parted.second
  from unnest($1::text[], $2::text[], $3::text[]) as parted (whole, first, second)
  where exists (select from search_words where word = parted.first)
    and exists (select from search_words where starts_with(word, parted.second))`;

/** What the words that no product has were meant to be. Empty when one of them resembles nothing. */
async function correct(words: readonly string[]): Promise<Correction[]> {
  const pool = databasePool();
  const parts = words.flatMap((whole) =>
    waysToPart(whole).map(([first, second]) => ({ whole, first, second })),
  );
  const [looked, parted] = await Promise.all([
    pool.query<{ word: string; known: boolean; neighbours: string[] }>({
      name: 'search-words',
      text: wordsQuery,
      values: [words, words.map((word, at) => textQuery([word], '', at === words.length - 1))],
    }),
    pool.query<{ whole: string; first: string; second: string }>({
      name: 'search-parts',
      text: partsQuery,
      values: [
        parts.map(({ whole }) => whole),
        parts.map(({ first }) => first),
        parts.map(({ second }) => second),
      ],
    }),
  ]);
  const corrections: Correction[] = [];
  for (const { word, known, neighbours } of looked.rows) {
    if (known) continue;
    const two = parted.rows.find(({ whole }) => whole === word);
    const nearest = nearestWord(word, neighbours);
    if (two) corrections.push({ word, meant: [two.first, two.second] });
    else if (nearest !== null) corrections.push({ word, meant: [nearest] });
    else return [];
  }
  return corrections;
}
