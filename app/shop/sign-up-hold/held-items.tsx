/** Renders what a sign-up holds: the items, the pickup time, and until when. */
import { PickupTime } from '#ui/pickup-time.tsx';
import type { HeldHere } from './held-here.server.ts';

export function HeldItems({ held }: { held: HeldHere }) {
  return (
    <section aria-labelledby="held" className="rounded-surface bg-cream p-5 sm:p-6">
      <h2 id="held" className="text-xl">
        Held until <span className="figures">{held.until}</span>
      </h2>
      <ul className="mt-3">
        {held.lines.map(({ productId, name, quantity }) => (
          <li
            key={productId}
            className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <span className="min-w-0 break-words">{name}</span>
            <span className="figures text-ink-soft">× {quantity}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">Pick up</p>
      <p className="figures font-medium">
        <PickupTime {...held.pickup} />
      </p>
    </section>
  );
}
