/** A product in a list (specification section 2, 'Product card'). */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { priceNow } from '#features/discounts/discount.ts';
import { AdultBadge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';
import { isCannabis, type ProductCardFacts } from '../product.ts';
import { formatPercent, strainLabel } from '../strain.ts';
import { Availability } from './availability.tsx';
import { groundOf, Picture } from './picture.tsx';

/** What can be done with a card. */
export type CardAction = {
  of(product: ProductCardFacts): ReactNode;
  /** Of whom it is drawn for: a hook that gives by what else than the product it is drawn. */
  useMarks(): (product: ProductCardFacts) => string;
};

/** `action` is what can be done with it: the cart's button, the heart. It lies above the link by itself. */
export function ProductCard({
  product,
  action,
  urgent,
}: {
  product: ProductCardFacts;
  action?: ReactNode;
  urgent?: 'first' | 'eager' | 'lazy';
}) {
  if (product.id === null) {
    return (
      <article className="flex h-full items-center justify-center rounded-surface bg-clay-100 p-6 text-center text-clay-700">
        Error: Product is missing ID.
      </article>
    );
  }
  const cannabis = isCannabis(product);
  const soldOut = product.available < 1;
  return (
    <article className="card">
      <div className={`relative aspect-4/5 overflow-hidden rounded-surface ${groundOf(product.strainType)}`}>
        <Picture
          picture={product.picture}
          name={product.name}
          // Exact on phones: a pixel too many would make most of them fetch the next larger picture.
          sizes="(min-width: 1280px) 17rem, (min-width: 1024px) 22vw, (min-width: 768px) 30vw, (min-width: 640px) calc(50vw - 2.25rem), calc(50vw - 1.5rem)"
          urgent={urgent}
          className={soldOut ? 'card-picture opacity-65' : 'card-picture'}
        />
        {product.requiresId ? (
          <span className="absolute top-2.5 left-2.5">
            <AdultBadge />
          </span>
        ) : null}
      </div>
      <h3 className="card-name">
        {/* The whole card leads to the product; what can be pressed lies above the link. */}
        <Link to={`/products/${product.id}`} prefetch="intent" className="card-link">
          {product.name}
        </Link>
      </h3>
      <p className="mt-1 text-xs text-ink-soft">
        {[product.categoryName, product.size].filter(Boolean).join(' · ')}
      </p>
      {cannabis ? <CannabisLines product={product} /> : null}
      <div className="card-price">
        <p className="figures text-lg font-medium">
          <Price now={priceNow(product)} list={product.retailPrice} />
          {product.offer ? (
            <span className="block text-xs font-normal text-ink-soft">until {product.offer.untilText}</span>
          ) : null}
        </p>
        <Availability available={product.available} />
      </div>
      {action}
    </article>
  );
}

function CannabisLines({ product }: { product: ProductCardFacts }) {
  const strain = [product.strainType && strainLabel(product.strainType), product.strainCode];
  const potency = [
    potencyText('THC', product.thc, product.thcMg),
    potencyText('CBD', product.cbd, product.cbdMg),
  ];
  return (
    <div className="figures mt-1 space-y-0.5 text-xs text-ink-soft">
      <p>{strain.filter(Boolean).join(' · ')}</p>
      <p>{potency.filter(Boolean).join(' · ')}</p>
      {product.batchNumber ? <p>Batch {product.batchNumber}</p> : null}
      <p className="pt-0.5 font-medium text-spruce-700">Pickup Only</p>
    </div>
  );
}

function potencyText(of: 'THC' | 'CBD', basisPoints: number | null, mg: number | null): string | null {
  if (basisPoints !== null) return `${of} ${formatPercent(basisPoints)}`;
  return mg === null ? null : `${of} ${mg} mg`;
}
