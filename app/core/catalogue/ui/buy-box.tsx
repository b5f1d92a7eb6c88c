/** Renders the buy box: availability, price, quantity, two actions. Stays in view on wide screens. */
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Offer, priceNow } from '#core/discounts/discount.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Price } from '#ui/price.tsx';
import { useToast } from '#ui/toast.tsx';
import { fewerLeft } from '../fewer-left.ts';
import { isCannabis, type ProductFacts } from '../products/product.ts';
import { Availability } from './availability.tsx';

/**
 * `addToCart` receives the form with the quantity; `attempt` is the idempotency key of the next reservation;
 * `login` takes guests to sign-in and back.
 */
export function BuyBox({
  product,
  attempt,
  login,
  again,
  holdHours,
  nextPickup,
  addToCart,
  notifyMe,
}: {
  product: ProductFacts;
  attempt: string;
  login: string | null;
  /** The quantity that was reserved a moment ago and requested again; without scripts the question appears here. */
  again: number | null;
  /** How many hours 'Reserve for Pickup' holds it. */
  holdHours: number;
  /** 'Today from 2:00 PM'; null if unknown. */
  nextPickup: string | null;
  addToCart: (form: { id: string; quantityInput: string; note: string }) => ReactNode;
  /** Replaces both actions when the product is sold out; the line above says so. */
  notifyMe: ReactNode;
}) {
  const soldOut = product.available < 1;
  const quantityInput = useId();
  const [formId, cartNote, holdNote] = [useId(), useId(), useId()];
  const { busy, reserve } = useReserve(login);
  const minimumAge = useMinimumAge();
  const [reduced, setReduced] = useState<string | null>(null);
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="figures font-display text-3xl">
          <Price now={priceNow(product)} list={product.retailPrice} />
        </p>
        <Availability available={product.available} large />
      </div>
      {product.offer ? <OfferTerms offer={product.offer} /> : null}
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
            <Quantity id={quantityInput} available={product.available} sayReduced={setReduced} />
          )}
        </form>
        {soldOut ? (
          <div className="min-w-36 flex-1">{notifyMe}</div>
        ) : (
          <>
            <div className="min-w-36 flex-1">{addToCart({ id: formId, quantityInput, note: cartNote })}</div>
            <Button
              type="submit"
              form={formId}
              rank="secondary"
              busy={busy}
              busyText="Reserving…"
              aria-describedby={holdNote}
              className="w-full"
            >
              Reserve for Pickup
            </Button>
            {/* Below the buttons: clicking one of them ends typing in the field, and the button must not
                move under the pointer. */}
            <p role="status" className={reduced === null ? 'sr-only' : 'basis-full text-sm text-ochre-700'}>
              {reduced}
            </p>
          </>
        )}
      </div>
      {soldOut ? null : (
        <div className="mt-2.5 text-xs text-ink-soft print:hidden">
          <p>
            <span className="font-medium">Add to cart:</span>{' '}
            <span id={cartNote}>Choose the pickup time at checkout.</span>
          </p>
          <p>
            <span className="font-medium">Reserve:</span>{' '}
            <span id={holdNote}>We hold it for at least {hoursWords(holdHours)}; choose a time later.</span>
          </p>
        </div>
      )}
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
      {nextPickup ? (
        <p className="figures mt-4 text-sm">
          <span className="font-medium">Next pickup:</span> {nextPickup}
        </p>
      ) : null}
      <p className={`text-sm text-ink-soft ${nextPickup ? 'mt-1' : 'mt-4'}`}>
        {isCannabis(product) || product.requiresId
          ? `Pickup only. Bring a valid ID that shows you are ${minimumAge} or older.`
          : 'Pickup at the farm.'}
      </p>
    </div>
  );
}

/** '24 hours', '3 days' */
function hoursWords(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** Renders the price's last day and terms (docs/law.md, Promotions). */
export function OfferTerms({ offer }: { offer: Offer }) {
  return (
    <p className="mt-2 rounded-control bg-ochre-100 px-3 py-2 text-sm break-words">
      <span className="font-medium">Discount until {offer.untilText}.</span> {offer.terms}
    </p>
  );
}

function Quantity({
  id,
  available,
  sayReduced,
}: {
  id: string;
  available: number;
  /** Receives the sentence about a reduced quantity; null once another quantity is typed. */
  sayReduced: (sentence: string | null) => void;
}) {
  const [quantity, setQuantity] = useState('1');
  const clamp = () => {
    const wanted = Math.max(1, Math.trunc(Number(quantity)) || 1);
    const now = Math.min(available, wanted);
    if (now < wanted) sayReduced(fewerLeft({ available, from: wanted, now }));
    setQuantity(String(now));
  };
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="text-sm font-medium">
        Quantity
      </label>
      <div className="w-20">
        <input
          id={id}
          type="number"
          name="quantity"
          inputMode="numeric"
          min={1}
          max={available}
          step={1}
          required
          value={quantity}
          onChange={(event) => {
            setQuantity(event.target.value);
            sayReduced(null);
          }}
          onBlur={clamp}
          className={`${controlClass} figures`}
        />
      </div>
    </div>
  );
}

/** Sends the reservation in the background and shows the result; without scripts the form submits normally. */
function useReserve(login: string | null) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const { revalidate } = useRevalidator();

  const askToSignIn = (message: string, to: string) =>
    toast.show(message, { tone: 'info', action: { label: 'Sign In', to } });

  const reserve = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (login !== null) return askToSignIn('Please log in to reserve a product', login);
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
      const answer: { message: string; login?: string; again?: boolean } = await response.json();
      if (answer.again) {
        const onPress = () => send(new URLSearchParams([...input, ['again', 'yes']]));
        toast.show(answer.message, { tone: 'info', action: { label: 'Reserve again', onPress } });
      } else if (response.ok) {
        toast.show(answer.message, {
          tone: 'success',
          action: { label: 'Your Orders', to: '/orders' },
        });
      } else if (answer.login) {
        // The session ended while the page was open.
        askToSignIn(answer.message, answer.login);
      } else toast.show(answer.message, { tone: 'error' });
      // Stock has changed, and the next reservation needs a new key.
      await revalidate();
    } catch {
      toast.show('Failed to reserve product', { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, reserve };
}
