/** Renders previous and next links for a list paged by position, and the number of rows, counted up to a limit. */
import { Link } from 'react-router';
import type { List, ListState, Position } from '#kernel/list-state.ts';
import { buttonClass } from '../button.tsx';

/**
 * The page number to display, as the link passed it, if the page's position has one. Pages are found by position, so an
 * invented number changes nothing but the display.
 */
export function pageNumber(query: URLSearchParams, previous: Position | null): number {
  const said = Number(query.get('page'));
  if (!previous) return 1;
  return Number.isSafeInteger(said) && said >= 2 && said < 10_000_000 ? said : 2;
}

export function Pager<F extends string, S extends string>({
  list,
  state,
  previous,
  next,
  page,
}: {
  list: List<F, S>;
  state: ListState<F, S>;
  previous: Position | null;
  next: Position | null;
  /** The page number, for lists that show it (`pageNumber`). */
  page?: number;
}) {
  if (!previous && !next && page === undefined) return null;
  const to = (position: Position | null, number: number | undefined) => {
    const query = new URLSearchParams(list.query(state, { position }));
    if (position && number) query.set('page', String(number));
    return `?${query}`;
  };
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-3 print:hidden">
      {previous ? (
        <>
          <Link to={to(null, undefined)} className={buttonClass('quiet', 'small', 'min-h-11')}>
            First
          </Link>
          <Link
            to={to(previous, page && page - 1)}
            rel="prev"
            className={buttonClass('secondary', 'small', 'min-h-11')}
          >
            Previous
          </Link>
        </>
      ) : null}
      {page === undefined ? null : (
        <p aria-current="page" className="figures px-1">
          Page {page}
        </p>
      )}
      {next ? (
        <Link
          to={to(next, page && page + 1)}
          rel="next"
          className={buttonClass('secondary', 'small', 'min-h-11')}
        >
          Next
        </Link>
      ) : null}
    </nav>
  );
}
