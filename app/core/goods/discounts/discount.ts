/**
 * Discounts (docs/law.md, Promotions): how they change a price, and what an order line stores of it. The list price,
 * the charged price and the taxed amount stay three figures. When one applies: `offer.ts`. Browsers load this file.
 */
import type { DiscountSettings, PricingSettings, Settings } from '#core/ground/settings/settings.ts';
import type { StoredOfferPart } from '#db/schema/discounts.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import type { OfferKind } from '#kernel/statuses.ts';
import type { StoreDate } from '#kernel/time.ts';
import { priceFloor } from './price-guard.ts';

/** A stored discount: cents off one unit, and its first and last day, yyyy-mm-dd. */
export type StoredDiscount = {
  discount: number | null;
  discountFrom: string | null;
  discountUntil: string | null;
  discountTerms: string | null;
};

/**
 * What decides prices at one moment: the store-local day, yyyy-mm-dd, the setting, and the offers that run; none of them in
 * code that is only about products' own discounts.
 */
export type PriceDay = { day: string; discounts: DiscountSettings; running?: Running };

/** Equal for prices that lists show alike: without the units left of an offer, as long as some are. */
export const priceKey = ({ day, discounts, running }: PriceDay): string =>
  JSON.stringify([
    day,
    discounts,
    running?.pricing,
    running?.offers.map((offer) => ({ ...offer, left: offer.left === 0 })),
  ]);

/** The offers that run, the rule of the lowest price that they stay above, and those that ended within a day. */
export type Running = {
  offers: readonly RunningOffer[];
  ended: readonly RunningOffer[];
  pricing: PricingSettings;
};

/** An offer within its hours. */
export type RunningOffer = {
  id: number;
  name: string;
  terms: string;
  kind: OfferKind;
  amount: number;
  parts: readonly StoredOfferPart[];
  /** What shoppers find of each part of things together: categories, then products, at most `NAMED_MOST` and one more. */
  names?: readonly (readonly string[])[] | null;
  mostPerPerson: number | null;
  /** Units that are left of its limit for all; null without one. */
  left: number | null;
  /** Of its hours now, or, once it has ended, of those before. */
  until: string;
  untilText: string;
};

/** A lower price for a time. */
export type Offer = {
  /** The price of one unit now. */
  price: Cents;
  /** Its last day, yyyy-mm-dd, and its end in words. */
  until: string;
  untilText: string;
  /** Its name, limit and terms; of a product's own discount only the terms. */
  terms: string;
  /** null or missing for a product's own discount. */
  offerId?: number | null;
};

export function priceDay({ discounts }: Pick<Settings, 'discounts'>, today: StoreDate): PriceDay {
  return { day: today.toString(), discounts };
}

/** The price of one unit now, in cents. */
export function priceNow(product: { retailPrice: number; offer?: Offer | null }): Cents {
  return cents(product.offer?.price ?? product.retailPrice);
}

/** The unit price as an order line stores it. */
export type UnitMoney = {
  /** The charged price, before tax. */
  unitPrice: Cents;
  /** Subtracted from the list price. */
  unitDiscount: Cents;
  /** Whether tax is still owed on the list price. */
  discountTaxed: boolean;
  /** The offer that gives the price; missing for a product's own discount, and without one. */
  offerId?: number | null | undefined;
};

/**
 * The unit price as an order line stores it. By setting, the excise on cannabis is owed on the price before the
 * discount; other goods are taxed on the charged price (docs/law.md, Promotions).
 */
export function unitMoney(
  product: { retailPrice: number; offer: Offer | null; taxClass: string },
  { discounts }: PriceDay,
): UnitMoney {
  const unitPrice = priceNow(product);
  const unitDiscount = cents(product.retailPrice - unitPrice);
  const discountTaxed =
    unitDiscount > 0 && product.taxClass === 'cannabis' && discounts.taxBase === 'before-discount';
  return { unitPrice, unitDiscount, discountTaxed, ...offerIn(product.offer) };
}

const offerIn = (from: { offerId?: number | null } | null) =>
  from?.offerId ? { offerId: from.offerId } : {};

/** The unit price as a reservation stores it, in cents; a product without a price has none. */
export type ReservedMoney = {
  unitPrice: number | null;
  unitDiscount: number;
  discountTaxed: boolean;
  offerId?: number | null | undefined;
};

/**
 * The price charged for an earlier reservation: the reserved price, with its discount and tax base, or today's if it is
 * cheaper at any tax rate: neither the price nor the taxed amount is higher, and one of them is lower
 * (docs/decisions/0030-price-of-a-reservation.md).
 */
export function promisedMoney(reserved: ReservedMoney, today: UnitMoney): UnitMoney {
  const { unitPrice, unitDiscount, discountTaxed } = reserved;
  const now = {
    unitPrice: today.unitPrice,
    unitDiscount: today.unitDiscount,
    discountTaxed: today.discountTaxed,
    offerId: today.offerId ?? undefined,
  };
  if (unitPrice === null) return now;
  const promised = {
    ...{ unitPrice: cents(unitPrice), unitDiscount: cents(unitDiscount), discountTaxed },
    offerId: reserved.offerId ?? undefined,
  };
  const [taxedNow, taxedThen] = [taxedOf(now), taxedOf(promised)];
  const isLess = now.unitPrice < unitPrice || taxedNow < taxedThen;
  return isLess && now.unitPrice <= unitPrice && taxedNow <= taxedThen ? now : promised;
}

const taxedOf = ({ unitPrice, unitDiscount, discountTaxed }: UnitMoney): number =>
  discountTaxed ? unitPrice + unitDiscount : unitPrice;

/**
 * The least that a unit of a line may come to when its list price is corrected and its discount stays, in cents: an
 * offer never takes a price below the legal floor, and no discount where the settings refuse that; none gives a unit
 * away.
 */
export function leastPrice(
  line: { offerId: number | null },
  product: { productType: string; wholesalePrice: number },
  pricing: PricingSettings,
): Cents {
  const isFloored = line.offerId !== null || pricing.belowFloor === 'refuse';
  return (isFloored ? priceFloor(product, pricing) : null) ?? cents(1);
}

/** 'List price $100.00, discount $20.00 each'; null without a discount. In cents. */
export function discountNote(line: { unitPrice: number; listPrice: number }): string | null {
  const off = line.listPrice - line.unitPrice;
  return off > 0
    ? `List price ${formatCents(cents(line.listPrice))}, discount ${formatCents(cents(off))} each`
    : null;
}

/** Shown beside a total whose tax is more than its rate of the charged price. */
export const TAXED_ON_LIST_PRICE = 'Tax on discounted cannabis is owed on its list price.';

/** Why a discount cannot be saved, by field: it needs its dates and its terms (docs/law.md, Promotions). */
export function discountErrors(product: StoredDiscount & { retailPrice: number }): Record<string, string[]> {
  const { discount, discountFrom, discountUntil, discountTerms, retailPrice } = product;
  const errors: Record<string, string[]> = {};
  if (discount === null) return errors;
  if (discount >= retailPrice)
    errors.discount = [`The discount must be less than the price of ${formatCents(cents(retailPrice))}.`];
  if (discountFrom === null) errors.discountFrom = ['Enter the first day of the discount.'];
  if (discountUntil === null) errors.discountUntil = ['Enter the last day of the discount.'];
  if (discountFrom !== null && discountUntil !== null && discountUntil < discountFrom)
    errors.discountUntil = ['The last day comes before the first.'];
  if (discountTerms === null) errors.discountTerms = ['Enter the terms, such as ‘While supplies last’.'];
  return errors;
}
