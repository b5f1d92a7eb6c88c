/**
 * Renders the confirmation of a new order (specification section 2, 'Success page'); customers can print and bring it.
 */

import { type ReactNode, useEffect } from 'react';
import { adoptServerCart } from '#shop/cart/cart-store.ts';
import type { PickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import { WhatToBring } from '#shop/kit/what-to-bring.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { DirectionsLink } from '#ui/directions-link.tsx';
import { PickupTime } from '#ui/pickup-time.tsx';
import { PrintButton } from '#ui/print-button.tsx';

export function SuccessPage({
  order,
  store,
  bySms,
  pass,
  paperHead,
  steps,
  items,
}: {
  order: {
    orderId: string;
    pickup: { weekday: string; starts: string; ends: string | null } | null;
    /** The cash due. */
    cash: string;
    /** The other adult who picks it up; null for the customer. */
    pickupName: string | null;
  };
  store: PickupPlace;
  /** Whether the shop sends text messages. */
  bySms: boolean;
  /** What to show at the counter. */
  pass: ReactNode;
  /** The store details, for print. */
  paperHead: ReactNode;
  /** The order's progress. */
  steps: ReactNode;
  /** What was reserved, with its amounts. */
  items: ReactNode;
}) {
  // The answer to checkout removed the ordered items from the cart's cookie; the browser's cart follows.
  useEffect(() => {
    adoptServerCart();
  }, []);

  return (
    <div className="slip shell grid max-w-5xl grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_24rem] print:block print:space-y-5 print:p-0">
      <div>
        {paperHead}
        <h1 className="text-3xl sm:text-4xl print:mt-4 print:text-xl">
          Success! Your order has been confirmed
        </h1>
        {/* The state below is 'Reserved': the specification's heading says more than has happened. */}
        <p className="mt-3 measure text-lg text-ink-soft print:hidden">
          Your items are reserved. Next, the farm accepts your order.
        </p>
        <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-6 border-t border-line pt-6 print:mt-3 print:gap-y-3 print:pt-3">
          {order.pickup ? (
            <div className="basis-full">
              <dt className="text-sm text-ink-soft">Pick up</dt>
              <dd className="figures mt-1 font-display text-xl font-medium sm:text-2xl">
                <PickupTime {...order.pickup} />
              </dd>
            </div>
          ) : null}
          <div>
            <dt className="text-sm text-ink-soft">Order number</dt>
            <dd className="figures text-lg font-semibold">{order.orderId}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">To pay in cash</dt>
            <dd className="figures text-lg font-semibold">{order.cash}</dd>
          </div>
        </dl>
        <Ways order={order} store={store} />
        <div className="mt-8 print:hidden">{steps}</div>
        <p className="mt-6 measure print:mt-3">{readyPromise(bySms)}</p>
        <div data-pressed-next className="mt-8 flex flex-wrap gap-3 print:hidden">
          <ButtonLink to="/orders">My Orders</ButtonLink>
          <ButtonLink to="/products" rank="secondary">
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-2 lg:row-span-2 lg:grid-cols-1 print:my-4 print:grid-cols-[11rem_minmax(0,1fr)]">
        {pass}
        <WhatToBring store={store} pickupName={order.pickupName} />
      </div>
      <section aria-labelledby="reserved-items" className="lg:col-start-1">
        <h2 id="reserved-items" className="text-xl">
          Items
        </h2>
        {items}
      </section>
    </div>
  );
}

/** A text message that the shop cannot send is not promised. */
export function readyPromise(bySms: boolean): string {
  return `We will send you an ${bySms ? 'email or text message' : 'email'} when it is ready.`;
}

/** What helps the customer to arrive on time. */
function Ways({ order, store }: { order: { orderId: string; pickup: object | null }; store: PickupPlace }) {
  return (
    <div className="mt-5 flex flex-wrap gap-2 print:hidden">
      {order.pickup ? (
        <ButtonLink
          to={`/orders/${order.orderId}/calendar.ics`}
          reloadDocument
          rank="secondary"
          size="small"
          className="min-h-11"
        >
          Add to calendar
        </ButtonLink>
      ) : null}
      <DirectionsLink address={store.address} className={buttonClass('secondary', 'small', 'min-h-11')}>
        Directions
      </DirectionsLink>
      <PrintButton size="small" className="min-h-11" />
    </div>
  );
}
