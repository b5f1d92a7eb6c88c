/**
 * Renders previous and next links for a list paged by position, and which of its rows are shown. Each stays in its place
 * on every page: a link that leads nowhere is disabled.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  type List,
  type ListState,
  type NumberedPage,
  type Position,
  rangeText,
  rowNumbers,
} from '#kernel/list-state.ts';
import { buttonClass } from '../button.tsx';

type Props<F extends string, S extends string> = {
  list: List<F, S>;
  state: ListState<F, S>;
  page: NumberedPage;
  /** Rows on a full page, for lists that also show the page's number. */
  size?: number;
};

export function Pager<F extends string, S extends string>({ list, state, page, size }: Props<F, S>) {
  const { previous, next } = page;
  const range = rangeText(page, state.position);
  if (!previous && !next && range === null) return null;
  const numbers = rowNumbers(page, state.position);
  const to = (position: Position | null, row?: number) =>
    `?${list.query(state, { position: position && { ...position, row } })}`;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-3 print:hidden">
      <Step to={previous && to(null)}>First</Step>
      <Step to={previous && to(previous, numbers?.first)} rel="prev">
        Previous
      </Step>
      <p className="figures px-1 text-center sm:min-w-32">
        {size === undefined || !numbers ? null : (
          <span aria-current="page" className="mr-3">
            Page {Math.ceil(numbers.first / size)}
          </span>
        )}
        {range === null ? null : <span className="text-ink-soft">{range}</span>}
      </p>
      <Step to={next && to(next, numbers?.last)} rel="next">
        Next
      </Step>
    </nav>
  );
}

/** @param to null where the list ends. */
function Step({ to, rel, children }: { to: string | null; rel?: string; children: ReactNode }) {
  if (to === null)
    return (
      <span
        aria-hidden="true"
        className={buttonClass('quiet', 'small', 'min-h-11 text-ink-soft no-underline')}
      >
        {children}
      </span>
    );
  return (
    <Link to={to} rel={rel} className={buttonClass('secondary', 'small', 'min-h-11')}>
      {children}
    </Link>
  );
}
