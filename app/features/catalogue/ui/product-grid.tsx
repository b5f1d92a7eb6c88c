/** Cards in rows of equal height. */
import type { ReactNode } from 'react';
import type { ProductCardFacts } from '../product.ts';
import { ProductCard } from './product-card.tsx';

/** Two columns fit beside the filters on a small laptop, three on a wide screen: no row is left without its pictures. */
const FIRST_ROW = 3;

export function ProductGrid({
  products,
  action,
  urgent = false,
  columns = 'grid-cols-2 md:grid-cols-3',
}: {
  products: readonly ProductCardFacts[];
  action: (product: ProductCardFacts) => ReactNode;
  /** Whether the first row is seen without scrolling. */
  urgent?: boolean;
  columns?: string;
}) {
  return (
    <ul className={`grid gap-x-4 gap-y-10 sm:gap-x-6 ${columns}`}>
      {products.map((product, place) => (
        <li key={product.id ?? `place-${place}`}>
          <ProductCard
            product={product}
            action={action(product)}
            urgent={!urgent || place >= FIRST_ROW ? 'lazy' : place === 0 ? 'first' : 'eager'}
          />
        </li>
      ))}
    </ul>
  );
}
