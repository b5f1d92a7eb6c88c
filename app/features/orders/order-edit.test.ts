import { describe, expect, test } from 'vitest';
import { formLines, lineChanges, readQuantities } from './order-edit.ts';

describe('the lines of an edited order', () => {
  test('are read from fields named for their products', () => {
    expect(
      readQuantities([
        ['note', 'x'],
        ['quantity-17', ' 3 '],
        ['quantity-2', '0'],
      ]),
    ).toEqual([
      { productId: 17, quantity: 3 },
      { productId: 2, quantity: 0 },
    ]);
    expect(
      readQuantities([
        ['quantity-0', '1'],
        ['quantity-x', '1'],
        ['quantity-1234567890', '1'],
      ]),
    ).toEqual([]);
  });

  test.each(['', '-1', '1.5', '1000', 'two', '1e2'])(
    'are refused as a whole where one says %j',
    (quantity) => {
      expect(
        readQuantities([
          ['quantity-1', '1'],
          ['quantity-2', quantity],
        ]),
      ).toBeNull();
    },
  );

  test('are compared with those the order has', () => {
    const current = [
      { productId: 1, quantity: 2 },
      { productId: 2, quantity: 1 },
      { productId: 3, quantity: 1 },
    ];
    const wanted = [
      { productId: 1, quantity: 5 },
      { productId: 2, quantity: 0 },
      { productId: 9, quantity: 1 },
      { productId: 8, quantity: 0 },
    ];
    expect(lineChanges(current, wanted)).toEqual([
      { productId: 1, from: 2, to: 5 },
      { productId: 2, from: 1, to: 0 },
      { productId: 3, from: 1, to: 0 },
      { productId: 9, from: 0, to: 1 },
    ]);
  });
});

describe('the lines of the form after a refusal', () => {
  const stored = [
    { productId: 1, name: 'Mug', quantity: 2 },
    { productId: 2, name: 'Cap', quantity: 1 },
  ];

  test('keep what was typed, and what somebody else added meanwhile', () => {
    expect(formLines(stored, { 'quantity-1': '5', note: 'x' }, {})).toEqual([
      { productId: 1, name: 'Mug', quantity: '5' },
      { productId: 2, name: 'Cap', quantity: '1' },
    ]);
  });

  test('keep what was typed into a line that somebody else took off', () => {
    expect(formLines(stored, { 'quantity-9': '3', 'quantity-8': 'many' }, { 9: 'Pin' }).slice(2)).toEqual([
      { productId: 9, name: 'Pin', quantity: '3' },
      { productId: 8, name: 'Product 8', quantity: 'many' },
    ]);
  });
});
