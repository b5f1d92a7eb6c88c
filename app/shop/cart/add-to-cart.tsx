/**
 * Renders 'Add to cart', on a card and on the product page. A plain form to /cart before JavaScript loads; with scripts
 * it adds at once, and on a card turns into a stepper.
 */
import { Minus, Plus } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { fewerLeft } from '#core/catalogue/fewer-left.ts';
import { CART_FULL } from '#core/checkout/cart.ts';
import { Button } from '#ui/button.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { useToast } from '#ui/toast.tsx';
import { addToCart, type CartProduct, removeFromCart, setQuantity, useCart } from './cart-store.ts';

/**
 * The product page's form: its id, the id of its `quantity` input, and the id of the text that describes the button.
 * The form names the product as `productId`.
 */
export type QuantityForm = { id: string; quantityInput: string; note: string };

/** For an available product. On a card it adds one, then shows − n +; with a `form` it adds that form's quantity. */
export function AddToCart({ product, form }: { product: CartProduct; form?: QuantityForm }) {
  const hydrated = useHydrated();
  const toast = useToast();
  const inCart = useCart().find((item) => item.productId === product.id)?.quantity ?? 0;

  if (hydrated && !form && inCart > 0) {
    return (
      <fieldset className="flex min-h-11 items-center justify-between rounded-control bg-spruce-100">
        <legend className="sr-only">{product.name} in your cart</legend>
        <Step
          label={inCart === 1 ? `Remove ${product.name}` : `One less ${product.name}`}
          onPress={() =>
            inCart === 1 ? removeFromCart(product.id) : setQuantity(product.id, inCart - 1, product.available)
          }
        >
          <Minus aria-hidden="true" className="size-4.5" />
        </Step>
        <output className="figures font-medium">{inCart} in cart</output>
        <Step
          label={`One more ${product.name}`}
          disabled={inCart >= product.available}
          onPress={() => addToCart(product, 1)}
        >
          <Plus aria-hidden="true" className="size-4.5" />
        </Step>
      </fieldset>
    );
  }

  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const input = form ? document.getElementById(form.quantityInput) : null;
    const wanted = input instanceof HTMLInputElement ? Number(input.value) : 1;
    const now = addToCart(product, Math.max(1, Math.trunc(wanted) || 1));
    if (now === 0) return toast.show(CART_FULL, { tone: 'error', about: 'cart' });
    const capped = now >= product.available && now < inCart + wanted;
    toast.show(
      capped
        ? fewerLeft({ available: product.available, from: inCart + wanted, now })
        : `Added to cart: ${product.name}`,
      {
        tone: capped ? 'info' : 'success',
        about: 'cart',
        action: { label: 'View cart', to: '/cart' },
      },
    );
  };
  const words = (
    <>
      Add to cart
      <span className="sr-only">: {product.name}</span>
    </>
  );

  if (form) {
    return (
      <Button
        type="submit"
        form={form.id}
        formAction="/cart"
        name="intent"
        value="add"
        onClick={add}
        aria-describedby={form.note}
        className="w-full"
      >
        {words}
      </Button>
    );
  }
  return (
    <form method="post" action="/cart" onSubmit={add}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <Button type="submit" rank="secondary" className="w-full">
        {words}
      </Button>
    </form>
  );
}

function Step({
  label,
  disabled = false,
  onPress,
  children,
}: {
  label: string;
  disabled?: boolean;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-700 hover:text-paper disabled:opacity-40 disabled:hover:bg-transparent disabled:hover:text-spruce-700"
    >
      {children}
    </button>
  );
}
