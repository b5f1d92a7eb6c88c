import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { CatalogueFailed } from '#shop/menu/catalogue-view.tsx';
import { haze } from '#tests/support/cards.ts';
import type { ProductCardFacts } from '../product.ts';
import { ProductCard } from './product-card.tsx';

/** The text and addresses of a card, as a browser without scripts receives them. */
const markupOf = (changes: Partial<ProductCardFacts> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ProductCard product={{ ...haze, ...changes }} />
    </MemoryRouter>,
  );

/** The same as read: one space between words, `|` at the end of a line. */
const wordsOf = (changes?: Partial<ProductCardFacts>) =>
  markupOf(changes)
    .replaceAll(/(?: <\/span>)?<\/(?:p|h3)>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ');

test('a card of cannabis shows badge, price, strain, potency, batch and “Pickup Only”, and leads to the product', () => {
  const card = markupOf();
  const words = '21+West Branch Haze|Sativa WBH-2 THC 21.5% CBD 0.4%|3.5 g Pickup Only Batch WB-0142|$42.50|';
  expect(wordsOf()).toContain(words);
  expect(card).toContain('href="/products/7"');
});

test('a card leaves out what is not known of cannabis, and says milligrams where no percentage is stated', () => {
  const unknown = { strainType: null, strainCode: null, cbd: null, size: null, batchNumber: null };
  expect(wordsOf(unknown)).toContain('West Branch Haze|THC 21.5%|Pickup Only|$42.50|');
  expect(wordsOf({ ...unknown, thc: null, thcMg: 100, cbdMg: 5 })).toContain(
    '|THC 100 mg CBD 5 mg|Pickup Only|',
  );
});

test('a card of a discounted product shows the price now, the list price struck through, and the last day', () => {
  const offer = { price: cents(3750), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  const card = markupOf({ offer });
  expect(card).toMatch(/\$37\.50.*<s[ >].*\$42\.50<\/s>/);
  expect(card).toContain('until Nov 30, 2026');
  expect(markupOf()).not.toMatch(/<s[ >]/);
});

test('a card of several sizes says how many there are and from what price; of one it says nothing of sizes', () => {
  expect(wordsOf({ sizes: { count: 3, from: cents(1400) } })).toContain('3 sizes from $14');
  expect(wordsOf({ sizes: { count: 2, from: cents(4250) } })).toContain('2 sizes from $42.50');
  expect(wordsOf()).not.toContain('sizes');
});

test('a card in a list by price per gram says what a gram costs, of the price as it is now', () => {
  const card = (changes: Partial<ProductCardFacts>) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ProductCard product={{ ...haze, ...changes }} saysPerGram />
      </MemoryRouter>,
    );
  expect(card({})).toContain('$12.14 per gram');
  const offer = { price: cents(3750), until: '2026-11-30', untilText: 'Nov 30, 2026', terms: 'One each.' };
  expect(card({ offer })).toContain('$10.71 per gram');
  expect(card({ netWeightMg: null })).not.toContain('per gram');
  expect(card({ productType: 'farm_goods', limitCategory: null })).not.toContain('per gram');
  expect(markupOf()).not.toContain('per gram');
});

test('a card of merchandise shows none of that', () => {
  const card = markupOf({ productType: 'merchandise', requiresId: false });
  for (const words of ['21+', 'THC', 'Batch', 'Pickup Only']) expect(card).not.toContain(words);
});

test('a product without a picture has the placeholder', () => {
  expect(markupOf()).toContain('/placeholder-product.jpg');
});

test('a product without an id is said to be one, and leads nowhere', () => {
  const card = markupOf({ id: null });
  expect(card).toContain('Error: Product is missing ID.');
  expect(card).not.toContain('href');
});

test('a catalogue that cannot be read says so, and how to try again', () => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <CatalogueFailed retry="/products" />
    </MemoryRouter>,
  );
  expect(page).toContain('Failed to load products');
  expect(page).toContain('href="/products"');
});
