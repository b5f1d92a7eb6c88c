/** Defines a new product's defaults by type, before a form or a file sets more: off sale, without a price. */
import { isCannabis } from './product.ts';
import type { ProductValues, TaxClass } from './product-fields.ts';
import { proposeTaxClass } from './tax-class-proposal.ts';

export function blankProduct({
  categoryId,
  productType,
  categoryName,
  taxClass,
}: Pick<ProductValues, 'categoryId' | 'productType'> & {
  categoryName?: string;
  /** Of most other goods in the category. */
  taxClass?: TaxClass | undefined;
}): ProductValues {
  const cannabis = isCannabis({ productType });
  return {
    name: '',
    categoryId,
    productType,
    size: null,
    retailPrice: 0,
    wholesalePrice: 0,
    forSale: false,
    strainCode: null,
    strainName: null,
    strainType: null,
    lineage: null,
    terpenes: null,
    lowStockLevel: null,
    upcCode: null,
    requiresId: cannabis,
    taxClass: proposeTaxClass({ productType }, categoryName, taxClass),
    limitCategory: null,
    limitMg: null,
    netWeightMg: null,
    servings: null,
    thcBasisPoints: null,
    cbdBasisPoints: null,
    thcMgPerPackage: null,
    cbdMgPerPackage: null,
    biotrackId: null,
    labTestId: null,
    description: '',
    cannabisContent: null,
    discount: null,
    discountFrom: null,
    discountUntil: null,
    discountTerms: null,
  };
}
