/** Previous and next of a list that is paged by position, and how much there is: counted up to a bound. */
import { Link } from 'react-router';
import type { List, ListState, Position } from '#kernel/list-state.ts';
import { buttonClass } from '../button.tsx';

export function Pager<F extends string, S extends string>({
  list,
  state,
  previous,
  next,
}: {
  list: List<F, S>;
  state: ListState<F, S>;
  previous: Position | null;
  next: Position | null;
}) {
  if (!previous && !next) return null;
  const to = (position: Position | null) => `?${list.query(state, { position })}`;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-3 print:hidden">
      {previous ? (
        <>
          <Link to={to(null)} className={buttonClass('quiet', 'small', 'min-h-11')}>
            First
          </Link>
          <Link to={to(previous)} rel="prev" className={buttonClass('secondary', 'small', 'min-h-11')}>
            Previous
          </Link>
        </>
      ) : null}
      {next ? (
        <Link to={to(next)} rel="next" className={buttonClass('secondary', 'small', 'min-h-11')}>
          Next
        </Link>
      ) : null}
    </nav>
  );
}
