/** Renders the sizes of one product as links to their pages, so that it needs no script. */

import { Link } from 'react-router';
import { FETCH_AHEAD } from '#core/ground/frame/fetch-ahead.ts';
import { formatCents } from '#kernel/money.ts';
import { KEEPS_PLACE } from '#ui/route-change.tsx';
import type { ProductSize } from '../products/product-size.ts';

/**
 * With scripts, the page does not scroll and focus stays on the link; Back returns to where the first size
 * was opened.
 */
export function SizeChoice({ sizes, chosen }: { sizes: readonly ProductSize[]; chosen: number }) {
  if (sizes.length < 2) return null;
  return (
    <nav aria-label="Sizes" className="size-choice">
      <ul>
        {sizes.map((size) => (
          <li key={size.id}>
            <Link
              to={`/products/${size.id}`}
              aria-current={size.id === chosen ? 'page' : undefined}
              replace
              preventScrollReset
              state={KEEPS_PLACE}
              prefetch={FETCH_AHEAD}
            >
              <span>
                {size.label} <b>{formatCents(size.price)}</b>
              </span>
              <small>
                {size.weight} <b>{hintOf(size)}</b>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The hint below the price. */
function hintOf({ available, perGram }: ProductSize): string | null {
  if (available < 1) return 'Sold out';
  return perGram === null ? null : `${formatCents(perGram)}/g`;
}
