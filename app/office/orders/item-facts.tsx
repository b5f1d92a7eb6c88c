/** Renders price and stock of a product on or for an order. */
import type { PricedItem } from '#core/sales/orders/items-change/items-draft.ts';
import { cents, formatCents } from '#kernel/money.ts';

/** '$45.00 each · 12 available'. @param item undefined if the product is not on the menu */
export function ItemFacts({ item }: { item: PricedItem | undefined }) {
  return (
    <span className="figures block text-sm text-ink-soft">
      {item
        ? [
            item.size,
            `${formatCents(cents(item.unitPrice))} each`,
            item.most === 0 ? 'none available' : `${item.most} available`,
          ]
            .filter(Boolean)
            .join(' · ')
        : 'Not on the menu'}
    </span>
  );
}
