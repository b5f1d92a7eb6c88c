/**
 * Discounts (docs/law.md, Promotions): how they change a price, and what an order line stores of it. The list price,
 * the charged price and the taxed amount stay three figures. When one applies: `offer.ts`. Browsers load this file.
 */
import type { DiscountSettings, Settings } from '#core/ground/settings/settings.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import type { StoreDate } from '#kernel/time.ts';

/** A stored discount: cents off one unit, and its first and last day, yyyy-mm-dd. */
export type StoredDiscount = {
  discount: number | null;
  discountFrom: string | null;
  discountUntil: string | null;
  discountTerms: string | null;
};

/** What decides whether discounts apply: the store-local day, yyyy-mm-dd, and the setting. */
export type PriceDay = { day: string; discounts: DiscountSettings };

/** A lower price for some days. */
export type Offer = {
  /** The price of one unit now. */
  price: Cents;
  /** Its last day: yyyy-mm-dd, and formatted. */
  until: string;
  untilText: string;
  terms: string;
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
  return { unitPrice, unitDiscount, discountTaxed };
}

/** The unit price as a reservation stores it, in cents; a product without a price has none. */
export type ReservedMoney = { unitPrice: number | null; unitDiscount: number; discountTaxed: boolean };

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
  };
  if (unitPrice === null) return now;
  const promised = { unitPrice: cents(unitPrice), unitDiscount: cents(unitDiscount), discountTaxed };
  const [taxedNow, taxedThen] = [taxedOf(now), taxedOf(promised)];
  const isLess = now.unitPrice < unitPrice || taxedNow < taxedThen;
  return isLess && now.unitPrice <= unitPrice && taxedNow <= taxedThen ? now : promised;
}

const taxedOf = ({ unitPrice, unitDiscount, discountTaxed }: UnitMoney): number =>
  discountTaxed ? unitPrice + unitDiscount : unitPrice;

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
