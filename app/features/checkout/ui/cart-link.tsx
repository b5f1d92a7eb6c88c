/** The way to the cart, with the count of item lines (specification section 2, 'Main layout'). */
import { ShoppingBasket } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useToast } from '#ui/toast.tsx';
import { leftOutMessage } from '../cart.ts';
import { openCart, useCart } from './cart-store.ts';

/** `userId` null for guests: decides whose cart is open. */
export function CartLink({ userId }: { userId: string | null }) {
  const count = useCart().length;
  const toast = useToast();
  useEffect(() => {
    openCart(userId).then((leftOut) => {
      if (leftOut.length > 0) toast.show(leftOutMessage(leftOut), { tone: 'error' });
    });
  }, [userId, toast]);
  return (
    <Link
      to="/cart"
      className="relative inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-ink hover:bg-spruce-100"
    >
      <ShoppingBasket aria-hidden="true" strokeWidth={1.75} className="size-5.5" />
      <span className="sr-only">Cart, {count === 1 ? '1 item' : `${count} items`}</span>
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="figures absolute top-0.5 right-0 min-w-5 rounded-pill bg-clay-700 px-1 text-center text-xs font-semibold text-paper"
        >
          {count}
        </span>
      ) : null}
    </Link>
  );
}
