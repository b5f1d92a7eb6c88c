/** How a search was read, where it was not read as it was typed. */
import { Link } from 'react-router';
import { type CatalogueFilter, catalogueHref } from '../catalogue-filter.ts';
import type { SearchReading } from '../search.ts';
import { ledLink } from './use-led-links.ts';

export function SearchNotice({
  filter,
  reading,
  path,
}: {
  filter: CatalogueFilter;
  reading: SearchReading;
  path: '/' | '/products';
}) {
  const link = 'font-medium text-spruce-700 underline underline-offset-4';
  if (reading.kind === 'as-typed') return null;
  if (reading.kind === 'did-you-mean') {
    return (
      <p className="mt-4">
        Did you mean{' '}
        <Link
          to={catalogueHref({ ...filter, q: reading.suggestion, exact: false, page: 1 }, path)}
          {...ledLink}
          className={link}
        >
          {reading.suggestion}
        </Link>
        ?
      </p>
    );
  }
  return (
    <p className="mt-4">
      Showing results for <strong className="font-semibold">{reading.to}</strong>. Search instead for{' '}
      <Link to={catalogueHref({ ...filter, exact: true, page: 1 }, path)} {...ledLink} className={link}>
        {filter.q}
      </Link>
      .
    </p>
  );
}
