/** Enforces the lowest legal price for cannabis (docs/law.md, Promotions): the rule, its setting, its messages. */
import type { PricingSettings } from '#core/ground/settings/settings.ts';
import { type BasisPoints, basisPoints, type Cents, cents, formatCents } from '#kernel/money.ts';

/** A unit's cost to the shop and price for the customer. */
export type Pricing = {
  productType: string;
  retailPrice: number;
  wholesalePrice: number;
  /** Off the retail price, whenever it is active. */
  discount: number | null;
};

/**
 * The lowest price of a unit, in cents, rounded up: the setting's share of the wholesale price. Null if no
 * floor applies: merchandise, an unknown wholesale price (0), or a guard that is off.
 */
export function priceFloor(
  { productType, wholesalePrice }: Pick<Pricing, 'productType' | 'wholesalePrice'>,
  settings: PricingSettings,
): Cents | null {
  if (settings.belowFloor === 'allow' || productType !== 'cannabis' || wholesalePrice <= 0) return null;
  return cents(Math.ceil((wholesalePrice * settings.floor) / 10_000));
}

/**
 * Returns null if the price is allowed, with its discount if it has one; otherwise the field, and whether it
 * is refused or may be saved after accepting the warning. A discount counts whatever its days are.
 */
export function checkPrice(
  pricing: Pricing,
  settings: PricingSettings,
): { kind: 'refused' | 'warned'; field: 'retailPrice' | 'discount'; message: string } | null {
  const floor = priceFloor(pricing, settings);
  const { retailPrice } = pricing;
  const lowest = retailPrice - (pricing.discount ?? 0);
  // A discount that is not below the price is refused for that reason.
  if (floor === null || lowest >= floor || (lowest <= 0 && retailPrice >= floor)) return null;
  const isDiscount = retailPrice >= floor;
  return {
    kind: settings.belowFloor === 'refuse' ? 'refused' : 'warned',
    field: isDiscount ? 'discount' : 'retailPrice',
    message: `${isDiscount ? 'With the discount, ' : ''}${formatCents(cents(isDiscount ? lowest : retailPrice))} is below the legal floor of ${formatCents(floor)}: ${times(basisPoints(settings.floor))} the wholesale price of ${formatCents(cents(pricing.wholesalePrice))}.`,
  };
}

/** '1.5 times' */
function times(floor: BasisPoints): string {
  return `${floor / 10_000} times`;
}
