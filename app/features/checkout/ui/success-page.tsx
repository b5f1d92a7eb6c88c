/** The order is made (specification section 2, 'Success page'). */
import { useEffect } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import type { PickupPlace } from '../checkout-queries.server.ts';
import { adoptServerCart } from './cart-store.ts';
import { WhatToBring } from './what-to-bring.tsx';

export function SuccessPage({
  order,
  store,
}: {
  order: { orderId: string; pickup: { starts: string; ends: string | null } | null; total: string };
  store: PickupPlace;
}) {
  // What was ordered has left the cart's cookie with the answer to checkout; the browser's cart follows.
  useEffect(() => {
    adoptServerCart();
  }, []);

  return (
    <div className="shell grid max-w-5xl gap-x-14 gap-y-10 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <h1 className="text-3xl sm:text-4xl">Success! Your order has been confirmed</h1>
        <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-6 border-t border-line pt-6">
          {order.pickup ? (
            <div className="basis-full">
              <dt className="text-sm text-ink-soft">Pick up</dt>
              <dd className="figures mt-1 font-display text-xl font-medium sm:text-2xl">
                <span className="inline-block">{order.pickup.starts}</span>{' '}
                {order.pickup.ends ? <span className="inline-block">– {order.pickup.ends}</span> : null}
              </dd>
            </div>
          ) : null}
          <div>
            <dt className="text-sm text-ink-soft">Order number</dt>
            <dd className="figures text-lg font-semibold">{order.orderId}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">To pay in cash</dt>
            <dd className="figures text-lg font-semibold">{order.total}</dd>
          </div>
        </dl>
        <p className="mt-6 measure">
          We will send you an e-mail or SMS when it is ready. Give your order number at the counter.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/orders">My Orders</ButtonLink>
          <ButtonLink to="/products" rank="secondary">
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
      <WhatToBring store={store} />
    </div>
  );
}
