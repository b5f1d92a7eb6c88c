/** Judges what a product needs before it is saved or goes on sale, with the refusals and their messages. */

import { discountErrors } from '#core/goods/discounts/discount.ts';
import { checkPrice } from '#core/goods/discounts/price-guard.ts';
import type { LotProblem } from '#core/goods/stock/lots/lots.ts';
import { lotMessage } from '#core/goods/stock/lots/lots.ts';
import type { PricingSettings, PublishingSettings } from '#core/ground/settings/settings.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import type { StaleSave } from '#ui/form/refusal.ts';
import { flaggedWords } from './flagged-words.ts';
import { isCannabis } from './product.ts';
import { changedFields, type ProductField, type ProductValues } from './product-fields.ts';

export type ProductRules = { pricing: PricingSettings; publishing: PublishingSettings };

export type Judgment = {
  /** What prevents saving, by field. */
  errors: Record<string, string[]>;
  /** Warnings to accept before saving. */
  warnings: string[];
};

const discountFields: readonly ProductField[] = [
  'retailPrice',
  'discount',
  'discountFrom',
  'discountUntil',
  'discountTerms',
];
const priceFields: readonly ProductField[] = [
  'retailPrice',
  'wholesalePrice',
  'discount',
  'productType',
  'forSale',
];
const wordFields: readonly ProductField[] = [
  'name',
  'description',
  'cannabisContent',
  'strainCode',
  'strainName',
  'lineage',
  'terpenes',
  'forSale',
];

/**
 * Judges saving `after` in place of `before` (null for a new product). Checks only what the change affects,
 * so that staff can correct a size while the price waits for a decision.
 */
export function judgeProduct(
  before: ProductValues | null,
  after: ProductValues,
  rules: ProductRules,
): Judgment {
  const changed = before === null ? null : new Set(changedFields(before, after));
  const touches = (fields: readonly ProductField[]) =>
    changed === null || fields.some((field) => changed.has(field));
  const errors: Record<string, string[]> = {};
  const warnings: string[] = [];
  if (after.forSale) Object.assign(errors, lacksForSale(after));
  if (touches(priceFields)) {
    const low = checkPrice(after, rules.pricing);
    if (low?.kind === 'refused') errors[low.field] = [low.message];
    if (low?.kind === 'warned') warnings.push(low.message);
  }
  if (touches(discountFields)) Object.assign(errors, discountErrors(after));
  if (after.forSale && touches(wordFields)) {
    const texts = [
      after.name,
      after.strainCode,
      after.strainName,
      after.lineage,
      after.terpenes,
      after.description,
      after.cannabisContent,
    ].join(' \n ');
    const found = flaggedWords(texts, rules.publishing.flaggedWords);
    if (found.length > 0) warnings.push(`The text contains flagged words: ${found.join(', ')}.`);
  }
  return { errors, warnings };
}

/**
 * A judged save. `missing` says why the product stays off sale, by field; empty if it goes on sale or was not
 * meant to.
 */
export type SaleJudgment = Judgment & { after: ProductValues; missing: Record<string, string[]> };

/**
 * Judges like `judgeProduct`, for a save that may put a product on sale: a product that lacks something for
 * that is saved off sale, with all its other values. A product that is already on sale is refused instead, so
 * that no edit takes it off sale by mistake.
 */
export function judgeSale(
  before: ProductValues | null,
  after: ProductValues,
  rules: ProductRules,
): SaleJudgment {
  const verdict = judgeProduct(before, after, rules);
  const asWanted = { ...verdict, after, missing: {} };
  if (Object.keys(verdict.errors).length === 0 || !after.forSale || before?.forSale) return asWanted;
  const offSale = { ...after, forSale: false };
  const judged = judgeProduct(before, offSale, rules);
  if (Object.keys(judged.errors).length > 0) return asWanted;
  return { ...judged, after: offSale, missing: verdict.errors };
}

/** What a product lacks to be on sale (docs/law.md, Limits), by field. */
export function lacksForSale(product: ProductValues): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (product.retailPrice === 0) errors.retailPrice = ['Set a price before it goes on sale.'];
  if (!isCannabis(product)) return errors;
  if (product.limitCategory === null)
    errors.limitCategory = ['Before cannabis goes on sale, choose what it counts as under the legal limits.'];
  if (!product.limitMg)
    errors.limitMg = ['Before cannabis goes on sale, enter the amount that counts under the legal limits.'];
  if (product.taxClass !== 'cannabis') errors.taxClass = ['Cannabis is taxed as cannabis.'];
  if (!product.requiresId) errors.requiresId = ['Cannabis requires ID.'];
  return errors;
}

/** Identifies these warnings: accepting some does not accept others that come later. */
export const warningKey = (warnings: readonly string[]): string => warnings.join('\n');

export type ProductProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'invalid'; errors: Record<string, string[]> }
  | { kind: 'warned'; warnings: string[] }
  | { kind: 'stale'; stale: StaleSave }
  | { kind: 'lot'; field: 'batchNumber' | 'stock' | 'expiresOn'; problem: LotProblem };

/** The result of a save, with the tone of its message. */
export function savedMessage({
  changed,
  missing,
}: {
  changed: boolean;
  missing: Readonly<Record<string, readonly string[]>>;
}): [message: string, tone: 'success' | 'info'] {
  if (Object.keys(missing).length > 0) return ['Saved off sale. See what is missing.', 'info'];
  return changed ? ['Product saved', 'success'] : ['Nothing was changed.', 'info'];
}

/** The message above the form. */
export function productMessage(problem: ProductProblem): string | undefined {
  switch (problem.kind) {
    // The form shows these in separate boxes.
    case 'invalid':
    case 'warned':
    case 'stale':
      return undefined;
    case 'lot':
      return lotMessage(problem.problem);
    default:
      return commonMessage(problem, 'Product');
  }
}
