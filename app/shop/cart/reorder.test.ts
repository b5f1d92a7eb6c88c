import { expect, test } from 'vitest';
import { MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import { type OrderedLine, reorder, reorderMessage, reorderNote } from './reorder.ts';

const line = (productId: number, quantity = 1, unitPrice = 1000): OrderedLine => ({
  productId,
  name: `Thing ${productId}`,
  quantity,
  unitPrice,
});
const today = (id: number, available = 10, retailPrice = 1000) => ({
  id,
  name: `Thing ${id}`,
  available,
  retailPrice,
});

test('every available product goes into the cart, beside what was in it', () => {
  const { cart, added, notes } = reorder(
    [{ productId: 9, quantity: 4 }],
    [line(1, 2), line(2)],
    [today(1), today(2), today(9)],
  );
  expect(cart).toEqual([
    { productId: 9, quantity: 4 },
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ]);
  expect([added, notes]).toEqual([2, []]);
});

test('a second press adds nothing twice, and a larger quantity in the cart stays', () => {
  const menu = [today(1), today(2)];
  const once = reorder([{ productId: 2, quantity: 5 }], [line(1, 2), line(2)], menu);
  expect(reorder(once.cart, [line(1, 2), line(2)], menu).cart).toEqual(once.cart);
  expect(once.cart).toContainEqual({ productId: 2, quantity: 5 });
});

test('notes name what is gone, sold out, fewer or differently priced', () => {
  const { cart, added, notes } = reorder(
    [],
    [line(1), line(2), line(3, 5), line(4, 1, 4500)],
    [today(2, 0), today(3, 2), today(4, 3, 5000)],
  );
  expect(cart).toEqual([
    { productId: 3, quantity: 2 },
    { productId: 4, quantity: 1 },
  ]);
  expect(added).toBe(2);
  expect(notes.map(reorderNote)).toEqual([
    'Thing 1 is no longer on the menu.',
    'Thing 2 is sold out.',
    'Only 2 of Thing 3 left; you had 5.',
    'Thing 4 is now $50.00 (was $45.00).',
  ]);
});

test('a full cart takes no other product, and names the ones left out', () => {
  const full = Array.from({ length: MAXIMUM_LINES }, (_, index) => ({ productId: index + 100, quantity: 1 }));
  const { cart, notes } = reorder(full, [line(1), line(100, 3)], [today(1), today(100)]);
  expect(cart).toHaveLength(MAXIMUM_LINES);
  expect(cart[0]).toEqual({ productId: 100, quantity: 3 });
  expect(notes.map(reorderNote)).toEqual([
    `Thing 1 did not fit: a cart has room for ${MAXIMUM_LINES} different products.`,
  ]);
});

test.each([
  [0, 3, 'Nothing from this order can be reserved right now.'],
  [1, 3, '1 of 3 items is in your cart.'],
  [2, 3, '2 of 3 items are in your cart.'],
  [3, 3, 'All 3 items are in your cart.'],
  [1, 1, 'The item is in your cart.'],
])('%d of %d: %s', (added, of, words) => {
  expect(reorderMessage({ added }, of)).toBe(words);
});
