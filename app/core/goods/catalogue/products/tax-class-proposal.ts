/**
 * Proposes a product's tax class from its type and its category's name (docs/law.md, Money and tax). What the words
 * leave open is merchandise, which has sales tax.
 */
import { isCannabis } from './product.ts';
import type { ProductValues, TaxClass } from './product-fields.ts';

/** New York taxes candy, soft drinks, and prepared or heated food; the other words name no food. */
const TAXED =
  /\b(cand(y|ies)|chocolates?|confections?|sweets|gumm(y|ies)|sodas?|drinks?|beverages?|juices?|seltzers?|ciders?|beers?|wines?|coffee shop|cafe|prepared|heated|hot|meals?|sandwich(es)?|soaps?|candles?|balms?|pets?|dogs?|cats?|books?)\b/;
const FOOD =
  /\b(foods?|grocer(y|ies)|pantry|eggs?|honey|jams?|jell(y|ies)|preserves|syrups?|produce|vegetables?|fruits?|baker(y|ies)|breads?|dairy|cheeses?)\b/;
const CLOTHING =
  /\b(apparel|cloth(es|ing)|(t|tee|sweat)? ?shirts?|tees|hoodies?|sweaters?|hats?|beanies?|socks)\b/;

/** The class that a type or a category's name says; undefined if it says none. */
function classByWords(name: string): TaxClass | undefined {
  const words = name.toLowerCase().replaceAll(/[_\s-]+/g, ' ');
  if (CLOTHING.test(words)) return 'clothing';
  return FOOD.test(words) && !TAXED.test(words) ? 'food' : undefined;
}

/** @param ofCategory the class of most other goods in the category, if it has any. */
export function proposeTaxClass(
  product: Pick<ProductValues, 'productType'>,
  categoryName = '',
  ofCategory?: TaxClass,
): TaxClass {
  if (isCannabis(product)) return 'cannabis';
  return classByWords(product.productType) ?? ofCategory ?? classByWords(categoryName) ?? 'merchandise';
}

/** The tax class after a change of type: the proposal follows the type, and a class that someone chose does not. */
export function taxClassAfter(
  before: Pick<ProductValues, 'productType' | 'taxClass'>,
  productType: string,
): TaxClass {
  const isProposed = before.taxClass === proposeTaxClass(before);
  return isProposed && productType !== before.productType
    ? proposeTaxClass({ productType })
    : before.taxClass;
}
