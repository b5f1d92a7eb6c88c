/** Defines a bulk change of products: its form, its effect on each product, and its messages. */

import { discountErrors } from '#core/goods/discounts/discount.ts';
import { priceFloor } from '#core/goods/discounts/price-guard.ts';
import { type BasisPoints, basisPoints, type Cents, cents, parseCents, percentOf } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { commonMessage } from '#kernel/problem.ts';
import { isPriceEnding, type PriceEnding, roundPrice } from './price-ending.ts';
import {
  changedFields,
  type ProductField,
  type ProductValues,
  readProductFields,
  type TaxClass,
  taxClasses,
  writeProductField,
} from './product-fields.ts';
import { judgeSale, type ProductRules } from './product-rules.ts';

/** Each change rewrites a product with its search index; more at once would block the shop. */
export const MOST_AT_ONCE = 2000;
/** Maximum lines of a preview. */
export const PREVIEW_LINES = 100;

/** The fields of a bulk change. Missing fields do not change. */
export type BulkChange = {
  /**
   * One price for all, or a relative change in basis points: −500 is 5 % less. `ending` rounds what a relative
   * change gives.
   */
  price?: { to: number } | { by: number; ending?: PriceEnding };
  forSale?: boolean;
  categoryId?: number;
  taxClass?: TaxClass;
  /** Units; null for the store's level. */
  lowStockLevel?: number | null;
  /** Ends a discount, or sets one for some days: an amount off each, or a percentage of each price. */
  discount?: 'end' | NewDiscount;
};

export type NewDiscount = Readonly<Record<'discountFrom' | 'discountUntil' | 'discountTerms', string>> & {
  off: { to: Cents } | { by: BasisPoints };
};

/** The fields of the form, all of them text. */
export const bulkFields = [
  'price',
  'ending',
  'forSale',
  'categoryId',
  'taxClass',
  'lowStockMode',
  'lowStockLevel',
  'discountMode',
  'discount',
  'discountFrom',
  'discountUntil',
  'discountTerms',
] as const;

/** Parses the form; an empty field changes nothing. */
export function readBulkChange(
  texts: Readonly<Record<string, string>>,
): { ok: true; change: BulkChange } | { ok: false; errors: Record<string, string[]> } {
  const change: BulkChange = {};
  const errors: Record<string, string[]> = {};
  const price = (texts.price ?? '').trim();
  if (price !== '') {
    const read = readPrice(price);
    if (read) change.price = read;
    else errors.price = ['Enter a price like 24.50, or a change like +10% or -5%.'];
  }
  if (isPriceEnding(texts.ending)) {
    if (change.price && 'by' in change.price) change.price.ending = texts.ending;
    else if (!errors.price) errors.ending = ['Rounding needs a change like +10% or -5% in Retail.'];
  }
  if (texts.forSale === 'yes' || texts.forSale === 'no') change.forSale = texts.forSale === 'yes';
  if (/^[1-9]\d{0,8}$/.test(texts.categoryId ?? '')) change.categoryId = Number(texts.categoryId);
  const taxClass = taxClasses.find((each) => each === texts.taxClass);
  if (taxClass) change.taxClass = taxClass;
  Object.assign(errors, readLevel(texts, change), readDiscount(texts, change));
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  if (Object.keys(change).length === 0)
    return { ok: false, errors: { price: ['Change at least one of these.'] } };
  return { ok: true, change };
}

/** Adds the low-stock level to `change`; returns errors by field. */
function readLevel(texts: Readonly<Record<string, string>>, change: BulkChange): Record<string, string[]> {
  const level = (texts.lowStockLevel ?? '').trim();
  if (texts.lowStockMode !== 'set') {
    if (level !== '') return { lowStockMode: ['Choose ‘Set a level’, or leave Units empty.'] };
    if (texts.lowStockMode === 'end') change.lowStockLevel = null;
    return {};
  }
  if (level === '') return { lowStockLevel: ['Enter a number of units.'] };
  const read = readProductFields({ lowStockLevel: level }, ['lowStockLevel']);
  if (!read.ok) return read.errors;
  Object.assign(change, read.values);
  return {};
}

/** Adds the discount to `change`; returns errors by field. */
function readDiscount(texts: Readonly<Record<string, string>>, change: BulkChange): Record<string, string[]> {
  const [off, discountFrom, discountUntil, discountTerms] = (
    ['discount', 'discountFrom', 'discountUntil', 'discountTerms'] as const
  ).map((name) => (texts[name] ?? '').trim()) as [string, string, string, string];
  if (texts.discountMode !== 'set') {
    if (off || discountFrom || discountUntil || discountTerms)
      return { discountMode: ['Choose ‘Set a discount’, or leave these fields empty.'] };
    if (texts.discountMode === 'end') change.discount = 'end';
    return {};
  }
  const read = readOff(off);
  const days = readProductFields({ discountFrom, discountUntil, discountTerms }, [
    'discountFrom',
    'discountUntil',
    'discountTerms',
  ]);
  const errors: Record<string, string[]> = read
    ? {}
    : { discount: ['Enter an amount like 5.00, or a percentage like 20%.'] };
  if (!days.ok) return { ...errors, ...days.errors };
  // Each product is checked separately for a discount below its price.
  Object.assign(
    errors,
    discountErrors({ ...noDiscount, ...days.values, discount: 1, retailPrice: Number.MAX_SAFE_INTEGER }),
  );
  if (read && Object.keys(errors).length === 0)
    change.discount = { off: read, discountFrom, discountUntil, discountTerms };
  return errors;
}

