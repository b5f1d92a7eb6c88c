/** Tests bulk changes: an empty field changes nothing, percentages round to the cent. */
import { expect, test } from 'vitest';
import { blankProduct } from './blank-product.ts';
import { planChange, readBulkChange } from './bulk-change.ts';

test('an empty field means unchanged, not 0', () => {
  expect(readBulkChange({ price: '', forSale: 'no', categoryId: '' })).toEqual({
    ok: true,
    change: { forSale: false },
  });
  expect(readBulkChange({ price: ' ', forSale: '', categoryId: '' })).toMatchObject({ ok: false });
  expect(readBulkChange({ price: '0', forSale: '', categoryId: '' })).toEqual({
    ok: true,
    change: { price: { to: 0 } },
  });
});

test('a tax class is one of the list; another changes nothing', () => {
  expect(readBulkChange({ taxClass: 'clothing' })).toEqual({ ok: true, change: { taxClass: 'clothing' } });
  for (const taxClass of ['', '*', 'Clothing'])
    expect(readBulkChange({ taxClass })).toMatchObject({ ok: false });
});

test.each([
  ['24.5', { to: 2450 }],
  ['$1,234.50', { to: 123_450 }],
  ['+10%', { by: 1000 }],
  ['10%', { by: 1000 }],
  ['10 %', { by: 1000 }],
  ['-5 %', { by: -500 }],
  ['−2.5%', { by: -250 }],
])('‘%s’ is a valid price or change', (price, read) => {
  expect(readBulkChange({ price })).toEqual({ ok: true, change: { price: read } });
});

test.each(['1000%', '-100%', '1.234', 'free', '-3', '1e3'])('‘%s’ is refused', (price) => {
  expect(readBulkChange({ price })).toMatchObject({ ok: false, errors: { price: [expect.any(String)] } });
});

test('a low-stock level is set or left to the store, and units without that choice are refused', () => {
  expect(readBulkChange({ lowStockMode: 'set', lowStockLevel: '12' })).toEqual({
    ok: true,
    change: { lowStockLevel: 12 },
  });
  expect(readBulkChange({ lowStockMode: 'end' })).toEqual({ ok: true, change: { lowStockLevel: null } });
  for (const texts of [
    { lowStockMode: 'set', lowStockLevel: '' },
    { lowStockMode: 'set', lowStockLevel: '-1' },
    { lowStockMode: 'set', lowStockLevel: '100001' },
    { lowStockMode: 'end', lowStockLevel: '3' },
    { lowStockMode: '', lowStockLevel: '3' },
  ])
    expect(readBulkChange(texts), JSON.stringify(texts)).toMatchObject({ ok: false });
});

const set = {
  discountMode: 'set',
  discount: '20%',
  discountFrom: '2026-11-20',
  discountUntil: '2026-11-30',
  discountTerms: 'While supplies last.',
};

test('a discount is set as an amount or a share with its days and terms, or ended', () => {
  const { discountMode: _, discount: __, ...days } = set;
  expect(readBulkChange(set)).toEqual({ ok: true, change: { discount: { ...days, off: { by: 2000 } } } });
  expect(readBulkChange({ ...set, discount: '5.00' })).toMatchObject({
    change: { discount: { off: { to: 500 } } },
  });
  expect(readBulkChange({ discountMode: 'end' })).toEqual({ ok: true, change: { discount: 'end' } });
});

test.each([
  [{ discount: '' }, 'discount'],
  [{ discount: '0' }, 'discount'],
  [{ discount: '0%' }, 'discount'],
  [{ discount: '100%' }, 'discount'],
  [{ discountFrom: '' }, 'discountFrom'],
  [{ discountFrom: '2026-02-30' }, 'discountFrom'],
  [{ discountUntil: '2026-11-19' }, 'discountUntil'],
  [{ discountTerms: ' ' }, 'discountTerms'],
  // Typed values are never ignored silently.
  [{ discountMode: '' }, 'discountMode'],
  [{ discountMode: 'end' }, 'discountMode'],
])('a discount with %o is refused beside %s', (given, field) => {
  expect(readBulkChange({ ...set, ...given })).toMatchObject({
    ok: false,
    errors: { [field]: [expect.any(String)] },
  });
});

test('a bulk change sets the tax class of goods, and cannabis on sale stays taxed as cannabis', () => {
  const rules = {
    pricing: { belowFloor: 'allow' as const, floor: 15_000 },
    publishing: { flaggedWords: [] },
  };
  const plan = (productType: string) => {
    const values = { ...blankProduct({ categoryId: 1, productType }), name: 'Tee', retailPrice: 2500 };
    return planChange({ id: 1, values: { ...values, forSale: true } }, { taxClass: 'clothing' }, rules);
  };
  expect(plan('merchandise')).toMatchObject({
    changes: [{ field: 'taxClass', before: 'merchandise', after: 'clothing' }],
    errors: [],
  });
  expect(plan('apparel').changes).toEqual([]);
  expect(plan('cannabis').errors).toContain('Cannabis is taxed as cannabis.');
});
