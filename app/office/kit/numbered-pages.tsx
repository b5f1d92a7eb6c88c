/** Renders the way to the pages before and after one of a list that is counted. */
import { Link } from 'react-router';

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

/** Nothing for a list of one page. @param at the address of a page, from 1 on */
export function NumberedPages({
  page,
  pages,
  at,
}: {
  page: number;
  pages: number;
  at: (page: number) => string;
}) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex gap-6 print:hidden">
      {page > 1 ? (
        <Link to={at(page - 1)} className={link}>
          Previous
        </Link>
      ) : null}
      <span className="figures inline-flex min-h-11 items-center text-ink-soft">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to={at(page + 1)} className={link}>
          Next
        </Link>
      ) : null}
    </nav>
  );
}
