/** Detects whether a search names a shelf, and puts that shelf's products first. */
import { phraseKey, wordsKey } from '#core/ground/settings/synonyms.ts';
import type { CatalogueIndex, IndexedCategory } from '../catalogue-index.ts';
import type { SearchPart } from './search-synonyms.ts';

/**
 * The shelf named by the last part of a search, where English puts it: 'indica joint' is the Pre-Rolls. One
 * of two names is enough: 'hats' is Hats & Bandanas. −1 if none.
 */
export function shelfNamed(categories: readonly IndexedCategory[], parts: readonly SearchPart[]): number {
  const last = parts.at(-1);
  if (!last) return -1;
  const keys = new Set([...last.typed, ...last.same].map(wordsKey));
  return categories.findIndex(({ name }) =>
    [name, ...name.split(/&|\band\b/)].some((each) => each.trim() !== '' && keys.has(phraseKey(each))),
  );
}

/** The rows of this shelf, then the others, each in their previous order. */
export function shelfFirst({ kind, kinds }: CatalogueIndex, rows: Int32Array, shelf: number): Int32Array {
  if (shelf === -1) return rows;
  const isOfShelf = kinds.map(({ category }) => category === shelf);
  const ordered = new Int32Array(rows.length);
  let place = 0;
  for (const wanted of [true, false]) {
    for (const row of rows) if (isOfShelf[kind[row] as number] === wanted) ordered[place++] = row;
  }
  return ordered;
}
