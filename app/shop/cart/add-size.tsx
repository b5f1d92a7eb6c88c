/**
 * Renders the sizes of one product on its card as buttons that add that size. Plain buttons of a form to /cart before
 * JavaScript loads. A sold-out size links to its page, which has the alert.
 */
import { Link } from 'react-router';
import { priceNow } from '#core/goods/discounts/discount.ts';
import { formatCents } from '#kernel/money.ts';
import type { CartProduct } from './cart-products.ts';
import { useUnitsInCart } from './cart-store.ts';
import { useAddToCart } from './use-add-to-cart.ts';

/** A size as the cart saves it, with the words of its button. */
export type SizeToAdd = CartProduct & { label: string };

export function AddSize({ sizes }: { sizes: readonly SizeToAdd[] }) {
  return (
    <form method="post" action="/cart" className="size-buttons card-action">
      <input type="hidden" name="intent" value="add" />
      {sizes.map((size) =>
        size.available < 1 ? (
          <Link key={size.id} to={`/products/${size.id}`}>
            <b>{size.label}</b> <small>Sold out</small>
          </Link>
        ) : (
          <Size key={size.id} size={size} />
        ),
      )}
    </form>
  );
}

function Size({ size }: { size: SizeToAdd }) {
  const add = useAddToCart();
  const inCart = useUnitsInCart(size.id);
  return (
    <button
      type="submit"
      name="productId"
      value={size.id}
      onClick={(event) => {
        event.preventDefault();
        add(size, 1, `${size.name}, ${size.label}`);
      }}
      data-in-cart={inCart > 0 || undefined}
    >
      <b>{size.label}</b> <small>{inCart > 0 ? `${inCart} in cart` : formatCents(priceNow(size))}</small>
      <span className="sr-only">{` add to cart: ${size.name}`}</span>
    </button>
  );
}
