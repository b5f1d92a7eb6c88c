/** A card of flower that is in stock, without a picture, a discount or other sizes. */
import type { ProductCardFacts } from '#core/goods/catalogue/products/product.ts';
import { cents } from '#kernel/money.ts';

export const haze: ProductCardFacts = {
  id: 7,
  name: 'West Branch Haze',
  retailPrice: cents(4250),
  offer: null,
  productType: 'cannabis',
  categoryName: 'Flower',
  requiresId: true,
  strainCode: 'WBH-2',
  strainType: 'sativa',
  thc: 2150,
  cbd: 40,
  thcMg: null,
  cbdMg: null,
  size: '3.5 g',
  netWeightMg: 3500,
  limitCategory: 'flower',
  picture: null,
  batchNumber: 'WB-0142',
  available: 9,
};
