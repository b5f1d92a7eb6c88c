import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { type CardRow, cardFacts } from './card-row.ts';

const on = { day: '2026-11-20', discounts: { ...defaultSettings().discounts, enabled: true } };
const row: CardRow = {
  id: 7,
  name: 'Blue Mist',
  category_id: 1,
  wholesale_price: 0,
  retail_price: 3500,
  product_type: 'cannabis',
  category_name: 'Flower',
  requires_id: true,
  strain_code: 'BM-2',
  strain_type: 'hybrid',
  thc_basis_points: 2450,
  cbd_basis_points: 10,
  thc_mg_per_package: 100,
  cbd_mg_per_package: 5,
  size: '3.5 g',
  net_weight_mg: 3500,
  limit_category: 'flower',
  available: 4,
  picture_key: 'mist',
  picture_tint: '#dde6df',
  picture_alt: 'A jar',
  batch_number: 'B-1',
  discount: 500,
  discount_from: '2026-11-20',
  discount_until: '2026-11-30',
  discount_terms: 'While supplies last.',
};

test('a database row becomes what a card shows', () => {
  expect(cardFacts(row, on)).toEqual({
    id: 7,
    name: 'Blue Mist',
    retailPrice: 3500,
    offer: {
      price: 3000,
      until: '2026-11-30',
      untilText: 'Nov 30, 2026',
      terms: 'While supplies last.',
    },
    productType: 'cannabis',
    categoryName: 'Flower',
    requiresId: true,
    strainCode: 'BM-2',
    strainType: 'hybrid',
    thc: 2450,
    cbd: 10,
    thcMg: 100,
    cbdMg: 5,
    size: '3.5 g',
    netWeightMg: 3500,
    limitCategory: 'flower',
    picture: { key: 'mist', alt: 'A jar', tint: '#dde6df' },
    batchNumber: 'B-1',
    available: 4,
  });
});

test('a product without a picture has none, and a picture without alt text has none', () => {
  expect(cardFacts({ ...row, picture_key: null, picture_alt: 'A jar' }, on).picture).toBeNull();
  expect(cardFacts({ ...row, picture_alt: null }, on).picture).toMatchObject({ key: 'mist', alt: '' });
});
