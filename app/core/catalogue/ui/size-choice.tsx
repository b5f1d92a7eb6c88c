/** The sizes of one thing: links, so that they need no script, to the page of each. */
import { Link } from 'react-router';
import { KEEPS_PLACE } from '#ui/route-change.tsx';
import { type ProductSize, shortPrice } from '../products/product-size.ts';

/** With scripts the page stays where it is and the focus on the link; Back leads to where the first size was opened. */
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
              prefetch="intent"
            >
              <span>
                {size.label} <b>{shortPrice(size.price)}</b>
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

/** Stands below the price. */
function hintOf({ available, perGram }: ProductSize): string | null {
  if (available < 1) return 'Sold out';
  return perGram === null ? null : `${shortPrice(perGram)}/g`;
}
