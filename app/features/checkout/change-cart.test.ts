import { describe, expect, test } from 'vitest';
import { MAXIMUM_LINES } from './cart.ts';
import { changeCart, readCartChange } from './change-cart.ts';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe("a form's change of the cart", () => {
  test('is read strictly', () => {
    expect(readCartChange(formOf({ intent: 'set', productId: '12', quantity: '3' }))).toEqual({
      intent: 'set',
      productId: 12,
      quantity: 3,
    });
    expect(readCartChange(formOf({ intent: 'add', productId: '12' }))?.quantity).toBe(1);
    const malformed: Record<string, string>[] = [
      { intent: 'empty', productId: '1' },
      { intent: 'add', productId: '1e3' },
      { intent: 'add', productId: '-1' },
      { intent: 'add', productId: '3000000000' },
      { intent: 'set', productId: '1', quantity: '0' },
      { intent: 'set', productId: '1', quantity: '1000' },
      { intent: 'set', productId: '1', quantity: ' 2' },
    ];
    for (const wrong of malformed) {
      expect(readCartChange(formOf(wrong)), JSON.stringify(wrong)).toBeNull();
    }
  });

  const cart = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ];

  test('adds to the line that is there, up to what is available', () => {
    expect(changeCart(cart, { intent: 'add', productId: 1, quantity: 5 }, 4)[0]?.quantity).toBe(4);
    expect(changeCart(cart, { intent: 'add', productId: 3, quantity: 5 }, 9)).toHaveLength(3);
  });

  test('adds nothing that is sold out, and no fifty-first kind of thing', () => {
    expect(changeCart(cart, { intent: 'add', productId: 3, quantity: 1 }, 0)).toEqual(cart);
    const full = Array.from({ length: MAXIMUM_LINES }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(changeCart(full, { intent: 'add', productId: 99, quantity: 1 }, 5)).toEqual(full);
  });

  test('sets and removes only what is there', () => {
    expect(changeCart(cart, { intent: 'set', productId: 2, quantity: 9 }, 3)[1]?.quantity).toBe(3);
    expect(changeCart(cart, { intent: 'set', productId: 7, quantity: 1 }, 3)).toEqual(cart);
    expect(changeCart(cart, { intent: 'remove', productId: 1, quantity: 1 }, 0)).toEqual([cart[1]]);
  });
});
