/** Renders, on Edit Product, the other sizes the shop shows together with this product, and how to separate them. */
import { useId } from 'react';
import { Link } from 'react-router';
import { formatWeight } from '#core/goods/catalogue/products/product-size.ts';
import type { OtherSize } from '#core/goods/catalogue/sizes-queries.server.ts';

export function OtherSizes({ sizes }: { sizes: readonly OtherSize[] }) {
  const id = useId();
  if (sizes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-2 text-lg">
        Other sizes
      </h2>
      <p className="measure text-sm">
        The shop shows this product and the products below on one card, and customers choose the size. They
        differ only in weight: the name (without the weight), strain, strain type, product type and category
        are the same. To show a product on its own card, change one of these.
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
                size.isSameWeight ? 'same weight, so it has its own card' : null,
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
