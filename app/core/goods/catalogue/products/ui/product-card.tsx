/** Renders a product in a list (specification section 2, 'Product card'). */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { priceNow } from '#core/goods/discounts/discount.ts';
import { FETCH_AHEAD } from '#core/ground/frame/fetch-ahead.ts';
import { formatCents } from '#kernel/money.ts';
import { AdultBadge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';
import { cardLines, cheapestSize } from '../../card-lines.ts';
import { groundOf, Picture } from '../../pictures/ui/tinted-picture.tsx';
import { Availability } from '../../ui/availability.tsx';
import { centsPerGram, isCannabis, type ProductCardFacts } from '../product.ts';

/** How the person has marked a product. */
export type Mark = { isFavorite: boolean; isWaiting: boolean };

/** The actions on a card. */
export type CardAction = {
  of(product: ProductCardFacts, mark: Mark): ReactNode;
  /** A hook that returns how the person has marked a product. */
  useMarks(): (product: ProductCardFacts) => Mark;
};

/** `action` is the card's action: the cart button, the heart. It is layered above the link. */
export function ProductCard({
  product,
  action,
  urgent,
  saysPerGram = false,
}: {
  product: ProductCardFacts;
  action?: ReactNode;
  urgent?: 'first' | 'eager' | 'lazy';
  /** Whether the cards are sorted by price per gram. */
  saysPerGram?: boolean;
}) {
  if (product.id === null) {
    return (
      <article className="flex h-full items-center justify-center rounded-surface bg-clay-100 p-6 text-center text-clay-700">
        Error: Product is missing ID.
      </article>
    );
  }
  const cheapest = product.sizes && cheapestSize(product.sizes);
  const priced = cheapest ?? product;
  const perGram = saysPerGram ? centsPerGram(priceNow(product), product) : null;
  return (
    <article className="card">
      <Picture
        picture={product.picture}
        name={product.name}
        // Exact on phones: one extra pixel would make most of them load the next larger picture.
        sizes="(min-width: 1280px) 17rem, (min-width: 1024px) 22vw, (min-width: 768px) 30vw, (min-width: 640px) calc(50vw - 2.25rem), calc(50vw - 1.5rem)"
        widest={640}
        urgent={urgent}
        className={`card-picture ${groundOf(product.strainType)}${product.available < 1 ? ' opacity-65' : ''}`}
      />
      {product.requiresId ? <AdultBadge /> : null}
      <h3 translate="no" className="card-name">
        {/* The whole card links to the product; its buttons are above the link. */}
        <Link to={`/products/${product.id}`} prefetch={FETCH_AHEAD} discover="none" className="card-link">
          {product.name}
        </Link>
      </h3>
      {/* Always there: each part of a card has its row. */}
      <p className="card-lines">
        {cardLines(product)}
        {isCannabis(product) ? (
          <small>
            {product.batchNumber ? (
              <>
                {'Pickup Only, '}
                <span className="batch-word">{'Batch '}</span>
                {product.batchNumber}
              </>
            ) : (
              'Pickup Only'
            )}
          </small>
        ) : null}
      </p>
      <p className="card-price">
        {cheapest || priced.offer || perGram !== null ? (
          <span className="card-amount">
            {cheapest ? <span className="card-from">{'From '}</span> : null}
            <Price now={priceNow(priced)} list={priced.retailPrice} />
            {perGram === null ? null : <small>{`${formatCents(perGram)}/g`}</small>}
            {priced.offer ? <small>{`until ${priced.offer.untilText}`}</small> : null}
          </span>
        ) : (
          formatCents(priced.retailPrice)
        )}
        <Availability available={product.available} />
      </p>
      {action}
    </article>
  );
}
