import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { CatalogueFailed } from '#shop/menu/catalogue-view.tsx';
import { haze } from '#tests/support/cards.ts';
import type { CardSize, ProductCardFacts } from '../product.ts';
import { ProductCard } from './product-card.tsx';

/** The text and addresses of a card, as a browser without scripts receives them. */
const markupOf = (changes: Partial<ProductCardFacts> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ProductCard product={{ ...haze, ...changes }} />
    </MemoryRouter>,
  );

/** The same, normalized: one space between words, `|` at the end of a line. */
const wordsOf = (changes?: Partial<ProductCardFacts>) =>
  markupOf(changes)
    .replaceAll(/\n|<\/(?:p|h3)>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ');

test('a card of cannabis shows badge, price, strain, potency, batch and “Pickup Only”, and links to the product', () => {
  const card = markupOf();
  const words =
    '21+West Branch Haze|Sativa, WBH-2, 3.5 g|THC 21.5%, CBD 0.4%|Pickup Only, Batch WB-0142|$42.50';
  expect(wordsOf()).toContain(words);
  expect(card).toContain('href="/products/7"');
});

test('a card omits unknown facts of cannabis, and shows milligrams if there is no percentage', () => {
  const unknown = { strainType: null, strainCode: null, cbd: null, size: null, batchNumber: null };
  expect(wordsOf(unknown)).toContain('West Branch Haze|THC 21.5%|Pickup Only|$42.50');
  expect(wordsOf({ ...unknown, thc: null, thcMg: 100, cbdMg: 5 })).toContain(
    '|THC 100 mg, CBD 5 mg|Pickup Only|',
  );
  expect(wordsOf({ ...unknown, thc: null, thcMg: 100, size: '10 × 10 mg' })).toContain(
    '|THC 100 mg|Pickup Only|',
  );
});

test('a card of a discounted product shows the price now, the list price struck through, and the last day', () => {
  const offer = { price: cents(3750), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  const card = markupOf({ offer });
  expect(card).toMatch(/\$37\.50.*<s[ >].*\$42\.50<\/s>/);
  expect(card).toContain('until Nov 30, 2026');
  expect(markupOf()).not.toMatch(/<s[ >]/);
});

const size = (id: number, retailPrice: number, changes: Partial<CardSize> = {}): CardSize => ({
  ...{
    id,
    name: 'Haze',
    label: `${id} g`,
    retailPrice: cents(retailPrice),
    offer: null,
    picture: null,
    available: 9,
  },
  ...changes,
});

test('a card of several sizes shows the price of the cheapest in stock, with a button for each size', () => {
  const words = wordsOf({ sizes: [size(7, 4250), size(8, 1400, { available: 0 }), size(9, 3000)] });
  expect(words).toContain('|Sativa, WBH-2|THC 21.5%');
  expect(words).toContain('From $30.00');
  const offer = { price: cents(2000), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  const card = markupOf({ sizes: [size(7, 4250, { offer }), size(9, 3000)] });
  expect(card).toMatch(/\$20\.00.*<s[ >].*\$42\.50<\/s>.*until Nov 30, 2026/);
  expect(wordsOf({ sizes: [size(7, 4250, { available: 0 }), size(8, 1400, { available: 0 })] })).toContain(
    'From $14.00',
  );
  expect(wordsOf()).not.toContain('From');
});

test('every card has at most three lines of facts', () => {
  for (const changes of [
    {},
    { thcMg: 50, cbdMg: 50, size: '10 × 5 mg THC + 5 mg CBD' },
    { productType: 'apparel' },
  ]) {
    const [, ...lines] = wordsOf(changes).split('|');
    const price = lines.findIndex((line) => line.startsWith('$'));
    expect([1, 2, 3]).toContain(price);
  }
});

test('a card in a list by price per gram shows the current price per gram', () => {
  const card = (changes: Partial<ProductCardFacts>) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ProductCard product={{ ...haze, ...changes }} saysPerGram />
      </MemoryRouter>,
    );
  expect(card({})).toContain('$12.14/g');
  const offer = { price: cents(3750), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  expect(card({ offer })).toContain('$10.71/g');
  expect(card({ netWeightMg: null })).not.toContain('/g');
  expect(card({ productType: 'farm_goods', limitCategory: null })).not.toContain('/g');
  expect(markupOf()).not.toContain('/g');
});

test('a card of merchandise shows no facts about cannabis', () => {
  const card = markupOf({ productType: 'merchandise', requiresId: false });
  for (const words of ['21+', 'THC', 'Batch', 'Pickup Only']) expect(card).not.toContain(words);
});

test('a product without a picture has the placeholder', () => {
  expect(markupOf()).toContain('/placeholder-product.jpg');
});

test('a product without an id is shown as a product and links nowhere', () => {
  const card = markupOf({ id: null });
  expect(card).toContain('Error: Product is missing ID.');
  expect(card).not.toContain('href');
});

test('a catalogue that cannot be read shows a message and how to try again', () => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <CatalogueFailed retry="/products" />
    </MemoryRouter>,
  );
  expect(page).toContain('Failed to load products');
  expect(page).toContain('href="/products"');
});
