/** Renders one product (specification section 2, 'Product detail'). */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AdultBadge } from '#ui/badge.tsx';
import { CachedPart } from '#ui/cached-part.tsx';
import { FactTable } from '../../ui/fact-table.tsx';
import { Gallery } from '../../ui/gallery.tsx';
import { SizeChoice } from '../../ui/size-choice.tsx';
import type { ProductCardFacts, ProductFacts } from '../product.ts';
import type { FactRow } from '../product-facts.ts';
import type { ProductSize } from '../product-size.ts';
import type { CardAction } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';

export function ProductPage({
  product,
  facts,
  lot,
  sizes,
  related,
  buyBox,
  cardAction,
  mark,
}: {
  product: ProductFacts;
  facts: readonly FactRow[];
  lot: readonly FactRow[];
  /** The sizes that include this product; empty if it has none. */
  sizes: readonly ProductSize[];
  related: readonly ProductCardFacts[];
  buyBox: ReactNode;
  cardAction?: CardAction;
  /** The heart button. */
  mark: ReactNode;
}) {
  return (
    <div className="shell pt-1 pb-20 sm:pt-5">
      <Breadcrumb product={product} />
      <div className="product-layout">
        <div className="product-pictures">
          {/* Another size is the same page with other pictures, so the gallery starts again at the first. */}
          <Gallery
            key={product.id}
            pictures={product.pictures}
            name={product.name}
            strainType={product.strainType}
          />
        </div>
        <div className="product-head">
          <div className="flex items-center gap-2.5 text-sm text-ink-soft max-[16em]:flex-wrap">
            {product.requiresId ? <AdultBadge /> : null}
            <span>{[product.categoryName, product.size].filter(Boolean).join(' · ')}</span>
            {/* As tall as a finger, in a line as tall as its text. */}
            <div className="-my-3 ml-auto">{mark}</div>
          </div>
          <h1 translate="no" className="mt-1.5 text-2xl md:mt-2 md:text-3xl lg:text-4xl">
            {product.name}
          </h1>
        </div>
        <div className="product-buy">
          <SizeChoice sizes={sizes} chosen={product.id} />
          {buyBox}
        </div>
        <CachedPart
          className="product-words"
          name="product"
          part={ProductWords}
          by={{ description: product.description, facts, cannabisContent: product.cannabisContent, lot }}
        />
      </div>
      {related.length > 0 ? (
        <section className="mt-20 border-t border-line pt-10">
          <h2 className="mb-6 text-2xl">More from this category</h2>
          <ProductGrid cards={related} action={cardAction} columns="card-columns lg:grid-cols-4" />
        </section>
      ) : null}
    </div>
  );
}

function ProductWords({
  description,
  facts,
  cannabisContent,
  lot,
}: Pick<ProductFacts, 'description' | 'cannabisContent'> & {
  facts: readonly FactRow[];
  lot: readonly FactRow[];
}) {
  return (
    <>
      {description ? <p className="measure">{description}</p> : null}
      {cannabisContent || facts.length > 0 ? (
        <section>
          <h2 className="text-xl">What to expect</h2>
          {cannabisContent ? <p className="measure mt-3 text-sm">{cannabisContent}</p> : null}
          <FactTable rows={facts} />
        </section>
      ) : null}
      {lot.length > 0 ? (
        <section>
          <h2 className="text-xl">Batch and test</h2>
          <FactTable rows={lot} />
        </section>
      ) : null}
    </>
  );
}

function Breadcrumb({ product }: { product: ProductFacts }) {
  // Header and picture are so near that the focus ring has no room for its usual distance.
  const link =
    'inline-flex min-h-9 items-center text-spruce-700 underline-offset-4 outline-offset-0 hover:underline';
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2 text-ink-soft">
        <li>
          <Link to="/products" className={link}>
            Products
          </Link>
        </li>
        <li className="flex items-center gap-x-2 before:content-['/']">
          <Link to={`/products?category=${encodeURIComponent(product.categorySlug)}`} className={link}>
            {product.categoryName}
          </Link>
        </li>
        {/* On phones the name is right below. */}
        <li className="hidden min-w-0 items-center gap-x-2 before:content-['/'] sm:flex">
          <span aria-current="page" className="line-clamp-1">
            {product.name}
          </span>
        </li>
      </ol>
    </nav>
  );
}
