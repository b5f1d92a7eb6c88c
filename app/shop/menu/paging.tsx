/** Renders numbered pages as links: they work without scripts, can be bookmarked, and crawlers find them. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';
import { pageNumbers } from './page-numbers.ts';

type PagingProps = { page: number; pages: number; hrefOf: (page: number) => string };

export function Paging(props: PagingProps) {
  const { page, pages, hrefOf } = props;
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-14 border-t border-line pt-6">
      <CachedPart
        as="ul"
        className="flex flex-wrap items-center justify-center gap-1"
        name="paging"
        by={[page, pages, hrefOf(1)]}
      >
        {() => <Steps {...props} />}
      </CachedPart>
    </nav>
  );
}

function Steps({ page, pages, hrefOf }: PagingProps) {
  const step = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-3 figures';
  return (
    <>
      {page > 1 ? (
        <li>
          <Link to={hrefOf(page - 1)} rel="prev" className={`${step} text-spruce-700 hover:bg-spruce-100`}>
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">Previous</span>
          </Link>
        </li>
      ) : null}
      {pageNumbers(page, pages).map((number, place) =>
        number === null ? (
          <li key={place < 3 ? 'gap-before' : 'gap-after'} aria-hidden="true" className="px-1 text-ink-soft">
            …
          </li>
        ) : (
          <li key={number}>
            <Link
              to={hrefOf(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={`${step} ${number === page ? 'bg-spruce-700 font-medium text-paper' : 'text-spruce-700 hover:bg-spruce-100'}`}
            >
              {number}
            </Link>
          </li>
        ),
      )}
      {page < pages ? (
        <li>
          <Link to={hrefOf(page + 1)} rel="next" className={`${step} text-spruce-700 hover:bg-spruce-100`}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight aria-hidden="true" className="size-4.5" />
          </Link>
        </li>
      ) : null}
    </>
  );
}
