/** Renders checkout while a guest's sign-up holds the cart: open the link in the mail, or change something. */
import { Form, useNavigation } from 'react-router';
import type { PickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import { WhatToBring } from '#shop/kit/what-to-bring.tsx';
import { useConfirmation } from '#shop/sign-in/use-confirmation.ts';
import { HeldItems } from '#shop/sign-up-hold/held-items.tsx';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import type { HeldCheckout } from './checkout-page-queries.server.ts';

export function HeldPage({
  held,
  email,
  isSignedIn,
  isMailOff,
  store,
}: HeldCheckout & { store: PickupPlace }) {
  useConfirmation(!isSignedIn && !isMailOff);
  return (
    <div className="shell pt-8 pb-16 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">
        {isSignedIn ? 'Reserve with your account' : 'Almost there: confirm your email'}
      </h1>
      <p className="mt-3 measure text-lg">
        {isSignedIn ? (
          'These items are held for the sign-up made in this browser. You are signed in, so you can reserve them now.'
        ) : isMailOff ? (
          `Nothing is reserved yet: we cannot send email right now, so you got no link to confirm yours. Please call us at ${store.phone}.`
        ) : (
          <>
            Nothing is reserved yet. Open the link in our email{' '}
            {email === null ? null : (
              <>
                to{' '}
                <strong className="wrap-anywhere">
                  <EmailAddress>{email}</EmailAddress>
                </strong>
              </>
            )}{' '}
            in this browser before {held.until}, and your items are reserved.
          </>
        )}
      </p>
      <div className="mt-6 grid max-w-4xl gap-6 md:grid-cols-2">
        <HeldItems held={held} />
        <WhatToBring store={store} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {isSignedIn ? (
          <Intent name="change">Continue to checkout</Intent>
        ) : (
          <>
            <Intent name="resend">Send the link again</Intent>
            <Intent name="change" rank="secondary">
              Change something
            </Intent>
          </>
        )}
      </div>
    </div>
  );
}

function Intent({
  name,
  rank,
  children,
}: {
  name: 'resend' | 'change';
  rank?: 'secondary';
  children: string;
}) {
  const isBusy = useNavigation().formData?.get('intent') === name;
  return (
    <Form method="post" action="/checkout">
      <Button
        type="submit"
        name="intent"
        value={name}
        {...(rank ? { rank } : {})}
        busy={isBusy}
        busyText="One moment…"
      >
        {children}
      </Button>
    </Form>
  );
}
