/** Tests prices against the legal floor, words banned from advertising, and what cannabis needs to be on sale. */
import { describe, expect, test } from 'vitest';
import { checkPrice, priceFloor } from '#core/goods/discounts/price-guard.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { flaggedWords } from './flagged-words.ts';
import { type ProductValues, productTexts, readProductFields } from './product-fields.ts';
import { judgeProduct } from './product-rules.ts';

const settings = defaultSettings();
const refusing = { ...settings.pricing, belowFloor: 'refuse' } as const;
const flower: ProductValues = {
  name: 'Kestrel',
  categoryId: 1,
  productType: 'cannabis',
  size: '3.5 g',
  retailPrice: 4500,
  wholesalePrice: 2000,
  discount: null,
  discountFrom: null,
  discountUntil: null,
  discountTerms: null,
  forSale: true,
  strainCode: 'KES-1',
  strainName: 'Kestrel',
  strainType: 'hybrid',
  lineage: null,
  terpenes: null,
  lowStockLevel: null,
  upcCode: null,
  requiresId: true,
  taxClass: 'cannabis',
  limitCategory: 'flower',
  limitMg: 3500,
  netWeightMg: 3500,
  servings: null,
  thcBasisPoints: 2450,
  cbdBasisPoints: null,
  thcMgPerPackage: null,
  cbdMgPerPackage: null,
  biotrackId: null,
  labTestId: null,
  description: 'Grown outdoors.',
  cannabisContent: null,
};

describe('the legal price floor', () => {
  test('is one and a half times the wholesale price, rounded up, for cannabis with a known wholesale price', () => {
    expect(priceFloor({ productType: 'cannabis', wholesalePrice: 2000 }, settings.pricing)).toBe(3000);
    expect(priceFloor({ productType: 'cannabis', wholesalePrice: 333 }, settings.pricing)).toBe(500);
    expect(priceFloor({ productType: 'cannabis', wholesalePrice: 0 }, settings.pricing)).toBeNull();
    expect(priceFloor({ productType: 'apparel', wholesalePrice: 2000 }, settings.pricing)).toBeNull();
  });

  test.each([
    [3000, null],
    [2999, 'warned'],
  ])('for %i cents over a wholesale price of $20.00: %s', (retailPrice, kind) => {
    expect(checkPrice({ ...flower, retailPrice }, settings.pricing)?.kind ?? null).toBe(kind);
  });

  test('refuses, warns or is ignored, by setting', () => {
    const low = { ...flower, retailPrice: 2999 };
    expect(judgeProduct(flower, low, { ...settings, pricing: refusing })).toEqual({
      errors: {
        retailPrice: ['$29.99 is below the legal floor of $30.00: 1.5 times the wholesale price of $20.00.'],
      },
      warnings: [],
    });
    expect(judgeProduct(flower, low, settings).warnings).toHaveLength(1);
    const allowing = { ...settings, pricing: { ...settings.pricing, belowFloor: 'allow' as const } };
    expect(judgeProduct(flower, low, allowing)).toEqual({ errors: {}, warnings: [] });
  });

  test('is checked when a wholesale price rises, but not when a size is corrected', () => {
    const rules = { ...settings, pricing: refusing };
    expect(judgeProduct(flower, { ...flower, wholesalePrice: 3001 }, rules).errors).toHaveProperty(
      'retailPrice',
    );
    const low = { ...flower, retailPrice: 100 };
    expect(judgeProduct(low, { ...low, size: '1 g' }, rules).errors).toEqual({});
  });
});

describe('flagged words', () => {
  test('are found as whole words, in any case and with any accent', () => {
    expect(flaggedWords('The DANK one, for pótent days. Potato.', ['weed', 'dank', 'potent', 'pot'])).toEqual(
      ['dank', 'potent'],
    );
    expect(flaggedWords('Cures  pain', ['cures pain'])).toEqual(['cures pain']);
  });

  test('warn when they are added to a product on sale or their product goes on sale', () => {
    const slang = { ...flower, description: 'Dank.' };
    expect(judgeProduct(flower, slang, settings).warnings).toEqual([
      'The text contains flagged words: dank.',
    ]);
    expect(judgeProduct({ ...slang, forSale: false }, slang, settings).warnings).toHaveLength(1);
    expect(judgeProduct(flower, { ...slang, forSale: false }, settings).warnings).toEqual([]);
    expect(judgeProduct(slang, { ...slang, size: '1 g' }, settings).warnings).toEqual([]);
  });
});

describe('cannabis going on sale', () => {
  test.each([
    [{ limitCategory: null }, 'limitCategory'],
    [{ limitMg: null }, 'limitMg'],
    [{ limitMg: 0 }, 'limitMg'],
    [{ taxClass: 'merchandise' }, 'taxClass'],
    [{ requiresId: false }, 'requiresId'],
    [{ retailPrice: 0, wholesalePrice: 0 }, 'retailPrice'],
  ] as const)('is refused with %o', (change, field) => {
    const after = { ...flower, ...change };
    expect(Object.keys(judgeProduct(flower, after, settings).errors)).toEqual([field]);
    expect(judgeProduct(flower, { ...after, forSale: false }, settings).errors).toEqual({});
  });
});

describe('the fields of the product form', () => {
  test('read back what they write', () => {
    expect(readProductFields(productTexts(flower))).toEqual({ ok: true, values: flower });
  });

  test.each([
    [
      'retailPrice',
      '24.505',
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
    ],
    [
      'retailPrice',
      '',
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
    ],
    [
      'retailPrice',
      '99999999999',
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
    ],
    [
      'retailPrice',
      '-1',
      'Retail: enter an amount from $0 to $1,000,000 with at most two decimals, like 24.50.',
    ],
    ['limitMg', '3.5', 'Enter an amount with its unit, like 3.5 g or 100 mg.'],
    ['thcBasisPoints', '101', 'Enter a percentage from 0 to 100, like 24.5.'],
    ['name', '  ', 'Enter a product name.'],
    [
      'upcCode',
      '012345678904',
      'Compare the UPC with the package: it has 8, 12, 13 or 14 digits, and the last one checks the others.',
    ],
    ['forSale', 'maybe', 'Choose yes or no.'],
  ])('%s refuses ‘%s’', (field, text, error) => {
    expect(readProductFields({ ...productTexts(flower), [field]: text })).toEqual({
      ok: false,
      errors: { [field]: [error] },
    });
  });

  test('accept the same weight in grams and in milligrams', () => {
    for (const [text, mg] of [
      ['3.5 g', 3500],
      ['3500mg', 3500],
      ['750 MG', 750],
      ['', null],
    ] as const)
      expect(readProductFields({ limitMg: text })).toEqual({ ok: true, values: { limitMg: mg } });
  });
});
