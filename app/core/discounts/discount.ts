/**
 * Discounts (docs/law.md, Promotions): what they make of a price, and what a line keeps of it. The list price, what is
 * charged and what tax is owed on stay three figures. When one counts: `offer.ts`. Browsers load this file.
 */
import type { DiscountSettings, Settings } from '#core/settings/settings.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';

/** A product's discount as it is stored: cents off one unit, and its first and last day, yyyy-mm-dd. */
export type StoredDiscount = {
  discount: number | null;
  discountFrom: string | null;
  discountUntil: string | null;
  discountTerms: string | null;
};

/** What decides whether discounts count: the store-local day, yyyy-mm-dd, and the setting. */
export type PriceDay = { day: string; discounts: DiscountSettings };

/** A price that is lower for some days. */
export type Offer = {
  /** What one costs now. */
  price: Cents;
  /** Its last day: yyyy-mm-dd, and as people read it. */
  until: string;
  untilText: string;
  terms: string;
};

export function priceDay({ discounts }: Pick<Settings, 'discounts'>, today: StoreDate): PriceDay {
  return { day: today.toString(), discounts };
}

/** What one costs now, in cents. */
export function priceNow(product: { retailPrice: number; offer?: Offer | null }): Cents {
  return cents(product.offer?.price ?? product.retailPrice);
}

/** What a line of an order keeps of the price of one. */
export type UnitMoney = {
  /** What is charged, before tax. */
  unitPrice: Cents;
  /** Off the list price. */
  unitDiscount: Cents;
  /** Whether tax is owed on the list price all the same. */
  discountTaxed: boolean;
};

/**
 * The price of one as a line keeps it. The excise on cannabis is owed on the price before the discount, by setting;
 * other goods are taxed on what is charged (docs/law.md, Promotions).
 */
export function unitMoney(
  product: { retailPrice: number; offer: Offer | null; taxClass: string },
  { discounts }: PriceDay,
): UnitMoney {
  const unitPrice = priceNow(product);
  const unitDiscount = cents(product.retailPrice - unitPrice);
  const discountTaxed =
    unitDiscount > 0 && product.taxClass === 'cannabis' && discounts.taxBase === 'before-discount';
  return { unitPrice, unitDiscount, discountTaxed };
}

/** The price of one as a reservation keeps it, in cents; without a price it keeps none. */
export type ReservedMoney = { unitPrice: number | null; unitDiscount: number; discountTaxed: boolean };

/**
 * What is charged for what was reserved before: the price at which it was reserved, with its discount and the base of
 * its tax, or today's where that leaves less to pay whatever the tax: neither price nor what is taxed is more, and one
 * of them is less (docs/decisions/0030-price-of-a-reservation.md).
 */
export function promisedMoney(reserved: ReservedMoney, today: UnitMoney): UnitMoney {
  const { unitPrice, unitDiscount, discountTaxed } = reserved;
  const now = {
    unitPrice: today.unitPrice,
    unitDiscount: today.unitDiscount,
    discountTaxed: today.discountTaxed,
  };
  if (unitPrice === null) return now;
  const promised = { unitPrice: cents(unitPrice), unitDiscount: cents(unitDiscount), discountTaxed };
  const [taxedNow, taxedThen] = [taxedOf(now), taxedOf(promised)];
  const isLess = now.unitPrice < unitPrice || taxedNow < taxedThen;
  return isLess && now.unitPrice <= unitPrice && taxedNow <= taxedThen ? now : promised;
}

const taxedOf = ({ unitPrice, unitDiscount, discountTaxed }: UnitMoney): number =>
  discountTaxed ? unitPrice + unitDiscount : unitPrice;

/** 'List price $100.00, discount $20.00 each'; null where there was none. In cents. */
export function discountNote(line: { unitPrice: number; listPrice: number }): string | null {
  const off = line.listPrice - line.unitPrice;
  return off > 0
    ? `List price ${formatCents(cents(line.listPrice))}, discount ${formatCents(cents(off))} each`
    : null;
}

/** Said beside a sum whose tax is more than its rate of what is charged. */
export const TAXED_ON_LIST_PRICE = 'Tax on discounted cannabis is owed on its list price.';

/** What keeps a discount from being saved, by field: it needs its dates and its terms (docs/law.md, Promotions). */
export function discountErrors(product: StoredDiscount & { retailPrice: number }): Record<string, string[]> {
  const { discount, discountFrom, discountUntil, discountTerms, retailPrice } = product;
  const errors: Record<string, string[]> = {};
  if (discount === null) return errors;
  if (discount >= retailPrice)
    errors.discount = [`The discount must be less than the price of ${formatCents(cents(retailPrice))}.`];
  if (discountFrom === null) errors.discountFrom = ['Give the first day of the discount.'];
  if (discountUntil === null) errors.discountUntil = ['Give the last day of the discount.'];
  if (discountFrom !== null && discountUntil !== null && discountUntil < discountFrom)
    errors.discountUntil = ['The last day comes before the first.'];
  if (discountTerms === null)
    errors.discountTerms = ['Say on what terms it is given, such as ‘While supplies last’.'];
  return errors;
}
