import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { packCard, unpackCard } from './packed-card.ts';
import type { ProductCardFacts } from './product.ts';

const card: ProductCardFacts = {
  id: 7,
  name: 'Haze “½ oz” </script>\u2028',
  retailPrice: cents(4250),
  offer: {
    price: cents(4000),
    until: '2026-11-30',
    untilText: 'Nov 30, 2026',
    terms: 'While supplies last.',
  },
  productType: 'cannabis',
  categoryName: 'Flower',
  requiresId: true,
  strainCode: 'WBH-2',
  strainType: 'sativa',
  thc: 2150,
  cbd: 0,
  thcMg: null,
  cbdMg: null,
  size: '3.5 g',
  netWeightMg: 3500,
  limitCategory: 'flower',
  picture: { key: 'haze', alt: '', tint: '#dde6df' },
  batchNumber: 'WB-0142',
  available: 9,
  sizes: { count: 3, from: cents(1200) },
};

test('a card comes out of its text as it went in, with and without sizes, picture or id', () => {
  const { sizes, ...single } = card;
  const bare = { ...single, id: null, picture: null, offer: null, available: 0, requiresId: false };
  for (const each of [card, single, bare]) expect(unpackCard(packCard(each))).toStrictEqual(each);
});

test('cards that differ in anything have another text', () => {
  const { sizes, ...single } = card;
  const others: ProductCardFacts[] = [
    single,
    { ...card, available: 8 },
    { ...card, cbd: null },
    { ...card, name: 'Haze' },
  ];
  expect(new Set([card, ...others].map(packCard)).size).toBe(5);
});
