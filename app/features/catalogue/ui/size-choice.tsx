/** The sizes of one thing: links, so that they need no script, to the page of each. */
import { Link } from 'react-router';
import { KEEPS_PLACE } from '#ui/route-change.tsx';
import { type ProductSize, shortPrice } from '../product-size.ts';

/** With scripts the page stays where it is and the focus on the link; Back leads to where the first size was opened. */
export function SizeChoice({ sizes, chosen }: { sizes: readonly ProductSize[]; chosen: number }) {
  if (sizes.length < 2) return null;
  return (
    <nav aria-label="Sizes" className="size-choice">
      <ul>
        {sizes.map(({ id, label, weight, price, perGram, available }) => (
          <li key={id}>
            <Link
              to={`/products/${id}`}
              aria-current={id === chosen ? 'page' : undefined}
              replace
              preventScrollReset
              state={KEEPS_PLACE}
              prefetch="intent"
            >
              <span>
                {label} · {shortPrice(price)}
              </span>
              <small>
                {[
                  available < 1 ? 'Sold out' : null,
                  weight,
                  perGram === null ? null : `${shortPrice(perGram)}/g`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
