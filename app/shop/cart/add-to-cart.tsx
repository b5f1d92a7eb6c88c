/**
 * Renders 'Add to cart', on a card and on the product page. Sends a plain form to /cart before JavaScript loads; with scripts
 * it adds at once and answers in its own place: on a card it turns into a stepper with a link to the cart, on the product
 * page into that link and one to checkout. The first link gets the focus of the pressed button, so the cart is one key
 * away.
 */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { roomWords } from '#core/sales/checkout/cart-room.ts';
import { TO_CART } from '#shop/kit/card-forms.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Minus, Plus } from '#ui/icons.ts';
import type { CartProduct } from './cart-products.ts';
import { removeFromCart, roomFor, setQuantity, useCart, useUnitsInCart } from './cart-store.ts';
import { useAddToCart } from './use-add-to-cart.ts';

/** The product page's form: its id, and the id of its `quantity` input. The form names the product as `productId`. */
export type QuantityForm = { id: string; quantityInput: string };

/** For an available product. On a card it adds one, then shows − n +; with a `form` it adds that form's quantity. */
export function AddToCart({ product, form }: { product: CartProduct; form?: QuantityForm }) {
  const inCart = useUnitsInCart(product.id);
  const addProduct = useAddToCart({ saysSo: form === undefined });
  const add = (quantity: number) => addProduct(product, quantity);
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isRemoved, setIsRemoved] = useState(false);
  useEffect(() => {
    if (isRemoved && inCart === 0) button.current?.focus();
  }, [isRemoved, inCart]);
  if (form) return <AddFromForm product={product} form={form} inCart={inCart} add={add} />;
  if (inCart > 0)
    return (
      <Stepper
        {...{ product, inCart, add, addedAt }}
        onRemove={() => {
          setAddedAt(null);
          setIsRemoved(true);
          removeFromCart(product.id);
        }}
      />
    );
  return (
    <Button
      ref={button}
      type="submit"
      form={TO_CART}
      name="productId"
      value={product.id}
      rank="secondary"
      aria-label={nameOf(product)}
      className="card-action w-full"
      onClick={(event) => {
        event.preventDefault();
        if (add(1)) setAddedAt(event.timeStamp);
      }}
    >
      Add to cart
    </Button>
  );
}

/** As one text: in one made of visible and hidden parts, browsers put a space before the colon. */
const nameOf = (product: CartProduct) => `Add to cart: ${product.name}`;

type Adding = { product: CartProduct; inCart: number; add: (quantity: number) => boolean };

/** `addedAt`: when the button was pressed that this replaces; null if the product was in the cart before. */
function Stepper({
  product,
  inCart,
  add,
  addedAt,
  onRemove,
}: Adding & { addedAt: number | null; onRemove: () => void }) {
  // The other lines decide how much room is left.
  useCart();
  const room = roomFor(product);
  const isMost = inCart >= room.most;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (addedAt !== null) link.current?.focus();
  }, [addedAt]);
  return (
    <fieldset className="card-action flex min-h-11 items-center justify-between rounded-control bg-spruce-100">
      <legend className="sr-only">{product.name} in your cart</legend>
      <Step
        label={inCart === 1 ? `Remove ${product.name}` : `One less ${product.name}`}
        onPress={() => (inCart === 1 ? onRemove() : setQuantity(product.id, inCart - 1, product.available))}
      >
        <Minus aria-hidden="true" className="size-4.5" />
      </Step>
      <output className="figures text-center leading-tight font-medium">
        <Link
          ref={link}
          to="/cart"
          onClick={(event) => preventDoubleClick(event, addedAt)}
          className={`block underline underline-offset-4 ${isMost ? 'py-0.5' : 'py-3'}`}
        >
          <span className="sr-only">View cart, </span>
          {inCart} in cart
        </Link>
        {isMost ? <span className="block text-xs font-normal">{roomWords(room)}</span> : null}
      </output>
      <Step label={`One more ${product.name}`} isOff={isMost} onPress={() => add(1)}>
        <Plus aria-hidden="true" className="size-4.5" />
      </Step>
    </fieldset>
  );
}

/** A second press of a double click, in milliseconds after the first, is not meant for the link. */
const DOUBLE_CLICK = 600;

/** A key, which no double click has, follows the link at once. */
function preventDoubleClick(event: MouseEvent, addedAt: number | null): void {
  const isPointer = event.detail > 0;
  if (isPointer && addedAt !== null && event.timeStamp - addedAt < DOUBLE_CLICK) event.preventDefault();
}

/** The product page's button: after adding it is the ways to cart and checkout, until another quantity is entered. */
function AddFromForm({ product, form, inCart, add }: Adding & { form: QuantityForm }) {
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const isAdded = addedAt !== null && inCart > 0;
  useEffect(() => {
    if (!isAdded) return;
    // The pressed button is gone.
    link.current?.focus();
    const input = document.getElementById(form.quantityInput);
    const again = () => setAddedAt(null);
    input?.addEventListener('input', again);
    return () => input?.removeEventListener('input', again);
  }, [isAdded, form.quantityInput]);

  if (isAdded) {
    const half = 'flex-auto px-1.5 whitespace-nowrap';
    return (
      <div className="flex min-w-66 flex-wrap gap-2">
        <Link
          ref={link}
          to="/cart"
          onClick={(event) => preventDoubleClick(event, addedAt)}
          aria-label={`In cart · View: ${inCart} of ${product.name}`}
          className={buttonClass('secondary', 'normal', half)}
        >
          In cart · View
        </Link>
        <Link
          to="/checkout"
          onClick={(event) => preventDoubleClick(event, addedAt)}
          className={buttonClass('primary', 'normal', half)}
        >
          Checkout
        </Link>
      </div>
    );
  }
  return (
    <Button
      type="submit"
      form={form.id}
      formAction="/cart"
      name="intent"
      value="add"
      onClick={(event) => {
        event.preventDefault();
        const input = document.getElementById(form.quantityInput);
        const wanted = input instanceof HTMLInputElement ? Number(input.value) : 1;
        if (add(Math.max(1, Math.trunc(wanted) || 1))) setAddedAt(event.timeStamp);
      }}
      aria-label={nameOf(product)}
      className="w-full min-w-36"
    >
      Add to cart
    </Button>
  );
}

/** While it is off, presses do nothing; a disabled button would lose the focus at the last step. */
function Step({
  label,
  isOff = false,
  onPress,
  children,
}: {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-700 hover:text-paper aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-disabled:hover:text-spruce-700"
    >
      {children}
    </button>
  );
}
