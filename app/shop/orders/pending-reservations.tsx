/** Renders holds without a pickup time: they expire unless the customer chooses a time. */

import type { PendingReservation } from '#core/sales/orders/orders-queries.server.ts';
import { addCents } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Price } from '#ui/price.tsx';
import { checkoutOf } from './checkout-of.ts';
import { HoldCountdown } from './hold-countdown.tsx';

export function PendingReservations({ reservations }: { reservations: readonly PendingReservation[] }) {
  const minimumAge = useMinimumAge();
  const together = oneOfEach(reservations);
  return (
    <section aria-labelledby="held" className="rounded-surface bg-ochre-100 p-5 sm:p-7">
      <h2 id="held" className="text-xl">
        Held for you
      </h2>
      <p className="mt-1 text-sm">Choose a pickup time to turn a reservation into an order.</p>
      {together.length > 1 ? (
        <ButtonLink to={checkoutOf(together)} className="mt-4">
          Choose one pickup time for {together.length === 2 ? 'both' : `all ${together.length}`}
        </ButtonLink>
      ) : null}
      <ul className="mt-4">
        {reservations.map(({ money, ...reservation }) => (
          <li
            key={reservation.id}
            className="grid grid-cols-[min(3.5rem,18%)_minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-ochre-700/20 py-4 last:pb-0 max-[16em]:flex max-[16em]:flex-col sm:grid-cols-[3.5rem_1fr_auto] sm:items-center"
          >
            <img
              src={reservation.image}
              alt=""
              width={56}
              height={70}
              className="aspect-4/5 w-full rounded-control bg-cream object-cover max-[16em]:w-1/4"
            />
            <div className="min-w-0">
              <p className="leading-snug font-medium">{reservation.name}</p>
              <p className="figures text-sm">
                {reservation.quantity} ×{' '}
                <Price now={money.unitPrice} list={addCents(money.unitPrice, money.unitDiscount)} />
              </p>
              {reservation.requiresId ? (
                <p className="text-xs font-medium text-clay-700">Requires {minimumAge}+</p>
              ) : null}
              {reservation.inHand ? <p className="text-sm font-medium">{reservation.inHand}</p> : null}
              {reservation.heldUntil ? (
                <p className="figures dotted text-sm text-ochre-700">
                  <span className="font-medium">Held until {reservation.heldUntil}</span>{' '}
                  {reservation.heldForMs === null ? null : <HoldCountdown leftMs={reservation.heldForMs} />}
                </p>
              ) : null}
            </div>
            {reservation.inHand ? null : <Ways of={reservation} isOneOfMany={together.length > 1} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those that can be one order: one of each product, and none that staff make an order of. */
function oneOfEach(reservations: readonly PendingReservation[]): string[] {
  const first = new Map<number, string>();
  for (const { id, productId, inHand } of reservations)
    if (!inHand && !first.has(productId)) first.set(productId, id);
  return [...first.values()];
}

/** What the customer can do with a hold. */
function Ways({
  of: reservation,
  isOneOfMany,
}: {
  of: Omit<PendingReservation, 'money'>;
  isOneOfMany: boolean;
}) {
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1 sm:flex-col sm:items-stretch">
      <ButtonLink
        to={checkoutOf([reservation.id])}
        rank={isOneOfMany ? 'secondary' : 'primary'}
        className="grow"
      >
        {isOneOfMany ? 'Only this one' : 'Choose a pickup time'}
        <span className="sr-only">{isOneOfMany ? `: ${reservation.name}` : ` for ${reservation.name}`}</span>
      </ButtonLink>
      <Confirm
        action="/orders"
        fields={{ intent: 'cancel-reservation', id: reservation.id }}
        busyText="Cancelling…"
        label="Cancel"
        of={reservation.name}
        question="Cancel this reservation?"
        consequence={`We will no longer hold ${reservation.quantity} × ${reservation.name} for you.`}
      />
    </div>
  );
}
