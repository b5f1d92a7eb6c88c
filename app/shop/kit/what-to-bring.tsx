/** Renders what a customer must have at the counter; shown before and after reserving, impossible to miss. */
import type { ReactNode } from 'react';
import { cents, formatDollarsUp } from '#kernel/money.ts';
import { DirectionsLink } from '#ui/directions-link.tsx';
import type { Icon } from '#ui/icons/icon.tsx';
import { Banknote, IdCard, MapPin } from '#ui/icons.ts';
import type { PickupPlace } from './pickup-place-queries.server.ts';

export function WhatToBring({
  store,
  total,
  level = 2,
  pickupName = null,
}: {
  store: PickupPlace;
  /** In cents: what is due at the counter, as far as it is known; omitted where it is shown elsewhere. */
  total?: number;
  level?: 2 | 3;
  /** The other adult who picks the order up; null for the customer. */
  pickupName?: string | null;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      aria-labelledby="what-to-bring"
      className="self-start rounded-surface bg-ochre-100 p-5 sm:p-6 print:bg-white print:p-0"
    >
      <Heading id="what-to-bring" className="text-xl">
        What to bring
      </Heading>
      <ul className="mt-4 grid gap-4 text-sm print:mt-2 print:gap-2">
        <Item icon={IdCard} title={`A valid ID that proves you are ${store.minimumAge} or older`}>
          Driver’s license, state ID, passport or military ID. The card itself, not a picture of it.
          {pickupName ? (
            <strong className="block font-semibold wrap-anywhere">
              Picked up by {pickupName}, who must bring their own ID.
            </strong>
          ) : null}
        </Item>
        <Item
          icon={Banknote}
          title={total === undefined ? 'Cash' : `Cash: about ${formatDollarsUp(cents(total))}`}
        >
          You pay when you pick up, in cash only.
          {store.atmOnPremises ? ' There is an ATM on site.' : null}
        </Item>
        <Item icon={MapPin} title={store.name}>
          <DirectionsLink address={store.address} />
        </Item>
      </ul>
    </section>
  );
}

/** 'about $92 in cash' for a total of 9120 cents: tax is an estimate until the counter. */
export function aboutInCash(total: number): string {
  return `about ${formatDollarsUp(cents(total))} in cash`;
}

function Item({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <Icon aria-hidden="true" strokeWidth={1.6} className="size-6 mt-0.5 text-ochre-700" />
      <div>
        <p className="font-semibold">{title}</p>
        <p>{children}</p>
      </div>
    </li>
  );
}
