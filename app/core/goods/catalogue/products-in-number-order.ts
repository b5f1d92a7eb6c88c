/**
 * Selects products of the menu in the order of their numbers, which favors none: a third party's menu must order
 * objectively (9 NYCRR 124.1(b); docs/law.md).
 */
import type { CatalogueFilter } from './catalogue-filter.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { isPotent, testOf } from './narrow-rows.ts';

/**
 * The ids after `after` of at most `limit` products that pass the filter. Sizes of one product each count.
 * @param matches rows that a search found; if omitted, every row counts.
 */
export function productsInNumberOrder(
  index: CatalogueIndex,
  filter: CatalogueFilter,
  { after, limit, matches }: { after: number; limit: number; matches?: Int32Array | undefined },
): number[] {
  const test = testOf(index, filter);
  const found: number[] = [];
  const add = (row: number) => {
    const id = index.ids[row] as number;
    if (id <= after || row < test.from || row >= test.to) return;
    if (test.failures[index.kind[row] as number] === 0 && isPotent(index, test, row)) found.push(id);
  };
  if (matches) for (const row of matches) add(row);
  else for (let row = test.from; row < test.to; row++) add(row);
  return found.sort((left, right) => left - right).slice(0, limit);
}
