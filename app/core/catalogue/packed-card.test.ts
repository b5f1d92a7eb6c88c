import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { haze } from '#tests/support/cards.ts';
import { packCard, unpackCard } from './packed-card.ts';
import type { ProductCardFacts } from './products/product.ts';

const card: ProductCardFacts = {
  ...haze,
  name: 'Haze “½ oz” </script>\u2028',
  offer: {
    price: cents(4000),
    until: '2026-11-30',
    untilText: 'Nov 30, 2026',
    terms: 'While supplies last.',
  },
  picture: { key: 'haze', alt: '', tint: '#dde6df' },
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
