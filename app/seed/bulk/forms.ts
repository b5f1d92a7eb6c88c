import type { LimitCategory } from '#kernel/statuses.ts';
/** The product forms of a strain. One row per form and size; prices in cents, weights and contents in mg. */
export type BulkForm = {
  form: string;
  size: string;
  /** A demo category's slug. */
  category: string;
  productType: 'cannabis' | 'fly_fishing' | 'home_decor' | 'apparel';
  taxClass: 'cannabis' | 'merchandise' | 'clothing';
  /** The average price; a product's own price is up to a third lower or higher. */
  cents: number;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
  /** Minimum and maximum THC in basis points; null where a percentage is meaningless. */
  thc: readonly [number, number] | null;
};

function cannabis(
  category: string,
  limitCategory: LimitCategory,
  thc: readonly [number, number] | null,
  rows: readonly (readonly [form: string, size: string, cents: number, limitMg: number])[],
): BulkForm[] {
  return rows.map(([form, size, cents, limitMg]) => ({
    form,
    size,
    category,
    productType: 'cannabis',
    taxClass: 'cannabis',
    cents,
    limitCategory,
    limitMg,
    thc,
  }));
}

function goods(
  category: string,
  productType: 'fly_fishing' | 'home_decor' | 'apparel',
  rows: readonly (readonly [form: string, size: string, cents: number])[],
): BulkForm[] {
  return rows.map(([form, size, cents]) => ({
    form,
    size,
    category,
    productType,
    taxClass: productType === 'apparel' ? 'clothing' : 'merchandise',
    cents,
    limitCategory: null,
    limitMg: null,
    thc: null,
  }));
}

/** Drawn with equal probability, so a form with more sizes is more common, as on a real menu. */
export const bulkForms: readonly BulkForm[] = [
  ...cannabis(
    'flower',
    'flower',
    [1400, 3100],
    [
      ['Whole Flower', '1 g', 14_00, 1_000],
      ['Whole Flower', '3.5 g', 42_00, 3_500],
      ['Whole Flower', '7 g', 78_00, 7_000],
      ['Whole Flower', '14 g', 140_00, 14_000],
      ['Small Flower', '7 g', 58_00, 7_000],
      ['Ground Flower', '14 g', 86_00, 14_000],
    ],
  ),
  ...cannabis(
    'pre-rolls',
    'flower',
    [1300, 2900],
    [
      ['Pre-Roll', '0.5 g', 8_00, 500],
      ['Pre-Roll', '1 g', 13_00, 1_000],
      ['Pre-Rolls', '5 × 0.5 g', 34_00, 2_500],
      ['Pre-Rolls', '10 × 0.35 g', 42_00, 3_500],
    ],
  ),
  ...cannabis(
    'vapes',
    'concentrate',
    [6500, 9000],
    [
      ['Cartridge', '0.5 g', 36_00, 500],
      ['Cartridge', '1 g', 58_00, 1_000],
      ['Vape Pen', '0.5 g', 42_00, 500],
    ],
  ),
  ...cannabis('edibles', 'edible', null, [
    ['Fruit Chews', '10 × 5 mg', 20_00, 50],
    ['Fruit Chews', '10 × 10 mg', 28_00, 100],
    ['Dark Chocolate', '10 × 10 mg', 30_00, 100],
    ['Sparkling Water', '5 mg', 7_00, 5],
  ]),
  ...cannabis(
    'concentrates',
    'concentrate',
    [5500, 8800],
    [
      ['Live Rosin', '1 g', 62_00, 1_000],
      ['Pressed Hash', '1 g', 38_00, 1_000],
      ['Pressed Hash', '2 g', 70_00, 2_000],
    ],
  ),
  ...cannabis('tinctures', 'edible', null, [
    ['Tincture', '30 ml', 44_00, 300],
    ['Tincture', '15 ml', 26_00, 150],
  ]),
  ...cannabis('topicals', 'edible', null, [
    ['Balm', '50 ml', 34_00, 200],
    ['Body Oil', '100 ml', 46_00, 300],
  ]),
  ...goods('flies', 'fly_fishing', [
    ['Dry Fly', 'Size 14', 3_50],
    ['Nymph', 'Size 16', 3_25],
  ]),
  ...goods('tackle', 'fly_fishing', [['Leader', '9 ft', 6_50]]),
  ...goods('candles', 'home_decor', [['Candle', '200 g', 24_00]]),
  ...goods('table', 'home_decor', [['Mug', '300 ml', 22_00]]),
  ...goods('prints', 'home_decor', [['Print', '30 × 40 cm', 38_00]]),
  ...goods('clothing', 'apparel', [['Tee', 'S–XXL', 32_00]]),
  ...goods('hats', 'apparel', [['Cap', 'One size', 28_00]]),
];
