/** Renders how a search was interpreted, if differently than typed. */
import { Link } from 'react-router';
import { type CatalogueFilter, catalogueHref, searchingAll } from '#core/goods/catalogue/catalogue-filter.ts';
import type { SearchReading } from '#core/goods/catalogue/search/search.ts';
import { ledLink } from './use-led-links.ts';

const NO_ADVICE = "We can't give advice on effects. Ask at the counter.";

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
  if (reading.kind === 'no-advice') {
    return <p className="mt-4 rounded-control bg-river-100 px-4 py-3">{NO_ADVICE}</p>;
  }
  if (reading.kind === 'did-you-mean') {
    return (
      <p className="mt-4">
        Did you mean{' '}
        <Link
          to={catalogueHref(searchingAll({ ...filter, q: reading.suggestion, exact: false, page: 1 }), path)}
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
