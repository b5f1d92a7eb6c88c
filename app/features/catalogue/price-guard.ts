/** The lowest price the law allows for cannabis (docs/law.md, Promotions): the rule, its setting, its words. */
import type { PricingSettings } from '#features/settings/settings.ts';
import { type BasisPoints, basisPoints, type Cents, cents, formatCents } from '#kernel/money.ts';
import { isCannabis } from './product.ts';

/** What a unit costs the shop and the customer. */
export type Pricing = { productType: string; retailPrice: number; wholesalePrice: number };

/**
 * The least that a unit may be sold for, in cents, rounded up: the setting's share of the wholesale price. Null where
 * no floor applies: merchandise, a wholesale price that is not known (0), or a guard that is switched off.
 */
export function priceFloor(
  { productType, wholesalePrice }: Omit<Pricing, 'retailPrice'>,
  settings: PricingSettings,
): Cents | null {
  if (settings.belowFloor === 'allow' || !isCannabis({ productType }) || wholesalePrice <= 0) return null;
  return cents(Math.ceil((wholesalePrice * settings.floor) / 10_000));
}

/** Null where the price may stand; else whether it is refused or may be saved by who has read the warning. */
export function checkPrice(
  pricing: Pricing,
  settings: PricingSettings,
): { kind: 'refused' | 'warned'; message: string } | null {
  const floor = priceFloor(pricing, settings);
  if (floor === null || pricing.retailPrice >= floor) return null;
  return {
    kind: settings.belowFloor === 'refuse' ? 'refused' : 'warned',
    message: `${formatCents(cents(pricing.retailPrice))} is below the legal floor of ${formatCents(floor)}: ${times(basisPoints(settings.floor))} the wholesale price of ${formatCents(cents(pricing.wholesalePrice))}.`,
  };
}

/** '1.5 times' */
function times(floor: BasisPoints): string {
  return `${floor / 10_000} times`;
}
