/** Renders that the link was opened in another browser: what was reserved, and how to continue in this one. */
import { useEffect } from 'react';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { adoptServerCart, useCart } from '#shop/cart/cart-store.ts';
import { ButtonLink } from '#ui/button.tsx';

/** @param hasOrder whether the confirmation ordered what the sign-up held */
export function LinkOpenedElsewhere({
  hasOrder,
  email,
  returnTo,
}: {
  hasOrder: boolean;
  email: string | null;
  returnTo: string | null;
}) {
  const isCartEmpty = useCart().length === 0;
  // What was ordered has left the cart.
  useEffect(() => {
    void adoptServerCart();
  }, []);
  const next = returnTo?.startsWith('/checkout') ? 'reserve your cart' : 'continue';
  return (
    <>
      <p role="status" className="text-lg">
        The link was opened in another browser
        {hasOrder ? ', and your items are reserved.' : '.'} Sign in here to{' '}
        {hasOrder ? 'see your order' : next}.
      </p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to={loginPath(returnTo)} state={{ email }}>
          Sign In
        </ButtonLink>
        {isCartEmpty ? null : (
          <ButtonLink to="/cart" rank="secondary">
            View cart
          </ButtonLink>
        )}
      </p>
    </>
  );
}
