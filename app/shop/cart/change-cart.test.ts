import { describe, expect, test } from 'vitest';
import { MAXIMUM_LINES } from '#core/sales/checkout/cart.ts';
import { changeCart, readCartChange } from './change-cart.ts';

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the cart change in a form', () => {
  test('is parsed strictly', () => {
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

  test('adds to an existing line, up to what is available', () => {
    expect(changeCart(cart, { intent: 'add', productId: 1, quantity: 5 }, 4)[0]?.quantity).toBe(4);
    expect(changeCart(cart, { intent: 'add', productId: 3, quantity: 5 }, 9)).toHaveLength(3);
  });

  test('adds nothing sold out, and no fifty-first product', () => {
    expect(changeCart(cart, { intent: 'add', productId: 3, quantity: 1 }, 0)).toEqual(cart);
    const full = Array.from({ length: MAXIMUM_LINES }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(changeCart(full, { intent: 'add', productId: 99, quantity: 1 }, 5)).toEqual(full);
  });

  test('sets and removes only lines in the cart', () => {
    expect(changeCart(cart, { intent: 'set', productId: 2, quantity: 9 }, 3)[1]?.quantity).toBe(3);
    expect(changeCart(cart, { intent: 'set', productId: 7, quantity: 1 }, 3)).toEqual(cart);
    expect(changeCart(cart, { intent: 'remove', productId: 1, quantity: 1 }, 0)).toEqual([cart[1]]);
  });
});

describe('a form that changes the cart', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return readCartChange(form);
  };

  test.each(['add', 'set', 'remove'] as const)('may %s', (intent) => {
    expect(read({ intent, productId: '7', quantity: '2' })).toEqual({ intent, productId: 7, quantity: 2 });
  });

  test('defaults to a quantity of one', () => {
    expect(read({ intent: 'add', productId: '7' })).toEqual({ intent: 'add', productId: 7, quantity: 1 });
  });

  test.each([
    [{}],
    [{ intent: 'eat', productId: '7' }],
    [{ productId: '7' }],
    [{ intent: 'add' }],
    [{ intent: 'add', productId: '0' }],
    [{ intent: 'add', productId: '2147483648' }],
    [{ intent: 'add', productId: '7', quantity: '' }],
    [{ intent: 'add', productId: '7', quantity: '0' }],
    [{ intent: 'add', productId: '7', quantity: '1000' }],
    [{ intent: 'add', productId: '7', quantity: '1.5' }],
  ])('with %j is refused', (fields) => {
    expect(read(fields)).toBeNull();
  });

  test('accepts the largest id and the largest quantity', () => {
    expect(read({ intent: 'set', productId: '2147483647', quantity: '999' })).toEqual({
      intent: 'set',
      productId: 2_147_483_647,
      quantity: 999,
    });
  });
});

describe('a change of a cart', () => {
  const line = { productId: 1, quantity: 2 };
  const other = { productId: 2, quantity: 1 };

  test('leaves the other lines in place', () => {
    expect(changeCart([line, other], { intent: 'add', productId: 1, quantity: 3 }, 9)).toEqual([
      { productId: 1, quantity: 5 },
      other,
    ]);
    expect(changeCart([line, other], { intent: 'set', productId: 2, quantity: 3 }, 9)).toEqual([
      line,
      { productId: 2, quantity: 3 },
    ]);
    expect(changeCart([line, other], { intent: 'remove', productId: 9, quantity: 1 }, 9)).toEqual([
      line,
      other,
    ]);
  });

  test('adds the last unit, and adds to a full cart only products already in it', () => {
    expect(changeCart([], { intent: 'add', productId: 3, quantity: 1 }, 1)).toEqual([
      { productId: 3, quantity: 1 },
    ]);
    const full = Array.from({ length: MAXIMUM_LINES }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(changeCart(full, { intent: 'add', productId: 1, quantity: 1 }, 5)[0]?.quantity).toBe(2);
    const almost = full.slice(1);
    expect(changeCart(almost, { intent: 'add', productId: 99, quantity: 1 }, 5)).toHaveLength(MAXIMUM_LINES);
  });

  test('never changes the cart passed to it', () => {
    const cart = Object.freeze([Object.freeze({ ...line })]);
    expect(changeCart(cart, { intent: 'set', productId: 7, quantity: 1 }, 3)).not.toBe(cart);
    changeCart(cart, { intent: 'add', productId: 1, quantity: 1 }, 9);
    expect(cart).toEqual([line]);
  });
});
