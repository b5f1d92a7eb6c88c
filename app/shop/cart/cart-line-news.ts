/** How a line of the cart differs from what was added. Apart from the cart itself: checkout shows it too. */
import { fewerLeft } from '#core/goods/catalogue/fewer-left.ts';
import { type Cents, formatCents } from '#kernel/money.ts';

/** What changed since the line was added to the cart. */
export type CartChange =
  | { kind: 'price'; was: Cents; now: Cents }
  | { kind: 'fewer'; wanted: number; now: number; available: number }
  | { kind: 'gone' };

/** The text for it. */
export function cartChangeMessage(change: CartChange): string {
  switch (change.kind) {
    case 'price':
      return `Price is now ${formatCents(change.now)} (was ${formatCents(change.was)})`;
    case 'fewer':
      return fewerLeft({ ...change, from: change.wanted });
    case 'gone':
      return 'No longer available';
  }
}
