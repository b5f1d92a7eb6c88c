import { expect, it } from 'vitest';
import { cents } from '#kernel/money.ts';
import { NO_FILTER } from './catalogue-filter.ts';
import type { Catalogue } from './catalogue-queries.server.ts';
import type { ProductCardFacts } from './products/product.ts';
import { cardTable, readCardTable, receiveCatalogue, sendCatalogue } from './sent-catalogue.ts';

const card = (id: number, rest: Partial<ProductCardFacts> = {}): ProductCardFacts => ({
  id,
  name: `“Haze”, \\ </script> ${id}`,
  retailPrice: cents(4200),
  offer: null,
  productType: 'cannabis',
  categoryName: 'Flower',
  requiresId: true,
  strainCode: null,
  strainType: 'indica',
  thc: 2240,
  cbd: null,
  thcMg: null,
  cbdMg: null,
  size: '3.5 g',
  netWeightMg: 3500,
  limitCategory: 'flower',
  picture: { key: `products/${id}`, alt: 'A jar', tint: null },
  batchNumber: null,
  available: 6,
  ...rest,
});

const sized = card(2, {
  sizes: [
    { id: 2, name: 'Haze', label: '1/8 oz', retailPrice: cents(4200), offer: null, available: 6 },
  ] as never,
});

const catalogue: Catalogue = {
  filter: NO_FILTER,
  products: [card(1), sized],
  shelves: [
    { slug: 'flower', name: 'Flower', count: 9, products: [sized, card(3)] },
    { slug: 'vapes', name: 'Vapes', count: 0, products: [] },
    { slug: 'edibles', name: 'Edibles', count: 1, products: [card(4)] },
  ],
  nearest: { sentence: 'Above $20:', filter: NO_FILTER, total: 1, products: [card(5)] } as never,
  total: 2,
  pages: 1,
  facets: {} as never,
  reading: { kind: 'as-typed' },
};

it('each list of a catalogue arrives with its own cards, whole', () => {
  expect(receiveCatalogue(sendCatalogue(catalogue))).toStrictEqual(catalogue);
});

it('a catalogue without shelves and without a nearest list arrives without them', () => {
  const plain = { ...catalogue, shelves: null, nearest: null };
  expect(receiveCatalogue(sendCatalogue(plain))).toStrictEqual(plain);
  const empty = { ...plain, products: [] };
  expect(receiveCatalogue(sendCatalogue(empty))).toStrictEqual(empty);
});

it('a table says the name of a field once, for however many cards', () => {
  const cards = Array.from({ length: 40 }, (_, at) => card(at + 1));
  expect(cardTable(cards).split('"limitCategory"').length - 1).toBe(1);
  expect(readCardTable(cardTable(cards))).toStrictEqual(cards);
});