function readOff(text: string): NewDiscount['off'] | null {
  const share = /^(\d{1,2}(?:\.\d{1,2})?)\s*%$/.exec(text)?.[1];
  if (share !== undefined) {
    const by = basisPoints(Math.round(Number(share) * 100));
    return by > 0 ? { by } : null;
  }
  const to = parseCents(text);
  return to === null || to <= 0 || to > 100_000_000 ? null : { to };
}

const noDiscount = { discount: null, discountFrom: null, discountUntil: null, discountTerms: null };

/** A product's discount at this retail price. */
function discountAfter(retailPrice: number, change: BulkChange['discount']) {
  if (change === undefined) return {};
  if (change === 'end') return noDiscount;
  const { off, ...days } = change;
  // A percentage of a very low price may round to zero; a discount takes off at least one cent.
  const discount = 'to' in off ? off.to : Math.max(1, percentOf(cents(retailPrice), off.by));
  return { ...days, discount };
}

/** '10%' raises prices like '+10%': the page shows every new price before it is saved. */
function readPrice(text: string): BulkChange['price'] | null {
  const share = /^([+\-−]?)\s*(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text);
  if (share) {
    const by = Math.round(Number(share[2]) * 100) * (share[1] === '-' || share[1] === '−' ? -1 : 1);
    return by > -10_000 ? { by } : null;
  }
  const to = parseCents(text);
  return to === null || to < 0 || to > 100_000_000 ? null : { to };
}

/** The effect on one product. With `errors` it does not change; with `missing` it stays off sale. */
export type PlannedChange = {
  id: number;
  name: string;
  after: ProductValues;
  changes: { field: ProductField; before: string; after: string }[];
  errors: string[];
  missing: string[];
  warnings: string[];
};

/**
 * @param limit the largest discount in percent that the person may set; null for any. Ending one is free. Who has a
 *   limit does not accept a price below the legal floor: that is for those who may set any price.
 */
export function planChange(
  product: { id: number; values: ProductValues },
  change: BulkChange,
  rules: ProductRules,
  limit: number | null = null,
): PlannedChange {
  const before = product.values;
  const retailPrice = priceAfter(before, change.price, rules);
  const wanted: ProductValues = {
    ...before,
    retailPrice,
    ...discountAfter(retailPrice, change.discount),
    forSale: change.forSale ?? before.forSale,
    categoryId: change.categoryId ?? before.categoryId,
    taxClass: change.taxClass ?? before.taxClass,
    lowStockLevel: change.lowStockLevel === undefined ? before.lowStockLevel : change.lowStockLevel,
  };
  const { after, errors, missing, warnings } =
    changedFields(before, wanted).length === 0
      ? { after: wanted, errors: {}, missing: {}, warnings: [] }
      : judgeSale(before, wanted, rules);
  const fields = changedFields(before, after);
  return {
    id: product.id,
    name: before.name,
    after,
    changes: fields.map((field) => ({
      field,
      before: writeProductField(field, before),
      after: writeProductField(field, after),
    })),
    errors: [
      ...Object.values(errors).flat(),
      ...overLimit(after, change, limit),
      ...(limit === null ? [] : warnings),
    ],
    missing: Object.values(missing).flat(),
    warnings: limit === null ? warnings : [],
  };
}

function overLimit({ retailPrice, discount }: ProductValues, change: BulkChange, limit: number | null) {
  if (limit === null || change.discount === undefined || change.discount === 'end') return [];
  // A percentage is rounded to the cent, so what the limit itself gives is within it.
  const most = Math.max(1, percentOf(cents(retailPrice), basisPoints(limit * 100)));
  return (discount ?? 0) > most ? [`You can set discounts of up to ${limit}%.`] : [];
}

/**
 * Rounded to the nearest cent, half a cent up, then to the chosen ending. Rounding never goes past the old price
 * (a raise stays a raise), and never below the legal floor where the price before rounding was not below it.
 */
function priceAfter(
  product: ProductValues,
  change: BulkChange['price'],
  { pricing }: Pick<ProductRules, 'pricing'>,
): number {
  const old = product.retailPrice;
  if (!change) return old;
  if ('to' in change) return change.to;
  const price = Math.round((old * (10_000 + change.by)) / 10_000);
  if (change.ending === undefined) return price;
  const floor = priceFloor(product, pricing) ?? 0;
  const lowest = Math.max(change.by > 0 ? old : 0, price >= floor ? floor : 0);
  return roundPrice(price, change.ending, { lowest, highest: change.by < 0 ? old : Number.MAX_SAFE_INTEGER });
}

export type BulkProblem =
  | { kind: 'not-allowed' }
  | { kind: 'nothing-selected' }
  | { kind: 'too-many' }
  | { kind: 'moved-on' }
  | { kind: 'unknown-category' }
  | { kind: 'not-accepted' }
  | { kind: 'nothing-to-undo' };

/** The box to tick before a change with warnings. */
export const ACCEPT_CHANGE = 'Change anyway';

export function bulkMessage(problem: BulkProblem): string {
  switch (problem.kind) {
    case 'nothing-selected':
      return 'Select at least one product first.';
    case 'too-many':
      return `More than ${formatNumber(MOST_AT_ONCE)} products match. Narrow the filters and try again; nothing was changed.`;
    case 'moved-on':
      return 'Someone else changed these products after the preview. Nothing was changed. Review the new preview.';
    case 'unknown-category':
      return 'That category no longer exists.';
    case 'not-accepted':
      return `Nothing was changed. Tick ‘${ACCEPT_CHANGE}’ below first.`;
    case 'nothing-to-undo':
      return 'Nothing left to undo.';
    default:
      return commonMessage(problem);
  }
}

/** '3 products' */
export const productCount = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'product' : 'products'}`;
