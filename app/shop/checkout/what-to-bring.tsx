/** Renders what a customer must have at the counter; shown before and after reserving, impossible to miss. */
import { Banknote, IdCard, type LucideIcon, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { DirectionsLink } from '#ui/directions-link.tsx';
import type { PickupPlace } from './checkout-queries.server.ts';

export function WhatToBring({ store, level = 2 }: { store: PickupPlace; level?: 2 | 3 }) {
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
          Driver's license, state ID, passport or military ID. The card itself, not a picture of it.
        </Item>
        <Item icon={Banknote} title="Cash">
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

function Item({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
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
