/** Loads lists for the back office's loaders. */
import type { Actor } from '#core/ground/access/actor.ts';
import type { Counted, Position } from '#kernel/list-state.ts';
import { readHiddenColumns } from '#office/saved-views/list-columns-queries.server.ts';
import { readSavedViews } from '#office/saved-views/saved-views-queries.server.ts';
import { log } from '#platform/log.ts';

export type ReadPage<Row> = {
  rows: Row[];
  previous: Position | null;
  next: Position | null;
  counted: Counted;
};

/** null if it fails, which is logged: for what a page can do without. `what` could not be read. */
export function readOrNull<T>(what: string, reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    log.error({ err: error }, `${what} could not be read`);
    return null;
  });
}

/**
 * A page of a list with the actor's saved views and the columns they leave out. If it fails to load, it says so in
 * place; the filters, which may be the cause, stay usable.
 * @param failed `what` could not be loaded, for the log; `said` is shown.
 */
export async function readList<Row>(
  actor: Actor,
  list: { name: string },
  reading: Promise<ReadPage<Row> | null>,
  failed: { what: string; said: string },
) {
  const [page, views, hidden] = await Promise.all([
    readOrNull(failed.what, reading),
    readSavedViews(actor, list.name),
    readHiddenColumns(actor, list.name),
  ]);
  const nothing: ReadPage<Row> = { rows: [], previous: null, next: null, counted: 0 };
  return { views, hidden, page: page ?? nothing, error: page ? null : failed.said };
}

/** The page that an address asks for, from 1 on: of a list that is counted. */
export const pageOf = (search: URLSearchParams): number =>
  Math.min(1000, Math.max(1, Math.trunc(Number(search.get('page'))) || 1));
