/** Renders numbered pages as links: they work without scripts, can be bookmarked, and crawlers find them. */
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';
import { ChevronLeft, ChevronRight } from '#ui/icons.ts';
import { pageNumbers } from './page-numbers.ts';

type StepsProps = {
  page: number;
  /** Links to pages by number; null for a gap. */
  numbers: readonly ({ number: number; to: string } | null)[];
  previous: string | null;
  next: string | null;
};

export function Paging({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  if (pages < 2) return null;
  const steps: StepsProps = {
    page,
    numbers: pageNumbers(page, pages).map((number) =>
      number === null ? null : { number, to: hrefOf(number) },
    ),
    previous: page > 1 ? hrefOf(page - 1) : null,
    next: page < pages ? hrefOf(page + 1) : null,
  };
  return (
    <nav aria-label="Pages" className="mt-14 border-t border-line pt-6">
      <CachedPart
        as="ul"
        className="flex flex-wrap items-center justify-center gap-1"
        name="paging"
        part={Steps}
        by={steps}
      />
    </nav>
  );
}

function Steps({ page, numbers, previous, next }: StepsProps) {
  const step = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-3 figures';
  return (
    <>
      {previous ? (
        <li>
          <Link to={previous} rel="prev" className={`${step} text-spruce-700 hover:bg-spruce-100`}>
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">Previous</span>
          </Link>
        </li>
      ) : null}
      {numbers.map((link, place) =>
        link === null ? (
          <li key={place < 3 ? 'gap-before' : 'gap-after'} aria-hidden="true" className="px-1 text-ink-soft">
            …
          </li>
        ) : (
          <li key={link.number}>
            <Link
              to={link.to}
              aria-label={`Page ${link.number}`}
              aria-current={link.number === page ? 'page' : undefined}
              className={`${step} ${link.number === page ? 'bg-spruce-700 font-medium text-paper' : 'text-spruce-700 hover:bg-spruce-100'}`}
            >
              {link.number}
            </Link>
          </li>
        ),
      )}
      {next ? (
        <li>
          <Link to={next} rel="next" className={`${step} text-spruce-700 hover:bg-spruce-100`}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight aria-hidden="true" className="size-4.5" />
          </Link>
        </li>
      ) : null}
    </>
  );
}
