/** On Edit Product: what the shop shows together with this product, as sizes of one thing, and how to part them. */
import { useId } from 'react';
import { Link } from 'react-router';
import { formatWeight } from '../product-size.ts';
import type { OtherSize } from '../sizes-queries.server.ts';

export function OtherSizes({ sizes }: { sizes: readonly OtherSize[] }) {
  const id = useId();
  if (sizes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-2 text-lg">
        Sizes of one thing
      </h2>
      <p className="measure text-sm">
        The shop shows this product and those below on one card and lets customers choose the size, because
        they differ in weight alone: the same name apart from words for the weight, the same strain, strain
        type, product type and category. To show one by itself, change one of these.
      </p>
      <ul className="mt-2">
        {sizes.map((size) => (
          <li key={size.id} className="border-b border-line">
            <Link to={`/admin/products/${size.id}`} className="fact-link inline-flex min-h-11 items-center">
              {size.name}
            </Link>
            <span className="text-sm text-ink-soft">
              {' '}
              {[
                size.size ?? (size.netWeightMg === null ? null : formatWeight(size.netWeightMg)),
                size.forSale ? null : 'not for sale',
                size.isSameWeight ? 'the same weight, so it has a card of its own' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
