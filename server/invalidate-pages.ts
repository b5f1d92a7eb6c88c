/** Invalidates the cached pages that show a changed row. */
import { type Change, shownAs } from '#db/announced-changes.ts';
import type { PageCache } from './page-cache.ts';

export function invalidatePages(pages: Pick<PageCache, 'drop'>, { table, rows }: Change): void {
  // Its rows are shown together or not at all.
  if (table === 'tax_rules') pages.drop([table]);
  else pages.drop(rows?.map((row) => `${shownAs(table)}:${row}`));
}
