/** Renders the link to the cart with the number of item lines (specification section 2, 'Main layout'). */
import { useEffect } from 'react';
import { Link } from 'react-router';
import { leftOutMessage } from '#core/sales/checkout/cart.ts';
import { ShoppingBasket } from '#ui/icons.ts';
import { onPageReturn } from '#ui/live/page-return.ts';
import { useToast } from '#ui/toast.tsx';
import { openCart, reopenCart, useCart, useCartReady } from './cart-store.ts';

type Props = {
  /** null for guests: decides which cart to open. */
  userId: string | null;
  /** The server's count, shown until the cart opens. */
  linesAtFirst: number;
};

export function CartLink({ userId, linesAtFirst }: Props) {
  const lines = useCart().length;
  const isOpen = useCartReady();
  const count = isOpen ? lines : linesAtFirst;
  // A cached page has no count; app.css shows the one from the script in <head>.
  const isUnknown = !isOpen && linesAtFirst === 0;
  const toast = useToast();
  useEffect(() => {
    const say = (leftOut: string[]) => {
      if (leftOut.length > 0) toast.show(leftOutMessage(leftOut), { tone: 'error' });
    };
    openCart(userId).then(say);
    return onPageReturn(() => void reopenCart(userId).then(say));
  }, [userId, toast]);
  return (
    <Link
      to="/cart"
      className="relative inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-ink hover:bg-spruce-100 max-[16em]:px-1"
    >
      <ShoppingBasket aria-hidden="true" strokeWidth={1.75} className="size-5.5" />
      <span className="sr-only">
        <span className={isUnknown ? 'cart-unknown' : undefined}>
          {isUnknown ? 'Cart' : `Cart, ${count === 1 ? '1 item' : `${count} items`}`}
        </span>
        {isUnknown ? <span className="cart-words" /> : null}
      </span>
      {count > 0 || isUnknown ? (
        <span
          aria-hidden="true"
          className={`figures absolute top-0.5 right-0 max-[16em]:static min-w-5 rounded-pill bg-clay-700 px-1 text-center text-xs font-semibold text-paper ${isUnknown ? 'cart-count' : ''}`}
        >
          {isUnknown ? null : count}
        </span>
      ) : null}
    </Link>
  );
}
