/** The lowest price the law allows for cannabis (docs/law.md, Promotions): the rule, its setting, its words. */
import type { PricingSettings } from '#core/settings/settings.ts';
import { type BasisPoints, basisPoints, type Cents, cents, formatCents } from '#kernel/money.ts';
import { isCannabis } from './product.ts';

/** What a unit costs the shop and the customer. */
export type Pricing = {
  productType: string;
  retailPrice: number;
  wholesalePrice: number;
  /** Off the retail price, whenever it counts. */
  discount: number | null;
};

/**
 * The least that a unit may be sold for, in cents, rounded up: the setting's share of the wholesale price. Null where
 * no floor applies: merchandise, a wholesale price that is not known (0), or a guard that is switched off.
 */
export function priceFloor(
  { productType, wholesalePrice }: Pick<Pricing, 'productType' | 'wholesalePrice'>,
  settings: PricingSettings,
): Cents | null {
  if (settings.belowFloor === 'allow' || !isCannabis({ productType }) || wholesalePrice <= 0) return null;
  return cents(Math.ceil((wholesalePrice * settings.floor) / 10_000));
}

/**
 * Null where the price may stand, with its discount if it has one; else whether it is refused or may be saved by who
 * has read the warning, and which field is to blame. A discount counts on whatever day it is for.
 */
export function checkPrice(
  pricing: Pricing,
  settings: PricingSettings,
): { kind: 'refused' | 'warned'; field: 'retailPrice' | 'discount'; message: string } | null {
  const floor = priceFloor(pricing, settings);
  const { retailPrice } = pricing;
  const lowest = retailPrice - (pricing.discount ?? 0);
  // A discount that is not less than the price is refused for that.
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
