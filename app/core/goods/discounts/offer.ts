/** Decides whether a product's discount applies on a store day. */
import { cents } from '#kernel/money.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import type { Offer, PriceDay, StoredDiscount } from './discount.ts';

/**
 * The offer of that day; null while discounts are off, before the first and after the last day, and when the discount
 * is not less than the price. Mirrored in SQL for the catalogue's index: `catalogue-index.server.ts`.
 */
export function offerOf(product: StoredDiscount & { retailPrice: number }, on: PriceDay): Offer | null {
  const { discount, discountFrom, discountUntil, retailPrice } = product;
  if (!on.discounts.enabled || discount === null || discountFrom === null || discountUntil === null)
    return null;
  if (on.day < discountFrom || on.day > discountUntil || discount <= 0 || discount >= retailPrice)
    return null;
  const last = parseDate(discountUntil);
  return {
    price: cents(retailPrice - discount),
    until: discountUntil,
    untilText: last ? formatDate(last) : discountUntil,
    terms: product.discountTerms ?? '',
  };
}
