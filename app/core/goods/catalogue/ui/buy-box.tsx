/** Renders the buy box: availability, price, quantity, two actions. Stays in view on wide screens. */
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { type Offer, priceNow } from '#core/goods/discounts/discount.ts';
import { Button } from '#ui/button.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Price } from '#ui/price.tsx';
import { useToast } from '#ui/toast.tsx';
import { isCannabis, type ProductFacts } from '../products/product.ts';
import { Availability } from './availability.tsx';
import { Quantity, type QuantityRoom } from './quantity.tsx';

/** `addToCart` receives the form with the quantity; `attempt` is the idempotency key of the next reservation. */
export function BuyBox({
  product,
  attempt,
  again,
  nextPickup,
  room,
  addToCart,
  notifyMe,
}: {
  product: ProductFacts;
  attempt: string;
  /** The quantity that was reserved a moment ago and requested again; without scripts the question appears here. */
  again: number | null;
  /** 'Today from 2:00 PM'; null if unknown. */
  nextPickup: string | null;
  room: QuantityRoom;
  addToCart: (form: { id: string; quantityInput: string }) => ReactNode;
  /** Replaces both actions when the product is sold out; the line above says so. */
  notifyMe: ReactNode;
}) {
  const soldOut = product.available < 1;
  const quantityInput = useId();
  const formId = useId();
  const { busy, reserve } = useReserve();
  const minimumAge = useMinimumAge();
  /** Why the quantity ends here. */
  const [limit, setLimit] = useState<string | null>(null);
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="figures font-display text-3xl">
          <Price now={priceNow(product)} list={product.retailPrice} />
        </p>
        <Availability available={product.available} large />
      </div>
      {product.offer ? <OfferTerms offer={product.offer} /> : null}
      {product.together?.map(({ words, terms }) => (
        <p key={words} className="mt-2 rounded-control bg-ochre-100 px-3 py-2 text-sm break-words">
          <span className="font-medium">{words}</span> {terms}
        </p>
      ))}
      <p className="mt-1 text-xs text-ink-soft">Before tax. Paid in cash at pickup.</p>
      <div className="mt-3 flex flex-wrap items-center gap-3 md:mt-5 print:hidden">
        <form
          id={formId}
          method="post"
          action="/api/reserve"
          onSubmit={reserve}
          className={soldOut ? 'hidden' : undefined}
        >
          <input type="hidden" name="productId" value={product.id} />
          <input type="hidden" name="key" value={attempt} />
          {soldOut ? null : (
            <Quantity id={quantityInput} available={product.available} room={room} say={setLimit} />
          )}
        </form>
        {soldOut ? (
          <div className="min-w-36 flex-1">{notifyMe}</div>
        ) : (
          <>
            <div className="min-w-fit flex-1">{addToCart({ id: formId, quantityInput })}</div>
            <Button
              type="submit"
              form={formId}
              rank="secondary"
              busy={busy}
              busyText="Reserving…"
              className="w-full"
            >
              Reserve for Pickup
            </Button>
            {/* Below the buttons: clicking one of them ends typing in the field, and the button must not
                move under the pointer. */}
            <p role="status" className={limit === null ? 'sr-only' : 'basis-full text-sm text-ochre-700'}>
              {limit}
            </p>
          </>
        )}
      </div>
      {again !== null && !soldOut ? (
        <form method="post" action="/api/reserve" className="mt-4 rounded-control bg-ochre-100 px-4 py-3">
          <input type="hidden" name="productId" value={product.id} />
          <input type="hidden" name="key" value={attempt} />
          <input type="hidden" name="quantity" value={again} />
          <p className="mb-3 text-sm">{`You reserved ${again} of ${product.name} a moment ago. Again?`}</p>
          <Button type="submit" name="again" value="yes" rank="secondary">
            Reserve once more
          </Button>
        </form>
      ) : null}
      {nextPickup && !soldOut ? (
        <p className="figures mt-4 text-sm">
          <span className="font-medium">Next pickup:</span> {nextPickup}
        </p>
      ) : null}
      <p className={`text-sm text-ink-soft ${nextPickup && !soldOut ? 'mt-1' : 'mt-4'}`}>
        {isCannabis(product) || product.requiresId
          ? `Pickup only. Bring a valid ID that shows you are ${minimumAge} or older.`
          : 'Pickup at the farm.'}
      </p>
    </div>
  );
}

/** Renders the price's last day and terms (docs/law.md, Promotions). */
export function OfferTerms({ offer }: { offer: Offer }) {
  return (
    <p className="mt-2 rounded-control bg-ochre-100 px-3 py-2 text-sm break-words">
      <span className="font-medium">Discount until {offer.untilText}.</span> {offer.terms}
    </p>
  );
}

/** `to`: the next page; `isSaidThere`: it says the message itself. */
type Answer = { message: string; to?: string; isSaidThere?: boolean; login?: string; again?: boolean };

/**
 * Sends the reservation in the background and leads to choosing its pickup time; without scripts the form submits
 * normally. The server remembers what a guest pressed until they have signed in.
 */
function useReserve() {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  const reserve = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    await send(new URLSearchParams(new FormData(event.currentTarget) as unknown as URLSearchParams));
  };

  const send = async (input: URLSearchParams) => {
    setBusy(true);
    try {
      const response = await fetch('/api/reserve', {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: input,
      });
      const answer: Answer = await response.json();
      if (response.ok && answer.to) {
        if (!answer.isSaidThere) toast.show(answer.message, { tone: 'success' });
        await navigate(answer.to);
        return;
      }
      if (answer.again) {
        const onPress = () => send(new URLSearchParams([...input, ['again', 'yes']]));
        toast.show(answer.message, { tone: 'info', action: { label: 'Reserve again', onPress } });
      } else if (answer.login) {
        toast.show(answer.message, { tone: 'info', action: { label: 'Sign In', to: answer.login } });
      } else toast.show(answer.message, { tone: 'error' });
      // Stock may have changed, and the next reservation needs a new key.
      await revalidate();
    } catch {
      toast.show('Failed to reserve product', { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, reserve };
}
