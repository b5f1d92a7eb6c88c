/**
 * Proposes what a cannabis product counts as under the legal limits, and how much, from its category's name and its
 * size (docs/law.md, Limits). Staff see the proposal and confirm it; nothing goes on sale by a guess they did not
 * see.
 */
import { phraseWords } from '#core/ground/settings/synonyms.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import { isCannabis } from './product.ts';
import type { ProductValues } from './product-fields.ts';
import { formatWeight } from './product-size.ts';

export type LimitProposal = {
  limitCategory: LimitCategory | null;
  /** Milligrams of cannabis or concentrate; for edibles, of THC. Null if the size does not say it. */
  limitMg: number | null;
};

/** Words of category names, first match first: 'Infused Pre-Rolls' are flower with a concentrate, so they stay open. */
const categoryWords: readonly (readonly [LimitCategory | null, RegExp])[] = [
  [null, /\b(infused|topicals?|balms?|lotions?|salves?)\b/],
  [
    'edible',
    /\b(edibles?|gumm(y|ies)|chews?|chocolates?|bak(ed|ery)|drinks?|beverages?|seltzers?|tinctures?|capsules?|lozenges?|mints?)\b/,
  ],
  [
    'concentrate',
    /\b(concentrates?|extracts?|vap(e|es|ors?)|carts?|cartridges?|rosin|resin|hash|wax|shatter|dabs?|kief)\b/,
  ],
  ['flower', /\b(flowers?|buds?|pre rolls?|prerolls?|joints?|shake|smalls|ground)\b/],
];

/** The type that a category's name says: cannabis for 'Flower' and 'Infused Pre-Rolls', none for 'Merchandise' or 'Mugs'. */
export function typeByName(categoryName: string): 'cannabis' | undefined {
  const name = phraseWords(categoryName).join(' ');
  return categoryWords.some(([, words]) => words.test(name)) ? 'cannabis' : undefined;
}

/** An ounce as New York's packages state it: 28 g; a quarter is 7 g. */
const OUNCE_MG = 28_000;

const spoken: Readonly<Record<string, number>> = {
  eighth: OUNCE_MG / 8,
  quarter: OUNCE_MG / 4,
  half: OUNCE_MG / 2,
  ounce: OUNCE_MG,
  oz: OUNCE_MG,
  gram: 1000,
};

/** Proposes the category and the amount; both are null for merchandise. */
export function proposeLimit(
  product: Pick<ProductValues, 'productType' | 'size' | 'netWeightMg' | 'thcMgPerPackage'>,
  categoryName: string,
): LimitProposal {
  if (!isCannabis(product)) return { limitCategory: null, limitMg: null };
  const name = phraseWords(categoryName).join(' ');
  const limitCategory = categoryWords.find(([, words]) => words.test(name))?.[0] ?? null;
  if (limitCategory === null) return { limitCategory, limitMg: null };
  const stated = limitCategory === 'edible' ? product.thcMgPerPackage : product.netWeightMg;
  return { limitCategory, limitMg: stated ?? amountOf(product.size ?? '', limitCategory) };
}

/** The milligrams that count in a size; for edibles the THC. Null for a size that says something else. */
function amountOf(size: string, limitCategory: LimitCategory): number | null {
  const amount = weighedIn(size);
  // 1,000 g of chocolate says nothing about its THC, and '100 mg' of flower is a strength.
  return amount === null || amount.isStrength !== (limitCategory === 'edible') ? null : amount.milligrams;
}

/** The milligrams in a size, of whatever it names: '.5g' is 500, '10 × 10 mg' 100, '1 oz' 28,000, an 'eighth' 3,500. */
export const sizeAmount = (size: string): number | null => weighedIn(size)?.milligrams ?? null;

/**
 * The amount in a size: '3.5 g', '5 × 0.7 g', '1/8 oz', 'Half-Ounce', 'an eighth', '10 × 10 mg', '100 mg THC'. One in
 * milligrams is a strength. Null for a size that says something else, or more than one amount.
 */
function weighedIn(size: string): { milligrams: number; isStrength: boolean } | null {
  // A size that names CBD states two strengths; only a person knows which one counts.
  const text = size
    .toLowerCase()
    .replaceAll('×', 'x')
    .replaceAll(/\bthc\b/g, ' ')
    .trim();
  const [, count = '1', amount = ''] = /^(?:(\d{1,3})\s*x\s*)?([^x]+)$/.exec(text) ?? [];
  const words = phraseWords(amount).join(' ');
  const [, upper = '', lower = '1', unit = ''] = /^(\d*\.?\d+)(?:\/(\d+))? (mg|g|oz)$/.exec(words) ?? [];
  const milligrams = unit
    ? (Number(upper) / Number(lower)) * { mg: 1, g: 1000, oz: OUNCE_MG }[unit as 'mg' | 'g' | 'oz']
    : spokenWeight(words);
  if (milligrams === null) return null;
  const total = Math.round(milligrams * Number(count));
  return total > 0 && total <= 1_000_000 ? { milligrams: total, isStrength: unit === 'mg' } : null;
}

/** 'half oz' is 14 g, 'eighth' 3.5 g, '1/4' 7 g. */
function spokenWeight(words: string): number | null {
  const fraction = /^1\/([248])$/.exec(words)?.[1];
  if (fraction) return OUNCE_MG / Number(fraction);
  const [, share = '', whole = ''] =
    /^(?:an? |one )?(eighth|quarter|half)?(?: ?(?:of an? )?(ounce|oz|gram))?$/.exec(words) ?? [];
  if (!share) return spoken[whole] ?? null;
  const part = (spoken[share] ?? 0) / OUNCE_MG;
  return part * (whole === 'gram' ? 1000 : OUNCE_MG) || null;
}

/** 'flower, 3.5 g' */
export function proposalText({ limitCategory, limitMg }: LimitProposal): string {
  return [limitCategory, limitMg === null ? null : formatWeight(limitMg)].filter(Boolean).join(', ');
}

/** The same with the net weight of flower and concentrates, and the THC of edibles, for a new product's size. */
export function withProposedContents(product: ProductValues, categoryName: string): ProductValues {
  const proposed = withProposedLimit(product, categoryName);
  const { limitMg } = proposeLimit(product, categoryName);
  return proposed.limitCategory === 'edible'
    ? { ...proposed, thcMgPerPackage: proposed.thcMgPerPackage ?? limitMg }
    : { ...proposed, netWeightMg: proposed.netWeightMg ?? limitMg };
}

/** What to propose for a product that does not say it itself; null if nothing is open. */
export function openLimit(product: ProductValues, categoryName: string): LimitProposal | null {
  const { limitCategory, limitMg } = withProposedLimit(product, categoryName);
  const isChanged = limitCategory !== product.limitCategory || limitMg !== product.limitMg;
  return isChanged ? { limitCategory, limitMg } : null;
}

/** The product with the proposal where it says nothing itself. */
export function withProposedLimit(product: ProductValues, categoryName: string): ProductValues {
  if (product.limitCategory !== null && product.limitMg) return product;
  const proposal = proposeLimit(product, categoryName);
  // An amount of another category's measure would be wrong.
  if (product.limitCategory !== null && product.limitCategory !== proposal.limitCategory) return product;
  return {
    ...product,
    limitCategory: proposal.limitCategory,
    limitMg: product.limitMg || proposal.limitMg,
  };
}
